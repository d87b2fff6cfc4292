"""Compile the hot modules to extension modules with mypyc."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from tools.compiled import hot_modules
from tools.compiled.final_constants import mark_constants
from tools.compiled.open_bit_counts import open_bit_counts
from tools.compiled.open_classes import make_subclassable
from tools.compiled.open_extends import open_extends
from tools.compiled.open_sums import open_sums
from tools.compiled.open_tables import open_tables
from tools.compiled.own_loops import own_loop
from tools.compiled.write_out_moves import expand_moves
from tools.compiled.write_out_state import expand_states

OPTIMIZATION = "2"
# Calls inside a library need not ask whether another one replaces the function.
SYMBOLS = [] if os.name == "nt" else ["-fvisibility=hidden", "-fno-semantic-interposition"]
ON_IMPORT = re.compile(r"^char CPyDef_\w+_____top_level__\(void\) \{", re.MULTILINE)
HEADERS = re.compile(r'^#include "__native_internal_\w+\.h"\n', re.MULTILINE)
SHORT_WAYS = Path(__file__).with_name("short_ways.h")
MYPY_OPTIONS = (
    "--explicit-package-bases",
    # A wheel is built without the libraries of the extras, which modules beside the hot ones import.
    "--ignore-missing-imports",
    "--allow-subclassing-any",
    "--no-warn-unused-ignores",
)


class NoCompiler(Exception):
    """Nothing here can compile; the message says what is missing."""


def build(package: Path, work: Path) -> dict[Path, Path]:
    """Compile the hot modules of `package`; the files made, by their paths in a wheel."""
    try:
        from mypyc.build import mypycify
        from setuptools import Distribution
        from setuptools.errors import CompileError, PlatformError
    except ImportError as error:
        raise NoCompiler(f"{error.name or error} is not installed") from None

    hot = hot_modules.modules(package)
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    for path in _sources(package):
        target = work / "rulekeep" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_compiler_source(package, path, path in hot), "utf-8")
    before = Path.cwd()
    os.chdir(work)
    try:
        extensions = mypycify(
            [*MYPY_OPTIONS, *(str("rulekeep" / path) for path in hot)],
            separate=_groups(package, hot),
            opt_level=os.environ.get("RULEKEEP_COMPILE_OPT", OPTIMIZATION),
            debug_level="0",
        )
        for extension in extensions:
            extension.extra_compile_args += SYMBOLS
            _mark_what_runs_once(extension.sources)
            _take_short_ways(extension.sources)
        # The largest library first, so that no core is idle while another one compiles it.
        extensions.sort(key=lambda extension: -sum(map(os.path.getsize, extension.sources)))
        distribution = Distribution({"name": "rulekeep", "ext_modules": extensions})
        command = distribution.get_command_obj("build_ext")
        command.build_lib, command.parallel = "made", os.cpu_count()
        command.ensure_finalized()
        try:
            command.run()
        except (CompileError, PlatformError) as error:
            raise NoCompiler(f"the C compiler failed ({error})") from None
    finally:
        os.chdir(before)
    made = work / "made"
    return {path.relative_to(made): path for path in sorted(made.rglob("*")) if path.is_file()}


def _mark_what_runs_once(sources: Iterable[str | os.PathLike[str]]) -> None:
    """Tell the C compiler not to optimise what a module does when it is imported.

    That is a sixth of the code, in functions of thousands of lines, on which it spends much time.
    """
    if os.name == "nt":
        return
    for path in map(Path, sources):
        code = path.read_text("utf-8")
        marked = ON_IMPORT.sub(r"__attribute__((cold)) \g<0>", code)
        if marked != code:
            path.write_text(marked, "utf-8")


def _take_short_ways(sources: Iterable[str | os.PathLike[str]]) -> None:
    """Put `short_ways.h` between the runtime of mypyc and the code it made."""
    short_ways = SHORT_WAYS.read_text("utf-8")
    for path in map(Path, sources):
        code = path.read_text("utf-8")
        after = list(HEADERS.finditer(code))
        if after:
            at = after[-1].end()
            path.write_text(f"{code[:at]}{short_ways}{code[at:]}", "utf-8")


def _groups(package: Path, hot: list[Path]) -> list[tuple[list[str], str | None]]:
    """One library for common modules and one per game, so that they compile in parallel."""
    of_game = {game: f"rulekeep_{game.name}" for game in hot_modules.games(package)}
    groups: dict[str, list[str]] = {}
    for path in hot:
        name = next((of_game[above] for above in path.parents if above in of_game), "rulekeep_core")
        groups.setdefault(name, []).append(str("rulekeep" / path))
    return [(paths, name) for name, paths in groups.items()]


def _sources(package: Path) -> Iterator[Path]:
    for directory, below, names in os.walk(package, followlinks=True):
        below[:] = [name for name in below if name != "__pycache__"]
        for name in names:
            if name.endswith((".py", "py.typed")):
                yield Path(directory, name).relative_to(package)


def _compiler_source(package: Path, path: Path, hot: bool) -> str:
    source = (package / path).read_text("utf-8")
    if path.name == "__init__.py" and path.parent in (Path(), *hot_modules.games(package)):
        return ""  # the compiler need not read plugins and views, nor what imports other libraries
    if not hot:
        return source
    module = ".".join(("rulekeep", *path.with_suffix("").parts)).removesuffix(".__init__")
    source = own_loop(module, source, package / "sim" / "playout.py")
    if path.parts[0] in ("core", "bots"):
        source = make_subclassable(source)
    else:
        source = expand_states(module, source)
    if (
        path.parts[0] != "bots"
    ):  # their settings are made by attrs.evolve, which wants attrs classes
        source = expand_moves(module, source)
    return open_bit_counts(mark_constants(open_tables(open_extends(open_sums(source)))))

"""The archives of modules that the browser loads: the standard library, and rulekeep with its libraries.

Both are compiled by the Python of the browser if node can run it: then a page starts in less than
half the time. Archives are not compressed, because the files of the site are.
"""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from importlib import metadata, resources
from pathlib import Path

import rulekeep
from rulekeep.core.data_files import packaged, read_yaml
from rulekeep.core.errors import RulekeepError
from rulekeep.core.yaml_cache import cache_text, cached_name
from rulekeep.static_site.runtime import LOCK, STDLIB

LIBRARIES = ("anyio", "attrs", "jinja2", "markupsafe", "pyyaml", "starlette", "typing_extensions")
COMPILE_SECONDS = 600
Modules = dict[str, bytes]
"""Contents of files by their paths."""


def _left_out() -> dict[str, list[str]]:
    """What the archives leave out; which encodings stay; what is not compiled."""
    found: dict[str, list[str]] = read_yaml(
        packaged("rulekeep.static_site", "left_out.yaml")
    ).plain()
    return found


def standard_library(runtime: Path) -> Modules:
    """The standard library without what is never used."""
    left_out = _left_out()
    with zipfile.ZipFile(runtime / STDLIB) as packed:
        return {
            name: packed.read(name)
            for name in packed.namelist()
            if not name.endswith("/") and _is_used(name, left_out)
        }


def _is_used(name: str, left_out: dict[str, list[str]]) -> bool:
    if name.startswith("encodings/"):
        return Path(name).stem in left_out["encodings"]
    return not _is_below(name, left_out["standard_library"])


def _is_below(name: str, parts: Iterable[str]) -> bool:
    """Whether a file is one of these modules, or in one of these packages."""
    return any(f"{name.removesuffix('.py')}/".startswith(f"{part}/") for part in parts)


def own_modules() -> Modules:
    """rulekeep with its data files, and the libraries that it needs in a browser. RulekeepError."""
    files, left_out = dict(_package_files()), _left_out()["modules"]
    for library in ("rulekeep", *LIBRARIES):
        files |= _installed_files(library)
    return {name: content for name, content in files.items() if not _is_below(name, left_out)}


def _package_files() -> Iterator[tuple[str, bytes]]:
    root = Path(rulekeep.__file__).parent
    for path in _below(root):
        name = path.relative_to(root).as_posix()
        yield f"rulekeep/{name}", path.read_bytes()
        cache = path.with_name(cached_name(path.name))
        if path.suffix == ".yaml" and path.parent.parent.name == "games" and not cache.exists():
            cached = Path(name).with_name(cache.name).as_posix()
            yield f"rulekeep/{cached}", cache_text(path).encode()


def _below(folder: Path) -> Iterator[Path]:
    """All files that belong to a package; links to directories are followed."""
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.name != "__pycache__":
            yield from _below(path)
        elif path.is_file() and path.suffix not in (".pyc", ".so", ".pyd"):
            yield path


def _installed_files(library: str) -> Modules:
    """The Python files of an installed library, and its metadata; of rulekeep the metadata only."""
    try:
        found = metadata.distribution(library)
    except metadata.PackageNotFoundError:
        raise RulekeepError(f"the site needs {library}; install rulekeep[web]") from None
    wanted: Modules = {}
    for file in found.files or ():
        name = file.as_posix()
        is_metadata = ".dist-info/" in name and not name.endswith(("RECORD", "direct_url.json"))
        if not name.startswith("..") and (
            is_metadata or (library != "rulekeep" and file.suffix == ".py")
        ):
            path = Path(str(file.locate()))
            if path.is_file():
                wanted[name] = path.read_bytes()
    return wanted


def licences(modules: Modules) -> str:
    """The licences of the libraries, as one text."""
    found = [
        f"{name}\n\n{content.decode('utf-8', 'replace').strip()}\n"
        for name, content in sorted(modules.items())
        if ".dist-info/" in name and Path(name).stem.upper() in ("LICENSE", "LICENCE", "COPYING")
    ]
    return "\n\n".join(found)


def without_library_metadata(modules: Modules) -> Modules:
    """The modules, with the metadata of rulekeep only: it names the games and bots."""
    return {
        name: content
        for name, content in modules.items()
        if ".dist-info/" not in name or name.startswith("rulekeep-")
    }


def pack(modules: Mapping[str, bytes]) -> bytes:
    """An archive of modules that is the same for the same modules; similar files are neighbours."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as packed:
        for name in sorted(modules, key=lambda name: (Path(name).suffix, name)):
            packed.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), modules[name])
    return out.getvalue()


def compiled(archive: bytes, runtime: Path, cache: Path) -> bytes | None:
    """The archive with compiled modules, from the cache if it is there; None without node."""
    script = resources.files("rulekeep.static_site").joinpath("assets/compile.mjs")
    stored = cache / f"{sha256(archive + script.read_bytes()).hexdigest()[:32]}.zip"
    if stored.is_file():
        return stored.read_bytes()
    node = shutil.which("node")
    if node is None:
        return None
    with tempfile.TemporaryDirectory() as draft, resources.as_file(script) as path:
        given, made = Path(draft) / "given.zip", Path(draft) / "made.zip"
        given.write_bytes(archive)
        order = {"runtime": str(runtime), "lock": LOCK, "given": str(given), "made": str(made)}
        sources = _left_out()["sources"]
        command = [node, str(path), json.dumps({**order, "sources": sources})]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=COMPILE_SECONDS)
            content = made.read_bytes()
        except (OSError, subprocess.SubprocessError):
            return None
    cache.mkdir(parents=True, exist_ok=True)
    stored.write_bytes(content)
    return content

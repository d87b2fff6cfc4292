"""python -m benchmarks.peers: rulekeep next to other engines, in the same run, by one method.

Each engine is installed by name from the package index into an environment of its own, kept in a
cache directory. What cannot be installed or run is listed with the reason.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from statistics import median

import click
from attrs import define, field
from rich.console import Console
from rich.table import Table

from benchmarks.loops import PLAYOUTS
from rulekeep.core import registry

LOOPS = Path(__file__).with_name("loops.py")
PACKAGES = {
    "chess": ("chess",),
    "rust-chess": ("rust-chess",),
    "catanatron": ("catanatron", "catanatron, choices only"),
    "open_spiel": ("open_spiel chess", "open_spiel backgammon"),
    "pettingzoo[classic]": ("pettingzoo chess", "pettingzoo connect four"),
    "rlcard": ("rlcard uno", "rlcard gin rummy"),
}
YARDSTICK = "chess"
COMPILED = ", compiled"


@define
class Contender:
    """An engine with its interpreter, and what was measured."""

    name: str
    python: str
    version: str = ""
    path: str = ""
    """Where another build of rulekeep is found; empty: the one that runs this."""
    speeds: list[float] = field(factory=list)
    """Decisions a second, by round."""
    lengths: list[float] = field(factory=list)
    failure: str = ""

    def run(self, seconds: float, seed: int) -> None:
        name = self.name.removesuffix(COMPILED)
        command = [self.python, str(LOOPS), name, str(seconds), str(seed)]
        env = {**os.environ, "PYTHONPATH": self.path} if self.path else None
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
        if done.returncode:
            last = done.stderr.strip().splitlines() or ["no reason given"]
            self.failure = f"cannot be run: {last[-1][:100]}"
            return
        figures = json.loads(done.stdout.splitlines()[-1])
        self.speeds.append(figures["decisions"] / figures["seconds"])
        self.lengths.append(figures["decisions"] / figures["matches"])


def default_cache() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "rulekeep-peers"


def environment(package: str, cache: Path) -> tuple[str, str, str]:
    """An environment with the package: its interpreter, the version, why it failed."""
    directory = cache / package.replace("[", "-").replace("]", "")
    python = str(directory / "bin" / "python")
    if not Path(python).exists():
        venv.create(directory, with_pip=True)
    command = [python, "-m", "pip", "install", "--quiet", package]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        return python, "", f"cannot be installed: {(errors or ['no reason given'])[0][:100]}"
    plain = package.partition("[")[0]
    asked = f"import importlib.metadata as m; print(m.version({plain!r}))"
    said = subprocess.run([python, "-c", asked], capture_output=True, text=True, check=False)
    return python, said.stdout.strip(), ""


def unpacked(wheel: Path, cache: Path) -> str:
    """A wheel of rulekeep, ready to be imported from the directory that is returned."""
    target = cache / f"wheel-{hashlib.sha256(wheel.read_bytes()).hexdigest()[:16]}"
    if not target.exists():
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(target)
    return str(target)


@click.command()
@click.option("--seconds", default=2.0, show_default=True, help="CPU time of each round.")
@click.option("--rounds", default=5, show_default=True, help="Rounds over all contenders.")
@click.option(
    "--cache",
    type=click.Path(file_okay=False, path_type=Path),
    default=default_cache,
    help="Where the environments are kept.",
)
@click.option(
    "--compiled",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A wheel with compiled rules (make compiled), measured beside the plain ones.",
)
@click.option(
    "--json", "out", type=click.Path(dir_okay=False, path_type=Path), help="Keep it here."
)
def main(seconds: float, rounds: int, cache: Path, compiled: Path | None, out: Path | None) -> None:
    """Measure random play of rulekeep and of other engines in turns."""
    console = Console(highlight=False, markup=False, emoji=False)
    contenders = [
        Contender(f"rulekeep {name}{loop}", sys.executable)
        for name in registry.games()
        for loop in ("", PLAYOUTS)
    ]
    cache.mkdir(parents=True, exist_ok=True)
    if compiled is not None:
        path = unpacked(compiled, cache)
        contenders += [
            Contender(f"{plain.name}{COMPILED}", plain.python, path=path) for plain in contenders
        ]
    for package, names in PACKAGES.items():
        console.print(f"installing {package}", style="dim")
        python, version, failure = environment(package, cache)
        contenders += [Contender(name, python, version, failure=failure) for name in names]
    for number in range(rounds):
        for contender in contenders:
            if not contender.failure:
                contender.run(seconds, number + 1)
    console.print(table(contenders))
    if out is not None:
        figures = {
            one.name: {"version": one.version, "speeds": one.speeds, "failure": one.failure}
            for one in contenders
        }
        out.write_text(json.dumps(figures, indent=1) + "\n")


def table(contenders: list[Contender]) -> Table:
    """Speeds, and the ratio to python-chess round by round."""
    shown = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    shown.add_column("random play, one core, CPU time")
    for name in ("version", "decisions/s", "per match", f"ratio to {YARDSTICK}"):
        shown.add_column(name, justify="right")
    yardstick = next(one for one in contenders if one.name == YARDSTICK)
    for one in contenders:
        if one.failure:
            shown.add_row(one.name, one.version, one.failure)
            continue
        ratio = "–"
        if not yardstick.failure:
            pairs = zip(one.speeds, yardstick.speeds, strict=True)
            ratio = f"{median(mine / theirs for mine, theirs in pairs):.2f}"
        shown.add_row(
            one.name, one.version, f"{median(one.speeds):,.0f}", f"{median(one.lengths):.0f}", ratio
        )
    return shown


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.peers")

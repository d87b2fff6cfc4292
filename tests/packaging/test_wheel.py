"""The wheel: the same from a checkout and from an sdist, and it works in an empty environment."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import rulekeep

ROOT = Path(__file__).parents[2]
PIP = ("-m", "pip", "--disable-pip-version-check", "--python")
PACKAGES = ("core", "match", "games", "bots", "review", "session", "testing", "sim", "web", "cli")


def run(*command: str | Path, cwd: Path, code: int = 0, **env: str) -> str:
    """Run a command away from the checkout; what it printed."""
    clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        [str(word) for word in command],
        check=False,
        cwd=cwd,
        env={**clean, "NO_COLOR": "1", **env},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == code, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


def clean_copy(target: Path) -> None:
    """What git tracks, as a clone would have it."""
    listed = run("git", "ls-files", "-z", cwd=ROOT)
    for name in listed.split("\0"):
        source = ROOT / name
        if name and (source.exists() or source.is_symlink()):
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target / name, follow_symlinks=False)


def build(source: Path) -> Path:
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", source, cwd=source)
    (wheel,) = (source / "dist").glob("*.whl")
    return wheel


def install(python: Path, *words: str | Path, cwd: Path) -> None:
    """Install into the environment of an interpreter, with the pip of this one: it has no own."""
    run(sys.executable, *PIP, python, "install", "--quiet", *words, cwd=cwd)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("copy")
    clean_copy(copy)
    return copy


@pytest.fixture(scope="module")
def wheel(checkout: Path) -> Path:
    return build(checkout)


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment that holds the wheel and what it requires."""
    home = tmp_path_factory.mktemp("env")
    run(sys.executable, "-m", "venv", "--without-pip", home / "venv", cwd=home)
    interpreter = home / "venv" / "bin" / "python"
    install(interpreter, wheel, cwd=home)
    return interpreter


@pytest.fixture(scope="module")
def plugin(python: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A third-party game from outside the repository, and one that is broken."""
    source = tmp_path_factory.mktemp("elsewhere") / "lanterns"
    shutil.copytree(
        ROOT / "tests" / "tiny", source, ignore=shutil.ignore_patterns("__pycache__", "dist")
    )
    install(python, "--no-deps", build(source), cwd=source)
    site = next((python.parents[1] / "lib").glob("python*/site-packages"))
    broken = site / "broken-1.0.dist-info"
    broken.mkdir()
    (broken / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (broken / "entry_points.txt").write_text("[rulekeep.games]\nbroken = no_such_module:GAME\n")


def test_what_is_in_the_wheel(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert tops == {"rulekeep", next(t for t in tops if t.endswith(".dist-info"))}
    shipped = {name.removeprefix("rulekeep/") for name in names if name.startswith("rulekeep/")}
    tracked = run("git", "ls-files", *PACKAGES, cwd=ROOT).split()
    assert {name for name in tracked if (ROOT / name).exists()} <= shipped
    for game in ("carcassonne_castle", "castle_keep", "kilt_castle", "kings_and_castles"):
        assert f"games/{game}/rules.cache.json" in shipped
    documents = {name for name in shipped if name.startswith("docs/")}
    assert documents == set(run("git", "ls-files", "docs", cwd=ROOT).split()) - {"docs/conf.py"}
    assert {"py.typed", "CHANGELOG.md", "CONTRIBUTING.md"} <= shipped


def test_the_metadata_of_the_wheel(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    info = f"rulekeep-{rulekeep.__version__}.dist-info"
    metadata = archive.read(f"{info}/METADATA").decode()
    assert f"\nVersion: {rulekeep.__version__}\n" in metadata
    assert "\nLicense-Expression: MIT\n" in metadata
    assert "\nAuthor: rulekeep contributors\n" in metadata
    assert f"{info}/licenses/LICENSE" in archive.namelist()
    assert f"{info}/licenses/NOTICE" in archive.namelist()


def test_an_sdist_gives_the_same_wheel(checkout: Path, wheel: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "build", "--no-isolation", "-o", tmp_path, checkout, cwd=tmp_path)
    from_checkout = zipfile.ZipFile(wheel)
    from_sdist = zipfile.ZipFile(tmp_path / wheel.name)
    assert from_sdist.namelist() == from_checkout.namelist()
    for name in from_checkout.namelist():
        assert from_sdist.read(name) == from_checkout.read(name), name


def test_an_editable_install_needs_no_links(checkout: Path, python: Path, tmp_path: Path) -> None:
    """Where git cannot make links, it writes text files instead."""
    without = tmp_path / "without"
    shutil.copytree(checkout, without, symlinks=True, ignore=shutil.ignore_patterns("dist"))
    for link in filter(Path.is_symlink, list((without / "src" / "rulekeep").iterdir())):
        target = link.readlink()
        link.unlink()
        link.write_text(str(target))
    run(
        sys.executable,
        "-c",
        f"from hatchling.build import build_editable\nbuild_editable({str(tmp_path)!r})",
        cwd=without,
    )
    (editable,) = tmp_path.glob("*.whl")
    site = tmp_path / "site"
    zipfile.ZipFile(editable).extractall(site)
    said = run(
        python,
        "-c",
        f"import site; site.addsitedir({str(site)!r})\n"
        f"import sys; sys.path.insert(0, {str(without / 'src')!r})\n"
        "import rulekeep; print(rulekeep.games.__file__, *rulekeep.games())",
        cwd=tmp_path,
    )
    assert str(without / "games") in said and "kilt_castle" in said


def test_it_works_in_an_empty_environment(python: Path, tmp_path: Path) -> None:
    said = run(
        python,
        "-c",
        "import rulekeep, importlib.util as u\n"
        f"assert not any(u.find_spec(n) for n in {(*PACKAGES, 'tools')})\n"
        "from importlib import resources\n"
        "for name, game in rulekeep.games().items():\n"
        "    assert (resources.files('rulekeep.games') / name / 'rules.yaml').is_file()\n"
        "    print(name, len(game.book))\n"
        "assert not rulekeep.core.registry.problems()\n",
        cwd=tmp_path,
    )
    assert [line.split()[0] for line in said.splitlines()] == [
        "carcassonne_castle",
        "castle_keep",
        "kilt_castle",
        "kings_and_castles",
    ]


def test_games_of_the_wheel_are_read_from_the_cache(python: Path, tmp_path: Path) -> None:
    """Every YAML file that loading the games reads has a cache file."""
    run(
        python,
        "-c",
        "import rulekeep, sys\n"
        "for game in rulekeep.games().values():\n"
        "    rulekeep.Match.new(game.id, seats=game.seats[-1], seed=1)\n"
        "assert 'yaml' not in sys.modules\n",
        cwd=tmp_path,
    )


def test_the_console_script(python: Path, tmp_path: Path) -> None:
    script = python.parent / "rulekeep"
    assert "rulekeep, version 0." in run(script, "--version", cwd=tmp_path)
    assert "castle_keep" in run(script, "games", cwd=tmp_path)
    assert run(python, "-m", "rulekeep", "games", cwd=tmp_path) == run(
        script, "games", cwd=tmp_path
    )
    said = run(script, "play", "chess", cwd=tmp_path, code=2, RULEKEEP_HOME=str(tmp_path))
    assert "No game called 'chess'" in said and "Traceback" not in said


def test_a_third_party_game_is_played(python: Path, plugin: None, tmp_path: Path) -> None:
    script = python.parent / "rulekeep"
    said = run(script, "games", cwd=tmp_path)
    assert "Lanterns" in said
    assert "the plugin 'broken' (no_such_module:GAME) is broken: ModuleNotFoundError" in said
    said = run(
        script, "play", "lanterns", "--seats", "random,random,random", "--seed", "4", "--plain",
        cwd=tmp_path, RULEKEEP_HOME=str(tmp_path),
    )  # fmt: skip
    assert "takes the prize" in said
    said = run(
        python,
        "-c",
        "import rulekeep\n"
        "match = rulekeep.Match.new('lanterns', seats=2, seed=7)\n"
        "while not match.is_over:\n"
        "    match.play(match.legal_moves()[0])\n"
        "match.save('m.rkm')\n"
        "assert rulekeep.Match.load('m.rkm').outcome == match.outcome\n"
        "print(match.outcome.reason)\n",
        cwd=tmp_path,
    )
    assert said.strip() == "most points"


def test_scenarios_and_kit_of_a_third_party_game(
    python: Path, plugin: None, tmp_path: Path
) -> None:
    script = python.parent / "rulekeep"
    assert "conforms" in run(script, "check", "lanterns", cwd=tmp_path)
    assert "10 of 10" in run(script, "scenarios", "lanterns", "--rule-coverage", cwd=tmp_path)

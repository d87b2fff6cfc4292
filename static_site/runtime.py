"""Python for browsers: the files of the npm package `pyodide`, at one version and with known digests."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
import tempfile
from hashlib import sha256
from pathlib import Path

from rulekeep.core.data_files import why_not
from rulekeep.core.errors import DataError, RulekeepError

PACKAGE, VERSION = "pyodide", "314.0.7"
STDLIB = "python_stdlib.zip"
DIGESTS = {
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    STDLIB: "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
"""The files that a site needs, with their SHA-256."""
LOCK = '{"info":{"abi_version":"2026_0","arch":"wasm32","platform":"emscripten_5_0_3","python":"3.14.2"},"packages":{}}'
"""The list of packages that Python may load: none."""
SECONDS = 300


def check(directory: Path) -> None:
    """DataError unless the directory has the files of this version."""
    for name, digest in DIGESTS.items():
        path = directory / name
        try:
            found = sha256(path.read_bytes()).hexdigest()
        except OSError as error:
            raise DataError(str(path), f"cannot be read: {why_not(error)}") from None
        if found != digest:
            raise DataError(
                str(path), f"is not the file of {PACKAGE} {VERSION}; its digest differs"
            )


def fetch(directory: Path) -> None:
    """Fetch the files into a directory, unless they are there. DataError, RulekeepError."""
    if all((directory / name).is_file() for name in DIGESTS):
        check(directory)
        return
    npm = shutil.which("npm")
    package = f"{PACKAGE}@{VERSION}"
    if npm is None:
        raise RulekeepError(
            f"Python for browsers comes from npm, which is not installed; install it, "
            f"or unpack {package} and name its directory: --runtime DIR"
        )
    with tempfile.TemporaryDirectory() as draft:
        command = [npm, "pack", package, "--silent", "--pack-destination", draft]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=SECONDS)
            _unpack(next(Path(draft).glob("*.tgz")), directory)
        except (OSError, subprocess.SubprocessError, tarfile.TarError, StopIteration):
            raise RulekeepError(
                f"npm could not fetch {package}; try again with a network, "
                "or name a directory that has it: --runtime DIR"
            ) from None
    check(directory)


def _unpack(archive: Path, directory: Path) -> None:
    """Take the files that a site needs out of the package. OSError, TarError."""
    directory.mkdir(parents=True, exist_ok=True)
    with tarfile.open(archive) as packed:
        for name in DIGESTS:
            content = packed.extractfile(f"package/{name}")
            if content is None:
                raise tarfile.TarError(name)
            draft = directory / f".{name}"
            draft.write_bytes(content.read())
            draft.replace(directory / name)

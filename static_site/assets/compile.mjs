// Compile the modules of an archive with the Python of the browser; node runs this when a site is built.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { runtime, lock, given, made, sources } = JSON.parse(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${runtime}/`, lockFileContents: lock });
python.globals.set("sources", python.toPy(sources));
python.FS.writeFile("/given.zip", new Uint8Array(readFileSync(given)));
python.runPython(`
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from types import CodeType


def stripped(code):
    """Without the numbers of lines, which take a third of the size."""
    inner = (stripped(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    # An entry "no place" is for at most eight units of the code.
    eights, rest = divmod(len(code.co_code) // 2, 8)
    no_places = bytes([0xFF] * eights + [0xF8 + rest - 1] * (rest > 0))
    return code.replace(co_linetable=no_places, co_consts=tuple(inner))


with zipfile.ZipFile("/given.zip") as given, zipfile.ZipFile("/made.zip", "w") as made:
    for name in given.namelist():
        content = given.read(name)
        if name.endswith(".py") and name not in sources:
            code = stripped(compile(content, name, "exec", dont_inherit=True, optimize=2))
            name, content = name + "c", _code_to_hash_pyc(code, bytes(8), False)
        made.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)
`);
writeFileSync(made, python.FS.readFile("/made.zip"));
process.exit(0);

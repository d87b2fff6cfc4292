// Python with the modules of the site, for a worker.

const MODULES = "/modules";

// `root` is the address of the site; `progress(words)` is called before each step.
export async function startPython(root, progress = () => {}) {
  progress("Starting the games: loading Python");
  const archive = fetch(`${root}runtime/modules.zip`).then(answer => answer.arrayBuffer());
  const { loadPyodide } = await import(`${root}runtime/pyodide.mjs`);
  const python = await loadPyodide({ indexURL: `${root}runtime/`, packages: [] });
  progress("Starting the games: loading the rules");
  python.unpackArchive(await archive, "zip", { extractDir: MODULES });
  python.globals.get("__import__")("sys").path.insert(0, MODULES);
  return python;
}

// Run the application of a site under node: start it, play moves, start it again from what was stored.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [, , site] = process.argv;
const files = JSON.parse(readFileSync(join(site, "sw.js"), "utf8").match(/^const FILES = (.*);$/m)[1]);
const place = mkdtempSync(join(tmpdir(), "rulekeep-"));
for (const [path, [digest]] of Object.entries(files)) {
  if (!path.startsWith("runtime/")) continue;
  const target = join(place, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, gunzipSync(readFileSync(join(site, "files", `${digest}.gz`))));
}
const { loadPyodide } = await import(pathToFileURL(join(place, "runtime/pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: join(place, "runtime/") });
python.unpackArchive(new Uint8Array(readFileSync(join(place, "runtime/modules.zip"))), "zip", { extractDir: "/modules" });
python.globals.get("__import__")("sys").path.insert(0, "/modules");
const bridge = python.pyimport("rulekeep.static_site.pyodide_bridge");
const { answer_text } = python.pyimport("rulekeep.static_site.browser_worker");

const base = "http://localhost/castles/";
const stored = new Map();
const save = async changes => { for (const [path, content] of changes) content ? stored.set(path, content) : stored.delete(path); };
const bots = { ask: async line => answer_text(line), stop() {} };
let application = await bridge.start(base, [], save, bots, bots);

function ask(path, said = null) {
  const body = said && new TextEncoder().encode(JSON.stringify(said));
  const headers = said ? [["content-type", "application/json"]] : [["accept", "text/html"]];
  return new Promise(resolve => {
    let status, text = "";
    const post = (kind, ...values) => {
      if (kind === "start") status = values[0];
      if (kind === "body") text += new TextDecoder().decode(values[0]);
      if (kind === "end") resolve({ status, text });
    };
    bridge.answer(application, said ? "POST" : "GET", new URL(path, base).href, headers, body, post);
  });
}
const data = async (path, said) => {
  const { status, text } = await ask(path, said);
  if (status !== 200) throw new Error(`${status} for ${path}: ${text}`);
  return JSON.parse(text);
};

const told = {};
for (const game of ["castle_keep", "kilt_castle", "carcassonne_castle", "kings_and_castles"]) {
  const { page } = await data("tables", { game, seed: "smoke", seats: [{}, { player: "greedy" }] });
  const { seats } = await data(`${page.slice(1)}/links`);
  const table = new URL(seats[0].link).pathname.replace("/castles/", "");
  let view = await data(`${table}/view`);
  for (let moves = 0; moves < 3;) {
    const move = view.moves?.[0]?.moves[0];
    if (move) {
      await data(`${table}/act`, { move: move.text, number: view.number });
      moves += 1;
    }
    await new Promise(resolve => setTimeout(resolve, 50));
    view = await data(`${table}/view`);
  }
  const picture = await ask(`${table}/picture.svg?theme=light`);
  told[game] = { table, acts: view.acts, picture: picture.text.startsWith("<svg") };
}
told.pages = {};
const example = "book/kilt_castle/5", lesson = "learn/castle_keep/1";
const shared = await data("share", { link: `#${(await data(`${told.castle_keep.table}/position`)).link}` });
const pages = ["", "share", "book/kilt_castle", example, `${example}/view?moves=[]`, `${example}/picture.svg?moves=[]`, "learn/castle_keep", lesson, `${lesson}/step?moves=[]`, `${lesson}/picture.svg?moves=[]`, shared.page.slice(1), `${shared.page.slice(1)}/act`];
for (const path of pages) told.pages[path] = (await ask(path)).status;
const { number } = await data(`${told.castle_keep.table}/view`);
told.refusal = (await ask(`${told.castle_keep.table}/act`, { move: "dome", number })).text;
await application.stop();
application = await bridge.start(base, [...stored].map(([path, content]) => [path, content]), save, bots, bots);
for (const game of Object.values(told)) if (game.table) game.again = (await data(`${game.table}/view`)).acts;
told.files = [...stored].filter(([path]) => path.endsWith(".rkm")).map(([path, content]) => [path, new TextDecoder().decode(content)]);
rmSync(place, { recursive: true });
process.stdout.write(JSON.stringify(told));
process.exit(0);

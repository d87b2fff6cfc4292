"use strict";
// Examples are loaded as they are opened, some in one file; with ?print in the address all of them, so that none is
// missing on paper. Their pictures are put together from the elements they share.
const PARTS = [], PICTURES = {}, EXAMPLES = {};
const loaded = new Map();
function load(name) {
  if (!loaded.has(name)) loaded.set(name, new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = `${name}.js`;
    script.addEventListener("load", done);
    script.addEventListener("error", () => { loaded.delete(name); script.remove(); failed(new Error(name)); });
    document.head.append(script);
  }));
  return loaded.get(name);
}
const addresses = new Map();
function address(name) {
  if (!addresses.has(name)) {
    const svg = PICTURES[name].split(" ").map(part => PARTS[parseInt(part, 36)]).join("");
    addresses.set(name, URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })));
  }
  return addresses.get(name);
}
// A click enlarges a picture; another one, or Escape, puts it back.
const large = document.getElementById("large");
large.addEventListener("click", () => large.close());
function show(part) {
  for (const image of part.querySelectorAll("img[data-picture]")) {
    if (location.search === "?print") image.loading = "eager";
    image.src = address(image.dataset.picture);
    if (!image.closest("figure")) continue;
    image.tabIndex = 0;
    image.addEventListener("click", () => {
      large.replaceChildren(image.cloneNode());
      large.showModal();
    });
    image.addEventListener("keydown", event => { if (event.key === "Enter") image.click(); });
  }
}
async function fill(example) {
  const inside = example.querySelector(".played"), game = document.body.dataset.game;
  if (example.dataset.filled) return;
  try {
    await Promise.all([load(`${game}-parts`), load(`${game}-${example.dataset.file}`)]);
  } catch {
    inside.textContent = "This example could not be loaded. Close it and open it again.";
    return;
  }
  if (example.dataset.filled) return;
  example.dataset.filled = "yes";
  inside.innerHTML = EXAMPLES[example.id];
  show(inside);
}
const examples = document.querySelectorAll("details.example");
for (const example of examples) {
  example.addEventListener("toggle", () => { if (example.open) fill(example); });
  if (location.search === "?print") example.open = true;
}
// Whoever is led to an example, or to a rule, sees the example, or the first of the rule.
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const example = target?.matches("details.example") ? target : target?.querySelector("details.example");
  if (example) example.open = true;
}
addEventListener("hashchange", openTarget);
openTarget();

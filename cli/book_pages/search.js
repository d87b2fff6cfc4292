"use strict";
// Every word typed must be in the name or the text; what stands on this page comes first.
const field = document.getElementById("search");
const hits = document.getElementById("hits");
const here = document.body.dataset.game + ".html#";
const MOST = 40;
async function search() {
  try {
    await load("found");
  } catch {
    return hits.replaceChildren(note("The search could not be loaded. Try again."));
  }
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? [] : FOUND.filter(entry => {
    const text = (entry.name + " " + entry.text).toLowerCase();
    return words.every(word => text.includes(word));
  });
  const own = entry => entry.page.startsWith(here) ? 0 : 1;
  found.sort((one, other) => own(one) - own(other));
  const rows = found.slice(0, MOST).map(row);
  if (words.length && !found.length) rows.push(note("Nothing has all of these words."));
  if (found.length > MOST) rows.push(note(`${found.length - MOST} more; another word narrows it down.`));
  return hits.replaceChildren(...rows);
}
function row(entry) {
  const item = document.createElement("li"), link = document.createElement("a");
  link.href = entry.page;
  const name = document.createElement("b");
  name.textContent = entry.name + " ";
  link.append(name, entry.text.length > 160 ? entry.text.slice(0, 158) + "…" : entry.text);
  link.addEventListener("click", clear);
  item.append(link);
  return item;
}
function note(text) {
  const item = document.createElement("li");
  item.className = "faint";
  item.textContent = text;
  return item;
}
function clear() { field.value = ""; hits.replaceChildren(); }
function step(by) {
  const links = [field, ...hits.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  if (at >= 0) links[(at + by + links.length) % links.length].focus();
}
field.addEventListener("focus", () => load("found").catch(() => {}));
field.addEventListener("input", search);
field.form.addEventListener("submit", event => {
  event.preventDefault();
  const first = hits.querySelector("a");
  if (first) first.click();
});
document.addEventListener("keydown", event => {
  if (event.key === "/" && document.activeElement !== field) { event.preventDefault(); field.focus(); }
  if (event.key === "Escape") { clear(); field.blur(); }
  if (event.key === "ArrowDown" && hits.children.length) { event.preventDefault(); step(1); }
  if (event.key === "ArrowUp" && hits.children.length) { event.preventDefault(); step(-1); }
});
document.addEventListener("click", event => { if (!field.form.contains(event.target)) hits.replaceChildren(); });
// On a narrow page the list of contents is closed, so that the page begins with its text.
if (matchMedia("(max-width: 70rem)").matches) document.querySelector("aside details")?.removeAttribute("open");

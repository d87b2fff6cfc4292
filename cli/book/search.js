"use strict";
// Every word typed must be in the id or the text; the first forty that have them are shown.
const field = document.getElementById("search");
const hits = document.getElementById("hits");
function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? [] : FOUND.filter(entry => {
    const text = (entry.name + " " + entry.text).toLowerCase();
    return words.every(word => text.includes(word));
  });
  hits.replaceChildren(...found.slice(0, 40).map(entry => {
    const item = document.createElement("li"), link = document.createElement("a");
    link.href = entry.page;
    const name = document.createElement("b");
    name.textContent = entry.name + " ";
    link.append(name, entry.text.length > 160 ? entry.text.slice(0, 158) + "…" : entry.text);
    link.addEventListener("click", () => { field.value = ""; hits.replaceChildren(); });
    item.append(link);
    return item;
  }));
}
field.addEventListener("input", search);
field.form.addEventListener("submit", event => {
  event.preventDefault();
  const first = hits.querySelector("a");
  if (first) first.click();
});
document.addEventListener("keydown", event => {
  if (event.key === "/" && document.activeElement !== field) { event.preventDefault(); field.focus(); }
  if (event.key === "Escape") { field.value = ""; hits.replaceChildren(); field.blur(); }
});

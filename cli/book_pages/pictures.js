"use strict";
// Pictures are put together from the elements they share. The browser loads those in view; with ?print in the
// address all of them, so that none is missing on paper.
const images = [...document.querySelectorAll("img[data-picture]")];
const addresses = new Map();
function address(name) {
  if (!addresses.has(name)) {
    const svg = PICTURES[name].split(" ").map(part => PARTS[parseInt(part, 36)]).join("");
    addresses.set(name, URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })));
  }
  return addresses.get(name);
}
for (const image of images) {
  if (location.search === "?print") image.loading = "eager";
  image.src = address(image.dataset.picture);
}
// A click enlarges a picture; another one, or Escape, puts it back.
const large = document.getElementById("large");
for (const image of images.filter(image => image.closest("figure"))) {
  image.tabIndex = 0;
  image.addEventListener("click", () => {
    large.replaceChildren(image.cloneNode());
    large.showModal();
  });
  image.addEventListener("keydown", event => { if (event.key === "Enter") image.click(); });
}
large.addEventListener("click", () => large.close());

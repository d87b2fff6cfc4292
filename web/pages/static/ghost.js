// The ghost of a move: what the table will have at its places, drawn over the picture before the move is played.

import { fetchPicture, SVG } from "./picture.js";

// A move that is chosen in passing has no ghost.
const PAUSE = 80;
const PLACES = ["cell", "region", "of", "position", "card", "box"];

export class Ghost {
  constructor(picture) {
    this.picture = picture;
    this.asked = 0;
    this.pictures = new Map();
  }

  // A new decision: what was drawn before is of no use.
  forget() {
    this.pictures.clear();
    this.asked += 1;
  }

  hide() {
    this.asked += 1;
    for (const ghost of this.picture.box.querySelectorAll(".ghost")) ghost.remove();
  }

  // Show what `move` changes; `address` is its preview. Nothing if it cannot be had.
  async show(move, address) {
    this.hide();
    const mine = this.asked;
    await new Promise(resolve => setTimeout(resolve, PAUSE));
    if (mine !== this.asked) return;
    // A preview that could not be had is asked for again: the table may have changed on the way.
    const after = this.pictures.get(move.text) ?? (await fetchPicture(address).catch(() => null))?.svg;
    if (mine !== this.asked || !after) return;
    this.pictures.set(move.text, after);
    this.#define(after);
    const names = new Set([...move.parts, ...(move.touches || [])]);
    const same = new Set([...this.picture.box.querySelectorAll(selector)].map(drawing));
    for (const element of after.querySelectorAll(selector)) {
      if (!PLACES.some(name => names.has(element.dataset[name])) || same.has(drawing(element))) continue;
      this.#put(element, after);
    }
  }

  // Patterns that only the new picture has.
  #define(after) {
    const known = this.picture.box.querySelector("defs");
    for (const one of after.querySelectorAll(":scope > defs > [id]")) if (known && !document.getElementById(one.id)) known.append(one.cloneNode(true));
  }

  #put(element, after) {
    const here = this.#beside(element);
    if (!here) return;
    const transforms = [];
    for (let at = element.parentElement; at && at !== after; at = at.parentElement) transforms.unshift(at.getAttribute("transform") || "");
    const ghost = document.createElementNS(SVG, "g");
    ghost.setAttribute("class", "ghost");
    ghost.setAttribute("aria-hidden", "true");
    ghost.setAttribute("transform", transforms.filter(Boolean).join(" "));
    ghost.append(element.cloneNode(true));
    for (const one of ghost.querySelectorAll("[data-legal], title, .news")) {
      if (one.matches("title, .news")) one.remove();
      else delete one.dataset.legal;
    }
    const marks = here.querySelector(":scope > .marks");
    marks.insertBefore(ghost, marks.querySelector(".mark"));
  }

  // The sheet that has this place now.
  #beside(element) {
    const { sheets, box } = this.picture;
    if (sheets.length === 1) return sheets[0];
    const part = element.closest("[data-part]")?.dataset.area;
    return [...box.querySelectorAll("[data-part]")].find(one => one.dataset.area === part)?.ownerSVGElement ?? null;
  }
}

const selector = PLACES.map(name => `svg [data-${name}]`).join(",");

// How a place is drawn, without what says that it may be named.
function drawing(element) {
  const copy = element.cloneNode(true);
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    if (one.matches(".ground, .news, title")) one.remove();
    for (const name of ["class", "role", "tabindex", "aria-label", "aria-pressed", "aria-disabled", "data-legal"]) one.removeAttribute(name);
  }
  return copy.outerHTML;
}

// The picture of the table: put in place without a jump, its places clickable, what is meant marked.

import { getText } from "./requests.js";
import { placeOf } from "./places.js";

const SVG = "http://www.w3.org/2000/svg";
const SIZES = ["whole", "wide", "large", "huge"];
const READABLE = 0.62;

// Pictures bring their tones by night in a style element, which a page may not hold; equal classes mean equal tones.
const tones = new CSSStyleSheet();
const known = new Set();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, tones];

function adopt(rules) {
  if (known.has(rules)) return;
  known.add(rules);
  tones.replaceSync([...known].join("\n"));
}

export class Picture {
  // `box` holds the picture; `clicked(place, tip)` hears of a click.
  constructor(box, clicked) {
    this.box = box;
    this.svg = box.querySelector("svg");
    this.size = null;
    this.width = box.getBoundingClientRect().width;
    this.asked = 0;
    this.pointed = null;
    this.met = null;
    box.addEventListener("pointerover", event => { this.pointed = thingOf(event.target); });
    box.addEventListener("pointerleave", () => { this.pointed = null; });
    box.addEventListener("click", event => {
      this.met = thingOf(event.target);
      const place = event.target.closest("[data-legal]") || event.target.closest("svg [data-cell], svg [data-region], svg [data-card], svg [data-tile], svg g");
      const tip = event.target.closest("svg :has(> title)");
      if (place) clicked(place.matches("[data-legal]") ? placeOf(place) : null, tip ? tip.querySelector(":scope > title").textContent : "");
    });
    this.fit();
    addEventListener("resize", () => this.size === null && this.fit());
  }

  // The newest picture asked for is shown, however long another one takes. Whether this one was.
  async show(address) {
    const mine = ++this.asked;
    const text = await getText(address);
    if (mine !== this.asked) return false;
    const plain = text.replace(/<style>([^<]*)<\/style>/g, (_, rules) => { adopt(rules); return ""; });
    const svg = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
    const old = this.svg;
    this.#keepHeight();
    this.svg = document.importNode(svg, true);
    // The title of the whole would pop up wherever the pointer rests; it is said to screen readers instead.
    const title = this.svg.querySelector(":scope > title");
    if (title) {
      this.svg.setAttribute("aria-label", title.textContent);
      title.remove();
    }
    this.svg.setAttribute("preserveAspectRatio", "xMidYMin meet");
    this.marks = document.createElementNS(SVG, "g");
    this.svg.append(this.marks);
    if (old) old.replaceWith(this.svg);
    else this.box.replaceChildren(this.svg);
    this.#closeGaps();
    this.fit();
    return true;
  }

  // A place of several shapes is met between them too.
  #closeGaps() {
    for (const place of this.svg.querySelectorAll("g[data-legal]")) {
      const ground = rect(place.getBBox(), 0);
      ground.setAttribute("class", "ground");
      place.prepend(ground);
    }
  }

  // -- size --------------------------------------------------------------------------------------

  // The size the player chose, else the whole picture if it stays readable, else the width of its box.
  fit() {
    const { width, height } = this.svg.viewBox.baseVal;
    const whole = Math.min(this.box.clientWidth / width, this.box.clientHeight / height) >= READABLE;
    const size = this.size || (whole ? "whole" : "wide");
    this.box.classList.remove(...SIZES);
    this.box.classList.add(size);
    this.shown = size;
  }

  // Where the box is as high as its picture, a lower one leaves it as it is.
  #keepHeight() {
    const { width, height } = this.box.getBoundingClientRect();
    const grows = getComputedStyle(this.box).position !== "absolute" && this.width === width;
    this.box.style.minHeight = grows ? `${height}px` : "";
    this.width = width;
  }

  zoom(by) {
    this.width = null;
    const at = SIZES.indexOf(this.shown) + by;
    this.size = SIZES[Math.max(0, Math.min(SIZES.length - 1, at))];
    this.fit();
  }

  // -- marks -------------------------------------------------------------------------------------

  // The places that the picture says a move can name.
  places() {
    return [...this.svg.querySelectorAll("[data-legal]")].map(placeOf);
  }

  // Which of them can be clicked; `isOpen` says so of a place.
  open(isOpen) {
    for (const element of this.svg.querySelectorAll("[data-legal]")) element.classList.toggle("may", isOpen(placeOf(element)));
  }

  unmark() {
    if (this.marks) this.marks.replaceChildren();
  }

  // Outline every place that `wanted` names.
  mark(wanted, kind) {
    for (const element of this.svg.querySelectorAll("[data-legal]")) {
      if (wanted(placeOf(element))) this.marks.append(this.#outline(element, kind));
    }
  }

  // Bring the first mark into view.
  lookAtMark() {
    const mark = this.marks.querySelector(".preview");
    if (mark && this.shown !== "whole") mark.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  #outline(element, kind) {
    const shape = shapeOf(element);
    const there = this.svg.getScreenCTM().inverse().multiply(shape.getScreenCTM());
    let mark;
    if (shape instanceof SVGGElement || shape instanceof SVGUseElement || shape instanceof SVGTextElement) {
      mark = rect(shape.getBBox(), 3);
    } else {
      mark = document.createElementNS(SVG, shape.tagName);
      for (const { name, value } of shape.attributes) if (!/^(class|fill|stroke|data-|transform)/.test(name)) mark.setAttribute(name, value);
    }
    mark.setAttribute("transform", `matrix(${["a", "b", "c", "d", "e", "f"].map(name => there[name]).join(" ")})`);
    mark.setAttribute("class", `mark ${kind}`);
    return mark;
  }
}

// The name of the place at an element, for inspecting it.
function thingOf(target) {
  const { cell, region, position, box, tile, colour } = target.closest("svg [data-cell], svg [data-region], svg [data-position], svg [data-box], svg [data-tile], svg [data-colour]")?.dataset || {};
  return cell || region || position || box || tile || colour || null;
}

function rect({ x, y, width, height }, beyond) {
  const made = document.createElementNS(SVG, "rect");
  const said = { x: x - beyond, y: y - beyond, width: width + 2 * beyond, height: height + 2 * beyond, rx: 2 * beyond };
  for (const [name, value] of Object.entries(said)) made.setAttribute(name, value);
  return made;
}

// The shape that fills a group best, else the group.
function shapeOf(element) {
  if (!(element instanceof SVGGElement)) return element;
  const area = shape => { const box = shape.getBBox(); return box.width * box.height; };
  const whole = area(element);
  const shapes = [...element.querySelectorAll(":scope > rect:not(.ground), :scope > polygon, :scope > path, :scope > circle")];
  return shapes.find(shape => area(shape) > 0.8 * whole) || element;
}

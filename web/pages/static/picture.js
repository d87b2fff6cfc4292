// The picture of the table: arranged to fit its box, its places clickable and focusable, what is meant marked.

import { getText } from "./requests.js";
import { PanZoom } from "./pan_zoom.js";
import { arrange, partsOf } from "./picture_parts.js";
import { keyOf, placeOf } from "./places.js";

export const SVG = "http://www.w3.org/2000/svg";
// A place that a finger can hit.
const TOUCH = 34;

// Pictures bring their tones by night in a style element, which a page may not hold; equal classes mean equal tones.
const tones = new CSSStyleSheet();
const known = new Set();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, tones];

function adopt(rules) {
  if (known.has(rules)) return;
  known.add(rules);
  tones.replaceSync([...known].join("\n"));
}

// Read the text of a picture.
export function readPicture(text) {
  const plain = text.replace(/<style>([^<]*)<\/style>/g, (_, rules) => { adopt(rules); return ""; });
  return document.importNode(new DOMParser().parseFromString(plain, "image/svg+xml").documentElement, true);
}

// A picture, and the number of the table it shows if that is the table now.
export async function fetchPicture(address) {
  const [text, tag] = await getText(address);
  return { svg: readPicture(text), number: parseInt(tag.slice(1), 10) };
}

export class Picture {
  // `box` holds the picture; `clicked(place, tip, legal)` hears of a click. `place` is null where nothing has a name.
  constructor(box, clicked) {
    this.box = box;
    this.clicked = clicked;
    this.source = null;
    this.asked = 0;
    this.pointed = null;
    this.met = null;
    this.panZoom = new PanZoom(box);
    box.addEventListener("pointerover", event => { this.pointed = thingOf(event.target); });
    box.addEventListener("pointerleave", () => { this.pointed = null; });
    box.addEventListener("click", event => { if (!this.panZoom.dragged) this.#meet(event.target); });
    box.addEventListener("keydown", event => this.#pressed(event));
    addEventListener("resize", () => this.#arranged());
  }

  #meet(target) {
    this.met = thingOf(target);
    const place = target.closest("[data-legal]") || target.closest("svg [data-cell], svg [data-region], svg [data-position], svg [data-box], svg [data-card], svg [data-tile], svg g");
    if (!place) return;
    const tip = target.closest("svg :has(> title)");
    const named = placeOf(place);
    this.clicked(Object.keys(named).length ? named : null, tip ? tip.querySelector(":scope > title").textContent : "", place.matches("[data-legal]"));
  }

  // Arrows go to the next place in that direction, Enter and Space pick it.
  #pressed(event) {
    const here = event.target.closest("[data-legal]");
    if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") this.#meet(here);
    else if (event.key in STEPS) this.#go(here, STEPS[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #go(here, step) {
    const next = this.#next(here, step);
    if (next) handleOf(next).focus();
  }

  #next(here, [dx, dy]) {
    const middle = element => { const { x, y, width, height } = element.getBoundingClientRect(); return [x + width / 2, y + height / 2]; };
    const [x, y] = middle(here);
    const far = other => {
      const [ox, oy] = middle(other);
      const along = (ox - x) * dx + (oy - y) * dy;
      const beside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      return along > 1 ? along + 2 * beside : Infinity;
    };
    const others = this.places.filter(other => other !== here).map(other => [far(other), other]).sort((one, other) => one[0] - other[0]);
    return others.length && others[0][0] < Infinity ? others[0][1] : null;
  }

  // Show a picture by its address, or one that is being fetched. The newest one asked for is shown, however long another
  // one takes. Whether this one was.
  async show(wanted) {
    const mine = ++this.asked;
    const { svg } = await (typeof wanted === "string" ? fetchPicture(wanted) : wanted);
    if (mine !== this.asked) return false;
    this.put(svg);
    return true;
  }

  // Show a picture instead of the last one.
  put(svg) {
    const focused = this.box.contains(document.activeElement) && document.activeElement.closest("[data-legal]");
    const had = focused ? keyOf(placeOf(focused)) : null;
    const isFirst = !this.source;
    this.source = svg.cloneNode(true); // parts are moved out of the picture when it is arranged
    this.parts = partsOf(svg);
    this.heading = this.parts.find(part => part.name === "heading")?.node ?? null;
    this.legend = this.parts.find(part => part.name === "legend" || part.name === "signs") ?? null;
    this.words = svg.querySelector(":scope > desc")?.textContent ?? "";
    this.title = svg.querySelector(":scope > title")?.textContent ?? "";
    this.sheets = arrange(this.box, svg, this.parts);
    for (const sheet of this.sheets) {
      const marks = document.createElementNS(SVG, "g");
      marks.setAttribute("class", "marks");
      sheet.append(marks);
    }
    this.panZoom.keep();
    this.places = [...this.box.querySelectorAll("svg [data-legal]")];
    this.#enlarge();
    this.#listen();
    this.had = had;
    if (isFirst) this.#lookAtBoard();
  }

  // A board that is larger than its box shows its middle first: there may be room at its sides for pieces to come.
  #lookAtBoard() {
    const board = this.box.querySelector(".part.board");
    if (!board) return;
    if (board.offsetWidth > this.box.clientWidth) this.box.scrollLeft = board.offsetLeft + (board.offsetWidth - this.box.clientWidth) / 2;
    if (board.offsetHeight > this.box.clientHeight) this.box.scrollTop = board.offsetTop + (board.offsetHeight - this.box.clientHeight) / 2;
  }

  // After the box has another size.
  #arranged() {
    if (!this.source) return;
    clearTimeout(this.soon);
    this.soon = setTimeout(() => { this.put(this.source); this.resized?.(); }, 60);
  }

  // A place of several shapes is met between them too, and a small one beside itself.
  #enlarge() {
    // First measure everything, then draw: the browser lays the picture out once.
    const groups = this.places.filter(place => place instanceof SVGGElement).map(place => [place, place.getBBox(), TOUCH / Math.abs(place.getScreenCTM()?.a || 1)]);
    for (const [place, box, least] of groups) {
      boxes.set(place, box);
      const [wide, high] = [Math.max(box.width, least), Math.max(box.height, least)];
      const ground = rect({ x: box.x + (box.width - wide) / 2, y: box.y + (box.height - high) / 2, width: wide, height: high }, 0);
      ground.setAttribute("class", "ground");
      place.prepend(ground);
    }
  }

  // One place can be reached with Tab: the one that had the focus last.
  #listen() {
    for (const place of this.places) {
      handleOf(place).addEventListener("focus", () => {
        for (const other of this.places) handleOf(other).setAttribute("tabindex", other === place ? "0" : "-1");
      });
    }
  }

  zoom(by) {
    this.panZoom.step(by);
  }

  // -- marks -------------------------------------------------------------------------------------

  // The places that the picture says a move can name.
  names() {
    return this.places.map(placeOf);
  }

  // Which places a click fits, which are picked, which can take the place of a pick, and which the chosen move touches.
  light(isOpen, isPicked, isInstead, isMeant) {
    const found = this.places.map(element => {
      const place = placeOf(element);
      const [open, picked, meant] = [isOpen(place), isPicked(place), isMeant(place)];
      const outline = open || picked || meant ? this.#outline(element, picked ? "picked" : meant ? "preview" : "open") : null;
      return { element, open, picked, meant, instead: !open && !picked && isInstead(place), outline };
    });
    this.unmark();
    for (const { element, open, picked, meant, instead, outline } of found) {
      element.classList.toggle("may", open);
      element.classList.toggle("dim", !open && !picked && !meant);
      const handle = handleOf(element);
      handle.setAttribute("role", "button");
      if (!handle.hasAttribute("tabindex")) handle.setAttribute("tabindex", element === this.places[0] ? "0" : "-1");
      handle.setAttribute("aria-pressed", String(picked));
      if (open || picked || instead) handle.removeAttribute("aria-disabled");
      else handle.setAttribute("aria-disabled", "true");
      handle.setAttribute("aria-label", `${tipOf(element)}; ${picked ? "picked" : open ? "you may choose it" : instead ? "you may choose it instead" : "does not fit"}`);
      if (outline) element.ownerSVGElement.querySelector(":scope > .marks").append(outline);
    }
    // A new picture does not take the focus away.
    const same = this.had && this.places.find(place => keyOf(placeOf(place)) === this.had);
    if (same) handleOf(same).focus();
    else if (this.had) this.box.focus({ preventScroll: true });
    this.had = null;
  }

  unmark() {
    for (const marks of this.box.querySelectorAll(".marks")) marks.replaceChildren();
    for (const element of this.places ?? []) element.classList.remove("may", "dim");
  }

  // Nothing can be chosen.
  close() {
    this.unmark();
    for (const element of this.places ?? []) for (const name of ["role", "tabindex", "aria-pressed", "aria-disabled", "aria-label"]) handleOf(element).removeAttribute(name);
  }

  // Bring what the chosen move touches into view.
  lookAtMark() {
    this.box.querySelector(".mark.preview, .mark.picked")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // Bring a place that can be chosen into view.
  lookAtOpen() {
    this.box.querySelector(".mark.open")?.scrollIntoView({ block: "center", inline: "center" });
  }

  #outline(element, kind) {
    const shape = shapeOf(element);
    const sheet = element.ownerSVGElement;
    const there = sheet.getScreenCTM().inverse().multiply(shape.getScreenCTM());
    let mark;
    if (shape instanceof SVGGElement || shape instanceof SVGUseElement || shape instanceof SVGTextElement) {
      mark = rect(boxOf(shape), 3);
    } else {
      mark = document.createElementNS(SVG, shape.tagName);
      for (const { name, value } of shape.attributes) if (GEOMETRY.has(name)) mark.setAttribute(name, value);
    }
    mark.setAttribute("transform", `matrix(${["a", "b", "c", "d", "e", "f"].map(name => there[name]).join(" ")})`);
    mark.setAttribute("class", `mark ${kind}`);
    return mark;
  }
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const GEOMETRY = new Set(["x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "d", "points", "x1", "x2", "y1", "y2"]);

// What stands for a place in the accessibility tree: its ground, so that the letters drawn on it are not read out.
function handleOf(place) {
  return place.querySelector(":scope > .ground") || place;
}

function tipOf(element) {
  return element.querySelector(":scope > title")?.textContent || element.closest("svg :has(> title)")?.querySelector(":scope > title")?.textContent || Object.values(placeOf(element))[0] || "";
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

// The boxes of groups as they were without the ground that only catches clicks.
const boxes = new WeakMap();

function boxOf(element) {
  return boxes.get(element) || element.getBBox();
}

// The shape that fills a group best, else the group.
function shapeOf(element) {
  if (!(element instanceof SVGGElement)) return element;
  const area = ({ width, height }) => width * height;
  const whole = area(boxOf(element));
  const shapes = [...element.querySelectorAll(":scope > rect:not(.ground), :scope > polygon, :scope > path, :scope > circle")];
  return shapes.find(shape => area(shape.getBBox()) > 0.8 * whole) || element;
}

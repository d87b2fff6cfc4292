// Movement: what lies at another place after a move travels there. Nothing moves for those who prefer that.

export const TIME = 250;

const MOVING = ["card", "cell", "of", "marker"];
const still = matchMedia("(prefers-reduced-motion: reduce)");

export const moves = () => !still.matches;

// Where everything is that can travel, and how it is drawn.
export function placesOf(box) {
  const found = new Map();
  for (const element of box.querySelectorAll(MOVING.map(name => `svg [data-${name}]`).join(","))) {
    found.set(nameOf(element), { box: element.getBoundingClientRect(), drawn: plain(element) });
  }
  for (const element of box.querySelectorAll("svg [data-letter][data-tile]")) found.set(`hand ${element.dataset.tile}`, { box: element.getBoundingClientRect(), drawn: "" });
  return found;
}

// Let travel what has changed since `before`; what is new comes from the panel of the seat that moved, or from the hand.
export function travel(box, before, seat) {
  if (!moves()) return;
  const panel = box.querySelector(`svg [data-seat="${seat + 1}"]`)?.getBoundingClientRect();
  for (const element of box.querySelectorAll(MOVING.map(name => `svg [data-${name}]`).join(","))) {
    const old = before.get(nameOf(element));
    const now = element.getBoundingClientRect();
    if (!old && !panel) continue;
    const changed = !old || old.drawn !== plain(element);
    const away = old && "card" in element.dataset && Math.hypot(now.x - old.box.x, now.y - old.box.y) > 8;
    if (!changed && !away) continue;
    const from = away ? old.box : before.get(`hand ${element.dataset.tile}`)?.box || panel;
    if (!from || !now.width) continue;
    const scale = Math.abs(element.getScreenCTM()?.a || 1) / Math.abs(ownScale(element));
    const by = [(middle(from)[0] - middle(now)[0]) / scale, (middle(from)[1] - middle(now)[1]) / scale];
    element.animate([{ translate: `${by[0]}px ${by[1]}px`, opacity: 0.6 }, { translate: "0 0", opacity: 1 }], { duration: TIME, easing: "ease-out" });
  }
}

const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];

// How much the element itself enlarges what is in it: a shift is not enlarged by that.
function ownScale(element) {
  const own = element.transform?.baseVal.consolidate()?.matrix;
  return own ? Math.hypot(own.a, own.b) || 1 : 1;
}

function nameOf({ dataset }) {
  return MOVING.map(name => dataset[name] || "").join(" ") + (dataset.player || "") + (dataset.castle || "");
}

function plain(element) {
  const { cell, of, card, tile } = element.dataset;
  return tile || card || ((cell || of) && element.querySelectorAll("*:not(.ground):not(.news)").length);
}

// The legend of a picture on a page of any width: its entries stand side by side as far as there is room.

import { el } from "./element.js";

// Room round an entry, and between two that belong together at most.
const EDGE = 4;
const MUCH = 20;

// `legend` is a part of the picture `svg`; `show(box)` puts the box that holds it on the page.
export function showLegend(svg, { node, area }, show) {
  if (!node.querySelector(":not(text, g)")) return show([...node.querySelectorAll("text")].map(text => el("p", {}, text.textContent)));
  const whole = slice(svg, node, area);
  const box = el("div", { class: "legend", role: "img", "aria-label": [...node.querySelectorAll("text")].map(text => text.textContent).join(", ") }, whole);
  show(box);
  if (area.width > box.clientWidth) box.replaceChildren(...entries(whole, area).map(entry => slice(svg, node, entry)));
  return undefined;
}

// The part of a legend that lies in an area, in its own size.
function slice(svg, node, { x, y, width, height }) {
  const sheet = svg.cloneNode(false);
  sheet.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  sheet.setAttribute("width", width);
  sheet.setAttribute("height", height);
  sheet.setAttribute("aria-hidden", "true");
  sheet.append(node.cloneNode(true));
  return sheet;
}

// The areas of the entries, row by row. An entry begins with a sign, or where there is much room; its words follow.
function entries(sheet, { x, y }) {
  const { left, top } = sheet.getBoundingClientRect();
  const drawn = [...sheet.querySelectorAll("*")].filter(one => one instanceof SVGGraphicsElement && !one.matches("g")).map(one => ({ box: one.getBoundingClientRect(), isText: one.matches("text") }));
  const rows = runs(drawn, "top", "bottom", () => true);
  return rows.flatMap(row => runs(row.inside, "left", "right", ({ isText }, gap) => !isText || gap > MUCH).map(({ from, to }) => (
    { x: x + from - left - EDGE, y: y + row.from - top - EDGE, width: to - from + 3 * EDGE, height: row.to - row.from + 2 * EDGE })));
}

// What follows each other without a gap, or with a gap at which nothing new may begin.
function runs(drawn, low, high, mayBegin) {
  const found = [];
  for (const one of [...drawn].sort((one, other) => one.box[low] - other.box[low])) {
    const last = found.at(-1);
    if (!last || (one.box[low] > last.to && mayBegin(one, one.box[low] - last.to))) found.push({ from: one.box[low], to: one.box[high], inside: [one] });
    else Object.assign(last, { to: Math.max(last.to, one.box[high]), inside: [...last.inside, one] });
  }
  return found;
}

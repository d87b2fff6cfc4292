// The parts of a picture: shown together where there is room, one below the other on a small screen.
//
// A picture says with `data-part` and `data-area` which of its parts are the board, the hand, the panels of the players
// and so on. The heading and the legend have their places elsewhere on the page; `signs` is a legend that stays.

const SVG = "http://www.w3.org/2000/svg";
const ELSEWHERE = new Set(["heading", "legend"]);
// The smallest text that can be read, and the smallest place that a finger can hit, in pixels.
const READABLE = 9;
const ON_A_PHONE = 11;
const TOUCH = 32;
const LARGEST = 1.5;

export function partsOf(svg) {
  const nodes = [...svg.querySelectorAll("[data-part]")];
  const whole = { name: "board", node: null, area: areaOf(svg.getAttribute("viewBox")), mine: false };
  if (!nodes.length) return [whole];
  return nodes.map(node => ({ name: node.dataset.part, node, area: areaOf(node.dataset.area), mine: "mine" in node.dataset }));
}

function areaOf(text) {
  const [x, y, width, height] = text.split(" ").map(Number);
  return { x, y, width, height };
}

function together(areas) {
  const x = Math.min(...areas.map(area => area.x));
  const y = Math.min(...areas.map(area => area.y));
  return { x, y, width: Math.max(...areas.map(area => area.x + area.width)) - x, height: Math.max(...areas.map(area => area.y + area.height)) - y };
}

// Put the picture into its box; the sheets it was put on.
export function arrange(box, svg, parts) {
  const shown = parts.filter(part => !ELSEWHERE.has(part.name));
  const bounds = together(shown.map(part => part.area));
  const style = getComputedStyle(box);
  const wide = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const high = box.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
  const scale = Math.min(wide / bounds.width, high / bounds.height);
  const whole = scale * leastText(svg) >= READABLE || parts[0].node === null;
  box.classList.toggle("apart", !whole);
  if (whole) {
    for (const part of parts) if (ELSEWHERE.has(part.name)) part.node.remove();
    box.replaceChildren(framed(svg, bounds, Math.min(wide / bounds.width, high / bounds.height), "whole"));
    return [svg];
  }
  const holder = svg.cloneNode(false);
  holder.setAttribute("class", "definitions");
  holder.setAttribute("aria-hidden", "true");
  holder.append(...svg.querySelectorAll(":scope > defs"));
  const rows = shown.sort((one, other) => weight(one) - weight(other)).map(part => {
    const sheet = svg.cloneNode(false);
    sheet.append(part.node);
    return [part, sheet];
  });
  box.replaceChildren(holder, ...rows.map(([part, sheet]) => framed(sheet, part.area, scaleOf(part, sheet, wide), part.name)));
  return rows.map(([, sheet]) => sheet);
}

const weight = ({ name, mine }) => (name === "board" ? 0 : name === "hand" ? 1 : mine ? 2 : name === "seat" ? 4 : name === "signs" ? 5 : 3);

function framed(sheet, { x, y, width, height }, scale, name) {
  sheet.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  sheet.setAttribute("width", width * scale);
  sheet.setAttribute("height", height * scale);
  sheet.setAttribute("role", "group");
  sheet.querySelector(":scope > title")?.remove();
  const frame = document.createElement("div");
  frame.className = `part ${name}`;
  frame.style.setProperty("--wide", `${width * scale}px`);
  frame.style.setProperty("--high", `${height * scale}px`);
  frame.append(sheet);
  return frame;
}

// As large as needed to read every word and to hit every place, and as the width allows.
function scaleOf(part, sheet, wide) {
  const least = Number(part.node.dataset.least);
  const needed = Math.max(ON_A_PHONE / leastText(sheet), least && sheet.querySelector("[data-legal]") ? TOUCH / least : 0);
  const columns = part.name === "seat" ? Math.max(1, Math.floor(wide / (needed * part.area.width + 6))) : 1;
  return Math.max(needed, Math.min((wide / columns - 6 * (columns > 1)) / part.area.width, LARGEST));
}

function leastText(svg) {
  const sizes = [...svg.querySelectorAll("[font-size]")].map(element => Number(element.getAttribute("font-size")) * scaleIn(element, svg));
  return sizes.length ? Math.min(...sizes) : 16;
}

// How much the groups around an element enlarge it.
function scaleIn(element, svg) {
  let scale = 1;
  for (let at = element; at && at !== svg; at = at.parentElement) {
    const said = /scale\(([0-9.]+)/.exec(at.getAttribute("transform") || "");
    if (said) scale *= Number(said[1]);
  }
  return scale;
}

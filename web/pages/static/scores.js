// Points or money, item by item, and how a match ended.

import { el, withRules } from "./element.js";

export const seatClass = seat => `seat-${seat % 4 + 1}`;

function itemised(score, game) {
  return score.items.filter(item => item.total || item.count).map((item, n) => {
    const many = item.count !== 1 && item.each !== 1 ? `${item.count}×${item.each} = ` : "";
    const rule = item.rule ? [" ", ...withRules(item.rule, game)] : [];
    return [n ? "; " : "", `${item.label} ${many}${item.total}`, ...rule];
  }).flat();
}

export function scoreRows(standing, names, game) {
  return standing.flatMap(score => {
    const items = itemised(score, game);
    return [
      el("tr", { class: `who ${seatClass(score.seat)}` }, el("th", { scope: "row" }, names[score.seat]), el("td", { class: "total" }, String(score.total))),
      items.length ? el("tr", { class: seatClass(score.seat) }, el("td", { class: "items", colspan: "2" }, items)) : null,
    ];
  }).filter(Boolean);
}

export function resultOf(result, names, game) {
  const order = names.map((_, seat) => seat).sort((one, other) => result.places[one] - result.places[other]);
  const scores = new Map(result.scores.map(score => [score.seat, score]));
  return [
    el("h2", {}, result.say),
    el("p", { class: "faint" }, "It ended by ", ...withRules(result.rule, game), ` (${result.reason.replaceAll("_", " ")}).`),
    el("ol", {}, order.map(seat => {
      const score = scores.get(seat);
      return el("li", { class: seatClass(seat) }, el("b", {}, `${result.places[seat]}. ${names[seat]}`), score ? ` ${score.total}` : "",
        score && score.items.length ? el("div", { class: "faint" }, itemised(score, game)) : null);
    })),
  ];
}

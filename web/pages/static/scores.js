// Score tables and the result of a match.

import { el, withRules } from "./element.js";

export const seatClass = seat => `seat-${seat % 4 + 1}`;

// One column per seat, one row per item, the totals last.
export function scoreTable(scores, rows, names, game) {
  if (!scores.length) return [];
  const seats = scores.map(score => score.seat).sort((one, other) => one - other);
  const totals = new Map(scores.map(score => [score.seat, score.total]));
  const cells = values => seats.map(seat => el("td", {}, String(values(seat) ?? "–").replace("-", "−")));
  return [
    el("thead", {}, el("tr", {}, el("td", {}), seats.map(seat => el("th", { scope: "col", class: seatClass(seat) }, names[seat])))),
    el("tbody", {}, rows.filter(row => row.totals.some(Boolean)).map(row => el("tr", {},
      el("th", { scope: "row" }, row.label, " ", row.rules.map(rule => el("small", {}, ...withRules(rule, game)))), cells(seat => row.totals[seat])))),
    el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, "Total"), cells(seat => totals.get(seat)))),
  ];
}

export function resultOf(view, names) {
  const { result, score_rows, game } = view;
  const order = names.map((_, seat) => seat).sort((one, other) => result.places[one] - result.places[other]);
  return [
    el("h2", {}, result.say),
    result.why ? el("p", {}, withRules(result.why, game)) : el("p", { class: "faint" }, "Rule ", ...withRules(result.rule, game)),
    result.scores.length
      ? el("table", { class: "scores" }, scoreTable(result.scores, score_rows, names, game))
      : el("ol", {}, order.map(seat => el("li", { class: seatClass(seat) }, `${result.places[seat]}. ${names[seat]}`))),
  ];
}

// Hand a seat over: to another person by a new link, or to a bot if the others agree.

import { byId, el } from "./element.js";
import { post } from "./requests.js";
import { read } from "./sheet.js";

const button = (says, onclick, more = {}) => el("button", { type: "button", onclick, ...more }, says);

async function handOver(base, to) {
  try {
    const { link, asked } = await post(`${base}/handover`, { to });
    if (link) read("Hand over your seat", el("p", {}, "Send this link to the person who takes your seat. Your own link no longer works."), el("input", { readonly: true, value: link, "aria-label": "The new link", onfocus: event => event.target.select() }));
    else read("Hand over your seat", el("p", {}, asked ? "The others are asked. If they agree, the Easy bot plays your seat." : "The Easy bot plays your seat now."));
  } catch (error) {
    read("Hand over your seat", el("p", {}, error.message));
  }
}

export function offerHandover(base) {
  read("Hand over your seat",
    el("p", {}, "To another person: you get a new link to send, and yours stops working."),
    el("p", {}, "To the Easy bot: the other players must agree. You cannot take the seat back yourself."),
    el("div", { class: "row" }, button("To another person", () => handOver(base, "person")), button("To the Easy bot", () => handOver(base, "bot"))));
}

// The question whether a bot may take a seat, for those who are asked and for the one who asks.
export function showHandover(base, view) {
  const place = byId("handover");
  const asked = view.handover;
  const mine = asked && (asked.waits_for.includes(view.viewer) || asked.seat === view.viewer);
  place.hidden = !mine;
  if (!mine) return;
  const answer = agree => post(`${base}/handover/answer`, { agree }).catch(error => place.replaceChildren(el("p", {}, error.message)));
  const names = seats => seats.map(seat => view.seats[seat].name).join(" and ");
  place.replaceChildren(...(asked.seat === view.viewer
    ? [el("p", {}, `You would like the Easy bot to play your seat. Waiting for ${names(asked.waits_for)}.`), button("Cancel", () => answer(false))]
    : [el("p", {}, `${names([asked.seat])} would like the Easy bot to play on. Do you agree?`), el("div", { class: "row" }, button("Allow", () => answer(true), { class: "first" }), button("Decline", () => answer(false)))]));
}

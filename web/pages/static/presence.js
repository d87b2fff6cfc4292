// Who is at the table now: players with a page open, and how many spectators.

import { byId, el } from "./element.js";
import { seatClass } from "./scores.js";

// Somebody who reloads the page is not away.
const PATIENCE = 3000;
let timer = null;

export function showPresence(view) {
  clearTimeout(timer);
  const here = new Set(view.presence.seats);
  const state = seat => seat.bot !== null ? "bot" : here.has(seat.seat) ? "here" : "away";
  const players = view.seats.map(seat => el("li", { class: `${seatClass(seat.seat)} ${state(seat)}` }, `${seat.name} `, el("small", {}, seat.seat === view.viewer ? "you" : state(seat))));
  const { spectators } = view.presence;
  const others = spectators ? [el("li", {}, spectators === 1 ? "1 spectator" : `${spectators} spectators`)] : [];
  byId("present").replaceChildren(...players, ...others);
}

export function presenceChanged(view, presence) {
  const gone = view.presence.seats.some(seat => !presence.seats.includes(seat));
  view.presence = presence;
  clearTimeout(timer);
  timer = setTimeout(() => showPresence(view), gone ? PATIENCE : 0);
}

// Who is at the table now: players with a page open, their clocks, and how many spectators.

import { byId, el } from "./element.js";
import { seatClass } from "./scores.js";

// Somebody who reloads the page is not away.
const PATIENCE = 3000;
let timer = null;
let shown = null;
let since = 0;

const minutes = seconds => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

function tick() {
  if (!shown?.clock) return;
  const waited = Math.floor((performance.now() - since) / 1000);
  for (const place of byId("present").querySelectorAll("time")) {
    const seat = Number(place.dataset.seat);
    place.textContent = minutes(shown.clock.used[seat] + (shown.clock.running.includes(seat) ? waited : 0));
  }
}
setInterval(tick, 1000);

export function showPresence(view) {
  clearTimeout(timer);
  if (shown?.clock !== view.clock) since = performance.now();
  shown = view;
  const here = new Set(view.presence.seats);
  const state = seat => seat.bot !== null ? "bot" : here.has(seat.seat) ? "here" : "away";
  const players = view.seats.map(seat => el("li", { class: `${seatClass(seat.seat)} ${state(seat)}` }, `${seat.name} `, el("small", {}, seat.seat === view.viewer ? "you" : state(seat)), view.clock ? el("time", { "data-seat": seat.seat }) : null));
  const { spectators } = view.presence;
  const others = spectators ? [el("li", {}, spectators === 1 ? "1 spectator" : `${spectators} spectators`)] : [];
  const { takeover } = view.settings;
  if (takeover) others.push(el("li", {}, `The Easy bot moves for you after ${takeover} ${takeover === 1 ? "minute" : "minutes"}`));
  byId("present").replaceChildren(...players, ...others);
  tick();
}

export function presenceChanged(view, presence) {
  const gone = view.presence.seats.some(seat => !presence.seats.includes(seat));
  view.presence = presence;
  clearTimeout(timer);
  timer = setTimeout(() => showPresence(view), gone ? PATIENCE : 0);
}

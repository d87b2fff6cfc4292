// Replay a saved match move by move.

import { answers, byId, el, isTyping, root, withRules } from "./element.js";
import { Picture } from "./picture.js";
import { resultOf, scoreTable, seatClass } from "./scores.js";
import { get, post } from "./requests.js";
import { sharesLink } from "./share_buttons.js";

const base = location.pathname.replace(/\/$/, "");
const last = Number(document.body.dataset.last);
const picture = new Picture(byId("picture"), (_, tip) => { byId("tip").textContent = tip; byId("tip").hidden = !tip; });
let at = -1;
let timer = null;

async function go(wanted) {
  const number = Math.max(0, Math.min(last, wanted));
  if (number === at) return;
  at = number;
  byId("at").value = number;
  refuse("");
  try {
    const [view] = await Promise.all([get(`${base}/act?at=${number}`), picture.show(`${base}/picture.svg?at=${number}`)]);
    if (at === number) show(view);
  } catch (error) {
    refuse(error.message);
  }
}

function refuse(sentence) {
  byId("refusal").textContent = sentence;
  byId("refusal").hidden = !sentence;
}

// Start a match at the position that is shown.
async function playOn() {
  const seats = [...document.querySelectorAll("#seats [data-seat]")].map(seat => ({ name: seat.querySelector("input").value.trim(), player: seat.querySelector("select").value }));
  try {
    location.assign(root + (await post(`${base}/tables`, { at, seats })).page);
  } catch (error) {
    refuse(error.message);
  }
}

function show(view) {
  const names = view.seats.map(seat => seat.name);
  const status = byId("status");
  const who = view.seat === null ? null : names[view.seat];
  status.className = `status ${who ? seatClass(view.seat) : ""}`;
  status.replaceChildren(who ? el("b", {}, who) : last ? "Set-up" : toMove(view, names), " ", view.move ? el("small", { class: "move" }, view.move) : "");
  byId("where").textContent = `Move ${at} of ${last}`;
  byId("news").replaceChildren(...view.news.map(sentence => el("li", { class: `fresh ${who ? seatClass(view.seat) : ""}` }, withRules(sentence, view.game))));
  byId("scores").replaceChildren(...scoreTable(view.standing, view.score_rows, names, view.game));
  byId("scored").hidden = !view.standing.length || Boolean(view.result);
  byId("result").hidden = !view.result;
  if (byId("play-on")) byId("play-on").hidden = view.over;
  if (view.result) byId("places").replaceChildren(...resultOf(view, names));
}

// A position without moves: who decides what.
function toMove(view, names) {
  return view.turn.map(decision => `${names[decision.seat]}: ${decision.prompt}`).join(", ") || "The match is over.";
}

// Play automatically, from the start if the end is shown.
function run(yes) {
  clearTimeout(timer);
  timer = yes ? setTimeout(next, 0) : null;
  byId("run").textContent = yes ? "❚❚" : "▶";
  byId("run").setAttribute("aria-label", yes ? "Pause" : "Play automatically");
}

async function next() {
  const own = timer;
  await go(at === last ? 0 : at + 1);
  if (timer !== own) return;
  if (at === last) run(false);
  else timer = setTimeout(next, Number(byId("pace").value));
}

// A step by hand ends the playing.
function step(to) {
  run(false);
  go(to);
}

const keys = {
  " ": () => run(timer === null),
  ArrowRight: () => step(at + 1), ArrowLeft: () => step(at - 1), Home: () => step(0), End: () => step(last),
  "+": () => picture.zoom(1), "-": () => picture.zoom(-1), Escape: () => { byId("tip").hidden = true; },
};
addEventListener("keydown", event => {
  if (isTyping(event) || (event.key === " " && event.target.closest("button, a")) || !(event.key in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  keys[event.key]();
});
byId("at").addEventListener("input", event => step(Number(event.target.value)));
for (const [id, to] of Object.entries({ begin: () => 0, back: () => at - 1, on: () => at + 1, end: () => last })) byId(id).addEventListener("click", () => step(to()));
byId("run").addEventListener("click", () => run(timer === null));
byId("closer").addEventListener("click", () => picture.zoom(1));
byId("farther").addEventListener("click", () => picture.zoom(-1));
if (byId("seats")) answers(byId("seats"), playOn);
byId("file").href = `${base}/match.rkm`;
sharesLink(byId("share-position"), () => `${base}/position?at=${at}`, refuse);
if (byId("share-match")) sharesLink(byId("share-match"), () => `${base}/link`, refuse);
go(location.hash.startsWith("#m=") ? last : 0);

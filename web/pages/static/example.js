// An example of the rule book at a table. Every request has what was tried so far, because the server stores nothing.

import { MovePicker } from "./move_picker.js";
import { byId, el, root, withRules } from "./element.js";
import { nameOf } from "./places.js";
import { resultOf, scoreTable } from "./scores.js";
import { read } from "./sheet.js";
import { get, post } from "./requests.js";

const base = location.pathname.replace(/\/$/, "");
const { game } = document.body.dataset;
const KEYS = [["↑ ↓", "select a move"], ["Enter", "play it"], ["Esc", "go back"], ["/", "search moves or type one"], ["a", "start again"], ["+ −", "zoom in or out"], ["?", "show these keys"]];
let tried = [];
let view = null;

function say(id, ...inside) {
  byId(id).replaceChildren(...inside.flat());
  byId(id).hidden = !inside.length;
}

const asked = () => `moves=${encodeURIComponent(JSON.stringify(tried))}`;

async function look() {
  view = await get(`${base}/view?${asked()}`);
  byId("task").textContent = task();
  for (const row of document.querySelectorAll("[data-step]")) {
    const step = Number(row.dataset.step), button = row.querySelector("button");
    row.classList.toggle("next", view.next === step);
    row.classList.toggle("done", view.next !== null && step < view.next);
    button.hidden = view.next !== step;
  }
  document.querySelector(".shows .next")?.scrollIntoView({ block: "nearest" });
  byId("choice").hidden = byId("playing").hidden = view.seat === null;
  byId("scores").replaceChildren(...scoreTable(view.standing, view.score_rows, view.names, game));
  byId("scored").hidden = !view.standing.length || Boolean(view.result);
  byId("result").hidden = !view.result;
  if (view.result) byId("places").replaceChildren(...resultOf(view, view.names));
  picker.decide(view.seat === null ? null : view.moves, String(view.seat + 1), "");
  await picker.draw(`${base}/picture.svg?${asked()}`);
}

// Who is to move, and how far the example has come.
function task() {
  if (view.seat === null) return "The match is over.";
  const turn = `${view.names[view.seat]}: ${view.prompt}`;
  if (view.next === null) return `${turn} (This is no longer the example. “Again” goes back to it.)`;
  if (view.done && document.querySelector("[data-step]")) return `That was the example. Play on, or go back to the rule. ${turn}`;
  return turn;
}

async function attempt(move, seat = view.seat) {
  say("refusal");
  try {
    const answer = await post(`${base}/try`, { moves: tried, seat, move });
    const sentences = answer.say.map(sentence => el("p", {}, ...withRules(sentence, game)));
    if (answer.kind === "refused" || answer.kind === "not_a_move") return say("refusal", withRules(answer.say.join(" "), game));
    if (answer.kind === "right") sentences[0].className = "praise";
    tried = [...tried, { seat, move: answer.move }];
    say("note", ...sentences);
    return await look();
  } catch (error) {
    return say("refusal", withRules(error.message, game));
  }
}

async function again() {
  tried = [];
  say("refusal");
  say("note");
  await look();
}

// The position as a shared one, from which the host can start a match.
async function playOn() {
  try {
    location.assign(`${root}/share#${(await get(`${base}/position?${asked()}`)).link}`);
  } catch (error) {
    say("refusal", error.message);
  }
}

// A click that fits none of the moves that are left.
function refuse(place) {
  if (place) say("refusal", `No legal move of your selection uses ${nameOf(place)}. Your selection stays; Escape clears it.`);
  else say("refusal");
}

const keys = () => read("Keys", el("dl", {}, KEYS.flatMap(([key, does]) => [el("dt", {}, ...key.split(" ").flatMap((one, n) => [n ? " " : "", el("kbd", {}, one)])), el("dd", {}, does)])));
const picker = new MovePicker({ play: attempt, refuse, keys: { a: again, "?": keys } });
byId("again").addEventListener("click", again);
byId("play-on").addEventListener("click", playOn);
for (const button of document.querySelectorAll("[data-step] button")) button.addEventListener("click", () => attempt(button.dataset.move, Number(button.dataset.seat)));
look().catch(error => say("refusal", error.message));

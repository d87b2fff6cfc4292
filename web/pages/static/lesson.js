// One lesson: a table, a task, and whether a move is right. Every request has the right moves so far, because the server stores nothing.

import { MovePicker } from "./move_picker.js";
import { byId, el, root, withRules } from "./element.js";
import { nameOf } from "./places.js";
import { noteDone } from "./progress.js";
import { read } from "./sheet.js";
import { get, post } from "./requests.js";

const base = location.pathname.replace(/\/$/, "");
const { back, game, lesson, match, next } = document.body.dataset;
const KEYS = [["↑ ↓", "select a move"], ["Enter", "try it"], ["Esc", "go back"], ["/", "search moves or type one"], ["h", "hint"], ["+ −", "zoom in or out"], ["?", "show these keys"]];
let made = [];
let step = null;

function say(id, ...inside) {
  byId(id).replaceChildren(...inside.flat());
  byId(id).hidden = !inside.length;
}

const asked = () => `moves=${encodeURIComponent(JSON.stringify(made))}`;

async function look() {
  step = await get(`${base}/step?${asked()}`);
  say("about", ...(step.about ? [step.about] : []));
  byId("task").textContent = `Your task: ${step.task}`;
  picker.decide(step.moves, String(step.seat + 1), "");
  await picker.draw(`${base}/picture.svg?${asked()}`);
}

async function attempt(move) {
  say("refusal");
  try {
    const verdict = await post(`${base}/try`, { moves: made, move });
    if (!verdict.right) return say("refusal", withRules(verdict.say.join(" "), game));
    made = [...made, verdict.move];
    say("note", el("p", { class: "praise" }, `Right: ${verdict.move}`), ...verdict.say.map(sentence => el("p", {}, ...withRules(sentence, game))));
    if (!verdict.done) return await look();
    return await finish();
  } catch (error) {
    return say("refusal", withRules(error.message, game));
  }
}

async function finish() {
  if (lesson) noteDone(game, lesson);
  picker.decide(null, "", "You have found it.");
  byId("choice").hidden = byId("playing").hidden = byId("hint").hidden = byId("solution").hidden = true;
  byId("task").textContent = "Well done.";
  byId("note").append(el("p", {}, ...ways()));
  byId("note").querySelector("a").focus();
  await picker.draw(`${base}/picture.svg?${asked()}`);
}

// After the last lesson the host can start a match; others play with the link that the host sends them. A position of a review leads back to it.
function ways() {
  const way = (href, text, first) => [el("a", { class: `button ${first ? "first" : ""}`, href }, text), " "];
  const list = first => way(back, byId("back").textContent, first);
  if (next) return [...way(next, byId("skip").textContent, true), ...(lesson ? [] : list(false))];
  return [...(match ? way(match, "Play a match", true) : []), ...list(!match), ...(lesson ? way(`${root}/book/${game}`, "Rules") : [])];
}

// A click that fits none of the moves that are left.
function refuse(place) {
  if (place) say("refusal", `No legal move of your selection uses ${nameOf(place)}. Your selection stays; Escape clears it.`);
  else say("refusal");
}

const hint = () => say("note", step.hint);

async function solution() {
  try {
    const shown = await get(`${base}/solution?${asked()}`);
    say("note", el("p", {}, el("b", {}, `The answer: ${shown.move}`)), ...shown.say.map(sentence => el("p", {}, ...withRules(sentence, game))));
  } catch (error) {
    say("refusal", error.message);
  }
}

const keys = () => read("Keys", el("dl", {}, KEYS.flatMap(([key, does]) => [el("dt", {}, ...key.split(" ").flatMap((one, n) => [n ? " " : "", el("kbd", {}, one)])), el("dd", {}, does)])));
const picker = new MovePicker({ play: attempt, refuse, keys: { h: hint, "?": keys } });
byId("hint").addEventListener("click", hint);
byId("solution").addEventListener("click", solution);
byId("again").addEventListener("click", () => location.reload());
look().catch(error => say("refusal", error.message));

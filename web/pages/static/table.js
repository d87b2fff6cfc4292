// The page of a seat or a spectator.

import { MovePicker } from "./move_picker.js";
import { byId, el, root, withRules } from "./element.js";
import { resultOf, scoreRows, seatClass } from "./scores.js";
import { close, read } from "./sheet.js";
import { Stream } from "./stream.js";
import { get, post } from "./requests.js";

const base = location.pathname.replace(/\/$/, "");
const MOST_NEWS = 80;
const MOST_CONCERN = 40;
const OF_A_TURN = ["hint", "why", "auto"];
const KEYS = [
  ["↑ ↓", "choose a move of the list"], ["Enter", "play it"], ["Esc", "go back: choice, words, picks"], ["/", "search the moves, or write one"],
  ["← →", "what happened, act by act"], ["x", "look at what the pointer is on, or was clicked last"], ["h", "a hint"], ["w", "why: what the rules say about the chosen move"], ["u", "take back"], ["r", "play again what was taken back"],
  ["a", "let a bot do this step"], ["l", "the log"], ["g", "the goal"], ["s", "the signs"], ["+ −", "picture larger, smaller"], ["?", "these keys"],
];

let view = null;
let picker = null;
let stream = null;
let names = [];

// -- what is said --------------------------------------------------------------------------------

function say(id, ...inside) {
  const place = byId(id);
  place.replaceChildren(...inside.flat());
  place.hidden = inside.length === 0;
}

function refuse(error) {
  if (error.status === 409) refresh();
  if (!view) return say("refusal", error.message);
  const more = error.rule && !error.message.includes(error.rule) ? [" (", ...withRules(error.rule, view.game), ")"] : [];
  // What the terminal lists at a question mark stands beside the picture here.
  const sentence = error.message.replace(/ \(\? lists all [0-9]+ moves\)/, "").replace(/; \? lists the moves\.$/, ".");
  return say("refusal", withRules(sentence, view.game), more);
}

// Do something at the server; what it objects to is shown.
async function attempt(task) {
  say("refusal");
  say("note");
  try {
    return await task();
  } catch (error) {
    refuse(error);
    return null;
  }
}

function tell(sentences, seat) {
  const news = byId("news");
  for (const sentence of sentences) {
    const row = el("li", { class: `fresh ${seat === null || seat === undefined ? "" : seatClass(seat)}` }, withRules(sentence, view.game));
    news.append(row);
  }
  while (news.childElementCount > MOST_NEWS) news.firstElementChild.remove();
  news.scrollTop = news.scrollHeight;
}

function fade() {
  for (const row of document.querySelectorAll("#news .fresh")) row.classList.remove("fresh");
}

// -- the table as it is now ----------------------------------------------------------------------

function status() {
  const line = byId("status");
  const mine = view.decision;
  const others = view.turn.filter(decision => decision.seat !== view.viewer);
  line.className = "status";
  line.hidden = Boolean(view.result);
  if (view.over) {
    line.replaceChildren("The match is over.");
  } else if (mine) {
    line.classList.add(seatClass(view.viewer));
    line.replaceChildren(el("b", {}, "Your turn: "), mine.prompt);
  } else {
    const who = [...new Set(others.map(decision => names[decision.seat]))];
    line.classList.add(seatClass(others[0].seat), "waits");
    const verb = who.length === 1 ? "is" : "are";
    line.replaceChildren(el("b", {}, who.join(" and ")), ` ${verb} thinking`);
  }
  document.title = `${mine ? "● " : ""}${view.title}${mine ? ": your turn" : ""}`;
}

function question() {
  const asked = view.question;
  const place = byId("question");
  place.hidden = !asked;
  if (!asked) return;
  const waits = asked.waits_for.includes(view.viewer);
  const answer = agree => attempt(async () => { await post(`${base}/consent`, { number: asked.number, agree }); await refresh(); });
  const inside = [el("p", {}, waits ? asked.say : asked.say.replace(/ All right\?$/, ""))];
  if (waits) {
    inside.push(el("div", { class: "row" },
      el("button", { type: "button", class: "first", onclick: () => answer(true) }, "All right"),
      el("button", { type: "button", onclick: () => answer(false) }, "No, go on")));
  } else {
    const who = asked.waits_for.map(seat => names[seat]).join(" and ");
    inside.push(el("p", { class: "faint waits" }, `Waiting for ${who}`));
    if (asked.seat === view.viewer) inside.push(el("button", { type: "button", onclick: () => answer(false) }, "Never mind"));
  }
  place.replaceChildren(...inside);
}

function tools() {
  for (const button of document.querySelectorAll("[data-does]")) {
    const may = view.may[button.dataset.does];
    if (may !== undefined) button.disabled = !may;
    if (OF_A_TURN.includes(button.dataset.does)) button.hidden = view.over;
  }
  byId("tools").hidden = view.viewer === null;
  byId("choice").hidden = view.viewer === null || view.over;
}

function show() {
  names = view.seats.map(seat => seat.name);
  status();
  question();
  tools();
  say("scores", scoreRows(view.standing, names, view.game));
  byId("scored").hidden = view.standing.length === 0 || view.over;
  byId("result").hidden = !view.result;
  if (view.result) byId("places").replaceChildren(...resultOf(view.result, names, view.game));
  if (view.result && view.next) offer();
}

// What was picked or typed stays as long as the same thing is asked.
let asked = null;
function decide() {
  const sign = view.decision ? `${view.decision.sign} ${view.moves.map(group => group.moves.length)}` : null;
  if (sign !== null && sign === asked) return;
  asked = sign;
  const empty = view.viewer === null ? "You are looking on." : view.over ? "The match is over." : "Nothing to decide now.";
  picker.decide(view.decision ? view.moves : null, String(view.viewer + 1), empty);
  if (view.left_off) say("note", `${view.left_off} more moves are not listed; write one to play it.`);
}

let busy = false;
let again = false;
async function refresh() {
  if (busy) { again = true; return; }
  busy = true;
  try {
    do {
      again = false;
      const newer = await get(`${base}/view`);
      if (view && newer.number < view.number) continue;
      const moved = !view || newer.number !== view.number;
      view = newer;
      byId("picture").setAttribute("aria-busy", String(moved));
      show();
      decide();
      if (moved && at === null) await picker.draw(`${base}/picture.svg?number=${view.number}`);
      if (at !== null) showAct();
      document.body.dataset.number = view.number;
      byId("picture").setAttribute("aria-busy", "false");
    } while (again);
  } catch (error) {
    if (error.status !== 0) refuse(error);
    if (error.kind === "unknown_link" || error.kind === "seat_taken") stream?.stop();
  } finally {
    busy = false;
  }
}

function happened(event) {
  if (event.kind === "note") return tell(event.say, null);
  if (event.kind === "rematch") return offer();
  if (event.kind !== "question") tell(event.news, event.seat);
  return refresh();
}

// Somebody has laid out another match.
function offer() {
  say("note", "Another match with the same seats is laid out.");
  byId("again").textContent = "Go to the next match";
  byId("again").hidden = false;
}

function connected(yes) {
  byId("connection").hidden = yes;
  refresh();
}

// -- what happened, act by act -------------------------------------------------------------------

// The act that is looked at; null: the table as it is now.
let at = null;
let act = null;
async function step(by) {
  const wanted = at === null ? (by < 0 ? view.acts : null) : at + by;
  if (wanted === null || wanted < 0) return;
  if (wanted > view.acts) return now();
  at = wanted;
  const answer = await attempt(() => get(`${base}/log?since=${wanted}&count=1`));
  if (!answer?.acts.length || at !== wanted) return;
  [act] = answer.acts;
  showAct();
  await picker.draw(`${base}/picture.svg?at=${wanted}`, true);
}

function showAct() {
  if (!act) return;
  const who = act.number ? names[act.seat] : "The set-up";
  byId("past").className = `past ${act.number ? seatClass(act.seat) : ""}`;
  const had = byId("past").contains(document.activeElement) ? document.activeElement.textContent : null;
  const button = (says, onclick, more = {}) => el("button", { type: "button", onclick, ...more }, says);
  say("past",
    el("p", {}, el("b", {}, who), act.move ? el("span", { class: "move" }, ` ${act.move}`) : "", el("span", { class: "faint" }, ` act ${act.number} of ${view.acts}`)),
    el("ul", {}, act.told.map(sentence => el("li", {}, withRules(sentence, view.game)))),
    el("div", { class: "row" }, button("‹", () => step(-1), { "aria-label": "An act back" }), button("›", () => step(1), { "aria-label": "An act on" }), button("Back to now", now)));
  if (had) [...byId("past").querySelectorAll("button")].find(one => one.textContent === had)?.focus();
  // Where the picture stands above the words, it shall be seen with them.
  if (byId("picture").getBoundingClientRect().bottom < 100) byId("past").scrollIntoView({ block: "end" });
}

async function now() {
  if (at === null) return;
  at = act = null;
  say("past");
  await picker.draw(`${base}/picture.svg?number=${view.number}`);
}

// -- what can be done ----------------------------------------------------------------------------

// The number of the table that an act was sent for: it gets one, and the next may come at once.
let answered = null;
async function play(move) {
  const thing = /^look(?: +(.*))?$/i.exec(move);
  if (thing) return look(thing[1]);
  await now();
  const number = view.number;
  if (answered === number || !view.decision) return;
  answered = number;
  byId("play").disabled = true;
  fade();
  const done = await attempt(async () => {
    await post(`${base}/act`, { number, move });
    byId("filter").blur();
    await refresh();
    return true;
  });
  if (!done && answered === number) answered = null;
  picker.show();
}

async function hint() {
  const number = view.number;
  await attempt(async () => {
    say("note", el("span", { class: "waits" }, "The adviser is thinking"));
    const advice = await post(`${base}/hint`, { number });
    if (view.number !== number) return say("note");
    const chance = worth => `${Math.round(100 * worth)} %`;
    const others = advice.others.length ? ` Looked at less: ${advice.others.map(other => `${other.move} ${chance(other.value)}`).join(", ")}.` : "";
    say("note", el("b", { class: "move" }, advice.move), ` ${advice.words ? `(${advice.words}) ` : ""}has a chance to win of ${chance(advice.value)}. Enter plays it.${others}`);
    picker.selection?.choose(advice.move);
    picker.show();
  });
}

async function why() {
  const move = picker.selection?.chosen?.text || byId("filter").value.trim();
  if (!move) return say("note", "Choose a move first, or write one; then “why” says what each rule has to say about it.");
  const answer = await attempt(() => get(`${base}/why?move=${encodeURIComponent(move)}`));
  if (!answer) return undefined;
  return read(`Why ${answer.move}?`,
    el("p", {}, answer.legal ? "No rule objects." : "It is not allowed."),
    el("ul", {}, answer.rules.map(rule => el("li", { class: rule.objection ? "objects" : "" },
      ...withRules(rule.rule, view.game), ": ", rule.objection ? `no: ${rule.objection}` : "nothing against it",
      rule.text ? el("div", { class: "faint" }, rule.text) : null))));
}

// What stands somewhere: where the pointer is, what was clicked last, or what somebody writes.
async function look(thing = picker.picture.pointed || picker.picture.met || "") {
  const answer = await attempt(() => get(`${base}/look?thing=${encodeURIComponent(thing)}`));
  if (!answer) return undefined;
  if (answer.thing) {
    const choose = move => { close(); picker.selection?.choose(move); picker.show(); };
    const concern = answer.moves.length ? [el("h3", {}, "Moves that concern it"), el("div", { class: "row" }, answer.moves.slice(0, MOST_CONCERN).map(move => el("button", { type: "button", class: "move", onclick: () => choose(move) }, move)))] : [];
    return read(answer.thing, answer.say.map(sentence => el("p", {}, ...withRules(sentence, view.game))), concern);
  }
  const field = el("input", { type: "search", list: "things", "aria-label": "What to look at", placeholder: answer.things.slice(0, 3).join(", ") });
  return read("Look at what?", el("form", { class: "row", onsubmit: event => { event.preventDefault(); if (field.value.trim()) look(field.value.trim()); } },
    field, el("datalist", { id: "things" }, answer.things.map(name => el("option", { value: name }))), el("button", { class: "first" }, "Look")),
    el("p", { class: "faint" }, "Or point at something on the picture and press x."));
}

const doing = (what, more = {}) => () => attempt(async () => { await post(`${base}/${what}`, { number: view.number, ...more }); await refresh(); });

async function log() {
  const acts = [];
  for (let next = 0, end = -1; next !== end;) {
    end = next;
    const answer = await attempt(() => get(`${base}/log?since=${next}`));
    if (!answer) return;
    acts.push(...answer.acts);
    next = answer.next;
  }
  read("The log", el("ol", { class: "acts", start: "0" }, acts.map(act => el("li", { value: String(act.number) },
    el("b", {}, act.number ? names[act.seat] : "Set-up"), act.move ? el("span", { class: "move" }, ` ${act.move}`) : "",
    el("ul", {}, act.told.map(sentence => el("li", {}, sentence)))))));
  byId("sheet").scrollTop = byId("sheet").scrollHeight;
}

async function goal() {
  const answer = await attempt(() => get(`${base}/goal`));
  if (!answer) return;
  read(answer.title, answer.chapters.flatMap(chapter => [el("h3", {}, chapter.title), ...chapter.paragraphs.map(text => el("p", {}, text))]),
    el("p", {}, el("a", { href: `${root}/learn/${view.game}`, target: "rulekeep-learn" }, "Learn it in short lessons"), " · ", el("a", { href: `${root}/book/${view.game}`, target: "rulekeep-book" }, "All rules")));
}

async function signs() {
  const answer = await attempt(() => get(`${base}/legend`));
  if (answer) read("The signs", (answer.lines.length ? answer.lines : ["The picture explains itself."]).map(line => el("p", {}, line)));
}

function keys() {
  read("Keys", el("dl", {}, KEYS.flatMap(([key, does]) => [el("dt", {}, ...key.split(" ").flatMap((one, n) => [n ? " " : "", el("kbd", {}, one)])), el("dd", {}, does)])),
    el("p", { class: "faint" }, "A click on the picture keeps to the moves that concern that place; another one narrows them further. Places that lie behind each other or are small are easier to meet with the picture larger."));
}

async function rematch() {
  const answer = await attempt(() => post(`${base}/rematch`, { number: view.number }));
  if (answer) location.assign(root + answer.page);
}

const does = { hint, why, look: () => look(), earlier: () => step(-1), later: () => step(1), undo: doing("undo"), redo: doing("redo"), auto: doing("auto"), log, goal, signs, keys, rematch };
const may = what => () => { if (view.may[what] !== false) does[what](); };

async function begin() {
  picker = new MovePicker(play, async move => (await get(`${base}/why?move=${encodeURIComponent(move)}`)).legal, { h: may("hint"), w: why, x: () => look(), ArrowLeft: () => step(-1), ArrowRight: () => step(1), Escape: () => (at === null ? picker.back() : now()), u: may("undo"), r: may("redo"), a: may("auto"), l: log, g: goal, s: signs, "?": keys });
  byId("itemise").addEventListener("click", () => byId("itemise").setAttribute("aria-expanded", String(byId("sums").classList.toggle("itemised"))));
  for (const button of document.querySelectorAll("[data-does]")) button.addEventListener("click", () => does[button.dataset.does]());
  await refresh();
  if (!view) {
    byId("status").textContent = "The server does not answer; trying again";
    setTimeout(() => location.reload(), 3000);
    return;
  }
  // The stream tells what came after the view; the log may know of it already.
  const { number, acts } = view;
  const before = await get(`${base}/log?since=${Math.max(0, acts - view.seats.length)}`).catch(() => ({ acts: [] }));
  for (const act of before.acts.filter(one => one.number <= acts)) tell(act.told, act.seat);
  stream = new Stream(`${base}/events`, number, happened, connected);
}

begin();

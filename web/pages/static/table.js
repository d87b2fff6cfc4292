// The page of a seat or a spectator.

import { MovePicker } from "./move_picker.js";
import { byId, el, inWords, root, withRules } from "./element.js";
import { resultOf, scoreTable, seatClass } from "./scores.js";
import { close, read } from "./sheet.js";
import { Stream } from "./stream.js";
import { get, post } from "./requests.js";

const base = location.pathname.replace(/\/$/, "");
const MOST_NEWS = 80;
const MOST_CONCERN = 40;
const OF_A_TURN = ["hint", "why", "auto"];
const KEYS = [
  ["↑ ↓", "select a move"], ["Enter", "play it"], ["Esc", "clear the selection"], ["/", "search moves or type one"],
  ["← →", "previous or next move of the match"], ["x", "inspect the place under the pointer"], ["h", "hint"], ["w", "why the selected move is legal or not"], ["u", "undo"], ["r", "redo"],
  ["a", "let the Easy bot play this step"], ["l", "log"], ["g", "how to win"], ["s", "legend"], ["+ −", "zoom in or out"], ["?", "show these keys"],
];

let view = null;
let picker = null;
let stream = null;
let names = [];

// -- messages ------------------------------------------------------------------------------------

function say(id, ...inside) {
  const place = byId(id);
  place.replaceChildren(...inside.flat());
  place.hidden = inside.length === 0;
}

// The refusal shown, and the number of the table it is about.
let refused = null;

// A refusal goes when the server answers again, or when the match has moved on.
function dropStale(number) {
  if (refused && (refused.status === 0 || number > refused.number)) {
    refused = null;
    say("refusal");
  }
}

function refuse(error) {
  refused = { status: error.status, number: error.number ?? view?.number };
  if (error.status === 409) refresh();
  if (!view) return say("refusal", error.message);
  const more = error.rule && !error.message.includes(error.rule) ? [" (", ...withRules(error.rule, view.game), ")"] : [];
  // The terminal lists all moves at a question mark; here they are next to the picture.
  const sentence = error.message.replace(/ … \(\? lists all [0-9]+ moves\)/, "").replace(/; \? lists the moves\.$/, ".");
  return say("refusal", withRules(sentence, view.game), more);
}

// Send a request and show its error.
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
  } else if (view.settings.paused) {
    line.replaceChildren("The host has paused this table.");
  } else if (mine) {
    line.classList.add(seatClass(view.viewer));
    line.replaceChildren(el("b", {}, "Your turn: "), mine.prompt);
  } else {
    const who = [...new Set(others.map(decision => names[decision.seat]))];
    line.classList.add(seatClass(others[0].seat), "waits");
    line.replaceChildren("Waiting for ", el("b", {}, who.join(" and ")));
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
  const inside = [el("p", {}, waits ? asked.say : asked.say.replace(/ Do you agree\?$/, ""))];
  if (waits) {
    inside.push(el("div", { class: "row" },
      el("button", { type: "button", class: "first", onclick: () => answer(true) }, "Allow"),
      el("button", { type: "button", onclick: () => answer(false) }, "Decline")));
  } else {
    const who = asked.waits_for.map(seat => names[seat]).join(" and ");
    inside.push(el("p", { class: "faint waits" }, `Waiting for ${who}`));
    if (asked.seat === view.viewer) inside.push(el("button", { type: "button", onclick: () => answer(false) }, "Cancel"));
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
  say("scores", scoreTable(view.standing, view.score_rows, names, view.game));
  byId("scored").hidden = view.standing.length === 0 || view.over;
  byId("result").hidden = !view.result;
  byId("review").href = `${base}/replay`;
  if (view.result) byId("places").replaceChildren(...resultOf(view, names));
  if (view.result && view.next) offer();
}

// The selection stays as long as the decision is the same.
let asked = null;
function decide() {
  const sign = view.decision ? `${view.decision.sign} ${view.moves.map(group => group.moves.length)}` : null;
  if (sign !== null && sign === asked) return;
  asked = sign;
  const empty = view.over ? "The match is over." : `Waiting for ${[...new Set(view.turn.map(decision => names[decision.seat]))].join(" and ")}.`;
  picker.decide(view.decision ? view.moves : null, String(view.viewer + 1), empty);
  if (view.left_off) say("note", `${view.left_off} more moves are not listed. You can type them.`);
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
      dropStale(newer.number);
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
  if (event.news) tell(event.news, event.seat);
  return refresh();
}

// The next match was started.
function offer() {
  say("note", "The next match with the same seats is ready.");
  byId("again").textContent = "Go to the next match";
  byId("again").hidden = false;
}

function connected(yes) {
  byId("connection").hidden = yes;
  refresh();
}

// -- earlier positions ---------------------------------------------------------------------------

// The move shown; null: the table as it is now.
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
  const who = act.number ? names[act.seat] : "Set-up";
  byId("past").className = `past ${act.number ? seatClass(act.seat) : ""}`;
  const had = byId("past").contains(document.activeElement) ? document.activeElement.textContent : null;
  const button = (says, onclick, more = {}) => el("button", { type: "button", onclick, ...more }, says);
  say("past",
    el("p", {}, el("b", {}, who), el("span", { class: "faint" }, ` move ${act.number} of ${view.acts} `), act.move ? el("small", { class: "move" }, act.move) : ""),
    el("ul", {}, act.told.map(sentence => el("li", {}, withRules(sentence, view.game)))),
    el("div", { class: "row" }, button("‹", () => step(-1), { "aria-label": "Previous move" }), button("›", () => step(1), { "aria-label": "Next move" }), button("Back to the match", now)));
  if (had) [...byId("past").querySelectorAll("button")].find(one => one.textContent === had)?.focus();
  // On a narrow page the picture is above the text: show both.
  if (byId("picture").getBoundingClientRect().bottom < 100) byId("past").scrollIntoView({ block: "end" });
}

async function now() {
  if (at === null) return;
  at = act = null;
  say("past");
  await picker.draw(`${base}/picture.svg?number=${view.number}`);
}

// -- actions ------------------------------------------------------------------------------------

// The number of the table that a move was sent for, so that each number gets one move.
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
    say("note", el("span", { class: "waits" }, "Finding a hint"));
    const advice = await post(`${base}/hint`, { number });
    if (view.number !== number) return say("note");
    const chance = worth => `${Math.round(100 * worth)} %`;
    const also = advice.others.map(other => el("li", {}, ...inWords({ text: other.move, sentence: other.sentence }), ` (${chance(other.value)})`));
    say("note",
      el("p", {}, "Best move: ", el("b", {}, ...inWords({ text: advice.move, sentence: advice.sentence })), ` (${chance(advice.value)} to win)`),
      advice.words ? el("p", { class: "words" }, advice.words) : "",
      el("p", {}, "Press Enter to play it."),
      ...(also.length ? [el("p", {}, "Also considered:"), el("ul", {}, also)] : []));
    picker.selection?.choose(advice.move);
    picker.show();
  });
}

async function why() {
  const move = picker.selection?.chosen?.text || byId("filter").value.trim();
  if (!move) return say("note", "Select or type a move first. “Why” then shows what each rule says about it.");
  const answer = await attempt(() => get(`${base}/why?move=${encodeURIComponent(move)}`));
  if (!answer) return undefined;
  return read(answer.sentence || answer.move,
    el("p", {}, answer.legal ? "Legal: all rules allow it. " : "Not legal. ", answer.sentence ? el("small", { class: "move" }, answer.move) : ""),
    el("ul", {}, answer.rules.map(rule => el("li", { class: rule.objection ? "objects" : "" },
      rule.objection ? `✗ ${rule.objection} ` : "✓ allows it ", el("small", {}, ...withRules(rule.rule, view.game)),
      rule.text ? el("div", { class: "faint" }, rule.text) : null))));
}

const sentenceOf = text => picker.selection?.moves.all.find(move => move.text === text)?.sentence;

// Inspect a place: under the pointer, clicked last, or typed.
async function look(thing = picker.picture.pointed || picker.picture.met || "") {
  const answer = await attempt(() => get(`${base}/look?thing=${encodeURIComponent(thing)}`));
  if (!answer) return undefined;
  if (answer.thing) {
    const choose = move => { close(); picker.selection?.choose(move); picker.show(); };
    const concern = answer.moves.length ? [el("h3", {}, "Moves here"), el("div", { class: "row" }, answer.moves.slice(0, MOST_CONCERN).map(move => el("button", { type: "button", "data-move": move, onclick: () => choose(move) }, ...inWords({ text: move, sentence: sentenceOf(move) }))))] : [];
    return read(answer.thing, answer.say.map(sentence => el("p", {}, ...withRules(sentence, view.game))), concern);
  }
  const field = el("input", { type: "search", list: "things", "aria-label": "Place to inspect", placeholder: answer.things.slice(0, 3).join(", ") });
  return read("Inspect a place", el("form", { class: "row", onsubmit: event => { event.preventDefault(); if (field.value.trim()) look(field.value.trim()); } },
    field, el("datalist", { id: "things" }, answer.things.map(name => el("option", { value: name }))), el("button", { class: "first" }, "Inspect")),
    el("p", { class: "faint" }, "Or point at the picture and press x."));
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
  read("Log", el("ol", { class: "acts", start: "0" }, acts.map(act => el("li", { value: String(act.number) },
    el("b", {}, act.number ? names[act.seat] : "Set-up"), " ", act.move ? el("small", { class: "move" }, act.move) : "",
    el("ul", {}, act.told.map(sentence => el("li", {}, ...withRules(sentence, view.game))))))));
  byId("sheet").scrollTop = byId("sheet").scrollHeight;
}

async function goal() {
  const answer = await attempt(() => get(`${base}/goal`));
  if (!answer) return;
  read(answer.title, answer.chapters.flatMap(chapter => [el("h3", {}, chapter.title), ...chapter.paragraphs.map(text => el("p", {}, text))]),
    el("p", {}, el("a", { href: `${root}/learn/${view.game}`, target: "rulekeep-learn" }, "Lessons"), " · ", el("a", { href: `${root}/book/${view.game}`, target: "rulekeep-book" }, "All rules")));
}

async function signs() {
  const answer = await attempt(() => get(`${base}/legend`));
  if (answer) read("Legend", (answer.lines.length ? answer.lines : ["This picture needs no legend."]).map(line => el("p", {}, line)));
}

function keys() {
  read("Keys", el("dl", {}, KEYS.flatMap(([key, does]) => [el("dt", {}, ...key.split(" ").flatMap((one, n) => [n ? " " : "", el("kbd", {}, one)])), el("dd", {}, does)])),
    el("p", { class: "faint" }, "Click the picture to list the moves of that place. Click again elsewhere to narrow the list. Zoom in to hit small places."));
}

async function rematch() {
  const answer = await attempt(() => post(`${base}/rematch`, { number: view.number }));
  if (answer) location.assign(root + answer.page);
}

const does = { hint, why, look: () => look(), earlier: () => step(-1), later: () => step(1), undo: doing("undo"), redo: doing("redo"), auto: doing("auto"), log, goal, signs, keys, rematch };
const may = what => () => { if (view.may[what] !== false) does[what](); };

async function begin() {
  picker = new MovePicker(play, { h: may("hint"), w: why, x: () => look(), ArrowLeft: () => step(-1), ArrowRight: () => step(1), Escape: () => (at === null ? picker.back() : now()), u: may("undo"), r: may("redo"), a: may("auto"), l: log, g: goal, s: signs, "?": keys });
  byId("itemise").addEventListener("click", () => byId("itemise").setAttribute("aria-expanded", String(byId("scores").classList.toggle("itemised"))));
  for (const button of document.querySelectorAll("[data-does]")) button.addEventListener("click", () => does[button.dataset.does]());
  await refresh();
  if (!view) {
    byId("status").textContent = "The server does not answer. Trying again…";
    setTimeout(() => location.reload(), 3000);
    return;
  }
  // The stream has what comes after the view; the log may have some of it already.
  const { number, acts } = view;
  const before = await get(`${base}/log?since=${Math.max(0, acts - view.seats.length)}`).catch(() => ({ acts: [] }));
  for (const act of before.acts.filter(one => one.number <= acts)) tell(act.told, act.seat);
  stream = new Stream(`${base}/events`, number, happened, connected);
}

begin();

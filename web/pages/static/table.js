// The page of a seat or a spectator.

import { MovePicker } from "./move_picker.js";
import { announce } from "./alerts.js";
import { byId, el, inWords, root, withRules } from "./element.js";
import { offerHandover, showHandover } from "./handover.js";
import { MoveHistory } from "./history.js";
import { showLegend } from "./legend.js";
import { fetchPicture } from "./picture.js";
import { nameOf } from "./places.js";
import { resultOf, scoreTable, seatClass } from "./scores.js";
import { settings, showSettings } from "./settings.js";
import { sharesLink } from "./share_buttons.js";
import { close, read } from "./sheet.js";
import { steady } from "./steady.js";
import { Stream } from "./stream.js";
import { get, post } from "./requests.js";
import { presenceChanged, showPresence } from "./presence.js";
import { TalkPanel } from "./talk.js";
import { moves, placesOf, TIME, travel } from "./travel.js";

const base = location.pathname.replace(/\/$/, "");
const MOST_LOGGED = 400;
// How long the move of somebody else is shown before the next one, in milliseconds.
const PACE = 700;
const MOST_CONCERN = 40;
const OF_A_TURN = ["hint", "why", "auto"];
const KEYS = [
  ["↑ ↓", "select a move"], ["Enter", "play it"], ["Esc", "clear the selection"], ["/", "search moves or type one"],
  ["r", "rotate the tile, or the next variant of the move"], ["← →", "previous or next move of the match"], ["x", "inspect the place under the pointer"], ["h", "hint"],
  ["w", "why the selected move is legal or not"], ["u", "undo"], ["y", "redo"],
  ["a", "let the Easy bot play this step"], ["l", "log"], ["g", "how to win"], ["s", "legend"], ["+ −", "zoom in or out"], ["?", "show these keys"],
];

let view = null;
let picker = null;
let stream = null;
let names = [];
let past = null;
const talk = new TalkPanel(base);
steady(byId("status"));
steady(byId("playing"));

// -- messages ------------------------------------------------------------------------------------

function say(id, ...inside) {
  const place = byId(id);
  place.replaceChildren(...inside.flat());
  place.hidden = inside.length === 0;
}

// The refusal shown, and the number of the table it is about.
let shownRefusal = null;

// A refusal goes when the server answers again, or when the match has moved on.
function dropStale(number) {
  if (shownRefusal && (shownRefusal.status === 0 || number > shownRefusal.number)) {
    shownRefusal = null;
    say("refusal");
  }
}

function refuse(error) {
  shownRefusal = { status: error.status, number: error.number ?? view?.number };
  if (error.status === 409) refresh();
  if (!view) return say("refusal", error.message);
  const more = error.rule && !error.message.includes(error.rule) ? [" (", ...withRules(error.rule, view.game), ")"] : [];
  // The terminal lists all moves at a question mark; here they are next to the picture.
  const sentence = error.message.replace(/ … \(\? lists all [0-9]+ moves\)/, "").replace(/[;.] \? lists the moves\.$/, ".");
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
  announce(view);
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
  byId("choice").hidden = byId("playing").hidden = view.viewer === null || view.over;
}

function show() {
  names = view.seats.map(seat => seat.name);
  status();
  question();
  tools();
  talk.update(view);
  showPresence(view);
  showHandover(base, view);
  say("scores", scoreTable(view.standing, view.score_rows, names, view.game));
  byId("scored").hidden = view.standing.length === 0 || view.over;
  byId("result").hidden = !view.result;
  byId("replay").href = `${base}/replay`;
  byId("review").href = `${base}/review`;
  byId("file").href = `${base}/replay/match.rkm`;
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
  if (view.may.auto && view.acts < view.seats.length) say("note", "Auto lets the Easy bot play the rest of this step, such as a long set-up.");
  if (view.left_off) say("note", `${view.left_off} more moves are not listed. You can type them.`);
}

let busy = false;
let again = false;
// The highest number that an event or the answer to a move has had.
let latest = -1;

// Show the table as it is now, or, with a number, unless that is shown already.
async function refresh(number = null) {
  if (number === null) again = true;
  else latest = Math.max(latest, number);
  if (busy || (view && !again && latest <= view.number)) return;
  busy = true;
  let tried;
  try {
    do {
      again = false;
      tried = latest;
      // A picture that must have changed is fetched beside the view.
      const fetched = (!view || latest > view.number) && past.at === null ? fetchNow() : null;
      fetched?.catch(() => {});
      const newer = await get(`${base}/view`);
      if (view && newer.number < view.number) continue;
      dropStale(newer.number);
      const moved = !view || newer.number !== view.number;
      if (moved) byId("picture").setAttribute("aria-busy", "true");
      await catchUp();
      view = newer;
      show();
      decide();
      if (moved && past.at === null) await drawNow(fetched);
      else picker.show();
      if (past.at !== null) past.show();
      document.body.dataset.number = view.number;
      document.body.removeAttribute("data-waits");
      byId("picture").setAttribute("aria-busy", "false");
    } while (again || latest > Math.max(tried, view.number));
  } catch (error) {
    if (error.status !== 0) refuse(error);
    if (error.kind === "unknown_link" || error.kind === "seat_taken") stream?.stop();
  } finally {
    busy = false;
    document.body.removeAttribute("data-waits");
  }
}

const fetchNow = () => fetchPicture(`${base}/picture.svg`);

// What was fetched, unless the table has gone on meanwhile.
async function newest(fetched) {
  const found = await fetched;
  return found?.number === view.number ? found : fetchNow();
}

// The picture of the table now; what the last move changed travels to its place.
async function drawNow(fetched = null) {
  await drawMoved(newest(fetched), lastSeat);
  byId("heading").textContent = (picker.picture.heading?.querySelector("text")?.textContent ?? "").replace(`${view.title} · `, "");
  byId("in-words").textContent = `${picker.picture.title}. ${picker.picture.words}`;
}

// The picture after so many moves, or now (null).
async function showMove(move) {
  if (move === null) return drawNow();
  return picker.draw(`${base}/picture.svg?at=${move}`, true);
}

async function drawMoved(wanted, seat, isPast = false) {
  const before = seat !== null && moves() ? placesOf(picker.picture.box) : new Map();
  await picker.draw(wanted, isPast);
  if (before.size) travel(picker.picture.box, before, seat);
}

// Moves of others that came together are shown one after another, unless somebody skips them.
let lastSeat = null;
// The viewer's seat after a move of their own, whose event may come later than the table.
let ownSeat = null;
let waiting = [];
let skip = () => {};
async function catchUp() {
  waiting = waiting.filter(event => !view || event.number > view.number);
  while (waiting.length > 1 && settings.pace && moves() && !document.hidden && past.at === null) {
    const event = waiting.shift();
    byId("skip").hidden = false;
    byId("status").className = `status ${seatClass(event.seat)}`;
    byId("status").replaceChildren(el("b", {}, names[event.seat]), event.news.length ? `: ${event.news[0]}` : " moves");
    await drawMoved(`${base}/picture.svg?at=${event.acts}`, event.seat, true);
    await new Promise(resolve => { skip = () => { waiting = waiting.slice(-1); resolve(); }; setTimeout(resolve, TIME + PACE); });
  }
  byId("skip").hidden = true;
  lastSeat = waiting.at(-1)?.seat ?? ownSeat;
  ownSeat = null;
  waiting = [];
}

function happened(event) {
  if (event.kind === "note") return past.tell(event.say, null);
  if (event.kind === "rematch") return offer();
  if (event.kind === "presence") return presenceChanged(view, event);
  if (event.kind === "talk") return talk.fetch(event.number);
  if (event.kind === "undo") past.shorten(event.acts);
  if (event.kind === "act") waiting.push(event);
  if (event.news && event.kind !== "question") past.tell(event.news, event.seat, event.kind === "act" ? event.acts : null);
  // Other events say what the view has, not that it has a new number.
  return refresh(["act", "undo"].includes(event.kind) ? event.number : null);
}

// The next match was started.
function offer() {
  say("note", "The next match with the same seats is ready.");
  byId("again").textContent = "Go to the next match";
  byId("again").hidden = false;
}

function connected(yes) {
  byId("connection").hidden = yes;
  if (yes) talk.fetch();
  refresh();
}

// -- actions ------------------------------------------------------------------------------------

// The number of the table that a move was sent for, so that each number gets one move.
let answered = null;
async function play(move) {
  const thing = /^look(?: +(.*))?$/i.exec(move);
  if (thing) return look(thing[1]);
  const number = view.number;
  if (answered === number || !view.decision || past.at !== null) return;
  answered = number;
  byId("play").disabled = true;
  picker.ghost.forget();
  past.fade();
  const done = await attempt(async () => {
    const answer = await post(`${base}/act`, { number, move });
    if (answer.number > view.number) ownSeat = view.viewer;
    byId("filter").blur();
    await refresh(answer.number);
    return true;
  });
  if (done) return;
  if (answered === number) answered = null;
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

// Why a move is legal or not, in a line; all rules on request.
async function why() {
  const move = picker.selection?.chosen?.text || byId("filter").value.trim();
  if (!move) return say("note", "Select or type a move first. “Why” then says whether it is legal and what it does.");
  const answer = await attempt(() => get(`${base}/why?move=${encodeURIComponent(move)}`));
  if (!answer) return undefined;
  const all = el("button", { type: "button", class: "quiet small", onclick: () => ruleByRule(answer) }, "All rules");
  const leads = picker.selection?.moves.all.find(one => one.text === move)?.words;
  if (answer.legal) return say("note", el("p", {}, el("b", {}, "Legal. "), `${(answer.sentence || answer.move).replace(/\.$/, "")}${leads ? `: ${leads}` : ""}. `, all));
  return say("refusal", ...objection(answer), " ", all);
}

// The first rule that forbids a move.
function objection(answer) {
  const found = answer.rules.find(rule => rule.objection);
  return found ? [`${found.objection[0].toUpperCase()}${found.objection.slice(1).replace(/\.$/, "")} (`, ...withRules(found.rule, view.game), ")."] : ["This move is not legal."];
}

function ruleByRule(answer) {
  read(answer.sentence || answer.move,
    el("p", {}, answer.legal ? "Legal: all rules allow it. " : "Not legal. ", answer.sentence ? el("small", { class: "move" }, answer.move) : ""),
    el("ul", {}, answer.rules.map(rule => el("li", { class: rule.objection ? "objects" : "" },
      rule.objection ? `✗ ${rule.objection} ` : "✓ allows it ", el("small", {}, ...withRules(rule.rule, view.game)),
      rule.text ? el("div", { class: "faint" }, rule.text) : null))));
}

// A click at a place that does not fit: the selection stays, and the rule says why. Without a place the message goes.
let objected = null;
async function refusePlace(place, move = null) {
  const mine = objected = {};
  if (!place) return say("refusal");
  const answer = move === null ? null : await get(`${base}/why?move=${encodeURIComponent(move)}`).catch(() => null);
  if (objected !== mine) return undefined;
  shownRefusal = { status: 422, number: view.number };
  const because = answer && !answer.legal ? objection(answer) : [`No legal move of your selection uses ${nameOf(place)}.`];
  return say("refusal", ...because, " ", el("span", { class: "faint" }, "Your selection stays; Escape clears it."));
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
  read(answer.title, answer.chapters.flatMap(chapter => [el("h3", {}, chapter.title), ...chapter.paragraphs.map(text => el(text.includes("\n") ? "pre" : "p", {}, text))]),
    el("p", {}, el("a", { href: `${root}/learn/${view.game}`, target: "rulekeep-learn" }, "Lessons"), " · ", el("a", { href: `${root}/book/${view.game}`, target: "rulekeep-book" }, "All rules")));
}

const MARKS = [["open", "you may choose it"], ["picked", "you have chosen it"], ["preview", "the selected move uses it"], ["news", "the last change"]];

// The marks of the page and the signs of this picture.
async function signs() {
  const marks = el("dl", { class: "signs" }, MARKS.flatMap(([kind, says]) => [el("dt", {}, el("span", { class: `sign ${kind}`, "aria-hidden": "true" })), el("dd", {}, says)]));
  const { legend, source } = picker.picture;
  if (legend) return showLegend(source, legend, box => read("Legend", marks, box));
  const answer = await attempt(() => get(`${base}/legend`));
  return answer && read("Legend", marks, answer.lines.map(line => el("p", {}, line)));
}

function keys() {
  read("Keys", el("dl", {}, KEYS.flatMap(([key, does]) => [el("dt", {}, ...key.split(" ").flatMap((one, n) => [n ? " " : "", el("kbd", {}, one)])), el("dd", {}, does)])),
    el("p", { class: "faint" }, "Click a place to list its moves. Click another one to narrow the list, or the same one again to rotate. Tab goes to the places of the picture, arrows from one to the next, Enter picks one."));
}

async function rematch() {
  const answer = await attempt(() => post(`${base}/rematch`, { number: view.number }));
  if (answer) location.assign(root + answer.page);
}

const does = { handover: () => offerHandover(base), hint, why, look: () => look(), earlier: () => past.step(-1), later: () => past.step(1), settings: showSettings, skip: () => skip(), undo: doing("undo"), redo: doing("redo"), auto: doing("auto"), log, goal, signs, keys, rematch };
const may = what => () => { if (view.may[what] !== false) does[what](); };

function back() {
  if (!byId("skip").hidden) skip();
  else if (past.at !== null) past.now();
  else picker.back();
}

async function begin() {
  const keyed = { h: may("hint"), w: why, x: () => look(), ArrowLeft: () => past.step(-1), ArrowRight: () => past.step(1), Escape: back, u: may("undo"), y: may("redo"), a: may("auto"), l: log, g: goal, s: signs, "?": keys };
  picker = new MovePicker({ play, refuse: refusePlace, preview: move => `${base}/picture.svg?number=${view.number}&preview=${encodeURIComponent(move.text)}`, playsAtOnce: () => settings.atOnce, looksBack: () => past?.at != null, keys: keyed });
  past = new MoveHistory(base, () => view, () => picker.show(), showMove);
  byId("itemise").addEventListener("click", () => byId("itemise").setAttribute("aria-expanded", String(byId("scores").classList.toggle("itemised"))));
  for (const button of document.querySelectorAll("[data-does]")) button.addEventListener("click", () => does[button.dataset.does]());
  sharesLink(byId("share-position"), () => `${base}/position?at=${past.at ?? view.acts}`, sentence => say("refusal", sentence));
  sharesLink(byId("share-match"), () => `${base}/replay/link`, sentence => say("refusal", sentence));
  await refresh();
  if (!view) {
    byId("status").textContent = "The server does not answer. Trying again…";
    setTimeout(() => location.reload(), 3000);
    return;
  }
  // The stream has what comes after the view; the log may have some of it already.
  const { number, acts } = view;
  const before = await get(`${base}/log?since=${Math.max(0, acts - MOST_LOGGED)}`).catch(() => ({ acts: [] }));
  for (const act of before.acts.filter(one => one.number <= acts)) past.tell(act.told, act.number ? act.seat : null, act.number);
  past.follow();
  stream = new Stream(`${base}/events`, number, happened, connected);
}

begin();

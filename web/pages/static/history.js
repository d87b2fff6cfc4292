// The moves so far: a list beside the board, and earlier positions one by one.

import { byId, el, withRules } from "./element.js";
import { get } from "./requests.js";
import { seatClass } from "./scores.js";

const MOST_LISTED = 1500;
const PACE = 1200;

export class MoveHistory {
  // `table()` is the view now; `began()` hears that somebody looks back; `draw(move)` shows the picture after that many
  // moves, or the table as it is now (null).
  constructor(base, table, began, draw) {
    this.base = base;
    this.began = began;
    this.table = table;
    this.draw = draw;
    this.list = byId("news");
    // The move that is looked at; null: the table as it is now.
    this.at = null;
    this.act = null;
    this.list.addEventListener("click", event => {
      const row = event.target.closest("[data-act]");
      if (row && !event.target.closest("a")) this.go(Number(row.dataset.act));
    });
    addEventListener("hashchange", () => this.follow());
  }

  get names() {
    return this.table().seats.map(seat => seat.name);
  }

  // -- the list ------------------------------------------------------------------------------------

  // Sentences about a move; `act` is its number, null for what is no move.
  tell(sentences, seat, act = null) {
    const known = act !== null && this.list.querySelector(`[data-act="${act}"]`);
    if (known) return;
    sentences.forEach((sentence, n) => {
      const number = act !== null && n === 0 ? el("button", { type: "button", class: "at", "aria-label": `Show move ${act}`, "data-act": act }, String(act)) : null;
      this.list.append(el("li", { class: `fresh ${seat === null || seat === undefined ? "" : seatClass(seat)}`, "data-act": act }, number, el("span", {}, withRules(sentence, this.table().game))));
    });
    while (this.list.childElementCount > MOST_LISTED) this.list.firstElementChild.remove();
    this.list.scrollTop = this.list.scrollHeight;
  }

  // After an undo only so many moves stand.
  shorten(moves) {
    for (const row of [...this.list.querySelectorAll("li[data-act]")]) if (Number(row.dataset.act) > moves) row.remove();
  }

  fade() {
    for (const row of this.list.querySelectorAll(".fresh")) row.classList.remove("fresh");
  }

  // -- earlier positions ---------------------------------------------------------------------------

  step(by) {
    const last = this.table().acts;
    return this.go((this.at ?? last) + by);
  }

  // Look at the position after so many moves. The last one is the table as it is now.
  async go(move) {
    const last = this.table().acts;
    if (move >= last) return this.now();
    if (move < 0) return undefined;
    this.at = move;
    history.replaceState(null, "", `#move=${move}`);
    this.began();
    const answer = await get(`${this.base}/log?since=${move}&count=1`).catch(() => null);
    if (!answer?.acts.length || this.at !== move) return undefined;
    [this.act] = answer.acts;
    this.show();
    return this.draw(move);
  }

  // A link to a move: `#move=25`.
  async follow() {
    const wanted = /^#move=([0-9]+)$/.exec(location.hash);
    if (wanted && Number(wanted[1]) !== this.at) await this.go(Number(wanted[1]));
  }

  async now() {
    this.stop();
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
    if (this.at === null) return;
    this.at = this.act = null;
    byId("past").replaceChildren();
    byId("past").hidden = true;
    this.mark();
    await this.draw(null);
  }

  // One move after the other until the match is as it is now.
  autoplay() {
    if (this.timer) return this.stop();
    const next = async () => {
      await this.step(1);
      this.timer = this.at === null ? null : setTimeout(next, PACE);
    };
    this.timer = setTimeout(next, 0);
    this.show();
    return undefined;
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    if (this.act) this.show();
  }

  mark() {
    for (const row of this.list.querySelectorAll("li")) row.classList.toggle("shown", this.at !== null && Number(row.dataset.act ?? -1) === this.at);
    // Only the list is scrolled, not the page.
    const row = this.list.querySelector(".shown");
    if (row) this.list.scrollTop += row.getBoundingClientRect().top - this.list.getBoundingClientRect().top - 4;
  }

  show() {
    const { act } = this;
    if (!act) return;
    this.mark();
    const place = byId("past");
    place.className = `past ${act.number ? seatClass(act.seat) : ""}`;
    const had = place.contains(document.activeElement) ? document.activeElement.dataset.step : null;
    const button = (name, says, label, onclick) => el("button", { type: "button", "data-step": name, "aria-label": label, title: label, onclick }, says);
    place.replaceChildren(
      el("p", {}, el("b", {}, act.number ? this.names[act.seat] : "Set-up"), el("span", { class: "faint" }, ` move ${act.number} of ${this.table().acts} `), act.move ? el("small", { class: "move" }, act.move) : ""),
      el("ul", {}, act.told.map(sentence => el("li", {}, withRules(sentence, this.table().game)))),
      el("div", { class: "row" },
        button("back", "‹", "Previous move", () => { this.stop(); this.step(-1); }),
        button("auto", this.timer ? "❚❚" : "▶", this.timer ? "Pause" : "Play the moves one after another", () => this.autoplay()),
        button("on", "›", "Next move", () => { this.stop(); this.step(1); }),
        el("button", { type: "button", "data-step": "now", onclick: () => this.now() }, "Back to the match")));
    place.hidden = false;
    if (had) place.querySelector(`[data-step="${had}"]`)?.focus();
  }
}

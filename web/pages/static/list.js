// The list of moves with its filter, what is picked, and the button that plays.

import { byId, el, inWords } from "./element.js";
import { keyOf, nameOf } from "./places.js";

const AT_ONCE = 150;
const MOST_BUTTONS = 3;

export class List {
  // `changed()` is called when something was typed, picked or chosen; `play(text)` plays a move.
  constructor(changed, play) {
    this.changed = changed;
    this.play = play;
    this.selection = null;
    this.all = false;
    this.filter = byId("filter");
    this.list = byId("moves");
    this.button = byId("play");
    this.filter.addEventListener("input", () => { this.selection?.type(this.filter.value); this.changed(); });
    this.filter.addEventListener("keydown", event => { if (event.key === "Enter") { event.preventDefault(); event.stopPropagation(); this.enter(); } });
    this.list.addEventListener("click", event => {
      const option = event.target.closest("[role=option]");
      if (option) { this.selection.at = Number(option.dataset.at); this.changed(); }
    });
    this.list.addEventListener("dblclick", () => this.enter());
    this.button.addEventListener("click", () => this.enter());
  }

  // A new decision, or none.
  take(selection) {
    this.selection = selection;
    this.all = false;
    this.filter.value = "";
    this.list.scrollTop = 0;
    this.filter.disabled = selection === null;
  }

  // Play the chosen move, else what was typed: the server accepts moves that are not listed, and explains a refusal.
  enter() {
    if (!this.selection || this.past) return;
    const chosen = this.selection.chosen;
    if (chosen) this.play(chosen.text);
    else if (this.filter.value.trim()) this.play(this.filter.value.trim());
  }

  // `past`: an earlier position is shown, so nothing can be played.
  show(empty, past = false) {
    const { selection } = this;
    this.past = past;
    if (selection && this.filter.value !== selection.words) this.filter.value = selection.words;
    this.#picks();
    this.#beside();
    this.#moves(empty);
    const chosen = selection && selection.chosen;
    const typed = this.filter.value.trim();
    this.button.disabled = past || (!chosen && !(selection && typed));
    this.button.dataset.move = chosen ? chosen.text : "";
    const label = chosen ? inWords(chosen) : [typed && selection ? `Play “${typed}”` : "Play"];
    this.button.querySelector("span").replaceChildren(...label);
    const leads = byId("leads");
    leads.textContent = past ? "You are looking at an earlier move." : chosen?.words || "";
  }

  #picks() {
    const picks = this.selection ? [...this.selection.picks.values()] : [];
    byId("picks").replaceChildren(...picks.map(({ place, count }) => el("li", {}, el("button", {
      type: "button", title: "Remove",
      onclick: () => { this.selection.drop(keyOf(place)); this.changed(); },
    }, `${count > 1 ? `${count} × ` : ""}${nameOf(place)} ✕`))));
  }

  // Moves that cannot be clicked on the picture have buttons, if there are only a few.
  #beside() {
    const { selection } = this;
    const few = selection && selection.beside.length <= MOST_BUTTONS && selection.moves.all.length > 1 ? selection.beside : [];
    byId("beside").replaceChildren(...few.map(move => el("button", {
      type: "button", "data-move": move.text, "aria-pressed": String(selection.chosen?.text === move.text),
      onclick: () => { selection.clear(); selection.choose(move.text); this.changed(); },
    }, move.sentence || move.text)));
  }

  #moves(empty) {
    const { selection, list } = this;
    if (!selection) {
      list.replaceChildren(el("li", { class: "none", role: "presentation" }, empty));
      list.removeAttribute("aria-activedescendant");
      return;
    }
    const { fitting, at } = selection;
    const shown = this.all ? fitting : fitting.slice(0, Math.max(AT_ONCE, (at ?? 0) + 1));
    const rows = [];
    let kind = null;
    const kinds = new Set(selection.moves.all.map(move => move.kind));
    shown.forEach((move, n) => {
      if (kinds.size > 1 && move.kind !== kind) {
        kind = move.kind;
        if (move.text !== kind) rows.push(el("li", { class: "kind", role: "presentation" }, kind));
      }
      rows.push(el("li", { role: "option", id: `move-${n}`, "data-at": n, "aria-selected": String(n === at) },
        el("span", {}, move.sentence || move.text), el("div", { class: "words" }, el("span", {}, move.words || ""), el("small", { class: "move" }, move.text))));
    });
    if (!fitting.length) rows.push(el("li", { class: "none", role: "presentation" }, "No legal move matches. Press Enter to see why."));
    if (fitting.length > shown.length) {
      const more = el("button", { type: "button", class: "quiet", onclick: () => { this.all = true; this.changed(); } }, `Show ${fitting.length - shown.length} more`);
      rows.push(el("li", { class: "more", role: "presentation" }, more));
    }
    list.replaceChildren(...rows);
    if (at === null) list.removeAttribute("aria-activedescendant");
    else {
      list.setAttribute("aria-activedescendant", `move-${at}`);
      const row = byId(`move-${at}`);
      const top = row.offsetTop - 30;
      if (top < list.scrollTop) list.scrollTop = top;
      else if (row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = row.offsetTop + row.offsetHeight - list.clientHeight;
    }
    const all = selection.moves.all.length;
    byId("counted").textContent = `${fitting.length === all ? "" : `${fitting.length} of `}${all} legal ${all === 1 ? "move" : "moves"}`;
  }
}

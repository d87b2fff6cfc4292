// A desk: the picture and the list of moves, kept in step by clicks and keys. The table and the lessons stand on it.

import { Choosing } from "./choosing.js";
import { byId, isTyping } from "./element.js";
import { List } from "./list.js";
import { Picture } from "./picture.js";
import { keyOf, Moves } from "./places.js";

const MOST_ASKED = 8;

export class Desk {
  // `play(text)` is asked to play a move, `isLegal(text)` whether one that is not listed may be played; `more` are
  // further keys with what they do.
  constructor(play, isLegal, more = {}) {
    this.choosing = null;
    this.isLegal = isLegal;
    this.empty = "";
    this.past = false;
    this.list = new List(() => this.show(), play);
    this.picture = new Picture(byId("picture"), (place, tip) => this.#clicked(place, tip));
    byId("closer").addEventListener("click", () => this.picture.zoom(1));
    byId("farther").addEventListener("click", () => this.picture.zoom(-1));
    this.keys = {
      ArrowDown: () => this.#step(1),
      ArrowUp: () => this.#step(-1),
      Escape: () => this.back(),
      "/": () => this.list.filter.focus(),
      "+": () => this.picture.zoom(1),
      "-": () => this.picture.zoom(-1),
      ...more,
    };
    addEventListener("keydown", event => this.#pressed(event));
  }

  // The moves of a decision, grouped as the server says them; null where nothing is to be decided.
  decide(groups, own, empty) {
    this.empty = empty;
    const all = groups ? groups.flatMap(group => group.moves.map(move => ({ ...move, kind: group.title }))) : null;
    this.choosing = all ? new Choosing(new Moves(all, own)) : null;
    this.list.take(this.choosing);
    this.show();
  }

  // The table as it is now, or, to look at only, as it was.
  async draw(address, past = false) {
    if (!await this.picture.show(address)) return;
    this.past = past;
    byId("tip").hidden = true;
    this.#learn();
    this.show();
  }

  #learn() {
    if (!this.choosing || !this.picture.marks || this.past) return;
    this.choosing.moves.learn(this.picture.svg);
    this.choosing.beside = this.choosing.moves.beside(this.picture.places());
  }

  show() {
    const { choosing, picture } = this;
    this.list.show(this.empty);
    if (!picture.marks) return;
    picture.unmark();
    picture.open(place => choosing !== null && !this.past && choosing.isOpen(place));
    if (!choosing || this.past) return;
    picture.mark(place => choosing.picks.has(keyOf(place)), "picked");
    const chosen = choosing.chosen;
    if (chosen) {
      picture.mark(place => choosing.moves.often(place, chosen) > 0, "preview");
      picture.lookAtMark();
    }
  }

  async #clicked(place, tip) {
    const shown = byId("tip");
    shown.textContent = tip;
    shown.hidden = !tip;
    if (!place || !this.choosing || this.past) return;
    if (!this.choosing.isOpen(place)) await this.#addUnlisted(this.choosing, place);
    if (!this.choosing?.isOpen(place)) {
      shown.textContent = `${tip}${tip ? ". " : ""}The list has a move that comes to the same; you can also write this one.`;
      shown.hidden = false;
      return;
    }
    this.choosing.pick(place);
    this.show();
  }

  async #addUnlisted(choosing, place) {
    const meant = choosing.moves.instead(place, choosing.fitting, this.picture.places()).slice(0, MOST_ASKED);
    const legal = await Promise.all(meant.map(move => this.isLegal(move.text).catch(() => false)));
    if (choosing === this.choosing) meant.filter((_, n) => legal[n]).forEach(move => choosing.moves.add(move));
  }

  #step(by) {
    if (!this.choosing) return;
    this.choosing.step(by);
    this.show();
  }

  back() {
    byId("tip").hidden = true;
    if (this.choosing?.back()) this.show();
    else document.activeElement?.blur();
  }

  #pressed(event) {
    if (document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = isTyping(event);
    const onControl = event.target.closest("button, a, summary, [type=range]") !== null;
    if (event.key === "Enter" && !onControl && !typing) this.list.enter();
    else if (!(event.key in this.keys) || (typing && !["ArrowDown", "ArrowUp", "Escape"].includes(event.key))) return;
    else this.keys[event.key]();
    event.preventDefault();
  }
}

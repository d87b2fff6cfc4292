// The move picker of tables and lessons: the picture and the list of moves, with clicks and keys.

import { MoveSelection } from "./move_selection.js";
import { byId, isTyping } from "./element.js";
import { List } from "./list.js";
import { Picture } from "./picture.js";
import { keyOf, Moves } from "./places.js";

export class MovePicker {
  // `play(text)` plays a move; `more` has further keys and their functions.
  constructor(play, more = {}) {
    this.selection = null;
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

  // The moves of a decision in the groups of the server; null if there is nothing to decide.
  decide(groups, own, empty) {
    this.empty = empty;
    const all = groups ? groups.flatMap(group => group.moves.map(move => ({ ...move, kind: group.title }))) : null;
    this.selection = all ? new MoveSelection(new Moves(all, own)) : null;
    this.list.take(this.selection);
    this.show();
  }

  // Draw the table as it is now, or an earlier position, which cannot be played on.
  async draw(address, past = false) {
    if (!await this.picture.show(address)) return;
    this.past = past;
    byId("tip").hidden = true;
    this.#learn();
    this.show();
  }

  #learn() {
    if (!this.selection || !this.picture.marks || this.past) return;
    this.selection.moves.learn(this.picture.svg);
    this.selection.beside = this.selection.moves.beside(this.picture.places());
  }

  show() {
    const { selection, picture } = this;
    this.list.show(this.empty);
    if (!picture.marks) return;
    picture.unmark();
    picture.open(place => selection !== null && !this.past && selection.isOpen(place));
    if (!selection || this.past) return;
    picture.mark(place => selection.picks.has(keyOf(place)), "picked");
    const chosen = selection.chosen;
    if (chosen) {
      picture.mark(place => selection.moves.often(place, chosen) > 0, "preview");
      picture.lookAtMark();
    }
  }

  #clicked(place, tip) {
    const shown = byId("tip");
    shown.textContent = tip;
    shown.hidden = !tip;
    if (!place || this.past || !this.selection?.isOpen(place)) return;
    this.selection.pick(place);
    this.show();
  }

  #step(by) {
    if (!this.selection) return;
    this.selection.step(by);
    this.show();
  }

  back() {
    byId("tip").hidden = true;
    if (this.selection?.back()) this.show();
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

// The move picker of tables and lessons: the picture and the list of moves, with clicks and keys.

import { Ghost } from "./ghost.js";
import { MoveSelection } from "./move_selection.js";
import { byId, isTyping } from "./element.js";
import { List } from "./list.js";
import { Picture } from "./picture.js";
import { Moves } from "./places.js";

export class MovePicker {
  // `play(text)` plays a move, `preview(move)` is the address of the picture after it, `refuse(place, move)` says why a
  // place does not fit: `move` is what the click would mean. `playsAtOnce()`: whether the last click plays;
  // `looksBack()`: whether the player looks at an earlier position.
  constructor({ play, preview = null, refuse = () => {}, playsAtOnce = () => false, looksBack = () => false, keys = {} }) {
    this.selection = null;
    this.empty = "";
    this.drawnPast = false;
    this.looksBack = looksBack;
    this.play = play;
    this.preview = preview;
    this.refuse = refuse;
    this.playsAtOnce = playsAtOnce;
    this.list = new List(() => this.show(), play);
    this.picture = new Picture(byId("picture"), (place, tip, legal) => this.#clicked(place, tip, legal));
    this.picture.resized = () => this.show();
    this.ghost = new Ghost(this.picture);
    byId("picture").addEventListener("dblclick", () => { if (this.selection?.picks.size) this.list.enter(); });
    byId("closer").addEventListener("click", () => this.picture.zoom(1));
    byId("farther").addEventListener("click", () => this.picture.zoom(-1));
    byId("vary")?.addEventListener("click", () => this.vary());
    this.keys = {
      ArrowDown: () => this.#step(1),
      ArrowUp: () => this.#step(-1),
      Escape: () => this.back(),
      "/": () => this.list.filter.focus(),
      "+": () => this.picture.zoom(1),
      "-": () => this.picture.zoom(-1),
      r: () => this.vary(),
      ...keys,
    };
    addEventListener("keydown", event => this.#pressed(event));
  }

  // Whether an earlier position is shown, which cannot be played on.
  get past() {
    return this.drawnPast || this.looksBack();
  }

  // The moves of a decision in the groups of the server; null if there is nothing to decide.
  decide(groups, own, empty) {
    this.empty = empty;
    const all = groups ? groups.flatMap(group => group.moves.map(move => ({ ...move, kind: group.title }))) : null;
    this.selection = all ? new MoveSelection(new Moves(all, own)) : null;
    this.ghost.forget();
    this.list.take(this.selection);
    if (!this.picture.places) this.list.show(empty);
  }

  // Draw the table as it is now, or an earlier position, which cannot be played on.
  async draw(wanted, past = false) {
    if (!await this.picture.show(wanted)) return;
    this.drawnPast = past;
    byId("tip").hidden = true;
    this.#learn();
    this.show();
    if (!this.selection?.chosen) this.picture.lookAtOpen();
  }

  #learn() {
    if (!this.selection || this.past) return;
    this.selection.moves.learn(this.picture.box);
    this.selection.places = this.picture.names();
    this.selection.beside = this.selection.moves.beside(this.selection.places);
    this.selection.fit();
  }

  show() {
    const { selection, picture } = this;
    this.list.show(this.empty, this.past);
    if (byId("vary")) byId("vary").hidden = !selection?.isVaried || this.past;
    if (!picture.places) return;
    if (!selection || this.past) {
      this.ghost.hide();
      picture.close();
      return;
    }
    const chosen = selection.chosen;
    picture.light(
      place => selection.concerns(place),
      place => selection.isPicked(place),
      place => selection.canExchange(place),
      place => Boolean(chosen) && selection.moves.often(place, chosen) > 0,
    );
    picture.box.classList.toggle("narrowed", selection.picks.size > 0 || chosen !== null);
    if (!chosen) return this.ghost.hide();
    picture.lookAtMark();
    if (this.preview) this.ghost.show(chosen, this.preview(chosen));
  }

  #clicked(place, tip, legal) {
    const shown = byId("tip");
    shown.textContent = tip;
    shown.hidden = !tip;
    const { selection } = this;
    if (!place || this.past || !selection) return;
    if (!legal || !selection.pick(place)) {
      if (selection.picks.size) this.refuse(place, selection.meant(place));
      return;
    }
    shown.hidden = true;
    this.refuse(null);
    this.show();
    if (this.playsAtOnce() && selection.fitting.length === 1 && selection.picks.size) this.play(selection.chosen.text);
  }

  // The next variant of the chosen move: a tile is rotated.
  vary() {
    if (this.selection?.vary()) this.show();
  }

  #step(by) {
    if (!this.selection) return;
    this.selection.step(by);
    this.show();
  }

  back() {
    byId("tip").hidden = true;
    this.refuse(null);
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

// A table in a notebook: click places of the picture until one move is left; it is played at once.

import { el, inWords } from "./element.js";
import { MoveSelection } from "./move_selection.js";
import { Picture, readPicture } from "./picture.js";
import { Moves } from "./places.js";

const MOST_LISTED = 40;
const FEW = 6;

class NotebookTable {
  constructor(model, box) {
    this.model = model;
    this.board = el("div", { class: "picture" });
    this.status = el("p", { class: "status", role: "status" });
    this.refusal = el("p", { class: "refusal", role: "alert" });
    this.list = el("div", { class: "moves" });
    this.sentences = el("ul", {});
    const undo = el("button", { type: "button", class: "undo", onclick: () => this.ask({ undo: true }) }, "Undo");
    box.classList.add("rulekeep-table");
    box.append(this.status, this.board, this.refusal, this.list, this.sentences, undo);
    this.picture = new Picture(this.board, (place, _, legal) => this.clicked(place, legal));
    this.picture.resized = () => this.mark();
    this.selection = null;
    // A picture can be measured only after the notebook has put it into the page.
    this.observer = new ResizeObserver(() => this.board.clientWidth && !this.selection && this.show());
    this.observer.observe(this.board);
    this.listener = () => this.board.clientWidth && this.show();
    model.on("change:view", this.listener);
  }

  remove() {
    this.observer.disconnect();
    this.model.off("change:view", this.listener);
  }

  ask(what) {
    this.model.send({ ...what, number: this.model.get("view").number });
  }

  // Everything as the kernel sees it now.
  show() {
    const view = this.model.get("view");
    this.status.textContent = view.status;
    this.refusal.textContent = view.refusal;
    this.sentences.replaceChildren(...view.sentences.map(sentence => el("li", {}, sentence)));
    this.picture.put(readPicture(view.picture));
    const moves = new Moves(view.moves, view.own);
    moves.learn(this.board);
    this.selection = new MoveSelection(moves);
    this.selection.places = this.picture.names();
    this.selection.beside = moves.beside(this.selection.places);
    this.mark();
  }

  // Outline what can be clicked, and list moves beside the picture.
  mark() {
    const { selection } = this;
    this.picture.light(
      place => selection.concerns(place),
      place => selection.isPicked(place),
      place => selection.canExchange(place),
      () => false,
    );
    this.list.replaceChildren(...this.listed().map(move =>
      el("button", { type: "button", onclick: () => this.ask({ move: move.text }) }, inWords(move))));
  }

  // The moves that clicks cannot tell apart, or that are few enough to read.
  listed() {
    const { selection } = this;
    if (!selection.picks.size) return selection.beside.slice(0, MOST_LISTED);
    if (selection.isVaried) return selection.fitting.slice(0, MOST_LISTED);
    if (selection.chosen) return [selection.chosen];
    return selection.fitting.length <= FEW ? selection.fitting : [];
  }

  clicked(place, legal) {
    if (!place || !legal || !this.selection.pick(place)) return;
    this.mark();
    if (this.selection.picks.size && this.selection.fitting.length === 1) this.ask({ move: this.selection.fitting[0].text });
  }
}

// What the notebook calls to show the widget; it returns how to remove it.
export function render({ model, el: box }) {
  const table = new NotebookTable(model, box);
  return () => table.remove();
}

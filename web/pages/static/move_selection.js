// The legal moves that match what was clicked on the picture and typed.

import { keyOf } from "./places.js";

export class MoveSelection {
  constructor(moves) {
    this.moves = moves;
    this.words = "";
    this.picks = new Map();
    this.at = null;
    this.beside = [];
    this.fit();
  }

  get chosen() {
    return this.at === null ? null : this.fitting[this.at] || null;
  }

  // The moves that have all words and touch everything picked; exact matches first.
  fit() {
    const wanted = this.words.toLowerCase().split(/\s+/).filter(Boolean);
    const begun = wanted.join(" ");
    const picks = [...this.picks.values()];
    const picked = picks.reduce((sum, pick) => sum + (pick.place.key ? pick.count : 0), 0);
    this.fitting = this.moves.all.filter(move => {
      const text = `${move.text} ${move.sentence || ""} ${move.words || ""}`.toLowerCase();
      return wanted.every(word => text.includes(word)) && picks.every(({ place, count }) => this.moves.often(place, move) >= count);
    });
    const spare = move => Math.abs([...move.counts.values()].reduce((sum, number) => sum + number, 0) - picked);
    if (picked) this.fitting.sort((one, other) => spare(one) - spare(other));
    if (begun) this.fitting.sort((one, other) => other.text.toLowerCase().startsWith(begun) - one.text.toLowerCase().startsWith(begun));
    const exact = picked && this.fitting.filter(move => spare(move) === 0).length === 1;
    this.at = this.fitting.length === 1 || exact ? 0 : null;
  }

  type(words) {
    if (words === this.words) return;
    this.words = words;
    this.fit();
  }

  // Whether picking this place leaves any of the matching moves.
  concerns(place) {
    return this.fitting.some(move => this.moves.often(place, move));
  }

  isOpen(place) {
    return this.moves.all.some(move => this.moves.often(place, move));
  }

  // Pick a place. A second pick counts one more piece, or removes the pick. A place that matches no move starts a new selection.
  pick(place) {
    const name = keyOf(place);
    const known = this.picks.get(name);
    if (known && place.key && this.fitting.some(move => this.moves.often(place, move) > known.count)) known.count += 1;
    else if (known) this.picks.delete(name);
    else {
      if (!this.concerns(place)) this.clear();
      this.picks.set(name, { place, count: 1 });
    }
    this.fit();
  }

  drop(name) {
    this.picks.delete(name);
    this.fit();
  }

  choose(text) {
    if (!this.fitting.some(move => move.text === text)) this.clear();
    this.at = this.fitting.findIndex(move => move.text === text);
    if (this.at < 0) this.at = null;
  }

  step(by) {
    const count = this.fitting.length;
    if (count) this.at = this.at === null ? (by > 0 ? 0 : count - 1) : (this.at + by + count) % count;
  }

  // One step back: clear the choice, then the words and picks. Returns whether there was anything to clear.
  back() {
    if (this.at !== null && this.fitting.length > 1) this.at = null;
    else if (this.words || this.picks.size) this.clear();
    else return false;
    return true;
  }

  clear() {
    this.words = "";
    this.picks.clear();
    this.fit();
  }
}

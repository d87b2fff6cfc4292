// The legal moves that match what was clicked on the picture and typed.

import { keyOf, kindOf } from "./places.js";

// Places that name a variant of a move, which another click at the same place shows too.
const VARIANTS = ["rotation", "floor"];

export class MoveSelection {
  constructor(moves) {
    this.moves = moves;
    this.words = "";
    this.picks = new Map();
    this.at = null;
    this.beside = [];
    // The places of the picture that moves can name.
    this.places = [];
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
    this.fitting = this.#fitting(picks).filter(move => {
      const text = `${move.text} ${move.sentence || ""} ${move.words || ""}`.toLowerCase();
      return wanted.every(word => text.includes(word));
    });
    const spare = move => Math.abs([...move.counts.values()].reduce((sum, number) => sum + number, 0) - picked);
    if (picked) this.fitting.sort((one, other) => spare(one) - spare(other));
    if (begun) this.fitting.sort((one, other) => other.text.toLowerCase().startsWith(begun) - one.text.toLowerCase().startsWith(begun));
    const exact = picked && this.fitting.filter(move => spare(move) === 0).length === 1;
    this.at = this.fitting.length === 1 || exact || this.isVaried ? 0 : null;
  }

  #fitting(picks) {
    return this.moves.all.filter(move => picks.every(({ place, count }) => this.moves.often(place, move) >= count));
  }

  // Whether no further click can tell the matching moves apart: they are variants, such as the rotations of a tile.
  get isVaried() {
    if (!this.picks.size || this.fitting.length < 2) return false;
    return this.places.every(place => {
      if (VARIANTS.some(kind => place[kind])) return true;
      const often = this.moves.often(place, this.fitting[0]);
      return this.fitting.every(move => this.moves.often(place, move) === often);
    });
  }

  type(words) {
    if (words === this.words) return;
    this.words = words;
    this.fit();
  }

  // Whether a click at this place leaves any of the matching moves.
  concerns(place) {
    return this.fitting.some(move => this.moves.often(place, move));
  }

  isPicked(place) {
    return this.picks.has(keyOf(place));
  }

  // Pick a place; whether that is possible. A second pick counts one more piece, shows the next variant, or removes the pick.
  // A place that does not fit takes the place of a pick of its kind if the rest still fits; else the picks stay.
  pick(place) {
    const name = keyOf(place);
    const known = this.picks.get(name);
    if (known && place.key && this.fitting.some(move => this.moves.often(place, move) > known.count)) known.count += 1;
    else if (known && this.isVaried) return this.vary();
    else if (known) this.picks.delete(name);
    else if (this.concerns(place)) this.picks.set(name, { place, count: 1 });
    else return this.#exchange(place);
    this.fit();
    return true;
  }

  // The picks with this place instead of those of its kind; null if no move has them all.
  #instead(place) {
    const others = [...this.picks.values()].filter(pick => kindOf(pick.place) !== kindOf(place));
    const picks = [...others, { place, count: 1 }];
    return others.length < this.picks.size && this.#fitting(picks).length ? picks : null;
  }

  canExchange(place) {
    return this.#instead(place) !== null;
  }

  #exchange(place) {
    const picks = this.#instead(place);
    if (picks === null) return false;
    this.picks = new Map(picks.map(pick => [keyOf(pick.place), pick]));
    this.words = "";
    this.fit();
    return true;
  }

  // The next variant of the chosen move.
  vary() {
    if (!this.isVaried) return false;
    this.step(1);
    return true;
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
    if (this.at !== null && this.fitting.length > 1 && !this.isVaried) this.at = null;
    else if (this.words || this.picks.size) this.clear();
    else return false;
    return true;
  }

  clear() {
    this.words = "";
    this.picks.clear();
    this.fit();
  }

  // The move that a click at a place would mean although no rule allows it: a matching move that names this place
  // instead of another one of its kind. Null if there is none.
  meant(place) {
    const kind = kindOf(place);
    const foreign = Boolean(place.player) && place.player !== this.moves.own;
    for (const move of this.chosen ? [this.chosen, ...this.fitting] : this.fitting) {
      if (foreign !== move.parts.some(part => /^[0-9]+$/.test(part)) && place.player) continue;
      const named = this.places.filter(one => kindOf(one) === kind && !this.isPicked(one) && this.moves.often(one, move) && move.parts.includes(one[kind]))
        .concat([...this.picks.values()].map(pick => pick.place).filter(one => kindOf(one) === kind && move.parts.includes(one[kind])));
      if (!named.length) continue;
      const at = move.parts.lastIndexOf(named[0][kind]);
      return move.parts.map((part, n) => (n === at ? place[kind] : part)).join(" ");
    }
    return null;
  }
}

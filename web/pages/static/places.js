// The places of a picture, and the moves that touch them.
//
// A picture says with data attributes what a move can name (data-cell, data-card, data-region …). Most places are
// concerned if the text of a move has their words, or its `touches` have them. Three kinds need more care: a cell of
// one of several castles, a piece that is counted (`2k`), and a floor that lies in several stocks.

const NOT_NAMES = new Set(["legal", "letter", "player", "unit", "source", "marker", "key"]);

function inARow(words, name) {
  const wanted = name.split(" ");
  return words.some((_, at) => wanted.every((word, n) => words[at + n] === word));
}

// How many of each counted piece a move names: `attack DUB blue 1k 2m3` has {"blue k": 1, "blue m3": 2}.
function counts(words, colours) {
  const found = new Map();
  let colour = "";
  for (const word of words) {
    if (colours.has(word)) colour = word;
    const counted = /^([0-9]+)([a-z][0-9]?)$/.exec(word);
    if (counted) found.set(`${colour} ${counted[2]}`, Number(counted[1]));
  }
  return found;
}

export class Moves {
  // The moves of one decision; `own` is the number of the deciding seat as pictures write it.
  constructor(moves, own) {
    this.own = own;
    this.all = [];
    this.texts = new Set();
    this.colours = new Set();
    this.castles = new Set();
    this.counted = new Map();
    moves.forEach(move => this.add(move));
  }

  add(move) {
    const parts = move.text.split(" ");
    this.all.push({ ...move, parts, counts: counts(parts, this.colours) });
    this.texts.add(move.text);
  }

  // Colours and castles have their names in the picture.
  learn(svg) {
    const values = name => new Set([...svg.querySelectorAll(`[data-${name}]`)].map(place => place.dataset[name]));
    this.colours = values("colour");
    this.castles = values("castle");
    for (const move of this.all) move.counts = counts(move.parts, this.colours);
    this.counted.clear();
  }

  // The moves without a place on the picture: `pass`, `end attacks`.
  beside(places) {
    return this.all.filter(move => !places.some(place => this.often(place, move)));
  }

  // How often a move names a place; 0 if it does not touch it. Each pair is counted once.
  often(place, move) {
    const name = keyOf(place);
    if (!this.counted.has(name)) this.counted.set(name, new Map());
    const known = this.counted.get(name);
    if (!known.has(move.text)) known.set(move.text, this.#often(place, move));
    return known.get(move.text);
  }

  #often(place, move) {
    const has = name => (move.touches || []).includes(name) || inARow(move.parts, name);
    if (place.cell && place.player) return Number(this.#inCastle(place, move, has));
    if (place.key) return this.#counted(place, move, has);
    if (place.floor) return Number(has(place.floor));
    const names = Object.entries(place).filter(([kind]) => !NOT_NAMES.has(kind)).map(([, name]) => name);
    if (!names.length && place.source) names.push(place.source);
    const whole = names.find(name => this.texts.has(name));
    return Number(whole !== undefined ? move.text === whole : names.some(has));
  }

  // Another castle is named with its number: `attack WYS 2 N`.
  #inCastle({ player, castle, cell }, move, has) {
    if (move.parts.some(part => /^[0-9]+$/.test(part))) {
      return castle ? has(`${player} ${castle} ${cell}`) || has(`${player} ${cell} ${castle}`) : has(`${player} ${cell}`);
    }
    if (player !== this.own) return false;
    if (!castle) return has(cell);
    return has(this.castles.has(move.parts[1]) ? `${castle} ${cell}` : `${cell} ${castle}`);
  }

  #counted({ colour, key, marker, unit }, move, has) {
    const named = [marker, unit].some(name => name && has(name));
    for (const [counted, number] of move.counts) {
      const [whose, what] = counted.split(" ");
      if (what === key && (!whose || !colour || whose === colour)) return number;
    }
    return Number(named);
  }
}

const placed = new WeakMap();
const keys = new WeakMap();

// The place that an element of the picture stands for. A place may be drawn several times.
export function placeOf(element) {
  if (!placed.has(element)) {
    const { legal, ...place } = element.dataset;
    placed.set(element, place);
  }
  return placed.get(element);
}

export function keyOf(place) {
  if (!keys.has(place)) {
    const { letter, ...rest } = place;
    keys.set(place, JSON.stringify(rest));
  }
  return keys.get(place);
}

// What a place is to a move: a cell, a region, a tile …
const KINDS = ["cell", "region", "position", "box", "floor", "key", "card", "tile", "segment", "feature", "source", "colour"];

export function kindOf(place) {
  return KINDS.find(kind => place[kind]) || "";
}

export function nameOf(place) {
  const { marker, segment, feature, floor, cell, castle, player, tile, key } = place;
  if (cell) return castle ? `${cell} ${castle}` : cell;
  return floor || marker || segment || feature || tile || key || Object.values(place)[0] || "";
}

// Which lessons are done; this browser remembers it.

const key = game => `rulekeep lessons ${game}`;

export function done(game) {
  try {
    const kept = JSON.parse(localStorage.getItem(key(game)) || "[]");
    return new Set(Array.isArray(kept) ? kept : []);
  } catch {
    return new Set();
  }
}

export function noteDone(game, lesson) {
  try {
    localStorage.setItem(key(game), JSON.stringify([...done(game).add(lesson)]));
  } catch {
    // A browser that keeps nothing teaches all the same.
  }
}

// The lessons that are done, stored in this browser.

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
    // Lessons also work in a browser without storage.
  }
}

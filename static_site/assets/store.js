// The files of the application in IndexedDB. One worker at a time owns them: the last that has claimed them.

const FULL = "This browser has no room left for your matches, so this was not saved and did not happen. Make room, then try again.";
const TAKEN = "Another tab runs the games now. Reload this page.";
const CLOSED = "this browser does not let the site save matches, as in some private windows, or it has no room left.";
const FAILED = "This browser could not save that, so it did not happen. Try again.";

const done = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

function finished(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

export class Store {
  // Open the store and claim it; `taken()` is called when another worker has claimed it.
  static async claim(taken) {
    try {
      return await Store.#open(taken);
    } catch {
      throw new Error(CLOSED);
    }
  }

  static async #open(taken) {
    const opening = indexedDB.open("rulekeep", 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("files");
      opening.result.createObjectStore("owner");
    };
    const store = new Store();
    store.database = await done(opening);
    store.taken = taken;
    store.token = crypto.randomUUID();
    const transaction = store.#begin();
    transaction.objectStore("owner").put(store.token, "token");
    await finished(transaction);
    return store;
  }

  #begin() {
    return this.database.transaction(["files", "owner"], "readwrite", { durability: "strict" });
  }

  // All files: pairs of a path and the bytes.
  async files() {
    const files = this.database.transaction("files").objectStore("files");
    const [paths, contents] = await Promise.all([done(files.getAllKeys()), done(files.getAll())]);
    return paths.map((path, n) => [path, contents[n]]);
  }

  // Store changes, all or none: pairs of a path and the bytes, or nothing for a file that is gone.
  async save(changes) {
    const transaction = this.#begin();
    const ending = finished(transaction);
    let isTaken = false;
    transaction.objectStore("owner").get("token").onsuccess = ({ target }) => {
      isTaken = target.result !== this.token;
      if (isTaken) return transaction.abort();
      const files = transaction.objectStore("files");
      for (const [path, content] of changes) content ? files.put(content, path) : files.delete(path);
    };
    try {
      await ending;
    } catch (error) {
      if (isTaken) this.taken();
      throw new Error(isTaken ? TAKEN : error?.name === "QuotaExceededError" ? FULL : FAILED);
    }
  }
}

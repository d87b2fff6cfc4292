// A page of the site before the site is stored in this browser: it can be read; the games are being loaded.

import { showBar } from "./bar.js";

const root = new URL(".", import.meta.url).href;

function makeBar() {
  const bar = document.createElement("div");
  bar.className = "site-bar";
  bar.setAttribute("role", "status");
  bar.append(document.createElement("span"), document.createElement("progress"), document.createElement("button"));
  document.body.append(bar);
  return bar;
}

async function load() {
  const bar = makeBar();
  if (!("serviceWorker" in navigator) || !navigator.locks || !globalThis.DecompressionStream) {
    return showBar(bar, "You can read the rules here. To play, open this site over HTTPS in a current browser.", { done: false });
  }
  // What asks the application is inert until that is there; a page to read stays as it is.
  const waiting = document.querySelector('form#begin, [data-printed="waits"] main');
  if (waiting) waiting.inert = true;
  showBar(bar, "Loading the games", { done: 0 });
  let isLoading = true;
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (isLoading && data.stored !== undefined) showBar(bar, `Loading the games: ${Math.round(100 * data.stored)} %`, { done: data.stored });
  });
  try {
    const registration = await navigator.serviceWorker.register(`${root}sw.js`, { scope: root, updateViaCache: "none" });
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    await new Promise((resolve, reject) => {
      const look = () => {
        if (worker.state === "activated") resolve();
        if (worker.state === "redundant") reject(new Error("The download was interrupted or damaged, or this browser has no room left."));
      };
      worker.addEventListener("statechange", look);
      look();
    });
  } catch (error) {
    isLoading = false; // other files may still arrive
    return showBar(bar, `The games could not be loaded, but you can read the rules here. ${error.message}`, { button: "Try again", click: () => location.reload() });
  }
  if (waiting) return openAgain();
  return showBar(bar, "");
}

// The same page from the application. A host adds a slash to the address of a directory.
function openAgain() {
  const { pathname, search, hash } = location;
  const above = new URL(root).pathname;
  const path = above + pathname.slice(above.length).replace(/(^|\/)(index\.html)?$/, "");
  if (path === pathname) location.reload();
  else location.replace(path + search + hash);
}

// In the frame of the shell everything is there already.
if (self === top) load();

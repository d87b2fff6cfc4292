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
  const form = document.querySelector("form#begin");
  if (form) form.inert = true; // until the games are there
  showBar(bar, "Loading the games", { done: 0 });
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data.stored !== undefined) showBar(bar, `Loading the games: ${Math.round(100 * data.stored)} %`, { done: data.stored });
  });
  try {
    const registration = await navigator.serviceWorker.register(`${root}sw.js`, { scope: root, updateViaCache: "none" });
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    await new Promise((resolve, reject) => {
      const look = () => {
        if (worker.state === "activated") resolve();
        if (worker.state === "redundant") reject(new Error("the site could not be stored"));
      };
      worker.addEventListener("statechange", look);
      look();
    });
  } catch (error) {
    return showBar(bar, `The games could not be loaded (${error.message}). You can read the rules here.`, { button: "Try again", click: () => location.reload() });
  }
  if (form) return location.reload();
  return showBar(bar, "");
}

// In the frame of the shell everything is there already.
if (self === top) load();

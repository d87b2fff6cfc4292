// The frame around every page of the site. It stays when pages change, so the application in its worker goes on.

import { showBar } from "./bar.js";

const root = new URL(document.documentElement.dataset.root, location.href).href;
const { version } = document.documentElement.dataset;
const page = document.getElementById("page");
const bar = document.getElementById("bar");
const tabs = new BroadcastChannel("rulekeep");
const LOCK = "rulekeep application";
// Tabs share it while they show a page of this version.
const PAGES = `rulekeep pages ${version}`;
// Longer than a browser waits until it ends an idle service worker.
const IDLE = 45000;
let registration = null;
let worker = null;
let isReady = false;
let wasTouched = false;
let isLeaving = false;
let release = () => {};

// -- the page in the frame ----------------------------------------------------------------------

page.addEventListener("load", () => {
  const inside = page.contentWindow;
  const follow = () => {
    if (inside.location.origin === location.origin) history.replaceState(null, "", inside.location.href);
  };
  follow();
  inside.addEventListener("hashchange", follow);
  document.title = page.contentDocument.title || "rulekeep";
  wasTouched = false;
  for (const kind of ["pointerdown", "keydown"]) inside.addEventListener(kind, () => { wasTouched = true; }, { once: true });
  // The frame shows this site only; other sites get a tab of their own.
  for (const link of page.contentDocument.links) if (link.origin !== location.origin) link.target = "_blank";
  inside.focus();
  if (isReady) {
    rest(); // what was offered for the lobby goes with it
    refreshLobby();
  }
});
navigator.locks.request(PAGES, { mode: "shared" }, () => new Promise(resolve => {
  release = resolve;
  if (isLeaving) release();
  else page.src = location.href;
}));
// Somebody has changed the fragment in the address bar.
addEventListener("hashchange", () => page.contentWindow?.location.replace(location.href));

// The lobby was shown from the store before the application could list the saved matches.
async function refreshLobby() {
  const isShown = () => page.contentDocument?.documentElement?.hasAttribute("data-printed") && page.contentWindow.location.pathname === new URL(root).pathname;
  const reload = () => { rest(); page.contentWindow.location.reload(); };
  if (!isShown()) return;
  await (await fetch(`${root}?live`)).text(); // reaches the application and loads all games, so that the next request is quick
  if (!isShown()) return;
  if (wasTouched) showBar(bar, "Your saved matches are here.", { button: "Show them", click: reload });
  else reload();
}

// -- the application: one tab runs it, the others ask that tab --------------------------------------

function tell(state) {
  hear(state);
  tabs.postMessage(state);
}

function hear({ progress, ready, failed }) {
  if (progress && !isReady) showBar(bar, progress);
  if (failed) showBar(bar, `The games could not be started: ${failed}`, { button: "Try again", click: () => location.reload() });
  if (ready && !isReady) {
    isReady = true;
    rest();
    refreshLobby();
  }
}

tabs.onmessage = ({ data }) => {
  if (data.leave === version) leave();
  else if (data.who) { if (worker && isReady) tabs.postMessage({ ready: true }); } else hear(data);
};

function connect(port) {
  worker.postMessage({ connect: true }, [port]);
}

function run() {
  return new Promise(release => {
    worker = new Worker(`${root}engine.js`, { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.taken) release();
      else tell(data);
    };
    worker.onerror = event => tell({ failed: event.message });
    const { port1, port2 } = new MessageChannel();
    connect(port1);
    navigator.serviceWorker.controller?.postMessage({ application: true }, [port2]);
  });
}

async function own(options) {
  try {
    await navigator.locks.request(LOCK, options, run);
  } catch {
    // Another tab has taken the lock.
  }
  worker?.terminate();
  worker = null;
  own({});
}

navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
  if (data.connect && worker) connect(ports[0]);
  if (data.steal && !worker && !document.hidden) own({ steal: true });
  if (data.reload) location.reload();
});
// A tab of the former version would go on with the former application, whose files are removed now.
navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
// A tab that was loading or asleep may have missed that, so the service worker compares versions. It is not ended while a table is open.
function tellVersion() {
  if (!isLeaving) navigator.serviceWorker.controller?.postMessage({ version: document.documentElement.dataset.version });
}
tellVersion();
document.addEventListener("visibilitychange", tellVersion);
setInterval(tellVersion, 15000);
tabs.postMessage({ who: true });
showBar(bar, "Starting the games");
own({});
navigator.storage?.persist?.();

// -- a new version ----------------------------------------------------------------------------------

registration = await navigator.serviceWorker.getRegistration();

// The bar when nothing is being started: hidden, or the offer of a new version.
function rest() {
  if (isLeaving) return showBar(bar, "Loading the new version");
  if (!registration?.waiting) return showBar(bar, "");
  const accept = () => {
    leave();
    tabs.postMessage({ leave: version });
  };
  return showBar(bar, "A new version of this site is ready.", { button: "Use it now", click: accept });
}

// The browser ends the former service worker as soon as it has no work. A request that comes just then starts it again, and it stays
// for minutes. So first all tabs close their pages and ask for nothing: then the lock is free. What is being stored is stored.
function leave() {
  if (isLeaving) return;
  isLeaving = true;
  page.remove();
  release();
  rest();
  navigator.locks.request(PAGES, () => {
    change();
    return new Promise(() => {}); // pages of tabs that are being opened wait, too
  });
  setInterval(change, IDLE); // a tab that sleeps keeps the lock
}

function change() {
  if (!registration?.waiting) return location.reload();
  navigator.serviceWorker.controller?.postMessage({ leave: true });
  return registration.waiting.postMessage({ activate: true });
}

registration?.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", () => { if (isReady) rest(); }));
if (registration) {
  if (isReady) rest();
  registration.update().catch(() => {}); // without a network the stored version goes on
}

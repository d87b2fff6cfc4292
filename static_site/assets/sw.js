// The service worker: stores the site, serves it without a network, and passes what the application must answer to the tab that runs it.

const VERSION = "%VERSION%";
const FILES = %FILES%;
const CACHE = "rulekeep-files";
const POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'";
// A worker has the policy of its script; pages run no WebAssembly.
const SCRIPT_POLICY = `${POLICY}; script-src 'self' 'wasm-unsafe-eval'`;
const PATIENCE = 15000;
const GONE = '{"kind":"gone","say":"The games were started again. Try once more; nothing is lost."}';
const root = new URL("./", location.href);

// -- the files of the site: each is stored once under the digest of its content -------------------------

const keyOf = digest => new URL(`files/${digest}.gz`, root).href;

// The digest of a file, as it is in its name.
async function digestOf(content) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("").slice(0, 20);
}

// Fetch a file and store it unpacked. A host may answer with another page, or with a part of the file.
async function keep(cache, [digest, type]) {
  const answer = await fetch(keyOf(digest), { cache: "no-store" });
  if (!answer.ok) throw new Error(`${answer.status} for ${answer.url}`);
  // Hosts that compress by themselves may have undone our compression already.
  const packed = new Uint8Array(await answer.arrayBuffer());
  const isPacked = packed[0] === 0x1f && packed[1] === 0x8b;
  const content = isPacked ? await new Response(new Response(packed).body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer() : packed;
  if ((await digestOf(content)) !== digest) throw new Error(`${answer.url} is damaged`);
  const policy = type.startsWith("text/javascript") ? SCRIPT_POLICY : POLICY;
  await cache.put(keyOf(digest), new Response(content, { headers: { "content-type": type, "content-security-policy": policy } }));
}

async function fill() {
  const cache = await caches.open(CACHE);
  const known = new Set((await cache.keys()).map(request => request.url));
  const todo = Object.values(FILES).filter(([digest, , , isLate]) => !isLate && !known.has(keyOf(digest)));
  const total = todo.reduce((sum, [, , size]) => sum + size, 0);
  let stored = 0;
  const one = async file => {
    await keep(cache, file);
    stored += file[2];
    for (const client of await clients.matchAll({ includeUncontrolled: true })) client.postMessage({ stored: stored / total });
  };
  const line = [...todo].sort((a, b) => b[2] - a[2]);
  const next = async () => { while (line.length) await one(line.shift()); };
  await Promise.all(Array.from({ length: 6 }, next));
}

async function sweep() {
  const cache = await caches.open(CACHE);
  const used = new Set(Object.values(FILES).map(([digest]) => keyOf(digest)));
  for (const request of await cache.keys()) if (!used.has(request.url)) await cache.delete(request);
}

// A stored file; a late one is fetched when it is first wanted. Placeholders in pages stand for the address and the version of the site.
async function stored(path) {
  const file = FILES[path];
  if (!file) return undefined;
  const cache = await caches.open(CACHE);
  const find = () => cache.match(keyOf(file[0]));
  let answer = await find();
  if (!answer && file[3]) answer = await keep(cache, file).then(find).catch(() => undefined);
  if (!answer || !file[1].startsWith("text/html")) return answer;
  return new Response((await answer.text()).replaceAll("/@root@", root.pathname.slice(0, -1)).replace("@version@", VERSION), { headers: answer.headers });
}

addEventListener("install", event => event.waitUntil(fill()));
addEventListener("activate", event => event.waitUntil(sweep().then(() => clients.claim())));

// -- the application -------------------------------------------------------------------------------------

let application = null;
let running = "";
const waiting = new Set();
const open = new Set();

// Whoever runs the application answers with a port to it.
async function ask() {
  for (const client of await clients.matchAll({ type: "window" })) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => { if (data.ready) connected(port1, data.ready); };
    client.postMessage({ connect: true }, [port2]);
  }
}

// `name` differs for each start of the application. Requests to one that has ended are not answered any more.
function connected(port, name) {
  application = port;
  if (name !== running) for (const request of [...open]) request.fail();
  running = name;
  for (const resolve of waiting) resolve(port);
  waiting.clear();
}

function reach() {
  if (application) return application;
  const reached = new Promise(resolve => waiting.add(resolve));
  ask();
  return reached;
}

// No sign of life: the tab that runs the application sleeps. The tab that is seen takes over.
async function takeOver(port) {
  if (application !== port) return;
  application = null;
  for (const client of await clients.matchAll({ type: "window" })) client.postMessage({ steal: true });
}

addEventListener("message", ({ data, ports, source }) => {
  if (data.application) {
    application = null;
    ports[0].onmessage = message => { if (message.data.ready) connected(ports[0], message.data.ready); };
  }
  if (data.activate) skipWaiting();
  // A newer version starts when no request is open here; the stream of a tab that sleeps would stay open.
  if (data.leave) for (const request of [...open]) if (request.isStream) request.fail();
  if (data.version && data.version !== VERSION) source.postMessage({ reload: true });
});

async function answer(request, event) {
  const { method, url } = request;
  const isStream = request.headers.get("accept") === "text/event-stream";
  const body = method === "GET" ? null : new Uint8Array(await request.arrayBuffer());
  const port = await reach();
  const { port1, port2 } = new MessageChannel();
  let settle, stream;
  const answered = new Promise(resolve => { settle = resolve; });
  const ended = new Promise(resolve => {
    const finish = () => { open.delete(self); resolve(); };
    const self = {
      isStream,
      // What only reads is asked once more; a change may have happened already. Pages open streams again by themselves.
      fail() {
        if (!stream) settle(method === "GET" && !isStream ? answer(request, event) : new Response(GONE, { status: 503, headers: { "content-type": "application/json" } }));
        try { stream?.close(); } catch { /* it has ended */ }
        finish();
      },
    };
    open.add(self);
    const timer = setTimeout(() => takeOver(port), PATIENCE);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      if (data.status) {
        const hasBody = ![204, 304].includes(data.status);
        const content = new ReadableStream({ start(controller) { stream = controller; }, cancel() { port1.postMessage("gone"); finish(); } });
        settle(new Response(hasBody ? content : null, { status: data.status, headers: data.headers }));
      }
      try {
        if (data.chunk?.length) stream?.enqueue(data.chunk);
        if (data.end) stream?.close();
      } catch { /* the page has gone */ }
      if (data.end) finish();
    };
  });
  event.waitUntil(ended);
  port.postMessage({ method, url, headers: [...request.headers], body }, [port2]);
  return answered;
}

// -- requests ----------------------------------------------------------------------------------------------

addEventListener("fetch", event => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== root.origin || !url.pathname.startsWith(root.pathname)) return;
  event.respondWith(respond(request, url, event));
});

async function respond(request, url, event) {
  const path = url.pathname.slice(root.pathname.length).replace(/(^|\/)index\.html$/, "$1").replace(/\.html$|\/$/, "");
  if (request.mode === "navigate" && request.destination === "document") return stored("shell.html");
  const name = path in FILES ? path : `${path}${path ? "/" : ""}index.html`;
  // The stored lobby knows no matches: it is for the time until the application is there.
  const isLive = path === "" && (application || url.search === "?live");
  const file = request.method === "GET" && !isLive && (await stored(name));
  return file || answer(request, event);
}

// The worker that runs the application. Requests come through ports, one for each service worker; each request has a port for its answer.

import { startPython } from "./python.js";
import { Store } from "./store.js";
import { WorkerProxy } from "./worker_proxy.js";

const name = crypto.randomUUID();
const root = new URL(".", import.meta.url).href;
const workers = [new WorkerProxy(`${root}bot.js`), new WorkerProxy(`${root}bot.js`)];

const starting = start().catch(error => {
  postMessage({ failed: error.message });
  throw error;
});

async function start() {
  const store = await Store.claim(() => {
    for (const worker of workers) worker.stop();
    postMessage({ taken: true });
    close();
  });
  const python = await startPython(root, words => postMessage({ progress: words }));
  const bridge = python.pyimport("rulekeep.static_site.pyodide_bridge");
  const application = await bridge.start(root, await store.files(), changes => store.save(changes), ...workers);
  postMessage({ ready: true });
  return { bridge, application };
}

async function answer({ method, url, headers, body }, port) {
  port.postMessage({ received: true });
  const { bridge, application } = await starting;
  const post = (kind, ...values) => {
    if (kind === "start") port.postMessage({ status: values[0], headers: values[1] });
    else if (kind === "end") port.postMessage({ end: true });
    else port.postMessage({ chunk: values[0], more: values[1] });
  };
  const leave = bridge.answer(application, method, url, headers, body, post);
  port.onmessage = () => leave();
}

onmessage = ({ data, ports: [port] }) => {
  if (!data.connect) return;
  port.onmessage = message => answer(message.data, message.ports[0]);
  starting.then(() => port.postMessage({ ready: name }));
};

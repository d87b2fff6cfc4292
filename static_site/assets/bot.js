// The worker in which bots think and reviews are made.

import { startPython } from "./python.js";

const python = await startPython(new URL(".", import.meta.url).href);
const { answer_text } = python.pyimport("rulekeep.static_site.browser_worker");
onmessage = ({ data }) => postMessage(answer_text(data));
postMessage("ready");

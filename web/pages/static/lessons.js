// Mark the lessons that are done.

import { done } from "./progress.js";

const known = done(document.body.dataset.game);
for (const link of document.querySelectorAll("[data-lesson]")) link.classList.toggle("done", known.has(link.dataset.lesson));

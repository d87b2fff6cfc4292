// A dialog with text over the table; Escape closes it.

import { byId } from "./element.js";

export function read(title, ...inside) {
  const dialog = byId("sheet");
  byId("sheet-title").textContent = title;
  byId("sheet-body").replaceChildren(...inside.flat());
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

export function close() {
  byId("sheet").close();
}

byId("sheet").addEventListener("click", event => {
  if (event.target === event.currentTarget || event.target.closest("[data-close]")) close();
});

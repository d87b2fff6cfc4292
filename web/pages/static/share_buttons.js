// Buttons that copy a link: to a position, to a match, or to a seat.

import { root } from "./element.js";
import { get } from "./requests.js";

// Browsers allow the clipboard only on this machine or over TLS; elsewhere a text that is selected can be copied.
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    if (!document.execCommand("copy")) prompt("Copy this link:", text);
    field.remove();
  }
}

export function copied(button) {
  const label = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = label; }, 2000);
}

// `address()` answers with the link; `refuse(sentence)` says why there is none.
export function sharesLink(button, address, refuse) {
  button.addEventListener("click", async () => {
    try {
      const { link } = await get(address());
      await copyText(`${location.origin}${root}/share#${link}`);
      copied(button);
    } catch (error) {
      refuse(error.message);
    }
  });
}

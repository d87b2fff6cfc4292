// Open the position or match in the fragment of this address.

import { byId, root } from "./element.js";
import { post } from "./requests.js";

async function open() {
  try {
    const { page } = await post(`${root}/share`, { link: location.hash });
    if (location.pathname === root + page) location.reload();
    else location.replace(root + page + location.hash);
  } catch (error) {
    byId("status").hidden = true;
    byId("refusal").textContent = error.status === 413 ? "The link is too long for a position or a match." : error.message;
    byId("refusal").hidden = false;
  }
}

addEventListener("hashchange", open);
open();

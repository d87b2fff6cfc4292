// The links of a table: copy or replace them. Its settings, and removing it.

import { answers, byId, root } from "./element.js";
import { post } from "./requests.js";
import { copied, copyText } from "./share_buttons.js";

const table = `${root}/tables/${encodeURIComponent(document.body.dataset.table)}`;

function say(sentence) {
  byId("said").textContent = sentence;
  byId("said").hidden = false;
}

for (const link of document.querySelectorAll("[data-link]")) {
  link.value = new URL(link.value, location.href).href;
  link.addEventListener("focus", () => link.select());
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    await copyText(button.closest("li").querySelector("[data-link]").value);
    copied(button);
  });
}

for (const button of document.querySelectorAll("[data-revoke]")) {
  button.addEventListener("click", async () => {
    if (!confirm("Make a new link? The old one will stop working.")) return;
    try {
      await post(`${table}/revoke`, { seat: button.dataset.revoke === "" ? null : Number(button.dataset.revoke) });
      location.reload();
    } catch (error) {
      say(error.message);
    }
  });
}

// Every setting is saved when it changes; Enter in a number changes it too.
answers(byId("settings"), () => {});
byId("settings").addEventListener("change", async event => {
  const { name, type, checked, value } = event.target;
  try {
    await post(`${table}/settings`, { [name]: type === "checkbox" ? checked : type === "number" ? Number(value) : value });
    say("Saved. The players see it at once.");
  } catch (error) {
    say(error.message);
  }
});

for (const button of document.querySelectorAll("[data-remove]")) {
  button.addEventListener("click", async () => {
    if (!confirm(button.dataset.asks)) return;
    try {
      location.assign(root + (await post(`${table}/${button.dataset.remove}`)).page);
    } catch (error) {
      say(error.message);
    }
  });
}

for (const button of document.querySelectorAll("[data-message]")) {
  button.addEventListener("click", async () => {
    try {
      await post(`${table}/talk/remove`, { number: Number(button.dataset.message) });
      button.closest("li").remove();
    } catch (error) {
      say(error.message);
    }
  });
}

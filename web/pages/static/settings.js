// What a player has set for all tables in this browser.

import { el } from "./element.js";
import { read } from "./sheet.js";

const STORED = "rulekeep-settings";
const LABELS = {
  atOnce: "Play at the last click, without the Play button",
  sounds: "Sounds when it is your turn and at the end",
  notify: "A notification of the browser when it is your turn",
  pace: "Show moves of others one after another",
};
const DEFAULTS = { atOnce: false, sounds: false, notify: false, pace: true };

export const settings = { ...DEFAULTS, ...stored() };

function stored() {
  try {
    return JSON.parse(localStorage.getItem(STORED)) || {};
  } catch {
    return {};
  }
}

function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(STORED, JSON.stringify(settings));
  } catch {
    // Without storage the setting lasts as long as the page.
  }
  if (name === "notify" && value && "Notification" in window) Notification.requestPermission();
}

export function showSettings() {
  read("Settings", Object.entries(LABELS).map(([name, label]) => el("p", {}, el("label", { class: "setting-line" },
    el("input", { type: "checkbox", "data-setting": name, checked: settings[name], onchange: event => set(name, event.target.checked) }), " ", label))));
}

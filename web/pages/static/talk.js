// Talk at the table: messages, quick phrases, mute and report. Muting is this browser's affair.

import { answers, byId, el } from "./element.js";
import { get, post } from "./requests.js";
import { seatClass } from "./scores.js";

const PHRASES = ["Hello!", "Good luck!", "Well played.", "One moment, please.", "Your turn.", "Shall we make peace?", "Good game!"];
const MOST_SHOWN = 100;

export class TalkPanel {
  constructor(base) {
    this.base = base;
    this.store = `rulekeep muted ${base}`;
    this.messages = new Map();
    this.last = 0;
    this.seen = 0;
    this.view = null;
    this.muted = new Set(JSON.parse(sessionStorage.getItem(this.store) || "[]"));
    byId("quick").replaceChildren(...PHRASES.map(phrase => el("button", { type: "button", class: "quiet small", onclick: () => this.#say(phrase) }, phrase)));
    answers(byId("say"), () => this.#say(byId("words").value.trim()));
    byId("talk").addEventListener("toggle", () => this.#show());
  }

  // The table as it is now: whether there is talk, and the names.
  update(view) {
    const allowed = view.settings.talk === "everyone" || (view.settings.talk === "seats" && view.viewer !== null);
    const begins = allowed && (this.view === null || byId("talk").hidden);
    this.view = view;
    byId("talk").hidden = !allowed;
    if (begins) this.fetch();
  }

  // Something was said, or a message was removed.
  async fetch(number = this.last + 1) {
    if (byId("talk").hidden) return;
    try {
      const { messages } = await get(`${this.base}/talk?since=${Math.min(this.last, number - 1)}`);
      for (const message of messages) this.messages.set(message.number, message);
      this.last = Math.max(this.last, ...messages.map(message => message.number));
      this.#show();
    } catch (error) {
      this.#refuse(error.message);
    }
  }

  async #say(text) {
    if (!text) return;
    this.#refuse("");
    try {
      await post(`${this.base}/talk`, { text });
      byId("words").value = "";
      await this.fetch();
    } catch (error) {
      this.#refuse(error.message);
    }
  }

  async #report(message) {
    try {
      await post(`${this.base}/talk/report`, { number: message.number });
      message.reported = true;
      this.#show();
    } catch (error) {
      this.#refuse(error.message);
    }
  }

  #mute(seat, yes) {
    if (yes) this.muted.add(seat); else this.muted.delete(seat);
    sessionStorage.setItem(this.store, JSON.stringify([...this.muted]));
    this.#show();
  }

  #refuse(sentence) {
    byId("untold").textContent = sentence;
    byId("untold").hidden = !sentence;
  }

  #show() {
    const list = byId("said");
    const heard = [...this.messages.values()].filter(message => message.text).slice(-MOST_SHOWN);
    if (byId("talk").open) this.seen = this.last;
    const unread = heard.filter(message => message.number > this.seen && !this.muted.has(message.seat)).length;
    byId("unread").textContent = unread ? `(${unread} new)` : "";
    const button = (says, onclick) => el("button", { type: "button", class: "quiet small", onclick }, says);
    const own = this.view.viewer;
    list.replaceChildren(...heard.map(message => {
      const { seat } = message;
      const name = el("b", {}, seat === null ? "Spectator" : this.view.seats[seat].name);
      const row = inside => el("li", { class: seat === null ? "" : seatClass(seat) }, name, inside);
      if (this.muted.has(seat)) return row([" is muted. ", button("Unmute", () => this.#mute(seat, false))]);
      const others = seat === own ? [] : [button("Mute", () => this.#mute(seat, true)), message.reported ? el("small", {}, "Reported") : button("Report", () => this.#report(message))];
      return row([`: ${message.text} `, ...others]);
    }));
    list.scrollTop = list.scrollHeight;
  }
}

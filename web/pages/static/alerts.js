// Tell a player who looks elsewhere: the title of the page, a sound, a notification of the browser.

import { settings } from "./settings.js";

let turn = null;
let ended = null;

// `view` is the table as it is now; a change since the last time is announced.
export function announce(view) {
  const mine = Boolean(view.decision);
  document.title = `${mine ? "● " : ""}${view.title}${mine ? ": your turn" : view.over ? ": the end" : ""}`;
  if (turn === false && mine) alert("Your turn", view.decision.prompt, [660, 880]);
  if (ended === false && view.over) alert("The match is over", view.result?.say || "", [880, 660, 440]);
  turn = mine;
  ended = view.over;
}

function alert(title, body, tones) {
  if (settings.sounds) sound(tones);
  if (settings.notify && document.hidden && "Notification" in window && Notification.permission === "granted") {
    const shown = new Notification(title, { body, tag: "rulekeep" });
    shown.onclick = () => { focus(); shown.close(); };
  }
}

function sound(tones) {
  const context = new AudioContext();
  tones.forEach((tone, n) => {
    const [start, end] = [context.currentTime + 0.14 * n, context.currentTime + 0.14 * (n + 1)];
    const [source, volume] = [context.createOscillator(), context.createGain()];
    source.frequency.value = tone;
    volume.gain.setValueAtTime(0.08, start);
    volume.gain.exponentialRampToValueAtTime(0.001, end);
    source.connect(volume).connect(context.destination);
    source.start(start);
    source.stop(end);
  });
  setTimeout(() => context.close(), 1000);
}

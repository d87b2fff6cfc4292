// The lobby: start a match or resume one.

import { answers, byId, root } from "./element.js";
import { get, post } from "./requests.js";

const form = byId("begin");
const MAX_UPLOAD = 1 << 20;
const section = () => form.querySelector(`section[data-game="${form.elements.game.value}"]`);

function refuse(sentence) {
  byId("refusal").textContent = sentence;
  byId("refusal").hidden = !sentence;
  if (sentence) byId("refusal").scrollIntoView({ block: "center" });
}

async function open(said, button, pageOf = page => page) {
  refuse("");
  button.disabled = true;
  try {
    const { page } = await post(`${root}/tables`, said);
    location.assign(await pageOf(root + page));
  } catch (error) {
    refuse(error.message);
    button.disabled = false;
  }
}

function seats(part) {
  const count = Number(part.querySelector("[data-seats]")?.value || part.querySelectorAll("[data-seat]").length);
  part.dataset.count = count;
  for (const seat of part.querySelectorAll("[data-seat]")) seat.hidden = Number(seat.dataset.seat) >= count;
}

// Mark the options that differ from the standard, and name them in the summary.
function changes(part) {
  const changed = [...part.querySelectorAll("[data-option]")].filter(option => {
    const differs = option.value !== option.dataset.usual;
    option.closest(".option").classList.toggle("changed", differs);
    return differs;
  });
  const said = part.querySelector("[data-changed]");
  if (said) said.textContent = changed.length ? changed.map(option => `${option.labels[0].textContent}: ${option.selectedOptions?.[0].textContent ?? option.value}`).join(", ") : "standard";
  return Object.fromEntries(changed.map(option => [option.dataset.option, option.value]));
}

form.addEventListener("change", event => {
  if (event.target.name === "game") for (const part of form.querySelectorAll("section")) part.hidden = part !== section();
  const part = event.target.closest("section");
  if (!part) return;
  if (event.target.matches("[data-seats]")) seats(part);
  if (event.target.matches("[data-preset]")) {
    for (const about of part.querySelectorAll("[data-about]")) about.hidden = about.dataset.about !== event.target.value;
    const sets = JSON.parse(event.target.selectedOptions[0].dataset.sets || "{}");
    for (const option of part.querySelectorAll("[data-option]")) option.value = sets[option.dataset.option] ?? option.dataset.usual;
  }
  changes(part);
});

answers(form, () => {
  const part = section();
  const box = part.querySelector("[data-box]")?.value;
  const taken = [...part.querySelectorAll("[data-seat]")].filter(seat => !seat.hidden);
  open({
    game: form.elements.game.value,
    ...(box && { box }),
    options: changes(part),
    seats: taken.map(seat => ({ name: seat.querySelector("[name=name]").value.trim(), player: seat.querySelector("[name=player]").value })),
  }, form.querySelector("[type=submit]"));
});

// One person against bots: no link to share, so the player's page opens at once.
for (const button of form.querySelectorAll("[data-quick]")) button.addEventListener("click", () => {
  const bots = Array(Number(button.dataset.count) - 1).fill({ player: button.dataset.quick });
  const ownPage = async page => new URL((await get(`${page}/links`)).seats[0].link).pathname;
  open({ game: form.elements.game.value, options: changes(section()), seats: [{}, ...bots] }, button, ownPage);
});

// A match file of this machine: the server checks it and saves it as it is.
byId("import").addEventListener("change", async event => {
  const file = event.target.files[0];
  const refused = byId("not-imported");
  try {
    if (file.size > MAX_UPLOAD) throw new Error(`${file.name} is larger than ${MAX_UPLOAD >> 10} kB.`);
    location.assign(root + (await post(`${root}/matches`, { name: file.name, text: await file.text() })).page);
  } catch (error) {
    refused.textContent = error.message;
    refused.hidden = false;
    event.target.value = "";
  }
});

for (const button of document.querySelectorAll("[data-resume]")) button.addEventListener("click", () => open({ match: button.dataset.resume }, button));
const wanted = [...form.elements.game].find(game => game.value === new URLSearchParams(location.search).get("game"));
if (wanted) wanted.checked = true;
for (const part of form.querySelectorAll("section")) { part.hidden = part !== section(); seats(part); changes(part); }

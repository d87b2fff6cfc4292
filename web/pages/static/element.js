// Build elements of the page. Text is never read as markup.

// The path prefix of the server; empty unless a proxy adds one.
export const root = document.documentElement.dataset.root;

export function el(tag, attributes = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...inside.flat().filter(part => part !== null && part !== undefined));
  return made;
}

export const byId = name => document.getElementById(name);

// A sentence with its rule ids as links to the rule book.
export function withRules(sentence, game) {
  return sentence.split(/\b([A-Z]{2,4}-[0-9]{1,4})\b/).map((part, n) =>
    n % 2 ? el("a", { href: `${root}/book/${game}#${part}`, target: "rulekeep-book" }, part) : part);
}

// A move as people read it: the sentence first, then the notation in small print.
export function inWords({ sentence, text }) {
  return sentence ? [sentence, " ", el("small", { class: "move" }, text)] : [text];
}

// Let a script answer a form. Its button is disabled in the page until then: without an answer the browser
// would send the form itself and load the page again.
export function answers(form, answer) {
  form.addEventListener("submit", event => { event.preventDefault(); answer(); });
  const button = form.querySelector("button:not([type=button])");
  if (button) button.disabled = false;
}

// Whether a key press belongs to what has the focus, not to the page.
export function isTyping(event) {
  return event.target.closest("input:not([type=radio]):not([type=range]), textarea, select") !== null;
}

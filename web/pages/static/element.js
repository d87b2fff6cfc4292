// Elements of the page, put together from text that is never read as markup.

// The path below which the server is found; empty unless a proxy puts it below one.
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

// A sentence in which the ids of rules lead to the book of the game.
export function withRules(sentence, game) {
  return sentence.split(/\b([A-Z]{2,4}-[0-9]{1,4})\b/).map((part, n) =>
    n % 2 ? el("a", { href: `${root}/book/${game}#${part}`, target: "rulekeep-book" }, part) : part);
}

// Whether a key press belongs to what has the focus, not to the page.
export function isTyping(event) {
  return event.target.closest("input:not([type=radio]):not([type=range]), textarea, select") !== null;
}

// The bar at the lower edge: what is being loaded, or what one can do now.

export function showBar(bar, words, { done = null, button = "", click = null } = {}) {
  const [says, progress, does] = bar.children;
  says.textContent = words;
  progress.hidden = button !== "" || done === false;
  if (typeof done === "number") progress.value = done;
  else progress.removeAttribute("value");
  does.hidden = !button;
  does.textContent = button;
  does.onclick = click;
  bar.hidden = !words;
}

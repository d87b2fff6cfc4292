// What stands below an element must not jump when its text gets shorter: it keeps the largest height it has had.

export function steady(element) {
  let width = 0;
  new ResizeObserver(() => {
    if (element.offsetWidth !== width) {
      width = element.offsetWidth;
      element.style.minHeight = "";
    }
    element.style.minHeight = `${element.offsetHeight}px`;
  }).observe(element);
}

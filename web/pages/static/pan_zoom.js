// Zoom a picture by buttons, keys, wheel or two fingers, and move it by dragging. One finger scrolls by itself.

const STEPS = [1, 1.35, 1.8, 2.6, 3.6];

export class PanZoom {
  constructor(box) {
    this.box = box;
    this.factor = 1;
    this.dragged = false;
    box.addEventListener("wheel", event => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.to(this.factor * (event.deltaY < 0 ? 1.15 : 1 / 1.15), event.clientX, event.clientY);
    }, { passive: false });
    box.addEventListener("touchstart", event => { if (event.touches.length === 2) this.pinch = { apart: apart(event.touches), factor: this.factor }; }, { passive: true });
    box.addEventListener("touchmove", event => {
      if (event.touches.length !== 2 || !this.pinch) return;
      event.preventDefault();
      const [one, other] = event.touches;
      this.to(this.pinch.factor * apart(event.touches) / this.pinch.apart, (one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2);
    }, { passive: false });
    box.addEventListener("touchend", () => { this.pinch = null; }, { passive: true });
    box.addEventListener("pointerdown", event => this.#drag(event));
  }

  // The mouse takes hold of a picture that is larger than its box.
  #drag(down) {
    this.dragged = false;
    const { box } = this;
    if (down.pointerType !== "mouse" || down.button !== 0 || (box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight)) return;
    const start = [box.scrollLeft, box.scrollTop];
    const move = event => {
      const by = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (Math.hypot(...by) > 6) this.dragged = true;
      if (this.dragged) box.scrollTo(start[0] - by[0], start[1] - by[1]);
    };
    const stop = () => { removeEventListener("pointermove", move); removeEventListener("pointerup", stop); };
    addEventListener("pointermove", move);
    addEventListener("pointerup", stop);
  }

  step(by) {
    const at = STEPS.findLastIndex(one => one <= this.factor + 0.01);
    const { x, y, width, height } = this.box.getBoundingClientRect();
    this.to(STEPS[Math.max(0, Math.min(STEPS.length - 1, at + by))], x + width / 2, y + height / 2);
  }

  // Zoom so that what is at a point of the screen stays there.
  to(factor, x, y) {
    const wanted = Math.max(this.box.classList.contains("apart") ? 0.5 : 1, Math.min(STEPS.at(-1), factor));
    const { left, top } = this.box.getBoundingClientRect();
    const ratio = wanted / this.factor;
    const scroll = [(this.box.scrollLeft + x - left) * ratio - (x - left), (this.box.scrollTop + y - top) * ratio - (y - top)];
    this.factor = wanted;
    this.keep();
    this.box.scrollTo(...scroll);
  }

  // Apply the zoom to a new picture.
  keep() {
    this.box.style.setProperty("--zoom", this.factor);
    this.box.classList.toggle("zoomed", this.factor > 1);
  }
}

function apart([one, other]) {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

// What the reader does with the timeline: pressing, dragging, scrolling, zooming.
const [height, axis] = [22, 24];

Page.Lanes = class extends Page.LanesView {
  constructor(app) {
    super(app);
    this.box.addEventListener("scroll", () => this.draw());
    this.box.addEventListener("pointerdown", (event) => this.press(event));
    this.box.addEventListener("pointermove", (event) => this.isPressed && this.seek(event));
    for (const name of ["pointerup", "pointercancel"]) this.box.addEventListener(name, () => (this.isPressed = false));
    this.box.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    new ResizeObserver(() => this.draw()).observe(this.box);
  }

  /** Follows the cursor when it leaves the view, and tells screen readers where it is. */
  update() {
    const { app, view } = this;
    const place = app.timeLine.place(app.time);
    const length = view.to - view.from;
    if (place < view.from || place > view.to) this.show(place - length / 4, place + (length * 3) / 4);
    const values = { min: 0, max: Math.round(app.timeLine.length / 1000), now: Math.round(place / 1000), text: app.clock.full(app.time) };
    for (const [name, value] of Object.entries(values)) this.box.setAttribute(`aria-value${name}`, String(value));
    this.draw();
  }

  show(from, to) {
    const most = this.app.timeLine.length, length = Math.min(Math.max(to - from, 5000), most);
    const start = Math.min(Math.max(from, 0), most - length);
    this.view = { from: start, to: start + length };
  }

  zoom(factor, at = this.app.timeLine.place(this.app.time)) {
    const { from, to } = this.view;
    this.show(at - (at - from) * factor, at + (to - at) * factor);
    this.draw();
  }

  wheel(event) {
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      const step = ((event.deltaX || event.deltaY) / this.width) * (this.view.to - this.view.from);
      this.show(this.view.from + step, this.view.to + step);
      this.draw();
    } else if (event.ctrlKey || event.metaKey || this.box.scrollHeight <= this.box.clientHeight) {
      event.preventDefault();
      const at = this.app.timeLine.place(this.time(event.offsetX));
      this.zoom(event.deltaY > 0 ? 1.25 : 0.8, at);
    }
  }

  press(event) {
    const inside = event.clientY - this.box.getBoundingClientRect().top + this.box.scrollTop - axis;
    const lane = this.lanes[Math.floor(inside / height)];
    this.isPressed = true;
    this.box.setPointerCapture?.(event.pointerId);
    if (inside < 0 || !lane || !this.choose(lane, event)) this.seek(event);
  }

  /** What was pressed: a region's lane, a device's, or the mark of an entry, whose time it shows. */
  choose(lane, event) {
    const x = event.clientX - this.box.getBoundingClientRect().left;
    if (lane.kind === "states") this.app.chooseRegion(lane.region);
    if (lane.kind === "fixes" && x < this.gutter && lane.device !== this.app.device) this.app.choose(lane.device);
    if (lane.kind !== "marks") return false;
    const near = lane.entries.map((entry) => ({ entry, far: Math.abs(this.x(entry.time) - x) }))
      .reduce((best, each) => (each.far < best.far ? each : best), { far: 8 });
    if (!near.entry) return false;
    this.isPressed = false;
    this.app.showEntry(near.entry);
    return true;
  }

  seek(event) {
    this.app.seek(this.time(event.clientX - this.box.getBoundingClientRect().left));
  }
};

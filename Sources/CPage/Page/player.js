// Plays the run: folded time passes at a chosen multiple of real time.
const speeds = [1, 5, 20, 60, 300, 1800, 7200, 43200];

Page.Player = class {
  constructor(app) {
    this.app = app;
    this.button = document.getElementById("play");
    this.select = document.getElementById("speed");
    this.loop = document.getElementById("loop");
    for (const speed of speeds) this.select.append(Page.make("option", { value: String(speed) }, `${speed.toLocaleString("en")} ×`));
    // A run plays in about a minute.
    const usual = speeds.find((speed) => app.timeLine.length / 1000 / speed < 75) ?? speeds.at(-1);
    this.select.value = String(usual);
    this.button.addEventListener("click", () => this.toggle());
  }

  toggle(isPlaying = !this.isPlaying) {
    this.isPlaying = isPlaying;
    this.button.textContent = isPlaying ? "❚❚" : "▶";
    this.button.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
    if (!isPlaying) return;
    const { app } = this;
    if (app.time >= app.timeLine.last) app.seek(app.timeLine.first);
    this.last = performance.now();
    requestAnimationFrame((now) => this.frame(now));
  }

  frame(now) {
    if (!this.isPlaying) return;
    const { app } = this;
    // With motion reduced, it goes in steps.
    if (!Page.isStill() || now - this.last >= 1000) {
      const place = app.timeLine.place(app.time) + (now - this.last) * Number(this.select.value);
      this.last = now;
      if (place >= app.timeLine.length) {
        app.seek(this.loop.checked ? app.timeLine.first : app.timeLine.last);
        if (!this.loop.checked) return this.toggle(false);
      } else {
        app.seek(app.timeLine.time(place));
      }
    }
    requestAnimationFrame((next) => this.frame(next));
  }

  faster(step) {
    this.select.selectedIndex = Math.min(Math.max(this.select.selectedIndex + step, 0), speeds.length - 1);
  }
};

// The timeline: a lane of fixes, one for each region, one for what the script says, one for alerts.
const [height, axis] = [22, 24];
const isAlert = ({ type }) => type === "alert" || type === "suppressed";
/** An alert that was not raised or waits is a ring, one that did not arrive a cross. */
const fateColors = { suppressed: "ignored", held: "held", failed: "dropped" };

/** Draws the lanes; see hands.js for what the reader does with them. */
Page.LanesView = class {
  constructor(app) {
    this.app = app;
    this.box = document.getElementById("lanes");
    this.canvas = document.getElementById("lanes-canvas");
    this.pen = this.canvas.getContext("2d");
    this.view = { from: 0, to: app.timeLine.length };
    this.arrange();
  }

  /** The lanes of the chosen device, or one for each device. */
  arrange() {
    const { app } = this;
    const lanes = [];
    if (app.device) {
      lanes.push({ name: "fixes", kind: "fixes", device: app.device });
      const regions = [...app.device.lanes.keys()].sort((a, b) => a - b);
      for (const region of regions) lanes.push({ name: app.model.regions[region].id, kind: "states", region, device: app.device });
    } else {
      for (const device of app.model.tracked) lanes.push({ name: device.name, kind: "fixes", device });
    }
    const log = app.model.log.filter((entry) => !app.device || entry.device === app.device);
    const alerts = { name: "alerts", kind: "marks", color: "alert", entries: log.filter(isAlert) };
    const calls = { name: "script", kind: "marks", color: "print", entries: log.filter((entry) => !isAlert(entry)) };
    // With many lanes, what the script says must be seen without scrolling.
    this.lanes = [alerts, calls, ...lanes];
    document.getElementById("lanes-height").style.height = `${axis + this.lanes.length * height + 4}px`;
    this.colors = null;
    this.draw();
  }

  get gutter() {
    return this.box.clientWidth < 600 ? 76 : 150;
  }

  x(time) {
    const share = (this.app.timeLine.place(time) - this.view.from) / (this.view.to - this.view.from);
    return this.gutter + share * (this.width - this.gutter - 10);
  }

  time(x) {
    const share = (x - this.gutter) / (this.width - this.gutter - 10);
    return this.app.timeLine.time(this.view.from + share * (this.view.to - this.view.from));
  }

  color(name) {
    this.colors ??= {};
    return (this.colors[name] ??= getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());
  }

  draw() {
    const scale = devicePixelRatio || 1;
    this.width = this.box.clientWidth;
    const tall = this.box.clientHeight;
    if (this.canvas.width !== Math.round(this.width * scale) || this.canvas.height !== Math.round(tall * scale)) {
      [this.canvas.width, this.canvas.height] = [Math.round(this.width * scale), Math.round(tall * scale)];
      [this.canvas.style.width, this.canvas.style.height] = [`${this.width}px`, `${tall}px`];
    }
    const { pen } = this;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, this.width, tall);
    pen.font = "12px system-ui, 'DejaVu Sans', sans-serif";
    pen.textBaseline = "middle";
    const first = Math.max(0, Math.floor((this.box.scrollTop - axis) / height));
    for (let i = first; i < this.lanes.length; i++) {
      const y = axis + i * height - this.box.scrollTop;
      if (y > tall) break;
      this.drawLane(this.lanes[i], y);
    }
    this.drawGaps(tall);
    this.drawAxis();
    this.drawCursor(tall);
  }

  drawLane(lane, y) {
    const { pen } = this;
    const isChosen = lane.region !== undefined && lane.region === this.app.region;
    pen.fillStyle = this.color("line");
    pen.fillRect(0, y + height - 1, this.width, 1);
    pen.save();
    pen.beginPath();
    pen.rect(this.gutter, y, this.width - this.gutter, height);
    pen.clip();
    if (lane.kind === "fixes") this.drawFixes(lane, y);
    if (lane.kind === "states") this.drawStates(lane, y);
    if (lane.kind === "marks") this.drawMarks(lane, y);
    pen.restore();
    pen.fillStyle = this.color(isChosen ? "mark" : "ink");
    pen.font = `${isChosen ? "bold " : ""}12px system-ui, 'DejaVu Sans', sans-serif`;
    pen.fillText(this.fitted(lane.name), 10, y + height / 2);
  }

  fitted(text) {
    const room = this.gutter - 16;
    if (this.pen.measureText(text).width <= room) return text;
    let cut = text;
    while (cut.length > 1 && this.pen.measureText(`${cut}…`).width > room) cut = cut.slice(0, -1);
    return `${cut}…`;
  }

  /** A tick for each fix; where several share a pixel, the one that matters most. */
  drawFixes(lane, y) {
    const { fixes } = lane.device;
    const rank = [0, 5, 2, 3, 1, 4], first = Math.max(0, Page.lastAt(fixes.time, this.time(this.gutter - 2)));
    const last = Page.lastAt(fixes.time, this.time(this.width));
    const columns = new Map(), step = Math.max(1, Math.floor((last - first) / 40_000));
    for (let i = first; i <= last; i += step) {
      const x = Math.round(this.x(fixes.time[i]));
      const known = columns.get(x);
      if (known === undefined || rank[fixes.outcome[i]] > rank[known]) columns.set(x, fixes.outcome[i]);
    }
    for (const [x, outcome] of columns) {
      this.pen.fillStyle = this.color(Page.outcomes[outcome]);
      const tall = outcome === 0 ? 8 : 15;
      this.pen.fillRect(x - 0.75, y + (height - tall) / 2, 1.5, tall);
    }
  }

  drawStates(lane, y) {
    const changes = lane.device.lanes.get(lane.region) ?? [];
    const end = Math.max(this.app.timeLine.last, changes.at(-1)?.time ?? 0), tall = [4, 8, 12, 15, 12];
    changes.forEach((change, i) => {
      const [a, b] = [this.x(change.time), this.x(changes[i + 1]?.time ?? end)];
      if (b < this.gutter || a > this.width) return;
      this.pen.fillStyle = this.color(Page.states[change.kind]);
      this.pen.fillRect(a, y + (height - tall[change.kind]) / 2, Math.max(1.5, b - a), tall[change.kind]);
    });
  }

  drawMarks(lane, y) {
    const { pen } = this;
    let last = -Infinity;
    for (const entry of lane.entries) {
      const x = this.x(entry.time);
      if (x < this.gutter - 6 || x > this.width + 6 || x - last < 1) continue;
      last = x;
      pen.fillStyle = this.color(entry.type === "failure" || entry.type === "stop" ? "dropped" : lane.color);
      pen.beginPath();
      const [fate, color] = [entry.fate?.[0], this.color(fateColors[entry.fate?.[0]] ?? lane.color)];
      const middle = y + height / 2;
      [pen.strokeStyle, pen.lineWidth] = [color, fate ? 2 : 1];
      if (fate === "failed") this.pen.stroke(new Path2D(`M${x - 5},${middle - 5}l10,10m0,-10l-10,10`));
      else if (lane.color === "alert") pen.arc(x, middle, fate ? 4 : 5, 0, 2 * Math.PI);
      else pen.rect(x - 1, y + 5, 2, height - 10);
      if (fate && fate !== "failed") pen.stroke();
      else pen.fill();
      pen.lineWidth = 1;
    }
  }

  /** Gaps are marked with their length. */
  drawGaps(tall) {
    const { pen } = this;
    for (const gap of this.app.timeLine.gaps) {
      const [a, b] = [this.x(gap.a), this.x(gap.b)];
      if (b < this.gutter || a > this.width) continue;
      pen.fillStyle = this.color("ground");
      pen.globalAlpha = 0.85;
      pen.fillRect(Math.max(a, this.gutter), axis, b - Math.max(a, this.gutter), tall);
      pen.globalAlpha = 1;
      pen.strokeStyle = this.color("gap");
      pen.setLineDash([3, 3]);
      for (const x of [a, b]) if (x >= this.gutter) pen.stroke(new Path2D(`M${x},${axis}V${tall}`));
      pen.setLineDash([]);
      const text = Page.duration(gap.length);
      if (b - a < 14) continue;
      pen.save();
      pen.translate((a + b) / 2, axis + (tall - axis) / 2);
      if (pen.measureText(text).width > b - a - 4) pen.rotate(-Math.PI / 2);
      pen.fillStyle = this.color("faint");
      pen.textAlign = "center";
      pen.fillText(text, 0, 0);
      pen.restore();
    }
    pen.textAlign = "left";
  }

  drawAxis() {
    const { pen, app } = this;
    pen.fillStyle = this.color("sheet");
    pen.fillRect(0, 0, this.width, axis);
    pen.fillStyle = this.color("faint");
    pen.fillText(app.isEmpty ? "" : app.clock.parts(app.time).timeZoneName, 10, axis / 2);
    let last = -Infinity;
    let day = "";
    for (let x = this.gutter; x < this.width - 60 && !app.isEmpty; x += 8) {
      if (x - last < 110) continue;
      const time = this.time(x);
      const today = app.clock.day(time);
      const text = app.clock.time(time).slice(0, this.view.to - this.view.from < 1_200_000 ? 8 : 5);
      pen.fillText(today === day ? text : `${today.slice(5)} ${text}`, x + 4, axis / 2);
      pen.fillRect(x, axis - 5, 1, 5);
      day = today;
      last = x;
    }
    pen.fillStyle = this.color("line");
    pen.fillRect(0, axis - 1, this.width, 1);
  }

  drawCursor(tall) {
    const x = this.x(this.app.time);
    if (x < this.gutter - 1 || x > this.width) return;
    this.pen.fillStyle = this.color("mark");
    this.pen.fillRect(x - 1, 4, 2, tall);
    this.pen.fill(new Path2D(`M${x - 6},2h12l-6,8`));
  }
};

// What if: other values of a region, by dragging its rim or as numbers; the run is played again, and says which alerts come and go.
const { make } = Page;
const element = (id) => document.getElementById(`what-if-${id}`);
/** Pixels around a rim, and milliseconds after a change until the run is asked. */
const [near, pause] = [10, 250];
const values = [
  ["radius", "Radius", "m"], ["width", "Width", "m"], ["desiredAccuracy", "Buffer", "m"],
  ["enterDelay", "Enter delay", "s"], ["exitDelay", "Exit delay", "s"], ["dwell", "Dwell", "s"],
];
/** A word of a shell. */
const quoted = (word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

Page.WhatIf = class {
  constructor(app) {
    Object.assign(this, { app, map: null, form: document.getElementById("what-if"), inputs: [] });
    this.form.addEventListener("submit", (event) => event.preventDefault());
    element("close").addEventListener("click", () => this.close());
    element("reset").addEventListener("click", () => this.open(this.index));
  }

  open(index) {
    const region = this.app.model.regions[index];
    [this.index, this.region, this.map] = [index, region, this.app.map?.map];
    this.app.tools?.choose(null);
    element("name").textContent = region.id;
    this.inputs = values.flatMap(([name, label, unit]) => {
      const now = region.properties[name] ?? (name === "desiredAccuracy" ? region.buffer : ["radius", "width"].includes(name) ? null : 0);
      if (now === null) return [];
      const min = ["radius", "width"].includes(name) ? "0.1" : "0";
      const input = make("input", { type: "number", min, step: "any", value: String(now), oninput: () => this.change(), onchange: () => this.app.map?.fitRegion(this.shown) });
      return [Object.assign(input, { now, about: name, label: `${label}, ${unit}` })];
    });
    element("values").replaceChildren(...this.inputs.map((each) => make("label", {}, make("span", {}, each.label), each)));
    const input = (...names) => this.inputs.find(({ about }) => names.includes(about));
    [this.size, this.buffer] = [input("radius", "width"), input("desiredAccuracy")];
    const { type } = region.geometry;
    element("hint").textContent = type === "Point" ? "Drag the circle's rim or the edge of its buffer, or change a number."
      : this.size ? "Drag the corridor's edge or the edge of its buffer, or change a number."
        : "Drag the edge outward for a larger buffer, or change a number. Fences moves corners.";
    element("answer").replaceChildren();
    this.form.hidden = false;
    this.listen();
    this.draw();
    this.app.map?.fitRegion(this.shown);
  }

  close() {
    this.form.hidden = true;
    clearTimeout(this.timer);
    this.app.map?.set("fence", []);
  }

  get changes() {
    return this.inputs.filter((input) => input.value !== "" && input.validity.valid && Number(input.value) !== input.now)
      .map((input) => `${this.region.id}.${input.about}=${Number(input.value)}`);
  }

  listen() {
    if (this.isListening || !this.map) return;
    this.isListening = true;
    const on = (names, what) => names.forEach((name) => this.map.on(name, (event) => !this.form.hidden && what(event)));
    on(["mousedown", "touchstart"], (event) => (this.isHeld = (event.points?.length ?? 1) === 1 && this.edgeAt(event.point)) && event.preventDefault());
    on(["mousemove", "touchmove"], (event) => {
      this.map.getCanvas().style.cursor = this.isHeld || this.edgeAt(event.point) ? "ew-resize" : "";
      if (this.isHeld) this.drag(event.point);
    });
    // Also beside the map.
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => setTimeout(() => (this.isHeld = null)));
  }

  /** Meters from the middle of a circle or a corridor to its edge; 0 for a polygon. */
  get reach() {
    return this.size ? Math.max(0, Number(this.size.value)) / (this.size.about === "width" ? 2 : 1) : 0;
  }

  /** Meters per pixel at a point, and meters from there to the middle of a circle or a corridor, or a polygon's edge. */
  measure({ x, y }) {
    const place = (at) => this.map.unproject(at).toArray();
    const scale = Page.distance(place([x - 5, y]), place([x + 5, y])) / 10;
    const { geometry, center } = this.region;
    const lines = geometry.type === "Point" ? [[center, center]] : Page.lines(geometry);
    const far = lines.map((line) => line.map((each) => this.map.project(each))).flatMap((line) => line.slice(1).map((end, i) => Page.distanceToEdge({ x, y }, line[i], end)));
    return { scale, far: Math.min(...far) * scale };
  }

  /** The number that an edge at a point stands for: the size, or the buffer around it. */
  edgeAt(point) {
    const { scale, far } = this.measure(point);
    const isAt = (meters) => Math.abs(far - meters) / scale <= near;
    if (this.size && isAt(this.reach)) return this.size;
    return isAt(this.reach + Number(this.buffer.value)) ? this.buffer : null;
  }

  drag(point) {
    const { far } = this.measure(point);
    const meters = this.isHeld === this.buffer ? far - this.reach : far * (this.size.about === "width" ? 2 : 1);
    this.isHeld.value = String(Math.max(this.isHeld === this.buffer ? 0 : 1, Number(meters.toPrecision(3))));
    this.change();
  }

  change() {
    for (const input of this.inputs) input.classList.toggle("changed", Number(input.value) !== input.now);
    this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), pause);
  }

  /** The region with its other values. */
  get shown() {
    const size = this.size ? { [this.size.about]: Math.max(0.1, Number(this.size.value)) } : {};
    return { ...this.region, properties: { ...this.region.properties, ...size } };
  }

  draw() {
    const { shown } = this;
    const features = Page.regionFeatures(shown, 0).slice(1);
    const { geometry, center } = shown;
    const rim = geometry.type === "Point" ? Page.circle(...center, this.reach || 1) : null;
    const around = rim ? { type: "LineString", coordinates: rim } : { type: "MultiLineString", coordinates: Page.lines(geometry) };
    const width = Page.lineWidth(2 * Math.max(0, Number(this.buffer.value)) + (rim || !this.size ? 0 : 2 * this.reach), center);
    const corners = rim ? Page.circle(...center, this.reach || 1, 4).slice(0, 4).map(([lng, lat]) => Page.point(lng, lat, { role: "corner" })) : [];
    this.app.map?.set("fence", [{ type: "Feature", properties: { role: "corridor", width }, geometry: around }, ...features, ...corners]);
  }

  ask() {
    const { changes, app } = this;
    const wrong = this.inputs.find((input) => Number(input.value) !== input.now && !input.validity.valid);
    if (wrong) return element("answer").replaceChildren(`${wrong.label}: write a number of at least ${wrong.min}.`);
    if (changes.length === 0) return element("answer").replaceChildren();
    if (!app.model.live) return this.showCommand(changes);
    if (!app.model.whatIf) return element("answer").replaceChildren("This run cannot be played again: replay files, or add --record FILE; it has no answers under --privacy-zone.");
    this.wanted = changes;
    return (this.asking ??= this.askAll().finally(() => (this.asking = null)));
  }

  /** One question at a time: the latest one is asked when the answer is there. */
  async askAll() {
    while (this.wanted) {
      const changes = this.wanted;
      this.wanted = null;
      this.form.setAttribute("aria-busy", "true");
      const answer = await this.app.tools.request("/what-if", JSON.stringify(changes));
      this.form.removeAttribute("aria-busy");
      if (this.wanted || this.form.hidden) continue;
      if (answer.status === 409) {
        await new Promise((done) => setTimeout(done, pause));
        this.wanted ??= changes;
      } else if (answer.json?.comes) this.show(answer.json);
      else element("answer").replaceChildren(answer.fault);
    }
  }

  show({ comes, goes, stays }) {
    const { app } = this;
    const all = [...comes.map((json) => ["comes", "+", json]), ...goes.map((json) => ["goes", "−", json])]
      .map(([kind, sign, json]) => ({ kind, sign, json, time: Date.parse(json.time) - app.model.start })).sort((a, b) => a.time - b.time);
    const count = (number, word) => `${number.toLocaleString("en")} ${number === 1 ? "alert" : "alerts"} ${word}`;
    element("answer").replaceChildren(
      make("p", {}, make("b", {}, [count(comes.length, "more"), `${goes.length.toLocaleString("en")} fewer`, `${stays.toLocaleString("en")} as before`].join(", "))),
      make("ol", {}, ...all.slice(0, 200).map(({ kind, sign, json, time }) => make("li", {},
        make("button", { type: "button", class: kind, onclick: () => app.seek(time) }, make("b", {}, sign),
          make("span", { class: "small" }, app.clock.time(time)), make("span", {}, `${json.title}${app.model.tracked.length > 1 && json.device ? ` · ${json.device}` : ""}`))))),
      ...(all.length > 200 ? [make("p", { class: "faint" }, `and ${(all.length - 200).toLocaleString("en")} further ones`)] : []));
  }

  /** A file plays nothing: it shows the command that does. */
  showCommand(changes) {
    const { script, replay } = this.app.model;
    const words = ["geoscript", "page", script, ...changes.flatMap((change) => ["--what-if", change]), ...replay];
    const command = words.map(quoted).join(" ");
    element("answer").replaceChildren(make("p", {}, "This command lists the alerts that come and go:"), make("pre", {}, command),
      Page.copyButton(() => command));
  }
};

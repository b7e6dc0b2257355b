// What if: other values of a region, by dragging its rim or as numbers; the run is played again, and says which alerts come and go.
"use strict";
(() => {
  const Page = (globalThis.Page ??= {});
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
        const input = make("input", { type: "number", min: "0", step: "any", value: String(now), oninput: () => this.change(), onchange: () => this.fit() });
        Object.assign(input, { now, about: name });
        return [[input, make("label", {}, make("span", {}, `${label}, ${unit}`), input)]];
      });
      element("values").replaceChildren(...this.inputs.map(([, label]) => label));
      this.inputs = this.inputs.map(([input]) => input);
      // Of a circle.
      this.radius = this.inputs.find((input) => input.about === "radius");
      element("hint").textContent = this.radius ? "Drag the circle's rim, or change a number." : "Change a number.";
      element("answer").replaceChildren();
      this.form.hidden = false;
      this.listen();
      this.draw();
      this.fit();
    }

    close() {
      this.form.hidden = true;
      clearTimeout(this.timer);
      this.app.map?.set("fence", []);
    }

    get changes() {
      return this.inputs.filter((input) => input.value !== "" && Number(input.value) !== input.now)
        .map((input) => `${this.region.id}.${input.about}=${Number(input.value)}`);
    }

    listen() {
      if (this.isListening || !this.map) return;
      this.isListening = true;
      const on = (names, what) => names.forEach((name) => this.map.on(name, (event) => !this.form.hidden && this.radius && what(event)));
      on(["mousedown", "touchstart"], (event) => {
        if ((this.isHeld = (event.points?.length ?? 1) === 1 && this.isAtRim(event.point))) event.preventDefault();
      });
      on(["mousemove", "touchmove"], (event) => {
        this.map.getCanvas().style.cursor = this.isHeld || this.isAtRim(event.point) ? "ew-resize" : "";
        if (this.isHeld) this.drag(event.lngLat.wrap());
      });
      // Also beside the map.
      for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => setTimeout(() => (this.isHeld = false)));
    }

    isAtRim(point) {
      const [middle, rim] = [this.region.center, this.rim[1]].map((place) => this.map.project(place));
      const far = Math.hypot(rim.x - middle.x, rim.y - middle.y);
      return Math.abs(Math.hypot(point.x - middle.x, point.y - middle.y) - far) <= near;
    }

    drag({ lng, lat }) {
      const [longitude, latitude] = this.region.center;
      const meters = Page.distance({ latitude, longitude }, { latitude: lat, longitude: lng });
      this.radius.value = String(Math.max(1, Number(meters.toPrecision(3))));
      this.change();
    }

    /** The circle as it would be: its eastern point is the second of four. */
    get rim() {
      return Page.circle(...this.region.center, Number(this.radius.value) || 1, 4);
    }

    change() {
      for (const input of this.inputs) input.classList.toggle("changed", Number(input.value) !== input.now);
      this.draw();
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.ask(), pause);
    }

    /** The region with its other values. */
    get shown() {
      const { region } = this;
      const size = (name) => Number(this.inputs.find((input) => input.about === name)?.value) || 0.1;
      const properties = { ...region.properties, ...(this.radius ? { radius: size("radius") } : {}), ...(region.properties.width ? { width: size("width") } : {}) };
      return { ...region, properties };
    }

    fit() {
      this.app.map?.fitRegion(this.shown, innerWidth > 760 ? 300 : 80);
    }

    draw() {
      const shown = Page.regionFeatures(this.shown, 0).slice(1);
      const handles = this.radius ? this.rim.slice(0, 4).map(([lng, lat]) => Page.point(lng, lat, { role: "corner" })) : [];
      this.app.map?.set("fence", [...shown, ...handles]);
    }

    ask() {
      const { changes, app } = this;
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
})();

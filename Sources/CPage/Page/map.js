// The map: tracks with their ages, regions in the colors of their states, alerts, and what is clicked.
const empty = { type: "FeatureCollection", features: [] };

Page.Map = class {
  constructor(app, world) {
    this.app = app;
    this.world = world;
    this.data = { grid: empty, regions: empty, whole: empty, trail: empty, accuracy: empty, fixes: empty, pins: empty, heads: empty, screen: empty, fence: empty };
    this.drawn = { device: undefined, states: new Map(), alerts: -1 };
    this.ground = new Page.Ground(app, world.shapes.features.length === 0);
    this.makePlaces();
    this.makeWhole();
    const bounds = this.bounds();
    this.isFitted = bounds !== null;
    const { maplibregl } = globalThis;
    this.map = new maplibregl.Map({
      container: "map", style: this.style(), attributionControl: false, maxZoom: 20, dragRotate: false,
      pitchWithRotate: false, touchPitch: false, fadeDuration: 0, localIdeographFontFamily: "IPAGothic, sans-serif",
      ...(bounds ? { bounds, fitBoundsOptions: { padding: this.padding(), maxZoom: 15 } } : { center: [10, 30], zoom: 1.5 }),
    });
    this.map.touchZoomRotate.disableRotation();
    this.map.keyboard.disableRotation();
    this.map.getCanvas().setAttribute("aria-label", "Map; arrow keys move it, plus and minus zoom");
    this.map.addControl(new maplibregl.ScaleControl({ maxWidth: 110 }), "bottom-left");
    const ground = () => this.set("grid", this.ground.show(this.map));
    this.map.on("click", (event) => this.click(event));
    this.map.on("dragstart", () => app.setFollow(false));
    this.map.on("moveend", () => {
      ground();
      this.showFixes();
      app.links?.write();
    });
    this.map.once("load", ground);
    this.map.once("idle", () => document.body.setAttribute("data-drawn", "true"));
  }

  /** The part of the map around a device, or around all of them, or else around the regions; null without places. */
  bounds(device = null) {
    const { tracked, regions } = this.app.model;
    const most = Math.min(500, Math.max(20, 50_000 / tracked.length));
    const lines = (device ? [device] : tracked).flatMap(({ fixes }) => {
      const step = Math.max(1, Math.floor(fixes.used.length / most));
      const places = Array.from(fixes.used.filter((_, at) => at % step === 0), (i) => [[fixes.longitude[i], fixes.latitude[i]]]);
      return [...places, ...Page.pieces(fixes, 0, fixes.used.length - 1, step)];
    });
    return Page.frame(lines.length > 0 ? lines : regions.flatMap(Page.regionLines));
  }

  /** What is left free around what is shown: where buttons, credits and an open panel cover the map, and a margin. */
  padding(margin = 40) {
    const [map, buttons, credit, ...panels] = ["map", "map-buttons", "credit", "what-if", "fence"].map((id) => document.getElementById(id).getBoundingClientRect());
    const [free, most] = [map.width > 600 ? margin : 24, map.width / 3];
    const covered = Math.max(0, ...panels.filter(({ top }) => top < map.bottom).map(({ right }) => right - map.left));
    return {
      top: map.width > 600 ? 40 : 60, bottom: map.bottom - credit.top + free,
      left: Math.min(most, covered + free), right: Math.min(most, map.right - buttons.left + free),
    };
  }

  style() {
    const css = getComputedStyle(document.documentElement);
    const value = (name) => css.getPropertyValue(`--${name}`).trim();
    const style = Page.worldStyle(this.world, value);
    this.ground.addTo(style);
    for (const [name, data] of Object.entries(this.data)) {
      style.sources[name] = { type: "geojson", data, tolerance: name === "whole" ? 1 : 0 };
    }
    this.isCrowded = this.app.model.tracked.length > 100;
    const ours = Page.layers(value("ink"), this.app.isDark ? "#14181d" : "#ffffff", value, this.app.model.tracked.length);
    // Names of places lie above tracks and fixes.
    ours.splice(ours.findIndex(({ id }) => id === "region-name"), 0, ...style.layers.filter(({ source }) => source === "names"));
    style.layers = [...style.layers.filter(({ source }) => source !== "names"), ...ours];
    return style;
  }

  setDark() {
    this.drawn = { device: undefined, states: new Map(), alerts: -1 };
    this.map.setStyle(this.style(), { diff: false });
    this.map.once("styledata", () => this.update());
  }

  set(name, features) {
    this.data[name] = Page.collection(features);
    this.map?.getSource(name)?.setData(this.data[name]);
  }

  makePlaces() {
    this.set("regions", this.app.model.regions.flatMap((region, i) => (region.isRetired ? [] : Page.regionFeatures(region, i))));
    this.set("pins", this.app.model.alerts.flatMap((alert, i) => alert.place
      ? [Page.point(alert.place.longitude, alert.place.latitude, { number: String(i + 1), alert: i, time: alert.time })] : []));
  }

  /** The whole way of every device, thinned out where there are very many. */
  makeWhole() {
    const { tracked } = this.app.model;
    const most = Math.max(60, Math.floor(400_000 / Math.max(1, tracked.length)));
    this.set("whole", tracked.map((device) => {
      const count = device.fixes.used.length;
      return Page.feature("MultiLineString", Page.pieces(device.fixes, 0, count - 1, Math.ceil(count / most)), { color: this.app.color(device), device: device.index });
    }));
  }

  /** Shows what is new. */
  extend(changed) {
    if (!this.map.getSource("heads")) return undefined;
    if (this.isCrowded !== this.app.model.tracked.length > 100) return this.setDark();
    if (changed.regions || changed.log) this.makePlaces();
    const now = performance.now();
    if (changed.devices.size > 0 && now - (this.madeWhole ?? 0) > 2000) {
      this.madeWhole = now;
      this.makeWhole();
    }
    if (changed.devices.has(this.app.device)) this.drawn.device = undefined;
    if (this.isFitted || !this.bounds()) return undefined;
    // The first that is heard of: now it is known which towns are near. Under a hand that draws, the map stays where it is.
    if (!this.app.tools?.mode) this.fit(null);
    this.isFitted = true;
    return Page.readWorld().then((world) => {
      this.world = world;
      this.map.getSource("names").setData(world.names);
    });
  }

  /** Shows the current time and selection. */
  update() {
    const { app } = this;
    if (!this.map.getSource("heads")) return;
    this.showHeads();
    this.showTrails();
    this.showStates();
    app.screen.update();
    this.showFixes();
    const alerts = Page.lastAt(app.model.alertTimes, app.time);
    if (alerts !== this.drawn.alerts) {
      this.drawn.alerts = alerts;
      const shown = ["case", ["<=", ["get", "time"], app.time], 1, 0.3];
      this.map.setPaintProperty("pins", "circle-opacity", shown);
      this.map.setPaintProperty("pins", "circle-stroke-opacity", shown);
    }
  }

  /** The fixes of the chosen device; of many, those that have a place to themselves at this level. */
  showFixes() {
    const { device } = this.app, level = device?.fixes.count > 2000 ? Math.min(16, Math.floor(this.map.getZoom())) : 16;
    if (!this.map.getSource("fixes") || (this.drawn.device === device && this.drawn.level === level)) return;
    Object.assign(this.drawn, { device, level });
    const { fixes } = device ?? { fixes: { count: 0 } }, scale = 2 ** level * 0.7, taken = new Set(), shown = [];
    // The latest first, as it lies above the others.
    for (let i = level > 8 ? fixes.count - 1 : -1; i >= 0; i--) {
      const [x, y, outcome] = [fixes.longitude[i], fixes.latitude[i], fixes.outcome[i]];
      // Squares of two to four pixels, for each outcome by itself.
      const place = (Math.floor((x + 180) * scale) * 2 ** 24 + Math.floor((180 + Math.asinh(Math.tan((y * Math.PI) / 180)) * 57.29578) * scale)) * 8 + outcome;
      if (level < 16 && taken.has(place)) continue;
      taken.add(place);
      shown.push(Page.point(x, y, { fix: i, outcome }));
    }
    this.set("fixes", shown.reverse());
  }

  showHeads() {
    const { app } = this;
    const heads = [];
    let accuracy = [];
    for (const device of app.model.tracked) {
      const place = device.placeAt(app.time);
      if (!place) continue;
      const { fixes } = device;
      const course = fixes.speed[place.fix] > 0 ? fixes.course[place.fix] : NaN;
      const isChosen = device === app.device;
      heads.push(Page.point(place.longitude, place.latitude, {
        device: device.index, color: app.color(device), chosen: isChosen, course: Number.isNaN(course) ? -1 : course,
        name: app.model.tracked.length > 1 ? device.name : "",
      }));
      if (isChosen && fixes.accuracy[place.fix] > 0) {
        accuracy = [Page.feature("Polygon", [Page.circle(place.longitude, place.latitude, fixes.accuracy[place.fix], 48)], {})];
      }
      if (isChosen && app.isFollowing) this.map.jumpTo({ center: [place.longitude, place.latitude] });
    }
    this.set("heads", heads);
    this.set("accuracy", accuracy);
  }

  /** The way behind each device, fainter with its age. */
  showTrails() {
    const { app } = this;
    const devices = app.device ? [app.device] : app.model.tracked.slice(0, 200);
    const length = app.device ? Math.max(600_000, app.timeLine.length / 6) : 1_200_000;
    const trails = [];
    for (const device of devices) {
      const { fixes } = device;
      const end = Page.lastAt(fixes.usedTime, app.time);
      let to = end;
      for (let part = 0; part < 5 && to > 0; part++) {
        const from = Math.max(0, Page.lastAt(fixes.usedTime, app.time - (length * (part + 1)) / 5));
        if (from >= to) continue;
        const pieces = Page.pieces(fixes, from, to, Math.max(1, Math.floor((to - from) / 2000)));
        const place = part === 0 ? device.placeAt(app.time) : null;
        if (place && pieces.length > 0) pieces.at(-1).push([Page.near(place.longitude, pieces.at(-1).at(-1)[0]), place.latitude]);
        trails.push(Page.feature("MultiLineString", pieces, { color: app.color(device), age: 1 - part * 0.18 }));
        to = from;
      }
    }
    this.set("trail", trails);
  }

  /** Colors the regions by the state of the chosen device, or of whatever device is farthest in. */
  showStates() {
    const { app } = this;
    const devices = app.device ? [app.device] : app.model.tracked.slice(0, 300);
    const states = new Map();
    for (const device of devices) {
      for (const region of device.lanes.keys()) {
        const kind = device.stateOf(region, app.time), known = states.get(region) ?? -1;
        states.set(region, [2, 3, 4].includes(known) ? known : Math.max(kind, known));
      }
    }
    for (let id = 0; id < app.model.regions.length; id++) {
      const state = states.get(id) ?? -1, key = `${state}${id === app.region}`;
      if (this.drawn.states.get(id) === key) continue;
      this.drawn.states.set(id, key);
      this.map.setFeatureState({ source: "regions", id }, { state, chosen: id === app.region });
    }
  }

  click(event) {
    const { app } = this;
    if (app.tools?.mode || app.whatIf.isHeld) return undefined;
    const box = [[event.point.x - 5, event.point.y - 5], [event.point.x + 5, event.point.y + 5]];
    const at = (...ids) => this.map.queryRenderedFeatures(box, { layers: ids })[0]?.properties;
    const bubble = at("screen-pin");
    if (bubble) return app.screen.callouts([app.screen.pins[bubble.pin]]);
    const pin = at("pins");
    if (pin) return app.showAlert(app.model.alerts[pin.alert]);
    const head = at("heads", "head-name");
    if (head && app.model.devices[head.device] !== app.device) return app.choose(app.model.devices[head.device]);
    const fix = at("fixes");
    if (fix) return app.showFix(app.device, fix.fix);
    const region = at("region", "corridor", "region-name");
    if (region) return app.chooseRegion(region.region);
    const way = at("whole");
    if (way) return app.choose(app.model.devices[way.device]);
    return app.chooseRegion(-1);
  }

  fit(device, bounds = this.bounds(device), margin = 40) {
    if (bounds) this.map.fitBounds(bounds, { padding: this.padding(margin), maxZoom: 16, animate: !Page.isStill() });
  }

  fitRegion(region) {
    this.fit(null, Page.frame(Page.regionLines(region)), 80);
  }

  zoom(step) {
    this.map.zoomTo(this.map.getZoom() + step, { animate: !Page.isStill() });
  }
};

/** Whether the reader wants no motion. */
Page.isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

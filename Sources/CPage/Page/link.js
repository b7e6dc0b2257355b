// Links: the address carries time, place and selection, so that a copy of it shows the same.
Page.Link = class {
  constructor(app) {
    this.app = app;
    this.waiting = 0;
    addEventListener("hashchange", () => location.hash !== this.written && this.read());
  }

  /** Writes the address soon, not at every frame. */
  write() {
    // What the address asks for comes first.
    if (this.waiting || !this.isRead) return;
    this.waiting = setTimeout(() => {
      this.waiting = 0;
      const { app } = this;
      const words = new URLSearchParams(app.isLive || app.isEmpty ? {} : { t: app.clock.iso(app.time) });
      const center = app.map?.map.getCenter();
      if (center) words.set("map", [app.map.map.getZoom().toFixed(2), center.lat.toFixed(5), center.lng.toFixed(5)].join("/"));
      if (app.device) words.set("device", app.device.name);
      if (app.region >= 0) words.set("region", app.model.regions[app.region].id);
      this.written = `#${words}`;
      try {
        history.replaceState(null, "", this.written);
      } catch {
        // Some browsers refuse this to files, or at a high rate: the address is as it was.
      }
    }, 400);
  }

  read() {
    const { app } = this, words = new URLSearchParams(location.hash.slice(1));
    this.isRead = true;
    const device = app.model.tracked.find((each) => each.name === words.get("device"));
    if (device) app.choose(device);
    const region = app.model.regions.findIndex((each) => each.id === words.get("region"));
    if (region >= 0) app.chooseRegion(region);
    const unknown = [["device", !device], ["region", region < 0]].filter(([name, isMissing]) => isMissing && words.has(name)).map(([name]) => `no ${name} “${words.get(name)}”`);
    if (unknown.length > 0) app.say(`This page has ${unknown.join(" and ")}`);
    const time = Date.parse(words.get("t")) - app.model.start;
    if (Number.isFinite(time)) app.seek(time);
    const [zoom, latitude, longitude] = (words.get("map") ?? "").split("/").map(Number);
    if (app.map && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360 && Number.isFinite(zoom)) {
      app.map.map.jumpTo({ zoom, center: [longitude, latitude] });
    }
  }
};

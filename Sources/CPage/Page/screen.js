// The script's own map view: its annotations, callouts and overlays over the tracks, and the phone's screen as a picture.
const element = (id) => document.getElementById(id);

Page.Screen = class {
  constructor(app) {
    Object.assign(this, { app, isOn: { screen: false, phone: false }, shown: [], popups: [] });
    for (const id of ["screen", "phone"]) element(id).addEventListener("click", () => this.toggle(id));
  }

  /** Shows or hides the layer, or the phone. */
  toggle(id) {
    this.isOn[id] = !this.isOn[id] && !element(id).hidden;
    element(id).setAttribute("aria-pressed", String(this.isOn[id]));
    element("phone-view").hidden = !this.isOn.phone;
    if (this.isOn[id]) this.ask();
    this.update();
  }

  /** Whose maps are shown: a script of a group has them itself. */
  get devices() {
    const { device, model } = this.app;
    const all = model.devices.filter((each) => each.maps.length > 0);
    return device ? (device.maps.length > 0 ? [device] : all.filter((each) => !model.tracked.includes(each))) : all.slice(0, 200);
  }

  /** Lets a run that goes on draw what is shown; once in a while, as drawing takes its time. */
  ask() {
    const { app } = this;
    if (!app.tools || app.live?.isEnded || this.asked > performance.now() - 1000) return;
    this.asked = performance.now();
    for (const device of this.devices.slice(0, 4)) void app.tools.request("/screen", JSON.stringify(device.name));
  }

  /** The maps of a device at the cursor: of each the newest until then. */
  static at(device, time) {
    const newest = new Map();
    for (const each of device.maps) if (each.time <= time) newest.set(each.map, each);
    return [...newest.values()].filter(({ features }) => features);
  }

  update() {
    const { app, devices } = this;
    for (const id of ["screen", "phone"]) element(id).hidden = !app.model.devices.some((device) => device.maps.length > 0);
    if (this.isOn.phone) void this.showPhone(devices[0]);
    const shown = this.isOn.screen ? devices.flatMap((device) => Page.Screen.at(device, app.model.start + app.time)) : [];
    const pictures = devices.flatMap((device) => device.pictures.map((picture) => ({ ...picture, device, isNow: shown.includes(device.maps.findLast(({ map }) => map === picture.map)) })));
    const key = [...shown, ...pictures.map(({ screen, isNow }) => screen + isNow)];
    if (key.length === this.shown.length && key.every((each, i) => each === this.shown[i])) return;
    this.shown = key;
    const features = shown.flatMap((map) => [{ type: "Feature", properties: { role: "view" }, geometry: { type: "Polygon", coordinates: [[...map.corners, map.corners[0]]] } }, ...map.features.map(drawn)]);
    this.pins = features.filter(({ properties }) => ["pin", "user"].includes(properties.role));
    this.pins.forEach((pin, i) => (pin.properties.pin = i));
    app.map.set("screen", features);
    this.callouts(this.pins.filter(({ properties }) => properties.open));
    const more = shown.reduce((sum, map) => sum + map.more, 0);
    element("screen-note").textContent = more > 0 ? `${more.toLocaleString("en")} further annotations and overlays are not shown` : "";
    void this.draw(pictures.filter(({ drawing, isNow }) => drawing && isNow));
    if (app.model.live && app.isLive && (this.isOn.screen || this.isOn.phone)) this.ask();
  }

  /** The bubbles over annotations: those that the script's map shows, or the one that is clicked. */
  callouts(pins) {
    for (const popup of this.popups) popup.remove();
    const { maplibregl } = globalThis;
    this.popups = pins.filter(({ properties }) => properties.title).slice(0, 20).map(({ properties: { title, subtitle }, geometry }) =>
      new maplibregl.Popup({ closeButton: false, offset: 12, focusAfterOpen: false }).setLngLat(geometry.coordinates)
        .setDOMContent(Page.make("div", { role: "status" }, Page.make("b", {}, title), subtitle ? Page.make("p", {}, subtitle) : null)).addTo(this.app.map.map));
  }

  /** Puts what the script draws itself on the map, as the renderers of pictures draw it. */
  async draw(pictures) {
    const { map } = this.app.map;
    const wanted = new Set(pictures.map(({ device, map: number }) => `screen-${device.index}-${number}`));
    for (const layer of map.getStyle().layers.filter(({ id, type }) => type === "raster" && id.startsWith("screen-"))) {
      map.removeLayer(layer.id);
      map.removeSource(layer.id);
    }
    for (const { device, map: number, drawing, corners } of pictures) {
      const id = `screen-${device.index}-${number}`;
      const canvas = await painted(document.createElement("canvas"), drawing);
      if (!wanted.has(id) || map.getSource(id) || !map.getLayer("screen-pin")) continue;
      map.addSource(id, { type: "canvas", canvas, coordinates: corners, animate: false });
      map.addLayer({ id, type: "raster", source: id, paint: { "raster-fade-duration": 0 } }, "screen-pin");
    }
  }

  async showPhone(device) {
    const picture = device?.pictures.at(-1);
    const when = picture ? `${device.name} · ${this.app.clock.full(picture.time - this.app.model.start)}` : "No picture: geoscript draws the first 8 devices at the end of a run";
    element("phone-caption").textContent = !picture && this.app.model.live ? "The run is drawing …" : when;
    if (picture && picture !== this.phone) await painted(element("phone-screen"), picture.screen);
    this.phone = picture;
    element("phone-screen").setAttribute("aria-label", `Screen of ${device?.name ?? "no device"}`);
  }
};

/** A feature as it is drawn: a circle has a ring. */
function drawn({ properties, geometry, type }) {
  const ring = properties.role === "circle" ? Page.circle(...geometry.coordinates, properties.radius) : null;
  return { type, properties: { ...properties }, geometry: ring ? { type: "Polygon", coordinates: [ring] } : geometry };
}

/** Draws a PNG in Base64 on a canvas; a policy that lets no picture in lets this. */
async function painted(canvas, text) {
  const image = await createImageBitmap(new Blob([Page.fromBase64(text)], { type: "image/png" }));
  Object.assign(canvas, { width: image.width, height: image.height });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas;
}

// What the reader may do on a served page: touch the script's map, make positions, acknowledge alerts, draw fences.
const element = (id) => document.getElementById(id);
const modes = ["touch", "emulate", "edit"];
/** Pixels within which a finger stands still, and milliseconds until it presses long. */
const [still, long] = [6, 500];
const unheard = ({ model }) => (model.devices.some(({ maps }) => maps.length > 0) ? "" : "A touch reaches the script's MKMapView, and this page knows of none");
const place = ({ lng, lat }) => ({ latitude: Number(lat.toFixed(7)), longitude: Number(lng.toFixed(7)) });

Page.Tools = class {
  constructor(app, live) {
    [this.app, this.live, this.mode, this.done] = [app, live, null, []];
    this.sending = Promise.resolve();
    element("touch").hidden = element("share").hidden = !app.model.control;
    this.share = new Page.Share(this);
    element("emulate").hidden = !app.model.emulate;
    for (const mode of modes) element(mode).addEventListener("click", () => this.choose(this.mode === mode ? null : mode));
    element("save").addEventListener("click", () => this.save());
    const map = app.map?.map;
    if (!map) return;
    this.fences = new Page.Fences(this);
    element("edit").hidden = !app.model.control || !app.model.fences;
    const on = (names, what) => names.forEach((name) => map.on(name, (event) => this.mode && (event.points?.length ?? 1) === 1 && what(event)));
    on(["mousedown", "touchstart"], (event) => this.press(event));
    on(["mousemove", "touchmove"], (event) => this.finger && this.move(event));
    on(["mouseup", "touchend"], (event) => this.finger && this.lift(event));
  }

  choose(mode) {
    this.mode = mode;
    this.drop();
    this.say(mode === "touch" ? unheard(this.app) : "");
    for (const each of modes) element(each).setAttribute("aria-pressed", String(each === mode));
    const map = this.app.map?.map;
    // Between corners the map moves.
    map?.dragPan[mode && mode !== "edit" ? "disable" : "enable"]();
    for (const name of ["doubleClickZoom", "boxZoom", "touchZoomRotate"]) map?.[name][mode ? "disable" : "enable"]();
    map?.touchZoomRotate.disableRotation();
    element("map").classList.toggle("hands", mode !== null);
    if (this.fences && this.fences.form.hidden === (mode === "edit")) this.fences.show(mode === "edit");
  }

  /** The device that is meant. */
  get device() {
    const { app } = this;
    if (app.device) return app.device.name;
    if (app.model.tracked.length === 1) return app.model.tracked[0].name;
    if (app.model.tracked.length === 0) return "default";
    this.say("Choose a device first");
    return null;
  }

  press(event) {
    const { lngLat, point } = event;
    if (event.originalEvent.button > 0) return;
    if (this.mode === "edit") {
      this.finger = this.fences.press(event);
      return;
    }
    const device = this.device;
    if (device === null) return;
    this.finger = { device, point, lngLat, sent: 0 };
    if (this.mode === "emulate") return this.fix(lngLat);
    this.finger.timer = setTimeout(() => {
      this.finger.isOver = true;
      void this.send({ type: "longPress", device, ...place(lngLat) });
    }, long);
  }

  move(event) {
    const { finger } = this;
    if (this.mode === "edit") return this.fences.move(event, finger);
    const { lngLat, point } = event;
    const isFar = Math.hypot(point.x - finger.point.x, point.y - finger.point.y) > still;
    if (finger.isOver || (!finger.isMoving && !isFar)) return undefined;
    const now = performance.now();
    if (this.mode === "emulate") {
      finger.isMoving = true;
      if (now - finger.sent >= 1000) this.fix(lngLat);
      return undefined;
    }
    clearTimeout(finger.timer);
    if (!finger.isMoving) this.touch("began", finger.lngLat);
    finger.isMoving = true;
    if (now - finger.sent < 50) return undefined;
    finger.sent = now;
    return this.touch("moved", lngLat);
  }

  lift(event) {
    const { finger, mode } = this;
    const { lngLat } = event;
    this.drop();
    if (mode === "edit") return this.fences.lift(event, finger);
    if (mode === "emulate") return finger.isMoving ? this.fix(lngLat, finger) : undefined;
    if (finger.isMoving) return this.touch("ended", lngLat, finger);
    if (finger.isOver) return undefined;
    const now = performance.now();
    const isSecond = now - (this.tapped ?? -1e9) < 300;
    this.tapped = isSecond ? undefined : now;
    return void this.send({ type: isSecond ? "doubleTap" : "tap", device: finger.device, ...place(lngLat) });
  }

  drop() {
    clearTimeout(this.finger?.timer);
    this.finger = null;
  }

  touch(phase, lngLat, { device } = this.finger) {
    void this.send({ type: "touch", device, phase, ...place(lngLat) });
  }

  fix(lngLat, finger = this.finger) {
    finger.sent = performance.now();
    void this.send({ type: "location", device: finger.device, ...place(lngLat), horizontalAccuracy: 5, simulated: true });
  }

  acknowledge(alert) {
    const about = alert.group ? { group: alert.group } : { device: alert.device };
    return this.send({ type: "acknowledge", ...about, key: alert.key, alert: alert.alert ?? alert.id }, `Acknowledged: ${alert.key}`);
  }

  /** Sends a line of the event log, after those before it; keeps it with the time that the run gave it. */
  send(line, done = "") {
    this.sending = this.sending.then(async () => {
      const answer = await this.post("/events", `${JSON.stringify(line)}\n`);
      if (!answer) return;
      this.say(done || (this.mode === "touch" ? unheard(this.app) : ""));
      this.done.push({ time: answer.time, ...line });
      element("save").hidden = false;
    });
    return this.sending;
  }

  /** Returns what the run answers; says why it does not take something. */
  async post(path, body) {
    const { json, fault } = await this.request(path, body);
    this.say(fault ?? "");
    return json;
  }

  /** Returns what the run answers, or why it does not. */
  async request(path, body) {
    try {
      const answer = await fetch(path, { method: "POST", body, headers: { "X-Geoscript-Page": this.live.stream.key } });
      const text = await answer.text();
      return answer.ok ? { status: answer.status, json: JSON.parse(text) } : { status: answer.status, json: null, fault: this.fault(text) };
    } catch (error) {
      return { status: 0, json: null, fault: `Not sent: ${error.message}` };
    }
  }

  fault(text) {
    try {
      const json = JSON.parse(text);
      return `Not taken: ${json.error ?? json.reasons.join("; ")}`;
    } catch {
      return `Not taken: ${text}`;
    }
  }

  say(text) {
    this.app.say(text);
  }

  /** What was done, as an event log. */
  get log() {
    return this.done.map((line) => `${JSON.stringify(line)}\n`).join("");
  }

  save() {
    const url = URL.createObjectURL(new Blob([this.log], { type: "application/x-ndjson" }));
    Page.make("a", { href: url, download: "touches.ndjson" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
};

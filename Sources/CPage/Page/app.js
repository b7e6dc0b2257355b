// The page: one time and one selection, which map, lanes, panels and address all show.
const { make } = Page;
const element = (id) => document.getElementById(id);
/** Milliseconds. */
const aDay = 86_400_000;

class App {
  constructor(model) {
    this.model = model;
    this.clock = new Page.Clock(model.start, model.zone);
    this.isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    this.region = -1;
    this.alert = null;
    this.isFollowing = false;
    this.timeLine = new Page.TimeLine(this.times());
    // A page of a run that goes on shows its newest moment.
    this.isLive = Boolean(model.live);
    this.time = this.isLive ? this.timeLine.last : this.timeLine.first;
    this.device = model.tracked.length === 1 ? model.tracked[0] : null;
  }

  /** The times of everything that happened; of very many, some. A fix that was not used does not stretch them far. */
  times() {
    const { model } = this;
    const times = [model.logTimes, ...model.tracked.map((device) => device.fixes.time)];
    const total = times.reduce((sum, each) => sum + each.length, 0);
    this.isEmpty = total === 0 && !model.now;
    if (total === 0 && model.now) return Float64Array.of(model.now);
    const sure = [model.logTimes, ...model.tracked.map((device) => device.fixes.usedTime)].filter((each) => each.length > 0);
    const low = sure.reduce((least, each) => Math.min(least, each[0]), Infinity) - aDay;
    const high = sure.reduce((most, each) => Math.max(most, each.at(-1)), -Infinity) + aDay;
    const step = Math.max(1, Math.floor(total / 400_000));
    const isShown = (time, i) => i % step === 0 && (sure.length === 0 || (time >= low && time <= high));
    return times.flatMap((each) => Array.from(each.filter(isShown)));
  }

  open() {
    document.title = `${this.model.script} – geoscript`;
    element("title").textContent = this.model.script;
    const day = [this.clock.day(this.timeLine.first), this.clock.day(this.timeLine.last)];
    const days = this.model.live || this.isEmpty ? [] : [day[0] === day[1] ? day[0] : `${day[0]} – ${day[1]}`];
    const end = this.model.until > 0 ? [`shared until ${this.clock.full(this.model.until)}`] : [];
    const sources = this.model.sources.length > 0 ? [this.model.sources.join(", ")] : [];
    element("subtitle").textContent = [...days, ...(end.length > 0 ? end : [this.clock.zone]), ...sources, ...this.model.changes.map((word) => `what if ${word}`)].join(" · ");
    this.paint();
    this.lanes = new Page.Lanes(this);
    this.why = new Page.Why(this);
    this.screen = new Page.Screen(this);
    this.whatIf = new Page.WhatIf(this);
    this.player = new Page.Player(this);
    this.panels = new Page.Panels(this);
    this.help = new Page.Help(this);
    this.links = new Page.Link(this);
    this.listen();
    element("live").hidden = !this.model.live;
    this.legend();
    this.seek(this.time);
  }

  async openMap() {
    const world = await Page.readWorld();
    try {
      this.map = new Page.Map(this, world);
      this.map.map.once("load", () => {
        this.map.update();
        document.body.setAttribute("data-ready", "true");
      });
    } catch (error) {
      element("map-note").textContent = `The map needs WebGL, which this browser does not have. ${error.message}`;
      document.body.setAttribute("data-ready", "true");
    }
    this.links.read();
  }

  listen() {
    const on = (id, what) => element(id).addEventListener("click", what);
    on("dark", () => this.setDark(!this.isDark));
    on("zoom-in", () => this.map?.zoom(1));
    on("zoom-out", () => this.map?.zoom(-1));
    on("live", () => this.seek(this.timeLine.last));
    on("fit", () => this.map?.fit(this.device));
    on("follow", () => this.setFollow(!this.isFollowing));
    on("back", () => this.stepEvent(-1));
    on("forward", () => this.stepEvent(1));
    on("wider", () => this.lanes.zoom(0.5));
    on("narrower", () => this.lanes.zoom(2));
    on("whole", () => {
      this.lanes.show(0, this.timeLine.length);
      this.lanes.draw();
    });
  }

  legend() {
    const item = (name, text) => {
      const mark = make("i");
      mark.style.background = `var(--${name})`;
      return make("span", {}, mark, text);
    };
    element("legend").replaceChildren(...["used", "crossed", "held", "ignored", "late", "dropped"].map((name) => item(name, name === "used" ? "fix used" : name)),
      item("outside", "outside"), item("entering", "pending"), item("inside", "inside"), item("dwelled", "dwelled"), item("alert", "alert"), item("print", "script"), make("span", {}, "○ held or not raised, × not delivered"));
  }

  color(device) {
    return Page.color(device.index, this.isDark);
  }

  paint() {
    document.documentElement.classList.toggle("dark", this.isDark);
    document.documentElement.style.colorScheme = this.isDark ? "dark" : "light";
    element("dark").setAttribute("aria-pressed", String(this.isDark));
  }

  setDark(isDark) {
    this.isDark = isDark;
    this.paint();
    this.lanes.arrange();
    this.panels.listDevices();
    this.map?.makeWhole();
    this.map?.setDark();
  }

  /** Moves the cursor of everything. */
  seek(time) {
    this.time = Math.min(Math.max(time, this.timeLine.first), this.timeLine.last);
    this.isLive = Boolean(this.model.live) && this.time >= this.timeLine.last;
    element("live").setAttribute("aria-pressed", String(this.isLive));
    element("clock").textContent = this.isEmpty ? "Nothing happened" : this.clock.full(this.time);
    this.refresh();
  }

  refresh() {
    this.lanes.update();
    this.why.update();
    this.panels.update();
    this.map?.update();
    this.links?.write();
  }

  /** A lone device is chosen, until there are others or the reader chooses. */
  chooseOnly() {
    const { tracked } = this.model;
    if (!this.hasChosen) this.device = tracked.length === 1 ? tracked[0] : null;
  }

  /** Says something about what the reader does, under the map. */
  say(text) {
    element("hands-note").textContent = text;
  }

  choose(device) {
    this.hasChosen = true;
    this.say("");
    this.device = device;
    this.alert = null;
    if (!device) this.setFollow(false);
    this.lanes.arrange();
    this.lanes.box.scrollTop = 0;
    this.refresh();
  }

  chooseRegion(region) {
    this.region = region;
    if (region >= 0) this.panels.show("why");
    this.refresh();
  }

  showFix(device, fix) {
    this.alert = null;
    this.panels.show("why");
    this.seek(device.fixes.time[fix]);
  }

  showAlert(alert) {
    this.alert = alert;
    if (!alert) return this.refresh();
    if (alert.device) this.choose(alert.device);
    this.alert = alert;
    this.panels.show("why");
    return this.seek(alert.time);
  }

  showEntry(entry) {
    if (entry.type === "alert" || entry.type === "suppressed") return this.showAlert(entry);
    this.alert = null;
    this.seek(entry.time);
    return this.panels.show(entry.type === "store" ? "store" : "console");
  }

  clear() {
    this.alert = null;
    this.region = -1;
    this.choose(this.model.tracked.length === 1 ? this.device : null);
  }

  setFollow(isFollowing) {
    this.isFollowing = isFollowing && this.device !== null;
    if (isFollowing && !this.device) this.say("Choose a device first: Follow keeps it in view");
    element("follow").setAttribute("aria-pressed", String(this.isFollowing));
    if (this.isFollowing) this.map?.update();
  }

  step(times, way) {
    const at = way > 0 ? Page.lastAt(times, this.time) + 1 : Page.lastAt(times, this.time - 0.5);
    if (at >= 0 && at < times.length) this.seek(times[at]);
  }

  stepFix(way) {
    const device = this.device ?? this.model.tracked[0];
    if (device) this.step(device.fixes.time, way);
  }

  /** Events: alerts and changes of states, of the chosen device or of all. */
  stepEvent(way) {
    const devices = this.device ? [this.device] : this.model.tracked;
    const times = devices.flatMap((device) => [...device.lanes.values()].flatMap((lane) => lane.slice(1).map((change) => change.time)));
    const alerts = this.model.alerts.filter((alert) => !this.device || alert.device === this.device).map((alert) => alert.time);
    this.step(Float64Array.from([...times, ...alerts]).sort(), way);
  }

  stepDay(way) {
    const day = this.clock.day(this.time), hour = way * 3_600_000, { first, last, gaps } = this.timeLine;
    for (let time = this.time + hour; time > first - 3_600_000 && time < last + 3_600_000; time += hour) {
      // Over days without anything, which are folded.
      time = gaps.filter(({ a, b }) => time > a && time < b).map(({ a, b }) => (way > 0 ? b : a))[0] ?? time;
      if (this.clock.day(time) !== day) return this.seek(time);
    }
    return undefined;
  }
}

addEventListener("DOMContentLoaded", async () => {
  try {
    const live = element("key") ? new Page.Live() : null;
    const app = new App(live ? await live.opened : await Page.readModel());
    Page.app = app;
    app.open();
    await app.openMap();
    if (live) [live.app, app.tools] = [app, new Page.Tools(app, live)];
    live?.show();
  } catch (error) {
    element("map-note").textContent = `This page cannot be shown: ${error.message}`;
    throw error;
  }
});

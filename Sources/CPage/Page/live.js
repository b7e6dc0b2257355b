// A served page: it follows the run through a stream of messages, comes back after a break, and shows what is new.
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const mostFixes = 1_500_000;
const mostEntries = 20_000;
/** Milliseconds for which a hidden page listens on. */
const hiddenPatience = 30_000;

/** The messages, one after the other, from one connection after the other. */
class Stream {
  constructor(take, state) {
    [this.take, this.state] = [take, state];
    const key = document.getElementById("key");
    [this.key, this.folder] = [JSON.parse(key.textContent), key.dataset.folder];
    this.after = 0;
    // A browser has few connections to a server: hidden pages leave theirs to others.
    document.addEventListener("visibilitychange", () => document.hidden && setTimeout(() => document.hidden && this.break?.abort(), hiddenPatience));
  }

  async follow() {
    for (let pause = 250; ; pause = Math.min(pause * 2, 8000)) {
      try {
        await this.read(() => (pause = 250));
      } catch {
        // Whatever broke, the next connection brings what is missing.
      }
      this.state("lost");
      await wait(pause);
      while (document.hidden) await wait(500);
    }
  }

  async read(begun) {
    this.break = new AbortController();
    const answer = await fetch(`${this.folder}/stream`, {
      method: "POST", body: String(this.after), headers: { "X-Geoscript-Page": this.key }, signal: this.break.signal,
    });
    // Another run has another page.
    if ([401, 403, 410].includes(answer.status) && performance.now() > 3000) location.reload();
    if (!answer.ok) throw new Error(await answer.text());
    begun();
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = ""; ; ) {
      const { value, done } = await reader.read();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      for (const message of lines.map((line) => JSON.parse(line))) {
        if (message.number) this.after = message.number;
        this.take(message);
      }
    }
  }
}

/** The model of a run that goes on. */
Page.Live = class {
  constructor() {
    const until = Number(document.getElementById("key").dataset.until);
    document.body.classList.toggle("shared", until > 0);
    this.model = { until, start: 0, devices: [], regions: [], log: [], alerts: [], tracked: [], alertTimes: [], logTimes: [], moreLog: 0, moreRegions: false, live: this };
    [this.deviceOf, this.regionOf] = [new Map(), new Map()];
    this.changed = { devices: new Set(), regions: false, log: false, tracked: false };
    this.entries = 0;
    this.opened = new Promise((done) => (this.open = done));
    this.stream = new Stream((message) => this.take(message), (state) => this.say(state));
    void this.stream.follow();
  }

  take(message) {
    const { type } = message;
    if (type === "run") this.begin(message);
    if (type === "changes") this.add(message);
    if (type === "fates") this.judge(message.fates);
    if (type === "retired") this.retire(message.regions);
    if (type === "skipped") this.say("skipped", message.messages);
    if (type === "end") this.say("ended");
    if (this.stream.after >= this.last) this.open(this.model);
    this.showSoon();
  }

  begin(run) {
    this.last = run.last;
    Object.assign(this.model, { script: run.script, sources: run.sources, zone: run.zone, rules: run.rules, now: run.now, changes: run.changes, control: run.control, emulate: run.emulate, fences: run.fences, whatIf: run.whatIf, tiles: run.tiles });
    for (const [number, name] of run.devices) this.device(number, name);
    this.addRegions(run.regions);
    this.retire(run.retired);
    this.say("live");
  }

  device(number, name) {
    let device = this.deviceOf.get(number);
    if (device) return device;
    device = new Page.LiveDevice(name, this.model.devices.length);
    this.deviceOf.set(number, device);
    this.model.devices.push(device);
    return device;
  }

  addRegions(regions) {
    for (const [number, region] of regions) {
      if (this.regionOf.has(number)) continue;
      this.regionOf.set(number, this.model.regions.length);
      this.model.regions.push(region);
      this.changed.regions = true;
    }
  }

  /** Regions that nobody watches any more stay in the timeline only. */
  retire(numbers) {
    for (const number of numbers) {
      const region = this.model.regions[this.regionOf.get(number)];
      if (region) region.isRetired = true;
    }
    this.changed.regions = true;
  }

  add(message) {
    const { model, changed } = this;
    this.addRegions(message.regions);
    const columns = Page.fromBase64(message.columns);
    const most = Math.max(300, mostFixes / Math.max(1, model.devices.length));
    for (const json of message.devices) {
      const device = this.device(json.device, json.name);
      const isNew = device.count === 0;
      device.add(json, columns, message.start, (number) => this.regionOf.get(number) ?? 0);
      device.trim(most);
      changed.devices.add(device);
      if (!isNew || device.count === 0) continue;
      model.tracked.push(device);
      changed.tracked = true;
    }
    model.moreLog += message.moreLog;
    if (message.log.length > 0) this.addLog(message.log);
  }

  addLog(log) {
    const { model } = this;
    const byName = new Map(model.devices.map((device) => [device.name, device]));
    for (const json of log) {
      const entry = Page.entry(json, this.entries++, byName, model.start);
      if (entry.type === "alert") entry.place = Page.placeOf(entry);
      model.log.push(entry);
    }
    model.log.sort((a, b) => a.time - b.time || a.index - b.index);
    if (model.log.length > mostEntries) model.moreLog += model.log.splice(0, mostEntries / 4).length;
    Page.index(model);
    this.changed.log = true;
  }

  /** What has become of alerts. */
  judge(fates) {
    this.model.fates = { ...this.model.fates, ...fates };
    this.addLog([]);
  }

  // What the reader sees.

  /** Shows what is new soon: seldom where that takes long. */
  showSoon() {
    if (!this.app || this.isWaiting) return;
    this.isWaiting = true;
    setTimeout(() => {
      this.isWaiting = false;
      const start = performance.now();
      this.show();
      this.pause = Math.min(5000, Math.max(200, (performance.now() - start) * 8));
    }, this.pause ?? 200);
  }

  show() {
    const { app, changed } = this;
    this.changed = { devices: new Set(), regions: false, log: false, tracked: false };
    const isWhole = app.lanes.view.from <= 0 && app.lanes.view.to >= app.timeLine.length;
    const isAtEnd = app.isLive;
    app.timeLine = new Page.TimeLine(app.times());
    if (changed.tracked) app.chooseOnly();
    if (isWhole) app.lanes.show(0, app.timeLine.length);
    app.lanes.arrange();
    app.why.shown = null;
    app.panels.extend(changed);
    app.map?.extend(changed);
    app.seek(isAtEnd ? app.timeLine.last : app.time);
  }

  /** Says how the page and the run are connected. */
  say(state, count) {
    const texts = {
      live: "Live", lost: "No connection to the run: trying again", ended: "The run has ended",
      skipped: `Live; ${count} messages were skipped because this browser was slow`,
    };
    this.isEnded ||= state === "ended";
    const status = document.getElementById("status");
    status.hidden = false;
    const shown = this.isEnded ? "ended" : state;
    status.textContent = texts[shown];
    status.dataset.state = shown;
  }
};

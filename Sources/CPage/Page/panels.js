// The panels beside the map: devices with search, the console, the store; and the tabs that choose among them.
const { make } = Page;
const names = ["why", "devices", "console", "store"];
const most = 300;

Page.Panels = class {
  constructor(app) {
    this.app = app;
    this.tabs = names.map((name) => document.getElementById(`tab-${name}`));
    this.tabs.forEach((tab, i) => {
      tab.addEventListener("click", () => this.show(names[i]));
      tab.addEventListener("keydown", (event) => this.step(event, i));
    });
    this.search = document.getElementById("search");
    this.search.addEventListener("input", () => this.listDevices());
    this.log = document.getElementById("log");
    this.listDevices();
    this.show(app.model.tracked.length > 1 ? "devices" : "why");
  }

  step(event, i) {
    const to = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: names.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (to + names.length) % names.length;
    this.show(names[next]);
    this.tabs[next].focus();
  }

  show(name) {
    names.forEach((each, i) => {
      const isShown = each === name;
      this.tabs[i].setAttribute("aria-selected", String(isShown));
      this.tabs[i].tabIndex = isShown ? 0 : -1;
      document.getElementById(each).hidden = !isShown;
    });
    this.shown = name;
    this.logKey = this.storeKey = null;
    this.update();
  }

  listDevices() {
    const { app } = this;
    const wanted = this.search.value.trim().toLowerCase();
    const found = app.model.tracked.filter((device) => device.name.toLowerCase().includes(wanted));
    const items = found.slice(0, 1000).map((device) => {
      const button = make("button", { type: "button", "aria-pressed": String(device === app.device), onclick: () => app.choose(device === app.device ? null : device) },
        make("span", { class: "swatch" }), make("span", { class: "name" }, device.name), make("span", { class: "faint small" }));
      button.firstChild.style.background = app.color(device);
      button.device = device;
      return make("li", {}, button);
    });
    if (found.length > 1000) items.push(make("li", { class: "faint" }, `and ${(found.length - 1000).toLocaleString("en")} more`));
    if (found.length === 0) items.push(make("li", { class: "faint" }, "No device has this in its name."));
    document.getElementById("device-list").replaceChildren(...items);
    this.updateDevices();
  }

  updateDevices() {
    const { app } = this;
    // While it plays, a long list is written now and then.
    if (app.player?.isPlaying && performance.now() - (this.listed ?? 0) < 500) return;
    this.listed = performance.now();
    for (const button of document.querySelectorAll("#device-list button")) {
      const { device } = button;
      button.setAttribute("aria-pressed", String(device === app.device));
      const at = Page.lastAt(device.fixes.time, app.time);
      button.lastChild.textContent = at < 0 ? "not yet" : `${Page.duration(Math.max(0, app.time - device.fixes.time[at]))} ago`;
    }
  }

  /** Shows what is new. */
  extend(changed) {
    if (changed.tracked) this.listDevices();
    if (changed.log) this.logKey = this.storeKey = null;
  }

  update() {
    if (this.shown === "devices") this.updateDevices();
    if (this.shown === "console") this.updateLog();
    if (this.shown === "store") this.updateStore();
  }

  /** The entries around the cursor, of the chosen device or of all. */
  updateLog() {
    const { app } = this;
    const entries = app.model.log.filter((entry) => entry.type !== "store" && (!app.device || entry.device === app.device || !entry.device));
    const at = Page.lastAt(entries.map((entry) => entry.time), app.time);
    const from = Math.max(0, Math.min(at - most / 2, entries.length - most));
    const key = [app.device?.index, at, app.alert?.index].join();
    if (key === this.logKey) return;
    this.logKey = key;
    const items = entries.slice(from, from + most).map((entry, i) => {
      const isCurrent = from + i === at;
      const kind = { alert: "alert", failure: "failure", stop: "failure" }[entry.type] ?? "print";
      return make("li", { class: from + i > at ? "later" : "" }, make("button", { type: "button", "aria-current": String(isCurrent), onclick: () => app.showEntry(entry) },
        make("span", { class: "faint small" }, app.clock.time(entry.time)),
        make("span", { class: `text ${kind}` }, Page.sentence(entry.json)),
        !app.device && entry.json.device ? make("span", { class: "faint small" }, entry.json.device) : null));
    });
    if (items.length === 0) items.push(make("li", { class: "faint" }, "The script said nothing."));
    this.log.replaceChildren(...items);
    const current = this.log.querySelector('[aria-current="true"]');
    if (current) {
      const box = this.log.parentElement;
      box.scrollTop = current.offsetTop - box.offsetTop - box.clientHeight / 2;
    }
  }

  /** geoscript.store at the cursor, with what its last change changed. */
  updateStore() {
    const { app } = this;
    const box = document.getElementById("store");
    if (!app.device) return box.replaceChildren(make("p", { class: "faint" }, "Choose a device to see its geoscript.store."));
    const entries = app.model.log.filter((entry) => entry.type === "store" && entry.device === app.device);
    const at = Page.lastAt(entries.map((entry) => entry.time), app.time);
    const key = [app.device.index, at].join();
    if (key === this.storeKey) return undefined;
    this.storeKey = key;
    if (at < 0) return box.replaceChildren(make("p", { class: "faint" }, "geoscript.store is empty at this time."));
    const [now, before] = [entries[at].json.store, entries[at - 1]?.json.store ?? {}];
    const rows = Object.keys({ ...before, ...now }).sort().flatMap((name) => {
      const [a, b] = [JSON.stringify(before[name]), JSON.stringify(now[name])];
      const changed = a === b ? "" : "changed";
      return [make("dt", { class: changed }, name), make("dd", { class: changed }, make("code", {}, b ?? "removed"),
        changed && a !== undefined ? make("span", { class: "faint small" }, ` was ${a}`) : null)];
    });
    return box.replaceChildren(
      make("p", {}, "Last change ", make("button", { type: "button", onclick: () => app.seek(entries[at].time) }, app.clock.full(entries[at].time))),
      make("dl", {}, ...rows));
  }
};

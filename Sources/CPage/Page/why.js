// Why: what the engine said of a fix, of a region, of an alert; the numbers that decided, and what was missing.
const { make } = Page;
const meters = (value, digits = 1) => (Number.isFinite(value) ? `${value.toFixed(digits).replace("-", "−")} m` : "unknown");
const degrees = (value) => value.toFixed(6).replace("-", "−");

const meanings = {
  used: "The regions used this fix. Nothing changed.",
  crossed: "This fix made an event.",
  ignored: "A region did not count this fix.",
  held: "A crossing, or the fix itself, waits for more.",
  late: "This fix came too late: a newer one had been used.",
  dropped: "geoscript did not use this fix.",
};
/** What the rules are called, and the classes of their badges. */
const rules = {
  settled: ["first state", "used"], entered: ["entered", "crossed"], exited: ["exited", "crossed"], dwelled: ["dwelled", "crossed"], passed: ["passed through", "crossed"],
  held: ["held", "held"], pending: ["pending", "held"], cancelled: ["canceled", "held"], ignored: ["ignored", "ignored"], unchanged: ["no change", "used"],
};

function table(rows) {
  return make("dl", {}, ...rows.filter(([, value]) => value !== null && value !== undefined && value !== "")
    .flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
}

Page.Why = class {
  constructor(app) {
    this.app = app;
    this.box = document.getElementById("why");
    this.box.setAttribute("aria-live", "off");
    this.shown = "";
  }

  /** Shows what is chosen: an alert, or the fix at the cursor. */
  update() {
    const { app } = this;
    const fix = app.device ? Page.lastAt(app.device.fixes.time, app.time) : -1;
    const key = [app.device?.index, fix, app.region, app.alert?.index].join();
    if (key === this.shown) return;
    this.shown = key;
    const parts = [];
    if (app.alert) parts.push(this.alert(app.alert));
    if (app.region >= 0) parts.push(this.region(app.region));
    if (app.device) parts.push(fix < 0 ? make("p", {}, `${app.device.name} has no fix before this time.`) : this.fix(app.device, fix));
    if (parts.length === 0) parts.push(this.intro());
    // What stays the same keeps its focus, and a click on it counts.
    const html = parts.map((part) => part.outerHTML).join("");
    if (html === this.html) return;
    this.html = html;
    this.box.replaceChildren(...parts);
  }

  intro() {
    const { model } = this.app;
    const count = (number, one, many = `${one}s`) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
    const fixes = model.devices.reduce((sum, device) => sum + device.all, 0);
    return make("div", {},
      make("h2", {}, model.script),
      make("p", {}, `${count(model.tracked.length, "device")}, ${count(fixes, "fix", "fixes")}, ${count(model.regions.length, "region")}, ${count(model.alerts.length, "alert")}.`),
      make("p", {}, "Choose a device in the list or on the map. Then click a fix, a region, a lane or an alert to see why it fired, or why not."),
      model.moreRegions ? make("p", { class: "faint" }, "There are more regions than the page shows.") : null,
      model.moreLog > 0 ? make("p", { class: "faint" }, `${model.moreLog.toLocaleString("en")} further records are not on the page.`) : null);
  }

  fix(device, at) {
    const { app } = this;
    const { fixes } = device;
    const outcome = Page.outcomes[fixes.outcome[at]];
    const own = fixes.text[at] > 0 ? device.texts[fixes.text[at] - 1] : null;
    const isMasked = own?.includes(Page.inZone) ?? false;
    const box = make("section", {},
      make("h2", {}, `${device.name} `, make("span", { class: `badge ${outcome}` }, outcome)),
      make("p", {}, own ? `${own[0].toUpperCase()}${own.slice(1)}.` : meanings[outcome]),
      isMasked ? make("p", {}, "The map shows a point of the zone's edge in place of the true position.") : null,
      Math.abs(fixes.latitude[at]) > Page.edge ? make("p", {}, "The map ends at latitude ±85.05° and shows this fix at its edge.") : null,
      table([
        ["time", app.clock.full(fixes.time[at])],
        ["place", isMasked ? null : `${degrees(fixes.latitude[at])}, ${degrees(fixes.longitude[at])}`],
        ["accuracy a", isMasked ? null : meters(fixes.accuracy[at], 0)],
        ["altitude", Number.isFinite(fixes.altitude[at]) ? meters(fixes.altitude[at], 0) : null],
        ["speed", fixes.speed[at] >= 0 ? `${(fixes.speed[at] * 3.6).toFixed(1)} km/h` : null],
        ["course", fixes.course[at] >= 0 ? `${fixes.course[at].toFixed(0)}°` : null],
      ]));
    for (let i = 0; i < fixes.decided[at]; i++) box.append(this.decision(device, fixes.first[at] + i));
    if (fixes.decided[at] === 0 && !own) box.append(make("p", { class: "faint" }, "No region was near enough to be asked."));
    return box;
  }

  /** What the engine said of one region at one fix. */
  decision(device, at) {
    const { app } = this;
    const { decisions } = device;
    const index = decisions.region[at];
    const region = app.model.regions[index], rule = app.model.rules[decisions.rule[at]];
    const state = ["unknown", "outside", "inside"][decisions.state[at]];
    const text = decisions.text[at] > 0 ? device.texts[decisions.text[at] - 1] : "";
    return make("div", { class: `card ${state}` },
      make("h3", {},
        make("button", { type: "button", onclick: () => app.chooseRegion(index) }, region.id), " ",
        make("span", { class: `badge ${rules[rule][1]}` }, rules[rule][0]), " ", make("span", { class: "faint small" }, state)),
      text ? make("p", {}, this.zoned(text)) : null,
      table([
        ["distance d", meters(decisions.distance[at])],
        ["enters", `at d ≤ ${meters(region.enter)}`],
        ["exits", `at d > ${meters(region.buffer)}`],
        ["missing", rule === "held" ? missing(region, decisions.distance[at], state) : null],
        ["due", Number.isFinite(decisions.due[at]) ? app.clock.full(decisions.due[at]) : null],
        ...delays(region),
      ]));
  }

  /** The engine writes times of UTC. */
  zoned(text) {
    return this.app.clock.zone === "UTC" ? text : text.replace(/\b\d\d:\d\d:\d\d(\.\d+)?/g, "$& UTC");
  }

  region(index) {
    const { app } = this;
    const region = app.model.regions[index];
    const { properties, geometry } = region;
    const lane = app.device?.lanes.get(index) ?? [];
    const box = make("section", {},
      make("h2", {}, `Region ${region.id}`),
      table([
        ["shape", geometry.type === "Point" ? `circle, radius ${meters(properties.radius, 0)}`
          : geometry.type.endsWith("LineString") ? `corridor, ${meters(properties.width, 0)} wide` : "polygon"],
        ["buffer b", meters(region.buffer, 0)],
        ["enters", `at d ≤ ${meters(region.enter)}`], ["exits", `at d > ${meters(region.buffer)}`],
        ...delays(region),
      ]),
      make("p", {}, make("button", { type: "button", onclick: () => app.map?.fitRegion(region) }, "Show on the map"), " ",
        make("button", { type: "button", onclick: () => app.whatIf.open(index) }, "What if…")));
    if (lane.length > 0) {
      box.append(make("details", {}, make("summary", {}, `States of ${app.device.name}`), make("ol", {}, ...lane.slice(0, 200).map((change) =>
        make("li", {}, make("button", { type: "button", onclick: () => app.seek(change.time) },
          `${app.clock.day(change.time)} ${app.clock.time(change.time)}  ${Page.states[change.kind]}`))))));
    } else if (app.device) {
      box.append(make("p", { class: "faint" }, `Nothing was decided about this region for ${app.device.name}.`));
    }
    return box;
  }

  alert(entry) {
    const { app } = this;
    const { json } = entry;
    const known = ["time", "device", "group", "sequence", "type", "title", "body", "id", "latitude", "longitude"];
    const rest = Object.entries(json).filter(([name]) => !known.includes(name));
    return make("section", {},
      make("h2", {}, make("span", { class: "badge alert" }, json.type === "alert" ? "alert" : "not raised"), ` ${json.title ?? json.key ?? "alert"}`),
      json.body ? make("p", {}, json.body) : null,
      table([
        ["time", app.clock.full(entry.time)], entry.fate && json.id ? [entry.fate[0] === "held" ? "held" : "not delivered", entry.fate[1]] : ["", null], ["device", json.device], ["group", json.group],
        ...rest.map(([name, value]) => [name, typeof value === "object" ? JSON.stringify(value) : String(value)]),
      ]),
      app.model.control && json.key ? make("button", { type: "button", onclick: () => app.tools.acknowledge(json) }, "Acknowledge") : null,
      make("button", { type: "button", onclick: () => app.showAlert(null) }, "Close"));
  }
};

/** How far a crossing that was held had to reach beyond the fix. */
function missing(region, distance, state) {
  const far = state === "inside" ? region.buffer - distance : distance - region.enter;
  return far > 0 ? meters(far) : null;
}

/** What else decides about a region. */
function delays({ properties }) {
  const seconds = (name, label) => [label, properties[name] > 0 ? `${properties[name]} s` : null];
  return [
    seconds("enterDelay", "enter delay"), seconds("exitDelay", "exit delay"), seconds("dwell", "dwell"),
    ["accuracy mode", properties.accuracyMode && properties.accuracyMode !== "point" ? properties.accuracyMode : null],
    ["best accuracy", properties.minimumAccuracy ? `a ≤ ${properties.minimumAccuracy} m` : null],
    ["schedule", hours(properties.schedule)],
  ];
}

/** `mon, fri 08:00 – 18:00 Asia/Tokyo` */
function hours(schedule) {
  return schedule ? [].concat(schedule).map(({ days, from, to, timeZone }) => [days?.join(", ") ?? "every day", from || to ? `${from ?? "00:00"} – ${to ?? "24:00"}` : "", timeZone].filter(Boolean).join(" ")).join("; ") : null;
}

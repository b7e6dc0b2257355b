// What happened: devices with their fixes, decisions and states, the log, and the clock that shows their times.
Page.outcomes = ["used", "crossed", "ignored", "held", "late", "dropped"];
const late = Page.outcomes.indexOf("late");
Page.states = ["outside", "entering", "inside", "dwelled", "exiting"];

/** The index of the last value that is not above `time`, -1 before all. */
Page.lastAt = (values, time) => {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/** How the text of a fix in a privacy zone begins; any other text means that the regions did not use the fix. */
Page.inZone = "in the privacy zone '";

/** One device; its numbers are read when they are first needed. */
class Device {
  constructor(json, index, columns) {
    Object.assign(this, { index, name: json.name, all: json.all, texts: json.texts, columns, json, maps: json.maps ?? [], pictures: json.pictures ?? [] });
  }

  get fixes() {
    if (!this.read) this.read = this.readFixes();
    return this.read;
  }

  readFixes() {
    const count = this.json.fixes, reader = new Page.Reader(this.columns, this.json.at);
    const raw = {
      time: reader.sums(count, 1), latitude: reader.sums(count, 1e-6), longitude: reader.sums(count, 1e-6),
      accuracy: reader.optional(count, 0.1), altitude: reader.optional(count, 0.1),
      speed: reader.optional(count, 0.1), course: reader.optional(count, 1),
      outcome: reader.plain(count), text: reader.plain(count), decided: reader.plain(count),
    };
    raw.counts = raw.text.map((text, i) => Number(raw.outcome[i] < late && (text === 0 || this.texts[text - 1].startsWith(Page.inZone))));
    if (this.json.numbers) raw.number = Int32Array.from(this.json.numbers);
    let total = 0;
    raw.first = raw.decided.map((own) => (total += own) - own);
    this.decisions = {
      region: reader.plain(total), rule: reader.plain(total), state: reader.plain(total),
      distance: reader.optional(total, 0.1), text: reader.plain(total),
      due: reader.optional(total, 1, Float64Array),
    };
    const states = this.json.states;
    this.changes = { time: reader.sums(states, 1), region: reader.plain(states), kind: reader.plain(states) };
    return Device.byTime(raw, count);
  }

  /** The fixes in order of their times: late ones came later than they were measured. */
  static byTime(raw, count) {
    const order = Array.from({ length: count }, (_, i) => i);
    const isSorted = raw.time.every((time, i) => i === 0 || raw.time[i - 1] <= time);
    if (!isSorted) order.sort((a, b) => raw.time[a] - raw.time[b] || a - b);
    const ordered = (values) => (isSorted ? values : values.map((_, i) => values[order[i]]));
    const fixes = { count, ...Object.fromEntries(Object.entries(raw).map(([name, values]) => [name, ordered(values)])) };
    fixes.used = Int32Array.from(order.keys()).filter((i) => fixes.counts[i]);
    fixes.usedTime = Float64Array.from(fixes.used, (i) => fixes.time[i]);
    return fixes;
  }

  /** Where it is at a time: between two fixes on the line between them. */
  placeAt(time) {
    const { fixes } = this;
    const at = Page.lastAt(fixes.usedTime, time);
    if (at < 0) return null;
    const a = fixes.used[at], b = fixes.used[Math.min(at + 1, fixes.used.length - 1)];
    const gap = fixes.time[b] - fixes.time[a];
    const share = b === a || gap > 600_000 || gap <= 0 ? 0 : (time - fixes.time[a]) / gap;
    let dx = fixes.longitude[b] - fixes.longitude[a];
    if (Math.abs(dx) > 180) dx -= Math.sign(dx) * 360;
    return {
      fix: a, longitude: fixes.longitude[a] + dx * share,
      latitude: fixes.latitude[a] + (fixes.latitude[b] - fixes.latitude[a]) * share,
    };
  }

  /** The state of each region from a time on: region → [{ time, kind }]. */
  get lanes() {
    if (this.laneMap) return this.laneMap;
    void this.fixes;
    this.laneMap = new Map();
    const { time, region, kind } = this.changes;
    for (let i = 0; i < time.length; i++) {
      if (!this.laneMap.has(region[i])) this.laneMap.set(region[i], []);
      this.laneMap.get(region[i]).push({ time: time[i], kind: kind[i] });
    }
    return this.laneMap;
  }

  /** The state of a region at a time, -1 if unknown. */
  stateOf(region, time) {
    const lane = this.lanes.get(region);
    if (!lane) return -1;
    lane.times ??= Float64Array.from(lane, (change) => change.time);
    return lane[Page.lastAt(lane.times, time)]?.kind ?? -1;
  }
}

Page.Device = Device;

/** An entry of the log. */
Page.entry = (json, index, byName, start) => ({
  json, index, type: json.type, device: byName.get(json.device) ?? null,
  time: (typeof json.time === "number" ? json.time * 1000 : Date.parse(json.time)) - start,
});

/** Finds the alerts of the log, and all times. */
Page.index = (model) => {
  for (const entry of model.log) entry.fate = model.fates?.[entry.json.id] ?? (entry.type === "suppressed" ? ["suppressed", entry.json.reason] : null);
  model.alerts = model.log.filter((entry) => entry.type === "alert");
  model.alertTimes = model.alerts.map((alert) => alert.time);
  model.logTimes = model.log.map((entry) => entry.time);
};

/** Reads the page's data. */
Page.readModel = async () => {
  const model = JSON.parse(document.getElementById("data").textContent);
  const columns = await Page.unpack("columns");
  model.devices = model.devices.map((json, index) => new Device(json, index, columns));
  const byName = new Map(model.devices.map((device) => [device.name, device]));
  model.log = model.log.map((json, index) => Page.entry(json, index, byName, model.start));
  Page.index(model);
  for (const alert of model.alerts) alert.place = Page.placeOf(alert);
  model.tracked = model.devices.filter((device) => device.json.fixes > 0);
  return model;
};

Page.placeOf = (alert) => {
  const { latitude, longitude } = alert.json.location ?? alert.json;
  if (Number.isFinite(latitude) && Number.isFinite(longitude)) return { latitude, longitude };
  return alert.device?.placeAt(alert.time) ?? null;
};

/** The sentence of an entry of the log. */
Page.sentence = (json) => {
  switch (json.type) {
    case "print": return json.text;
    case "log": return `${json.level}: ${json.message}`;
    case "alert": return json.body ? `${json.title}: ${json.body}` : json.title;
    case "failure": return json.message;
    case "suppressed": return `not raised: ${json.key ?? "alert"}: ${json.reason}`;
    case "stop": return `the script is stopped: ${json.reason}`;
    case "store": return "geoscript.store changed";
    default: {
      const rest = Object.entries(json)
        .filter(([name]) => !["time", "device", "group", "sequence", "type"].includes(name))
        .map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`);
      return `${json.type} ${rest.join(", ")}`;
    }
  }
};

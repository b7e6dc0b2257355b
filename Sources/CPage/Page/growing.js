// A device of a served page: the same columns as in a file, which grow while the run goes on.

/** Numbers that grow at the end. */
class Growing {
  constructor(Type) {
    this.all = new Type(16);
    this.count = 0;
  }

  push(value) {
    if (this.count === this.all.length) {
      const more = new this.all.constructor(this.count * 2);
      more.set(this.all);
      this.all = more;
    }
    this.all[this.count++] = value;
  }

  /** Removes values at the begin. */
  drop(count) {
    this.all.copyWithin(0, count, this.count);
    this.count -= count;
  }

  get view() {
    return this.all.subarray(0, this.count);
  }
}

const grow = (columns) => Object.fromEntries(Object.entries(columns).map(([name, Type]) => [name, new Growing(Type)]));
const view = (columns) => Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.view]));
const [mostChanges, mostMaps] = [5000, 500];

Page.LiveDevice = class extends Page.Device {
  constructor(name, index) {
    super({ name, all: 0, texts: [], fixes: 0, states: 0 }, index, null);
    this.rows = grow({
      number: Int32Array, time: Float64Array, latitude: Float64Array, longitude: Float64Array, accuracy: Float32Array,
      altitude: Float32Array, speed: Float32Array, course: Float32Array, outcome: Int32Array, text: Int32Array,
      decided: Int32Array, first: Int32Array, counts: Int32Array,
    });
    this.decisionRows = grow({
      region: Int32Array, rule: Int32Array, state: Int32Array, distance: Float32Array, text: Int32Array, due: Float64Array,
    });
    this.used = grow({ used: Int32Array, usedTime: Float64Array });
    this.isInOrder = true;
    this.lastNumber = -1;
    this.laneMap = new Map();
  }

  get count() {
    return this.rows.time.count;
  }

  /** Adds what a message says of it. */
  add(json, columns, start, regionAt) {
    const part = new Page.Device(json, 0, columns);
    const { fixes, decisions, changes } = { fixes: part.fixes, decisions: part.decisions, changes: part.changes };
    const [texts, first] = [this.texts.length, this.decisionRows.rule.count];
    const text = (number) => (number > 0 ? number + texts : 0);
    this.texts.push(...json.texts);
    if (json.maps) this.maps = [...this.maps, ...json.maps].slice(-mostMaps);
    if (json.pictures) this.pictures = [...this.pictures.filter((old) => !json.pictures.some(({ map }) => map === old.map)), ...json.pictures];
    this.all = json.all;
    for (let i = 0; i < decisions.rule.length; i++) {
      const row = {
        region: regionAt(decisions.region[i]), rule: decisions.rule[i], state: decisions.state[i],
        distance: decisions.distance[i], text: text(decisions.text[i]), due: decisions.due[i] + start,
      };
      for (const [name, column] of Object.entries(this.decisionRows)) column.push(row[name]);
    }
    for (let i = 0; i < fixes.count; i++) {
      const row = {};
      for (const name of Object.keys(this.rows)) row[name] = fixes[name][i];
      row.time += start;
      row.text = text(row.text);
      row.first += first;
      this.put(row);
    }
    for (let i = 0; i < changes.time.length; i++) this.change(regionAt(changes.region[i]), changes.time[i] + start, changes.kind[i]);
    this.read = null;
  }

  put(row) {
    const at = row.number > this.lastNumber ? -1 : this.rows.number.view.lastIndexOf(row.number);
    this.lastNumber = Math.max(this.lastNumber, row.number);
    if (at >= 0) {
      // Whether the regions used it may be another now.
      if (this.rows.counts.all[at] !== row.counts) this.isInOrder = false;
      for (const [name, column] of Object.entries(this.rows)) column.all[at] = row[name];
      return;
    }
    if (this.count > 0 && row.time < this.rows.time.all[this.count - 1]) this.isInOrder = false;
    for (const [name, column] of Object.entries(this.rows)) column.push(row[name]);
    if (!row.counts) return;
    this.used.used.push(this.count - 1);
    this.used.usedTime.push(row.time);
  }

  change(region, time, kind) {
    if (!this.laneMap.has(region)) this.laneMap.set(region, []);
    const lane = this.laneMap.get(region);
    // After a break the page may hear again what it knows; two workers may tell of one device out of order.
    const at = lane.findLastIndex((old) => old.time <= time) + 1;
    if (lane[at - 1]?.kind === kind || lane.some((old) => old.time === time && old.kind === kind)) return;
    if (lane[at]?.kind === kind) lane[at].time = time; else lane.splice(at, 0, { time, kind });
    if (lane.length > mostChanges) lane.splice(0, mostChanges / 4);
    delete lane.times;
  }

  readFixes() {
    this.decisions = view(this.decisionRows);
    const raw = view(this.rows);
    if (!this.isInOrder) return Page.Device.byTime(raw, this.count);
    return { count: this.count, ...raw, ...view(this.used) };
  }

  /** Forgets the oldest fixes if there are more than `most`. */
  trim(most) {
    if (this.count <= most * 1.25) return;
    const gone = this.count - most;
    for (const column of Object.values(this.rows)) column.drop(gone);
    const least = (column, start) => column.view.reduce((low, value) => (value > 0 ? Math.min(low, value) : low), start);
    const decisions = this.rows.first.view.reduce((low, value) => Math.min(low, value), this.decisionRows.rule.count);
    for (const column of Object.values(this.decisionRows)) column.drop(decisions);
    for (let i = 0; i < this.count; i++) this.rows.first.all[i] -= decisions;
    const texts = least(this.decisionRows.text, least(this.rows.text, this.texts.length + 1)) - 1;
    this.texts.splice(0, texts);
    for (const { all, count } of [this.rows.text, this.decisionRows.text]) {
      for (let i = 0; i < count; i++) if (all[i] > 0) all[i] -= texts;
    }
    this.used = grow({ used: Int32Array, usedTime: Float64Array });
    for (let i = 0; i < this.count; i++) {
      if (!this.rows.counts.all[i]) continue;
      this.used.used.push(i);
      this.used.usedTime.push(this.rows.time.all[i]);
    }
    this.read = null;
  }
};

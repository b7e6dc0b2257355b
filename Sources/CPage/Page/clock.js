// Times as people read them in the run's zone, and the timeline: gaps in which nothing happened are folded.

/** Writes times, which are milliseconds since the page's start. */
Page.Clock = class {
  constructor(start, zone) {
    this.start = start;
    try {
      [this.zone, this.short] = [zone, Page.Clock.format(zone)];
    } catch {
      [this.zone, this.short] = ["UTC", Page.Clock.format("UTC")];
    }
  }

  static format(zone) {
    return new Intl.DateTimeFormat("en-GB", {
      timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit",
      second: "2-digit", hourCycle: "h23", timeZoneName: "short",
    });
  }

  parts(time) {
    const found = {};
    for (const { type, value } of this.short.formatToParts(this.start + time)) found[type] = value;
    return found;
  }

  day(time) {
    const { year, month, day } = this.parts(time);
    return `${year}-${month}-${day}`;
  }

  time(time) {
    const { hour, minute, second } = this.parts(time);
    return `${hour}:${minute}:${second}`;
  }

  /** `2026-05-04 12:15:03 CEST` */
  full(time) {
    return `${this.day(time)} ${this.time(time)} ${this.parts(time).timeZoneName}`;
  }

  iso(time) {
    return new Date(Math.round(this.start + time)).toISOString();
  }
};

/** `3 min 20 s` */
Page.duration = (milliseconds) => {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min${seconds % 60 ? ` ${seconds % 60} s` : ""}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h${minutes % 60 ? ` ${minutes % 60} min` : ""}`;
  return `${Math.round(hours / 24)} days`;
};

/** True time, with long gaps folded to a fixed width. Places are milliseconds of unfolded time. */
Page.TimeLine = class {
  /** A gap of at least this is folded. */
  static gap = 20 * 60_000;

  constructor(times) {
    const sorted = Float64Array.from(times).sort();
    this.spans = [];
    for (const time of sorted) {
      const last = this.spans.at(-1);
      if (last && time - last.b < Page.TimeLine.gap) last.b = time;
      else this.spans.push({ a: time, b: time });
    }
    if (this.spans.length === 0) this.spans.push({ a: 0, b: 1000 });
    const active = this.spans.reduce((sum, span) => sum + span.b - span.a, 0);
    this.fold = Math.max(1000, active / 50);
    let place = 0;
    for (const span of this.spans) {
      if (span.b === span.a) span.b += Math.max(1000, active / 400);
      span.x = place;
      place += span.b - span.a + this.fold;
    }
    this.starts = Float64Array.from(this.spans, (span) => span.a);
    this.places = Float64Array.from(this.spans, (span) => span.x);
    this.length = place - this.fold;
    this.first = this.spans[0].a;
    this.last = this.spans.at(-1).b;
  }

  place(time) {
    const at = Math.max(0, Page.lastAt(this.starts, time)), span = this.spans[at];
    if (time <= span.b) return span.x + Math.max(0, time - span.a);
    const next = this.spans[at + 1];
    const share = next ? (time - span.b) / (next.a - span.b) : 0;
    return span.x + span.b - span.a + share * this.fold;
  }

  time(place) {
    const at = Math.max(0, Page.lastAt(this.places, place)), span = this.spans[at];
    const into = place - span.x;
    if (into <= span.b - span.a) return span.a + Math.max(0, into);
    const next = this.spans[at + 1];
    if (!next) return span.b;
    return span.b + ((into - span.b + span.a) / this.fold) * (next.a - span.b);
  }

  /** The folded gaps: where they begin, and how long they are. */
  get gaps() {
    return this.spans.slice(1).map((next, i) => ({ length: next.a - this.spans[i].b, a: this.spans[i].b, b: next.a }));
  }
};

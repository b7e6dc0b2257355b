// The bytes that a page carries as text: gzip in Base64, numbers of seven bits per byte.

const signed = (value) => (value % 2 ? -(value + 1) / 2 : value / 2);

/** Reads numbers as PageColumns and WorldMap write them. */
Page.Reader = class {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  number() {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * scale;
      if (!(byte > 127)) return value;
      scale *= 128;
    }
  }

  /** A number that may be negative. */
  difference() {
    return signed(this.number());
  }

  plain(count) {
    return new Int32Array(count).map(() => this.number());
  }

  /** Values that are written as differences. */
  sums(count, unit) {
    let last = 0;
    return new Float64Array(count).map(() => (last += this.difference()) * unit);
  }

  /** The same with NaN for a missing value. */
  optional(count, unit, Type = Float32Array) {
    let last = 0;
    return new Type(count).map(() => {
      const next = this.number();
      if (next > 0) last += signed(next - 1);
      return next > 0 ? last * unit : NaN;
    });
  }

  text() {
    const count = this.number();
    const text = new TextDecoder().decode(this.bytes.subarray(this.at, this.at + count));
    this.at += count;
    return text;
  }
};

Page.fromBase64 = (text, letters = atob(text)) => new Uint8Array(letters.length).map((_, at) => letters.charCodeAt(at));

const inflate = async (stream) => new Uint8Array(await new Response(stream.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());

/** The bytes of an element of the page, which is emptied. */
Page.unpack = async (id) => {
  const element = document.getElementById(id);
  const packed = Page.fromBase64(element.textContent);
  element.remove();
  return inflate(new Blob([packed]).stream());
};

/** The bytes of a file of the server. */
Page.load = async (path) => {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(await answer.text());
  return inflate(answer.body);
};

/** An element with properties and children; texts become text, never markup. */
Page.make = (tag, properties = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && !name.startsWith("aria")) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
};

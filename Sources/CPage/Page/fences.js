// Fences: what the reader draws, changes and removes goes into the file of fences of the run.
const { make } = Page;
const element = (id) => document.getElementById(`fence-${id}`);
/** Pixels around a corner or an edge, and within which a finger stands still. */
const [near, still] = [10, 6];
const least = { Point: 1, LineString: 2, Polygon: 3 };
const wanted = { Point: "Press the middle of the circle and drag", LineString: "Click two places or more", Polygon: "Click three corners or more" };
const round = ({ lng, lat }) => [Number(lng.toFixed(6)), Number(lat.toFixed(6))];

Page.Fences = class {
  constructor(tools) {
    Object.assign(this, { tools, app: tools.app, map: tools.app.map.map, list: [], points: [], isFixed: false, before: [] });
    this.form = document.getElementById("fence");
    const on = (id, event, what) => element(id).addEventListener(event, what);
    on("list", "change", () => this.choose(element("list").value));
    on("shape", "change", () => {
      this.put([]);
      tools.say(wanted[this.shape]);
    });
    on("size", "input", () => this.draw());
    on("middle", "click", () => this.add(round(this.map.getCenter().wrap())));
    on("undo", "click", () => this.undo());
    on("remove", "click", () => this.ask({ remove: element("list").value }));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.save();
    });
  }

  show(isShown) {
    this.form.hidden = !isShown;
    if (isShown) void this.ask();
    else this.put([]);
    this.tools.say("");
  }

  get shape() {
    return element("shape").value;
  }

  get size() {
    return Math.max(0.1, Number(element("size").value) || 0.1);
  }

  // What is drawn.

  put(points) {
    this.keep();
    this.points = points;
    this.draw();
  }

  /** Keeps what Undo brings back: the corners and the size before a change. */
  keep() {
    this.before.push([this.points, element("size").value]);
  }

  undo() {
    [this.points, element("size").value] = this.before.pop() ?? [this.points, element("size").value];
    this.draw();
  }

  /** The shape as a Feature; nil as long as places are missing. */
  get feature() {
    const { points, shape, size } = this;
    if (points.length < least[shape]) return null;
    const properties = { Point: { radius: size }, LineString: { width: size }, Polygon: {} }[shape];
    const coordinates = { Point: points[0], LineString: points, Polygon: [[...points, points[0]]] }[shape];
    return { type: "Feature", id: element("name").value.trim(), properties, geometry: { type: shape, coordinates } };
  }

  /** What can be dragged: the corners, or the middle and the rim of a circle. */
  get handles() {
    const { points, shape, size } = this;
    if (shape !== "Point" || points.length === 0) return points;
    return [points[0], Page.circle(...points[0], size, 4)[1]];
  }

  draw() {
    const { points, shape, feature } = this;
    element("size").parentElement.hidden = shape === "Polygon";
    element("size-name").textContent = shape === "Point" ? "Radius" : "Width";
    const corners = this.handles.map(([lng, lat]) => Page.point(lng, lat, { role: "corner" }));
    const rest = feature ? Page.regionFeatures({ ...feature, center: points[0] }, 0).slice(1) : points.length > 1
      ? [{ type: "Feature", properties: { role: "edge" }, geometry: { type: "LineString", coordinates: points } }] : [];
    this.app.map.set("fence", [...rest, ...corners]);
  }

  // Hands.

  hit(point) {
    return this.handles.findIndex((handle) => this.map.project(handle).dist(point) <= near);
  }

  /** Begins to drag a handle or a circle; otherwise the map moves. */
  press(event) {
    const { point, lngLat } = event;
    if (this.isFixed) return { point, handle: -1 };
    let handle = this.hit(point);
    const isNew = this.shape === "Point" && this.points.length === 0 && !this.regionAt(point);
    if (isNew) {
      this.put([round(lngLat.wrap())]);
      handle = 1;
    }
    if (handle >= 0) event.preventDefault();
    return { point, handle, isNew };
  }

  move({ point, lngLat }, finger) {
    const isFar = Math.hypot(point.x - finger.point.x, point.y - finger.point.y) > still;
    if (isFar && !finger.isMoving && finger.handle >= 0 && !finger.isNew) this.keep();
    finger.isMoving ||= isFar;
    if (!finger.isMoving || finger.handle < 0) return;
    const place = round(lngLat.wrap());
    if (this.shape === "Point" && finger.handle === 1) {
      element("size").value = String(Math.max(1, Number(Page.distance(this.points[0], place).toPrecision(3))));
      this.draw();
      return;
    }
    this.points = this.points.with(finger.handle, place);
    this.draw();
  }

  /** A click adds a corner, in an edge that it hits, or removes the corner that it hits. */
  lift({ point, lngLat }, finger) {
    if (finger.isMoving || finger.isNew) return undefined;
    const known = this.points.length === 0 || this.isFixed ? this.regionAt(point) : undefined;
    if (known) return this.choose(known.id);
    if (this.isFixed) return undefined;
    if (finger.handle < 0) return this.add(round(lngLat.wrap()), point);
    return this.shape === "Point" ? undefined : this.put(this.points.toSpliced(finger.handle, 1));
  }

  add(place, point) {
    if (this.isFixed) return undefined;
    if (this.shape === "Point") return this.put([place]);
    const edge = point ? this.points.slice(1).findIndex((end, i) => Page.distanceToEdge(point, this.map.project(this.points[i]), this.map.project(end)) <= near) : -1;
    return this.put(edge < 0 ? [...this.points, place] : this.points.toSpliced(edge + 1, 0, place));
  }

  /** The fence of the file that the map shows at a point. */
  regionAt({ x, y }) {
    const names = this.map.queryRenderedFeatures([[x - 3, y - 3], [x + 3, y + 3]], { layers: ["region", "corridor", "region-name"] })
      .map((feature) => feature.properties.name);
    return this.list.find(({ id }) => names.includes(id));
  }

  // The file.

  choose(id) {
    const fence = this.list.find((each) => each.id === id);
    const { type, coordinates } = fence?.geometry ?? {};
    // Holes and parts are changed in the file.
    this.isFixed = Boolean(fence) && !(type === "Point" || type === "LineString" || (type === "Polygon" && coordinates.length === 1));
    element("list").value = fence?.id ?? "";
    element("name").value = fence?.id ?? "";
    element("name").readOnly = element("shape").disabled = Boolean(fence);
    element("save").disabled = this.isFixed;
    element("remove").disabled = !fence;
    if (fence && !this.isFixed) element("shape").value = type;
    const size = fence?.properties.radius ?? fence?.properties.width;
    if (size) element("size").value = String(size);
    this.tools.say(this.isFixed ? "This fence has holes or parts: change them in the file" : fence ? "" : wanted[this.shape]);
    // Beside the form.
    if (fence) this.app.map.fitRegion(fence);
    this.points = [];
    if (fence && !this.isFixed) this.points = type === "Point" ? [coordinates] : type === "LineString" ? coordinates : coordinates[0].slice(0, -1);
    this.before = [];
    this.draw();
  }

  save() {
    const { feature } = this;
    if (!feature) return this.tools.say(wanted[this.shape]);
    const isTaken = this.list.some(({ id }) => id === feature.id) && element("list").value !== feature.id;
    return isTaken ? this.tools.say(`There is a fence called ${feature.id}: choose it, or write another name`) : this.ask({ save: feature });
  }

  /** Changes the file, and lists what is in it. */
  async ask(change = {}) {
    const answer = await this.tools.post("/fences", JSON.stringify(change));
    if (!answer) return;
    this.list = answer.regions;
    const options = [make("option", { value: "" }, "New"), ...this.list.map(({ id }) => make("option", { value: id }, id))];
    element("list").replaceChildren(...options);
    this.choose("");
    if (answer.more > 0) this.tools.say(`${answer.more.toLocaleString("en")} further fences are in the file only`);
    const kept = answer.kept ? ` (before: ${answer.kept})` : "";
    if (answer.saved) this.tools.say(`Saved: ${answer.saved}${kept}`);
    if (answer.removed) this.tools.say(`Removed: ${answer.removed}`);
  }
};

/** Pixels from a point to a line between two others. */
Page.distanceToEdge = (point, a, b) => {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const part = Math.min(1, Math.max(0, ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(a.x + part * dx - point.x, a.y + part * dy - point.y);
};

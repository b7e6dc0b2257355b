// Shapes on the map: circles and boxes of regions, tracks in pieces, the circle of a fix's accuracy.
const radians = Math.PI / 180;

/** A geodesic circle on the sphere, near enough to be seen: [[longitude, latitude]…]. */
Page.circle = (longitude, latitude, radius, steps = 96) => {
  const [a, phi] = [radius / 6_371_008.8, latitude * radians];
  const ring = [];
  for (let i = 0; i <= steps; i++) {
    const angle = (i / steps) * 2 * Math.PI;
    const sine = Math.sin(phi) * Math.cos(a) + Math.cos(phi) * Math.sin(a) * Math.cos(angle);
    const dx = Math.atan2(Math.sin(angle) * Math.sin(a) * Math.cos(phi), Math.cos(a) - Math.sin(phi) * sine);
    ring.push([longitude + dx / radians, Math.asin(sine) / radians]);
  }
  return ring;
};

/** The distance of two places in meters. */
Page.distance = ([x, y], [u, v]) => {
  const h = Math.sin(((v - y) * radians) / 2) ** 2 + Math.cos(y * radians) * Math.cos(v * radians) * Math.sin(((u - x) * radians) / 2) ** 2;
  return 2 * 6_371_008.8 * Math.asin(Math.sqrt(Math.min(1, h)));
};

/** The width of a line at zoom 0: there a pixel is 156,543 m wide at the equator, in MapLibre's tiles of 512 half of that. */
Page.lineWidth = (meters, [, latitude]) => meters / (78_271.517 * Math.cos(latitude * radians));

/** The lines of a line, or the rings of an area. */
Page.lines = ({ type, coordinates }) => ({ LineString: [coordinates], MultiPolygon: coordinates.flat() })[type] ?? coordinates;

Page.feature = (type, coordinates, properties, more = {}) => ({ type: "Feature", ...more, properties, geometry: { type, coordinates } });

/** The outlines of an area, without those along the 180th meridian, which cuts it. */
const edges = (geometry) => (geometry.type !== "MultiPolygon" ? Page.lines(geometry) : Page.lines(geometry).flatMap((ring) => ring.slice(1).reduce((pieces, place, i) => {
  if (Math.abs(place[0]) === 180 && Math.abs(ring[i][0]) === 180) return [...pieces, [place]];
  pieces.at(-1).push(place);
  return pieces;
}, [[ring[0]]]).filter((piece) => piece.length > 1)));

/** What a map draws of a region: its name, and its area with edges or its line with a width. */
Page.regionFeatures = (region, id) => {
  const { geometry, properties, center } = region;
  const about = { region: id, name: region.id };
  const isLine = geometry.type.endsWith("LineString");
  const name = Page.feature("Point", isLine ? Page.lines(geometry)[0][0] : center, { ...about, role: "name" }, { id });
  if (isLine) return [name, { type: "Feature", id, properties: { ...about, role: "corridor", width: Page.lineWidth(properties.width, center) }, geometry }];
  const shape = geometry.type === "Point" ? { type: "Polygon", coordinates: [Page.circle(...geometry.coordinates, properties.radius)] } : geometry;
  return [name, Page.feature(shape.type, shape.coordinates, { ...about, role: "area" }, { id }), Page.feature("MultiLineString", edges(shape), { ...about, role: "edge" }, { id })];
};

/** The outlines of a region, to fit it into the view. */
Page.regionLines = ({ geometry, properties }) => (geometry.type === "Point" ? [Page.circle(...geometry.coordinates, properties.radius, 8)] : Page.lines(geometry));

/** The longitude of the same place that is nearest to another longitude: maps go on beyond the 180th meridian. */
Page.near = (longitude, other) => longitude - 360 * Math.round((longitude - other) / 360);

/** The least and the greatest of some values. */
const range = (values) => values.reduce(([low, high], each) => [Math.min(low, each), Math.max(high, each)], [Infinity, -Infinity]);

/** The smallest part of the map that shows all lines, across the 180th meridian where that is shorter; null without any. */
Page.frame = (lines) => {
  if (lines.length === 0) return null;
  const spans = lines.map((line) => range(line.map(([longitude]) => longitude)))
    .map(([low, high]) => [Page.near(low, 0), Page.near(low, 0) + high - low]).sort(([a], [b]) => a - b);
  const [south, north] = range(lines.flatMap((line) => line.map(([, latitude]) => latitude)));
  // The widest gap between them stays outside.
  let [reach, start, gap] = [range(spans.flat())[1] - 360, spans[0][0], 0];
  for (const [west, east] of spans) {
    if (west - reach > gap) [start, gap] = [west, west - reach];
    reach = Math.max(reach, east);
  }
  return [[start, south], [start + 360 - gap, north]];
};

/** A line of used fixes as pieces: not over lost signals of ten minutes and five kilometers. */
Page.pieces = (fixes, from, to, step = 1) => {
  const pieces = [];
  let piece = [];
  let last = -1;
  const end = (...next) => {
    if (piece.length > 1) pieces.push(piece);
    piece = next;
  };
  for (let at = from; at <= to; at += at === to ? 1 : Math.min(step, to - at)) {
    const i = fixes.used[at], place = [fixes.longitude[i], fixes.latitude[i]];
    if (last >= 0) {
      const before = piece.at(-1);
      place[0] = Page.near(place[0], before[0]);
      if (fixes.time[i] - fixes.time[last] > 600_000 && Page.distance(before, place) > 5000) end();
      // MapLibre warns of a line with more than 6,553 places in a tile, and draws none beyond three worlds.
      else if (piece.length === 5000 || Math.abs(place[0]) > 500) end([Page.near(before[0], 0), before[1]]);
      place[0] = Page.near(place[0], piece.at(-1)?.[0] ?? 0);
    }
    piece.push(place);
    last = i;
  }
  end();
  return pieces;
};

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];

const arc = (seconds, [positive, negative]) => `${(Math.abs(seconds) / 3600).toFixed(4)}°${seconds < 0 ? negative : positive}`;

/** Meridians and parallels of a part of the map. */
Page.grid = (bounds) => {
  const [west, south, east, north] = bounds.toArray().flat();
  const wanted = ((east - west) * 3600) / 7, step = steps.find((each) => each >= wanted) ?? 3600;
  const lines = [];
  const add = (name, coordinates) => lines.push(Page.feature("LineString", coordinates, { name }));
  for (let at = Math.ceil((west * 3600) / step) * step; at < east * 3600; at += step) add(arc(at, "EW"), [[at / 3600, north], [at / 3600, south]]);
  for (let at = Math.ceil((south * 3600) / step) * step; at < north * 3600; at += step) add(arc(at, "NS"), [[west, at / 3600], [east, at / 3600]]);
  return lines;
};

Page.collection = (features) => ({ type: "FeatureCollection", features });

Page.point = (longitude, latitude, properties) => Page.feature("Point", [longitude, latitude], properties);

// Colors of devices, told apart with most kinds of color blindness: Okabe and Ito, 2008, darker where needed.
const palette = ["#0072b2", "#c4480a", "#00805a", "#a8558a", "#8a6d00", "#2e7fb8", "#5b4fc4", "#a3262a"];
const paletteOnDark = ["#56b4e9", "#ff9e57", "#3fd0a4", "#e59ac8", "#f0e442", "#8cc8f0", "#b3aaff", "#ff8f8f"];
Page.color = (index, isDark) => (isDark ? paletteOnDark : palette)[index % palette.length];

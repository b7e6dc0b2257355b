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

/** What a map draws of a region: its area and edge, or its line with a width. */
Page.regionFeatures = (region, index) => {
  const { geometry, properties, center } = region;
  const about = { region: index, name: region.id };
  const features = [
    { type: "Feature", id: index, properties: { ...about, role: "name" }, geometry: { type: "Point", coordinates: center } },
  ];
  const add = (role, shape, more = {}) =>
    features.push({ type: "Feature", id: index, properties: { ...about, role, ...more }, geometry: shape });
  if (geometry.type === "Point") {
    add("area", { type: "Polygon", coordinates: [Page.circle(...geometry.coordinates, properties.radius)] });
  } else if (geometry.type.endsWith("LineString")) {
    add("corridor", geometry, { width: Page.lineWidth(properties.width, center) });
    features[0].geometry.coordinates = (geometry.type === "LineString" ? geometry : { coordinates: geometry.coordinates[0] })
      .coordinates.at(0);
  } else {
    add("area", geometry);
  }
  return features;
};

/** All places of a region, to fit it into the view. */
Page.regionPlaces = (region) => {
  const { geometry, properties } = region;
  if (geometry.type === "Point") return Page.circle(...geometry.coordinates, properties.radius, 8);
  return geometry.coordinates.flat(Infinity).reduce((places, value, i, all) => {
    if (i % 2 === 0) places.push([value, all[i + 1]]);
    return places;
  }, []);
};

/** A line of used fixes as pieces: not over lost signals of ten minutes and five kilometers, nor across the 180th meridian. */
Page.pieces = (fixes, from, to, step = 1) => {
  const pieces = [];
  let piece = [];
  let last = -1;
  for (let at = from; at <= to; at += at === to ? 1 : Math.min(step, to - at)) {
    const i = fixes.used[at];
    const place = [fixes.longitude[i], fixes.latitude[i]];
    if (last >= 0) {
      const isFar = fixes.time[i] - fixes.time[last] > 600_000 && Page.distance([fixes.longitude[last], fixes.latitude[last]], place) > 5000;
      const isCut = isFar || Math.abs(place[0] - fixes.longitude[last]) > 180;
      // MapLibre warns of a line with more than 6,553 places in a tile.
      if (isCut || piece.length === 5000) {
        if (piece.length > 1) pieces.push(piece);
        piece = isCut ? [] : piece.slice(-1);
      }
    }
    piece.push(place);
    last = i;
  }
  if (piece.length > 1) pieces.push(piece);
  return pieces;
};

Page.ways = (pieces, properties) => ({ type: "Feature", properties, geometry: { type: "MultiLineString", coordinates: pieces } });

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];

const arc = (seconds, [positive, negative]) => `${(Math.abs(seconds) / 3600).toFixed(4)}°${seconds < 0 ? negative : positive}`;

/** Meridians and parallels of a part of the map. */
Page.grid = (bounds) => {
  const [west, south, east, north] = bounds.toArray().flat();
  const wanted = ((east - west) * 3600) / 7;
  const step = steps.find((each) => each >= wanted) ?? 3600;
  const lines = [];
  const add = (name, coordinates) => lines.push({ type: "Feature", properties: { name }, geometry: { type: "LineString", coordinates } });
  for (let at = Math.ceil((west * 3600) / step) * step; at < east * 3600; at += step) add(arc(at, "EW"), [[at / 3600, north], [at / 3600, south]]);
  for (let at = Math.ceil((south * 3600) / step) * step; at < north * 3600; at += step) add(arc(at, "NS"), [[west, at / 3600], [east, at / 3600]]);
  return lines;
};

Page.collection = (features) => ({ type: "FeatureCollection", features });

Page.point = (longitude, latitude, properties) => ({
  type: "Feature", properties, geometry: { type: "Point", coordinates: [longitude, latitude] },
});

// Colors of devices, told apart with most kinds of color blindness: Okabe and Ito, 2008, darker where needed.
const palette = ["#0072b2", "#c4480a", "#00805a", "#a8558a", "#8a6d00", "#2e7fb8", "#5b4fc4", "#a3262a"];
const paletteOnDark = ["#56b4e9", "#ff9e57", "#3fd0a4", "#e59ac8", "#f0e442", "#8cc8f0", "#b3aaff", "#ff8f8f"];
Page.color = (index, isDark) => (isDark ? paletteOnDark : palette)[index % palette.length];

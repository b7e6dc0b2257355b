// The base map: lines, areas and names of the world as WorldMap+Page.swift writes them, and the style that draws them.
const kinds = { 1: "land", 2: "lake", 3: "river", 4: "border", 5: "state", 6: "urban", 7: "ice" };
const names = { 1: "country", 2: "area", 3: "sea", 4: "city" };

const longitude = (x, world) => (x / world) * 360 - 180;
const latitude = (y, world) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / world))) * 180) / Math.PI;

/** Twice the area of a ring; negative for a hole. */
const area = (ring) => -ring.slice(1).reduce((sum, [x, y], i) => sum + ring[i][0] * y - x * ring[i][1], 0);

function readShapes(reader) {
  const features = [];
  const size = 2 ** 20;
  for (let layers = reader.number(); layers > 0; layers--) {
    const kind = kinds[reader.number()];
    let [x, y] = [0, 0];
    for (let shapes = reader.number(); shapes > 0; shapes--) {
      const level = reader.number() / 8, isRing = reader.number() === 1;
      const points = [];
      for (let count = reader.number(); count > 0; count--) {
        x += reader.difference();
        y += reader.difference();
        points.push([longitude(x, size), latitude(y, size)]);
      }
      if (isRing) points.push(points[0]);
      const hole = isRing && area(points) < 0 ? "-hole" : "";
      features.push(Page.feature(isRing ? "Polygon" : "LineString", isRing ? [points] : points, { kind: kind + hole, level }));
    }
  }
  return features;
}

function readNames(reader) {
  const features = [];
  const size = 2 ** 24;
  let [x, y] = [0, 0];
  for (let count = reader.number(); count > 0; count--) {
    const kind = names[reader.number()];
    const [weight, capital] = [reader.number(), reader.number()];
    const level = reader.number() / 8;
    x += reader.difference();
    y += reader.difference();
    features.push(Page.point(longitude(x, size), latitude(y, size), { name: reader.text(), kind, weight, capital, level }));
  }
  return features;
}

Page.readWorld = async () => {
  const reader = new Page.Reader(await (document.getElementById("world") ? Page.unpack("world") : Page.load(`${document.getElementById("key").dataset.folder}/world`)));
  return { shapes: Page.collection(readShapes(reader)), names: Page.collection(readNames(reader)) };
};

const colors = ["water", "coast", "land", "neutral", "ice", "urban", "river", "border", "state", "country", "area", "city", "sea", "halo"];
const font = ["DejaVu Sans, Noto Sans, sans-serif"];
const only = (...found) => ["in", ["get", "kind"], ["literal", found]];

const fill = (id, kind, color, opacity = 1) => ({ id, type: "fill", source: "world", filter: only(...kind), paint: { "fill-color": color, "fill-opacity": opacity } });
const line = (id, kind, color, width, more = {}) => ({
  id, type: "line", source: "world", filter: only(...kind), layout: { "line-join": "round" }, paint: { "line-color": color, "line-width": width, ...more },
});

function label(id, kind, color, size, most, more = {}) {
  return {
    id, type: "symbol", source: "names", maxzoom: most,
    filter: ["all", ["==", ["get", "kind"], kind], ["<=", ["get", "level"], ["zoom"]]],
    layout: {
      "text-field": ["get", "name"], "text-font": font, "text-size": size, "text-max-width": 8, "text-padding": 4,
      "symbol-sort-key": ["-", 0, ["get", "weight"]], ...more,
    },
    paint: { "text-color": color.text, "text-halo-color": color.halo, "text-halo-width": 1.4 },
  };
}

/** The greatest zoom at which the data's coast is true; beyond it the ground is neutral. */
Page.finest = 10;

Page.worldStyle = (world, value) => {
  // In page.css: those of drawn pictures, GeoRender/BaseMap/MapStyle.swift.
  const c = Object.fromEntries(colors.map((name) => [name, value(`map-${name}`)]));
  const shown = ["interpolate", ["linear"], ["zoom"], Page.finest, 1, Page.finest + 1, 0];
  const source = (data, most) => ({ type: "geojson", data, maxzoom: most, tolerance: 0.4 });
  return {
    version: 8,
    sources: { world: source(world.shapes, 8), names: source(world.names, 10) },
    layers: [
      { id: "ground", type: "background", paint: { "background-color": ["interpolate", ["linear"], ["zoom"], Page.finest, world.shapes.features.length > 0 ? c.water : c.neutral, Page.finest + 1, c.neutral] } },
      fill("land", ["land"], c.land, shown),
      fill("land-hole", ["land-hole"], c.water, shown),
      fill("ice", ["ice"], c.ice, shown),
      fill("urban", ["urban"], c.urban, ["interpolate", ["linear"], ["zoom"], 5, 0.9, 8, 0.6, 10, 0.3, 11, 0]),
      line("river", ["river"], c.river, ["interpolate", ["linear"], ["zoom"], 2, 0.5, 9, 1.6], { "line-opacity": shown }),
      fill("lake", ["lake"], c.water, shown),
      fill("island", ["lake-hole"], c.land, shown),
      line("coast", ["land", "lake"], c.coast, 0.8, { "line-opacity": shown }),
      line("states", ["state"], c.state, 0.8, { "line-dasharray": [4, 3], "line-opacity": shown }),
      line("borders", ["border"], c.border, ["interpolate", ["linear"], ["zoom"], 2, 0.6, 8, 1.2], { "line-opacity": shown }),
      label("seas", "sea", { text: c.sea, halo: c.water }, 12, 8, { "text-letter-spacing": 0.08 }),
      label("areas", "area", { text: c.area, halo: c.halo }, 11, 7),
      label("countries", "country", { text: c.country, halo: c.halo }, 13, 8, { "text-transform": "uppercase", "text-letter-spacing": 0.06 }),
      label("cities", "city", { text: c.city, halo: c.halo },
        ["interpolate", ["linear"], ["zoom"], 3, ["+", 8, ["/", ["get", "weight"], 70]], 10, ["+", 9, ["/", ["get", "weight"], 40]]], 24),
    ],
  };
};
Page.font = font;

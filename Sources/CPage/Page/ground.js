// The ground beyond the built-in map: tiles that geoscript draws as it draws pictures, and a note where nothing is known.

/** The last latitude of maps in Mercator's projection. */
Page.edge = 85.0511288;
/** The zoom from which a place needs a map of streets. */
const streets = 12;
const beyond = 4; // By how many levels a page in a file enlarges its finest tiles.

Page.Ground = class {
  constructor(app, isBare) {
    Object.assign(this, { app, isBare });
    this.credits = isBare ? "MapLibre" : document.getElementById("credit").textContent;
    const images = app.model.tiles?.images;
    if (images) globalThis.maplibregl.addProtocol("drawn", async ({ url }) => {
      const [z, x, y] = url.slice(8).split("/").map(Number);
      const [drawn, coarser] = [0, 1].map((step) => images[`${z - step}/${x >> step}/${y >> step}`]);
      // Where a tile is missing, MapLibre enlarges a coarser one; enlarged farther, its names would cover the map.
      if (!drawn && coarser) throw Object.assign(new Error(url), { status: 404 });
      return { data: drawn ? Page.fromBase64(drawn).buffer : await createImageBitmap(new ImageData(1, 1)) };
    });
  }

  /** The places of tiles, of the server or in the page; null where nobody draws them. */
  get tiles() {
    const { isDark, model: { tiles, live } } = this.app;
    const sharp = devicePixelRatio > 1 ? "@2x" : "";
    return !tiles ? null : tiles.images ? "drawn://{z}/{x}/{y}" : `${location.origin}${live.stream.folder}/tiles/${isDark ? "dark" : "light"}/{z}/{x}/{y}${sharp}.png`;
  }

  /** Puts the tiles above the shapes of the world; their names take the place of its names. */
  addTo(style) {
    if (!this.tiles) return;
    const { from: first, last, images } = this.app.model.tiles;
    // A page in a file has light tiles alone.
    const dark = images && this.app.isDark ? { "raster-brightness-min": 0.92, "raster-brightness-max": 0.08, "raster-hue-rotate": 180 } : {};
    style.sources.tiles = { type: "raster", tiles: [this.tiles], tileSize: 1024, minzoom: first - 1, maxzoom: last ?? 19 };
    style.layers = style.layers.map((layer) => (layer.source === "names" ? { ...layer, maxzoom: Math.min(layer.maxzoom, first + 0.25) } : layer));
    style.layers.push({
      id: "tiles", type: "raster", source: "tiles", minzoom: first, maxzoom: last ? last + beyond : 24,
      paint: { "raster-opacity": ["interpolate", ["linear"], ["zoom"], first + 0.2, 0, first + 0.3, 1], "raster-fade-duration": Page.isStill() ? 0 : 200, ...dark },
    });
  }

  /** Says how many fixes the map has at its edge. */
  get edge() {
    const count = this.app.model.tracked.reduce((sum, { fixes }) => sum + fixes.used.filter((i) => Math.abs(fixes.latitude[i]) > Page.edge).length, 0);
    return count > 0 ? `The map ends at latitude ±85.05°. It shows ${count.toLocaleString("en")} ${count === 1 ? "fix" : "fixes"} beyond that at its edge` : "";
  }

  /** Says where the map ends, and who made it; a grid gives the scale where there is nothing else. */
  show(map) {
    const view = map.getBounds();
    const { maps, from, last } = this.app.model.tiles ?? {};
    const here = (last && map.getZoom() > last + beyond ? [] : maps ?? []).filter(({ area }) => !area
      || ([-360, 0, 360].some((turn) => area[0] <= view.getEast() + turn && view.getWest() + turn <= area[2]) && area[1] <= view.getNorth() && view.getSouth() <= area[3]));
    const isBeyond = map.getZoom() > (maps ? streets : Page.finest + 0.5) && here.length === 0;
    const isAtEdge = view.getNorth() > 85 || view.getSouth() < -85;
    document.getElementById("map-note").textContent = isAtEdge ? this.edge : isBeyond && !this.isBare ? `No street data here: ${maps ? "geoscript basemap add" : "the built-in map ends above this scale"}` : "";
    const credits = new Set(map.getZoom() >= from ? here.map(({ credit }) => credit).filter(Boolean) : []);
    document.getElementById("credit").textContent = [...credits, this.credits].join(" · ").replaceAll("© ", "©\u00a0");
    return isBeyond && !maps ? Page.grid(map.getBounds()) : [];
  }
};

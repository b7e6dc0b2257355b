// How the map draws what happened: one style for tracks, regions, fixes, alerts and devices.
const radius = (low, high) => ["interpolate", ["linear"], ["zoom"], 8, low, 16, high];

/** The layers of what happened, above those of the world. */
Page.layers = (ink, halo, value, count) => {
  const isCrowded = count > 100;
  const state = ["feature-state", "state"];
  const color = ["match", ["coalesce", state, -1], 1, value("entering"), 2, value("inside"), 3, value("dwelled"),
    4, value("exiting"), value("mark")];
  const chosen = ["boolean", ["feature-state", "chosen"], false];
  const role = (name) => ["==", ["get", "role"], name];
  const wide = ["interpolate", ["exponential", 2], ["zoom"], 0, ["get", "width"], 24, ["*", ["get", "width"], 2 ** 24]];
  const outcome = ["match", ["get", "outcome"], ...Page.outcomes.flatMap((name, i) => [i, value(name)]), value("used")];
  const text = { "text-font": Page.font, "text-size": 12, "text-padding": 2 };
  const around = { "text-color": ink, "text-halo-color": halo, "text-halo-width": 1.6 };
  return [
    { id: "grid", type: "line", source: "grid", paint: { "line-color": value("gap"), "line-width": 0.8, "line-opacity": 0.4 } },
    { id: "grid-name", type: "symbol", source: "grid", layout: { ...text, "text-size": 10, "text-field": ["get", "name"], "symbol-placement": "line" }, paint: { ...around, "text-color": value("faint") } },
    { id: "corridor", type: "line", source: "regions", filter: role("corridor"), layout: { "line-cap": "round", "line-join": "round" }, paint: { "line-color": color, "line-opacity": 0.2, "line-width": wide } },
    { id: "corridor-middle", type: "line", source: "regions", filter: role("corridor"), paint: { "line-color": color, "line-width": 1.5, "line-dasharray": [3, 3] } },
    { id: "region", type: "fill", source: "regions", filter: role("area"), paint: { "fill-color": color, "fill-opacity": ["case", chosen, 0.3, 0.14] } },
    { id: "region-edge", type: "line", source: "regions", filter: role("edge"), paint: { "line-color": color, "line-width": ["case", chosen, 3, 1.6] } },
    { id: "whole", type: "line", source: "whole", layout: { "line-join": "bevel" }, paint: { "line-color": ["get", "color"], "line-width": isCrowded ? 1 : 1.6, "line-opacity": isCrowded ? 0.16 : 0.42 } },
    { id: "trail-edge", type: "line", source: "trail", layout: { "line-join": "round", "line-cap": "round" }, paint: { "line-color": halo, "line-width": 6, "line-opacity": ["*", 0.7, ["get", "age"]] } },
    { id: "trail", type: "line", source: "trail", layout: { "line-join": "round", "line-cap": "round" }, paint: { "line-color": ["get", "color"], "line-width": 3.4, "line-opacity": ["get", "age"] } },
    { id: "accuracy", type: "fill", source: "accuracy", paint: { "fill-color": value("mark"), "fill-opacity": 0.14, "fill-outline-color": value("mark") } },
    { id: "fixes", type: "circle", source: "fixes", minzoom: 9, paint: { "circle-color": outcome, "circle-radius": radius(1.4, 4.5), "circle-stroke-color": halo, "circle-stroke-width": radius(0.3, 1.2) } },
    { id: "screen-area", type: "fill", source: "screen", filter: ["has", "fill"], paint: { "fill-color": ["get", "fill"], "fill-opacity": ["get", "fillOpacity"] } },
    { id: "screen-line", type: "line", source: "screen", filter: ["any", ["has", "stroke"], ["has", "bare"]], layout: { "line-join": "round", "line-cap": "round" }, paint: { "line-color": ["coalesce", ["get", "stroke"], value("faint")], "line-width": ["coalesce", ["get", "width"], 1], "line-opacity": ["coalesce", ["get", "opacity"], 0.6] } },
    { id: "screen-view", type: "line", source: "screen", filter: ["in", ["get", "role"], ["literal", ["view", "drawing"]]], paint: { "line-color": value("faint"), "line-width": 1.2, "line-dasharray": [4, 3] } },
    { id: "screen-pin", type: "circle", source: "screen", filter: ["in", ["get", "role"], ["literal", ["pin", "user"]]], paint: { "circle-color": ["coalesce", ["get", "color"], ["match", ["get", "role"], "user", value("mark"), "#d6402f"]], "circle-radius": 7, "circle-stroke-color": halo, "circle-stroke-width": 2 } },
    { id: "screen-title", type: "symbol", source: "screen", filter: ["all", ["==", ["get", "role"], "pin"], ["has", "title"]], layout: { ...text, "text-field": ["get", "title"], "text-variable-anchor": ["top", "left", "right", "bottom"], "text-radial-offset": 0.8, "text-optional": true }, paint: around },
    { id: "region-name", type: "symbol", source: "regions", filter: role("name"), layout: { ...text, "text-field": ["get", "name"], "text-variable-anchor": ["center", "top", "bottom", "left", "right"], "text-radial-offset": 0.4 }, paint: around },
    { id: "pins", type: "circle", source: "pins", paint: { "circle-color": value("alert"), "circle-radius": 9, "circle-stroke-color": halo, "circle-stroke-width": 2 } },
    { id: "pin-number", type: "symbol", source: "pins", layout: { "text-field": ["get", "number"], "text-font": Page.font, "text-size": 11, "text-allow-overlap": true, "text-ignore-placement": true }, paint: { "text-color": halo } },
    { id: "heads", type: "circle", source: "heads", paint: { "circle-color": ["get", "color"], "circle-radius": ["case", ["get", "chosen"], 8, isCrowded ? 4 : 5.5], "circle-stroke-color": halo, "circle-stroke-width": isCrowded ? 1 : 2.5 } },
    { id: "heading", type: "symbol", source: "heads", filter: [">=", ["get", "course"], 0], layout: { "text-field": "▲", "text-font": Page.font, "text-size": 11, "text-rotate": ["get", "course"], "text-rotation-alignment": "map", "text-allow-overlap": true, "text-ignore-placement": true }, paint: { "text-color": halo } },
    { id: "head-name", type: "symbol", source: "heads", layout: { ...text, "text-field": ["get", "name"], "text-variable-anchor": ["left", "right", "top", "bottom"], "text-radial-offset": 0.9, "text-optional": true }, paint: around },
    { id: "fence-corridor", type: "line", source: "fence", filter: role("corridor"), layout: { "line-cap": "round", "line-join": "round" }, paint: { "line-color": value("held"), "line-opacity": 0.25, "line-width": wide } },
    { id: "fence-area", type: "fill", source: "fence", filter: role("area"), paint: { "fill-color": value("held"), "fill-opacity": 0.2 } },
    { id: "fence-edge", type: "line", source: "fence", filter: ["!", ["in", ["get", "role"], ["literal", ["area", "corner"]]]], paint: { "line-color": value("held"), "line-width": 2, "line-dasharray": [2, 1] } },
    { id: "fence-corner", type: "circle", source: "fence", filter: role("corner"), paint: { "circle-color": halo, "circle-radius": 5, "circle-stroke-color": value("held"), "circle-stroke-width": 2.5 } },
  ];
};

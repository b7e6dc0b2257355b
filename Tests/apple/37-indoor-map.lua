-- Displaying an indoor map: IMDFDecoder reads the levels and units, the controller shows one level.
-- https://developer.apple.com/documentation/mapkit/displaying-an-indoor-map
-- run:
local geoJSONDecoder = MKGeoJSONDecoder()

local function decodeFeatures(name)
  local features = {}
  for _, object in ipairs(geoJSONDecoder:geoJSONObjectsWithContentsOfFile(name .. ".geojson")) do
    assert(object:isKindOfClass(MKGeoJSONFeature))
    table.insert(features, { identifier = object.identifier, geometry = object.geometry,
      properties = geoscript.json.decode(object.properties) })
  end
  return features
end

local levels, units = decodeFeatures("imdf-level"), decodeFeatures("imdf-unit")
local levelsByOrdinal = {}
for _, level in ipairs(levels) do
  level.units = {}
  levelsByOrdinal[level.properties.ordinal] = level
  for _, unit in ipairs(units) do
    if unit.properties.level_id == level.identifier then table.insert(level.units, unit) end
  end
end

local styles = { walkway = UIColor:lightGrayColor(), room = UIColor:blueColor() }
local controller = { styleOfOverlay = {} }
local mapView = MKMapView.new{ frame = CGRectMake(0, 0, 320, 480) }
mapView.delegate = controller

function controller:showFeaturesForOrdinal(ordinal)
  mapView:removeOverlays(mapView.overlays)
  for _, unit in ipairs(levelsByOrdinal[ordinal].units) do
    for _, shape in ipairs(unit.geometry) do
      self.styleOfOverlay[shape] = unit.properties.category
      mapView:addOverlay(shape)
    end
  end
end

function controller:rendererForOverlay(_, overlay)
  local renderer
  if overlay:isKindOfClass(MKMultiPolygon) then
    renderer = MKMultiPolygonRenderer(overlay)
  elseif overlay:isKindOfClass(MKPolygon) then
    renderer = MKPolygonRenderer(overlay)
  else
    return MKOverlayRenderer(overlay)
  end
  renderer.fillColor = styles[self.styleOfOverlay[overlay]]
  renderer.lineWidth = 1
  return renderer
end

mapView:setVisibleMapRect(levels[1].geometry[1].boundingMapRect, false)
controller:showFeaturesForOrdinal(0)
print("ground floor", #mapView.overlays)
controller:showFeaturesForOrdinal(1)
print("first floor", #mapView.overlays, levelsByOrdinal[1].properties.short_name.en)

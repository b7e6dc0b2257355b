-- Every region comes from the command line; the script says what it was given and what happens there.
local app = {}
function app.didEnterRegion(_, region) geoscript.alert{ title = "in " .. region.identifier } end
function app.didExitRegion(_, region) geoscript.alert{ title = "out of " .. region.identifier } end
local manager = CLLocationManager.new{ delegate = app }
for _, region in ipairs(manager.monitoredRegions) do
  if region:isKindOfClass(PolygonRegion) then
    print(region.identifier, #region.parts .. " parts", #region.coordinates .. " corners", #region.holes .. " holes")
  elseif region:isKindOfClass(CorridorRegion) then
    print(region.identifier, #region.path .. " places", region.width)
  elseif region:isKindOfClass(BoxRegion) then
    print(region.identifier, region.southWest.longitude, region.northEast.longitude)
  else
    print(region.identifier, region.radius)
  end
end
geoscript.onFinish(function() print(geoscript.geoJSON(manager.monitoredRegions)) end)

-- run: --from walk.ndjson
-- What a map's delegate answers must be a view, a renderer or nil; a misspelt function is told.
local map = MKMapView()
map.delegate = {
  viewForAnnotation = function(_, annotation)
    if annotation.title == "table" then return {} end
    if annotation.title == "map" then return map end
  end,
  rendererForOverlay = function() return 7 end,
  didUpdateUserLocatoin = function() end,
}
for place, title in ipairs{ "table", "map", "nothing" } do
  local annotation = MKPointAnnotation()
  annotation.title, annotation.coordinate = title, CLLocationCoordinate2DMake(10, place)
  map:addAnnotation(annotation)
end
map:addOverlay(MKCircle:circleWithCenterCoordinate(CLLocationCoordinate2DMake(10, 10), 1000))
geoscript.after(1, function() print(MKMarkerAnnotationView.is(map:viewForAnnotation(map.annotations[3]))) end)

-- run: --from walk.ndjson
-- A coordinate that is none, such as one with the longitude first, is told once, with its line.
local map = MKMapView()
for _, title in ipairs{ "first", "second" } do
  map:addAnnotation{ title = title, coordinate = CLLocationCoordinate2DMake(139.7, 35.7) }
end

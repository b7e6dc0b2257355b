-- An instance holds ten thousand annotations within the default limits, in its table and on its map.
local spec = require "spec"
local map, kept = MKMapView(), {}
for number = 1, 10000 do
  local annotation = MKPointAnnotation()
  annotation.coordinate = CLLocationCoordinate2D(45 + number / 20000, 14)
  annotation.title = "place " .. number
  kept[number] = annotation
end
map:addAnnotations(kept)

spec("the map has them all", function()
  spec.equal(#map.annotations, 10000)
  spec.equal(kept[10000].title, "place 10000")
end)

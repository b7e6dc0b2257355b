-- Two hundred places that are gathered into bubbles with their number.
local map = MKMapView.new{}
local function at(latitude, longitude) return CLLocationCoordinate2DMake(latitude, longitude) end
map.region = MKCoordinateRegionMake(at(50, 10), MKCoordinateSpanMake(10, 14))
map.delegate = {
  viewForAnnotation = function(_, annotation)
    if annotation:isKindOfClass(MKClusterAnnotation) then return nil end
    return MKPinAnnotationView.new{ annotation = annotation, reuseIdentifier = "pin",
      clusteringIdentifier = "places" }
  end,
}
local seed = 1
local function dice()
  seed = seed * 16807 % 2147483647
  return seed / 2147483647
end
for _ = 1, 200 do
  -- Denser toward the middle.
  local r, angle = dice() * dice() * 6, dice() * 2 * math.pi
  map:addAnnotation{ coordinate = at(50 + r * math.sin(angle), 10 + 1.4 * r * math.cos(angle)) }
end

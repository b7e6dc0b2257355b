-- S17, S26: the polygon of listing 6-10; the line, which gets no renderer, is not seen.
local _ENV = setmetatable({}, { __index = _ENV })
local function sketch(number) require(string.format("s%02d", number))(_ENV) end

map = MKMapView.new{}
map.region = MKCoordinateRegionMake(CLLocationCoordinate2DMake(39, -105.5), MKCoordinateSpanMake(8, 10))
mapDelegate = {}
map.delegate = mapDelegate
sketch(26)
sketch(17)
map:addOverlay(MKPolyline:polylineWithCoordinates{
  CLLocationCoordinate2DMake(42, -110), CLLocationCoordinate2DMake(36, -101),
})

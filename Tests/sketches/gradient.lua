-- S17, S19: the gradient of listings 5-9 and 6-11 over Colorado.
local _ENV = setmetatable({}, { __index = _ENV })
local function sketch(number) require(string.format("s%02d", number))(_ENV) end

map = MKMapView.new{}
map.region = MKCoordinateRegionMake(CLLocationCoordinate2DMake(39, -105.5), MKCoordinateSpanMake(8, 10))
sketch(19)
map.delegate = { rendererForOverlay = function(_, overlay) return GradientRenderer(overlay) end }
sketch(17)

-- S17, S18: a polygon over Colorado, drawn by a view under the old names.
local _ENV = setmetatable({}, { __index = _ENV })
local function sketch(number) require(string.format("s%02d", number))(_ENV) end

map = MKMapView.new{}
map.region = MKCoordinateRegionMake(CLLocationCoordinate2DMake(39, -105.5), MKCoordinateSpanMake(8, 10))
mapDelegate = {}
map.delegate = mapDelegate
sketch(18)
sketch(17)

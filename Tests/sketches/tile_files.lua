-- S35: tiles from files beside the script, their rows counted from the south; one of them is not there.
local _ENV = setmetatable({}, { __index = _ENV })
local function sketch(number) require(string.format("s%02d", number))(_ENV) end

map = MKMapView.new{}
map.region = MKCoordinateRegionMake(CLLocationCoordinate2DMake(0, 0), MKCoordinateSpanMake(80, 130))
map.delegate = { rendererForOverlay = function(_, overlay) return MKTileOverlayRenderer(overlay) end }
sketch(35)

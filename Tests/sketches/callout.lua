-- S23: a standard callout with an image on its left and a button on its right.
local _ENV = setmetatable({}, { __index = _ENV })
local function sketch(number) require(string.format("s%02d", number))(_ENV) end

local map = MKMapView.new{}
local bridge = { coordinate = CLLocationCoordinate2DMake(37.8197, -122.4786), title = "Golden Gate Bridge",
  subtitle = "1937, 2,737 m" }
map.region = MKCoordinateRegionMakeWithDistance(bridge.coordinate, 30000, 30000)

mapDelegate = { viewForAnnotation = function(_, annotation) return bridgeView(annotation) end }
sketch(23)
map.delegate = mapDelegate
map:addAnnotation(bridge)
map:selectAnnotation(bridge, false)

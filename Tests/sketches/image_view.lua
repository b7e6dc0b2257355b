-- S14: an image with an offset, right of and above its place, which the small circle marks.
local _ENV = setmetatable({}, { __index = _ENV })
local function sketch(number) require(string.format("s%02d", number))(_ENV) end

local map = MKMapView.new{}
local place = CLLocationCoordinate2DMake(37.3349, -122.009)
map.region = MKCoordinateRegionMakeWithDistance(place, 40000, 40000)

annotation = { coordinate = place, title = "Cupertino" }
local app = {}
map.delegate = app

function app:viewForAnnotation()
  sketch(14)
  return aView
end

function app:rendererForOverlay(_, overlay)
  return MKCircleRenderer.new{ circle = overlay, lineWidth = 1, strokeColor = UIColor:redColor() }
end

map:addOverlay(MKCircle:circleWithCenterCoordinate(place, 600))
map:addAnnotation(annotation)

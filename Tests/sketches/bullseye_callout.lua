-- S20: the bullseye of listing A-1 with its callout.
local _ENV = setmetatable({}, { __index = _ENV })
local function sketch(number) require(string.format("s%02d", number))(_ENV) end

local map = MKMapView.new{}
map.region = MKCoordinateRegionMakeWithDistance(CLLocationCoordinate2DMake(48.2, 16.37), 30000, 30000)
sketch(20)
function Bullseye:showAddress() print(self.annotation.title) end

map.delegate = {
  viewForAnnotation = function(view, annotation)
    local bullseye = Bullseye(annotation)
    bullseye.map = view
    return bullseye
  end,
}
local here = { coordinate = CLLocationCoordinate2DMake(48.2, 16.37), title = "Vienna", subtitle = "48.2° N, 16.4° E" }
map:addAnnotation(here)
map:addAnnotation{ coordinate = CLLocationCoordinate2DMake(48.12, 16.56), title = "Schwechat" }
map:selectAnnotation(here, false)

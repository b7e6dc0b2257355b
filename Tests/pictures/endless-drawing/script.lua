-- A script that draws for ever is stopped by its budget, and the picture is finished without it.
local map = MKMapView.new{}
local function at(latitude, longitude) return CLLocationCoordinate2DMake(latitude, longitude) end
map.region = MKCoordinateRegionMake(at(0, 0), MKCoordinateSpanMake(6, 8))
local Endless = MKOverlayRenderer:subclass("Endless")
function Endless:drawMapRect(_, _, context)
  while true do CGContextSetLineWidth(context, 1) end
end

map.delegate = {
  rendererForOverlay = function(_, overlay)
    if overlay.title == "endless" then return Endless(overlay) end
    return MKPolygonRenderer.new{ polygon = overlay, fillColor = UIColor:orangeColor() }
  end,
}
local function square(title, west)
  local polygon = MKPolygon:polygonWithCoordinates{ at(-2, west), at(-2, west + 3), at(2, west + 3), at(2, west) }
  polygon.title = title
  map:addOverlay(polygon)
end
square("whole", -3.5)
square("endless", 0.5)
map:addAnnotation{ coordinate = at(0, 0), title = "still here" }

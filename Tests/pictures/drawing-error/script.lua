-- An overlay whose drawing fails is marked; the others are drawn, and the error is told once.
local map = MKMapView.new{}
local function at(latitude, longitude) return CLLocationCoordinate2DMake(latitude, longitude) end
map.region = MKCoordinateRegionMake(at(0, 0), MKCoordinateSpanMake(6, 8))
local Broken = MKOverlayRenderer:subclass("Broken")
function Broken:drawMapRect(_, _, context) CGContextFillRect(context, "all of it") end

map.delegate = {
  rendererForOverlay = function(_, overlay)
    if overlay.title == "broken" then return Broken(overlay) end
    return MKPolygonRenderer.new{ polygon = overlay, fillColor = UIColor:orangeColor() }
  end,
}
local function square(title, west)
  local polygon = MKPolygon:polygonWithCoordinates{ at(-2, west), at(-2, west + 3), at(2, west + 3), at(2, west) }
  polygon.title = title
  map:addOverlay(polygon)
end
square("whole", -3.5)
square("broken", 0.5)

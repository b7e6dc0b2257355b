-- The street map of --basemap: a lake with an island, the sea in the east, parks, a house, streets and their names,
-- and an overlay above the roads that leaves the names readable.
local map = MKMapView(CGRectMake(0, 0, 480, 400))
local middle = MKMapPointForCoordinate(CLLocationCoordinate2DMake(52.0047, 5.0102))
local points = 2.0 ^ (20 - 15)
map:setVisibleMapRect(MKMapRectMake(middle.x - 240 * points, middle.y - 200 * points, 480 * points, 400 * points))
map.delegate = {
  rendererForOverlay = function(_, overlay)
    return MKCircleRenderer.new{ circle = overlay, lineWidth = 2, strokeColor = UIColor:purpleColor() }
  end,
}
local place = CLLocationCoordinate2DMake(52.002, 5.005)
map:addOverlay(MKCircle:circleWithCenterCoordinate(place, 120), MKOverlayLevelAboveRoads)

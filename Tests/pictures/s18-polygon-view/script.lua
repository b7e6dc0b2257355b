-- S17, S18: a polygon over Colorado, drawn by a view under the old names.
local map = MKMapView.new{}
map.region = MKCoordinateRegionMake(CLLocationCoordinate2DMake(39, -105.5), MKCoordinateSpanMake(8, 10))
local mapDelegate = {}
map.delegate = mapDelegate

function mapDelegate:viewForOverlay(_, overlay)
  if not overlay:isKindOfClass(MKPolygon) then return nil end
  local v = MKPolygonView.new{ polygon = overlay }
  v.fillColor   = UIColor:cyanColor():colorWithAlphaComponent(0.2)
  v.strokeColor = UIColor:blueColor():colorWithAlphaComponent(0.7)
  v.lineWidth   = 3
  return v
end

local colorado = MKPolygon:polygonWithCoordinates{
  CLLocationCoordinate2DMake(41.000512, -109.050116),
  CLLocationCoordinate2DMake(41.002371, -102.052066),
  CLLocationCoordinate2DMake(36.993076, -102.041981),
  CLLocationCoordinate2DMake(36.99892,  -109.045267),
}
colorado.title = "Colorado"
map:addOverlay(colorado)

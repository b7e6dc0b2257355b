-- S26: the polygon of listing 6-10; the line, which gets no renderer, is not seen.
local map = MKMapView.new{}
map.region = MKCoordinateRegionMake(CLLocationCoordinate2DMake(39, -105.5), MKCoordinateSpanMake(8, 10))
local mapDelegate = {}
map.delegate = mapDelegate

function mapDelegate:rendererForOverlay(_, overlay)
  if not overlay:isKindOfClass(MKPolygon) then return nil end   -- nil: nothing is shown
  return MKPolygonRenderer.new{ polygon = overlay, lineWidth = 3,
    fillColor   = UIColor:cyanColor():colorWithAlphaComponent(0.2),
    strokeColor = UIColor:blueColor():colorWithAlphaComponent(0.7) }
end

local colorado = MKPolygon:polygonWithCoordinates{
  CLLocationCoordinate2DMake(41.000512, -109.050116),
  CLLocationCoordinate2DMake(41.002371, -102.052066),
  CLLocationCoordinate2DMake(36.993076, -102.041981),
  CLLocationCoordinate2DMake(36.99892,  -109.045267),
}
colorado.title = "Colorado"
map:addOverlay(colorado)
map:addOverlay(MKPolyline:polylineWithCoordinates{
  CLLocationCoordinate2DMake(42, -110), CLLocationCoordinate2DMake(36, -101),
})

-- Over the 180th meridian: a line, a polygon, a circle, and pins on both sides.
local map = MKMapView.new{}
map.region = MKCoordinateRegionMake(CLLocationCoordinate2DMake(-20, 178), MKCoordinateSpanMake(30, 40))
local function at(latitude, longitude) return CLLocationCoordinate2DMake(latitude, longitude) end

map.delegate = {
  rendererForOverlay = function(_, overlay)
    if overlay:isKindOfClass(MKPolyline) then
      return MKPolylineRenderer.new{ polyline = overlay, lineWidth = 3, strokeColor = UIColor:redColor() }
    elseif overlay:isKindOfClass(MKCircle) then
      return MKCircleRenderer.new{ circle = overlay, lineWidth = 2, strokeColor = UIColor:purpleColor(),
        fillColor = UIColor:purpleColor():colorWithAlphaComponent(0.15) }
    end
    return MKPolygonRenderer.new{ polygon = overlay, lineWidth = 2, strokeColor = UIColor:blueColor(),
      fillColor = UIColor:blueColor():colorWithAlphaComponent(0.15) }
  end,
}
map:addOverlay(MKPolyline:polylineWithCoordinates{ at(-36.85, 174.76), at(-18.14, 178.44), at(-13.83, -171.76) })
map:addOverlay(MKPolygon:polygonWithCoordinates{ at(-22, 176), at(-22, -173), at(-15, -173), at(-15, 176) })
map:addOverlay(MKCircle:circleWithCenterCoordinate(at(-28, 180), 400000))
map:addAnnotation{ coordinate = at(-18.14, 178.44), title = "Suva" }
map:addAnnotation{ coordinate = at(-13.83, -171.76), title = "Apia" }
map:addAnnotation{ coordinate = at(-21.14, -175.2), title = "Nukuʻalofa" }

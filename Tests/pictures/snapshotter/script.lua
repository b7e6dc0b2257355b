-- A snapshot that the script makes and writes itself, wider than the map that lends it what lies on it, with a mark on it.
local function at(latitude, longitude) return CLLocationCoordinate2DMake(latitude, longitude) end
local map = MKMapView.new{}
map.region = MKCoordinateRegionMake(at(59.33, 18.07), MKCoordinateSpanMake(0.1, 0.1))
map.delegate = {
  rendererForOverlay = function(_, overlay)
    return MKPolylineRenderer.new{ polyline = overlay, lineWidth = 3, strokeColor = UIColor:redColor() }
  end,
}
map:addOverlay(MKPolyline:polylineWithCoordinates{ at(55.68, 12.57), at(59.33, 18.07), at(60.17, 24.94) })
local stockholm = { coordinate = at(59.33, 18.07), title = "Stockholm" }
map:addAnnotation(stockholm)
map:selectAnnotation(stockholm, false)

local options = MKMapSnapshotOptions.new{ mapView = map, size = CGSizeMake(400, 300) }
options.region = MKCoordinateRegionMake(at(58, 18), MKCoordinateSpanMake(8, 18))

MKMapSnapshotter.new{ options = options }:startWithCompletionHandler(function(snapshot, err)
  if err then error(err.localizedDescription) end
  UIGraphicsBeginImageContextWithOptions(snapshot.image.size, true, 1)
  snapshot.image:drawAtPoint(CGPointMake(0, 0))
  local riga = snapshot:pointForCoordinate(at(56.95, 24.1))
  local context = UIGraphicsGetCurrentContext()
  CGContextSetStrokeColorWithColor(context, UIColor:purpleColor())
  CGContextSetLineWidth(context, 3)
  CGContextStrokeEllipseInRect(context, CGRectMake(riga.x - 12, riga.y - 12, 24, 24))
  local image = UIGraphicsGetImageFromCurrentImageContext()
  UIGraphicsEndImageContext()
  geoscript.writeFile(geoscript.args[1], UIImagePNGRepresentation(image))
end)

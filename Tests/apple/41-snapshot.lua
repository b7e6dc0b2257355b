-- MKMapSnapshotter: a picture of a region, with a pin drawn where the coordinate is.
-- https://developer.apple.com/documentation/mapkit/mkmapsnapshotter
-- run:
local options = MKMapSnapshotter.Options()
options.region = MKCoordinateRegion(CLLocationCoordinate2D(37.3346, -122.0090), 20000, 20000)
options.size = CGSizeMake(200, 100)
options.scale = 2
options.mapType = MKMapTypeStandard

local snapshotter = MKMapSnapshotter(options)
snapshotter:startWithCompletionHandler(function(snapshot, error)
  if error then return print(error.localizedDescription) end
  local image = snapshot.image
  assert(image.size.width == 200 and image.size.height == 100 and image.scale == 2)
  local pin = MKPinAnnotationView(nil, "")
  UIGraphicsBeginImageContextWithOptions(image.size, true, image.scale)
  image:drawAtPoint(CGPointMake(0, 0))
  local point = snapshot:pointForCoordinate(CLLocationCoordinate2D(37.3346, -122.0090))
  -- The center of the region is the middle of the picture.
  print(math.floor(point.x + 0.5), math.floor(point.y + 0.5), pin.centerOffset ~= nil)
  local finalImage = UIGraphicsGetImageFromCurrentImageContext()
  UIGraphicsEndImageContext()
  assert(#UIImagePNGRepresentation(finalImage) > 0)
end)

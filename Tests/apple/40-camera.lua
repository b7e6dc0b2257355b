-- Location and Maps Programming Guide, "Displaying Maps": a camera from the eye, and a flight between cameras.
-- https://developer.apple.com/documentation/mapkit/mkmapcamera
-- run: --from still.ndjson
local mapView = MKMapView.new{ frame = CGRectMake(0, 0, 320, 480) }
local ground = CLLocationCoordinate2DMake(40.6892, -74.0444)
local eye = CLLocationCoordinate2DMake(40.6892, -74.0442)
local mapCamera = MKMapCamera:cameraLookingAtCenterCoordinate_fromEyeCoordinate_eyeAltitude(ground, eye, 50)
mapView.camera = mapCamera
-- The eye is east of the ground, so the camera looks west.
assert(math.abs(mapCamera.heading - 270) < 1, mapCamera.heading)
assert(math.abs(mapCamera.altitude - 50) < 1e-6 and mapCamera.pitch > 0)

local delegate = { flights = {} }
function delegate:regionDidChangeAnimated(_, animated)
  if animated and #self.flights > 0 then self:goToNextCamera() end
end
function delegate:goToNextCamera()
  local camera = table.remove(self.flights, 1)
  print("flight to", camera.heading)
  mapView:setCamera_animated(camera, true)
end
mapView.delegate = delegate
for _, heading in ipairs{ 0, 90 } do
  local camera = MKMapCamera:cameraLookingAtCenterCoordinate_fromDistance_pitch_heading(ground, 2000, 0, heading)
  table.insert(delegate.flights, camera)
end
delegate:goToNextCamera()
geoscript.onFinish(function()
  assert(#delegate.flights == 0 and math.abs(mapView.camera.heading - 90) < 1e-6)
end)

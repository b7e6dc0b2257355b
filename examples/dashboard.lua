-- A map that follows the car: what comes into sight on the dashboard, and how far away it is.
local map = MKMapView.new{ frame = CGRectMake(0, 0, 320, 240) }
local dashboard = {}

function dashboard.viewForAnnotation(_, place)
  if place:isKindOfClass(MKUserLocation) then return nil end -- the standard dot
  local car = map.userLocation.location
  print(string.format("%s comes into sight, %.0f m away", place.title,
    MKMetersBetweenMapPoints(MKMapPointForCoordinate(car.coordinate), MKMapPointForCoordinate(place.coordinate))))
  local id = "place"
  local pin = map:dequeueReusableAnnotationViewWithIdentifier(id)
    or MKPinAnnotationView.new{ annotation = place, reuseIdentifier = id, canShowCallout = true }
  pin.annotation = place
  return pin
end

function dashboard.didChangeUserTrackingMode(_, mode)
  print(mode == MKUserTrackingModeFollow and "following" or "not following any more")
end

map.delegate = dashboard
map.userTrackingMode = MKUserTrackingModeFollow -- also shows the user, on level 15

local places = {
  school = { 45.27640, 13.71980 }, chapel = { 45.27270, 13.71180 }, mill = { 45.28090, 13.72000 },
  ["bus stop"] = { 45.27880, 13.72240 }, fountain = { 45.27395, 13.71480 },
}
for name, place in pairs(places) do
  map:addAnnotation{ title = name, coordinate = CLLocationCoordinate2DMake(table.unpack(place)) }
end

geoscript.onFinish(function()
  local span = map.region.span
  print(string.format("in sight at the end: %d of %d, on a map of %.4f° × %.4f°",
    #map:annotationsInMapRect(map.visibleMapRect) - 1, #map.annotations - 1, -- the user is one of them
    span.latitudeDelta, span.longitudeDelta))
end)

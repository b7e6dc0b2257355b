local count = geoscript.device.id == "van/1" and 1 or 2
for number = 1, count do
  local map = MKMapView.new{ frame = CGRectMake(0, 0, 60, 40) }
  map.delegate = {
    viewForAnnotation = function(_, place)
      print("map " .. number .. " asks for a view of " .. place.title)
      return MKPinAnnotationView(place, "pin")
    end,
  }
  map:setRegion(MKCoordinateRegionMakeWithDistance(CLLocationCoordinate2DMake(45.001, 14), 500, 500), false)
  geoscript.after(90, function()
    map:addAnnotation(MKPointAnnotation.new{ title = "depot", coordinate = CLLocationCoordinate2DMake(45.001, 14) })
  end)
end

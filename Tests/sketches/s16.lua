-- S16: listing 5-6 (6-5), supplying and reusing views.
return function(_ENV)
  mapDelegate = {}
  map.delegate = mapDelegate

  function mapDelegate:viewForAnnotation(mapView, annotation)
    if annotation:isKindOfClass(MKUserLocation) then return nil end
    if not annotation:isKindOfClass(MyCustomAnnotation) then return nil end
    local id = "CustomPinAnnotationView"
    local pin = mapView:dequeueReusableAnnotationViewWithIdentifier(id)
    if pin then
      pin.annotation = annotation
      return pin
    end
    pin = MKPinAnnotationView.new{ annotation = annotation, reuseIdentifier = id,
      pinColor = MKPinAnnotationColorRed, animatesDrop = true, canShowCallout = true }
    -- 5-6 only: a details button
    local button = UIButton:buttonWithType(UIButtonTypeDetailDisclosure)
    button:addTarget(self, "showDetails", UIControlEventTouchUpInside)
    pin.rightCalloutAccessoryView = button
    return pin
  end

  function mapDelegate:showDetails(sender) print("details") end
end

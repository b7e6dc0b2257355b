-- S23: listing 6-6, standard callout with image and button.
return function(_ENV)
  function bridgeView(annotation)
    local pin = MKPinAnnotationView.new{ annotation = annotation, reuseIdentifier = "Bridge",
      pinColor = MKPinAnnotationColorPurple, animatesDrop = true, canShowCallout = true }
    pin.rightCalloutAccessoryView = UIButton:buttonWithType(UIButtonTypeDetailDisclosure)
    pin.leftCalloutAccessoryView  = UIImageView.new{ image = UIImage:imageNamed("MyCustomImage.png") }
    return pin
  end

  function mapDelegate:calloutAccessoryControlTapped(mapView, view, control)
    print("tapped", view.annotation.title)
  end
end

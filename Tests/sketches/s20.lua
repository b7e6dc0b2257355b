-- S20: listing A-1, bullseye view.
return function(_ENV)
  Bullseye = MKAnnotationView:subclass("BullseyeAnnotationView")

  function Bullseye:init(annotation)
    self = Bullseye.super.init(self, annotation, "BullseyeAnnotation")
    local image = self and UIImage:imageNamed("bullseye32.png")
    if not image then return nil end
    self.image, self.canShowCallout, self.multipleTouchEnabled = image, true, false
    self.isMoving, self.map = false, nil         -- map is set in viewForAnnotation
    local button = UIButton:buttonWithType(UIButtonTypeDetailDisclosure)
    button:addTarget(self, "showAddress", UIControlEventTouchUpInside)
    self.rightCalloutAccessoryView = button
    return self
  end
end

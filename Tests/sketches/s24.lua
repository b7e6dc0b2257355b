-- S24: listing 6-7, hit test outside the view.
return function(_ENV)
  CalloutPin = MKAnnotationView:subclass("CalloutPin")

  function CalloutPin:hitTest(point)
    local hit = CalloutPin.super.hitTest(self, point)
    if not hit and self.selected then
      local inside = self.superview:convertPoint(point, self)
      hit = self.calloutView:hitTest(inside)
    end
    return hit
  end
end

-- S22: listing A-3, drop or cancel.
return function(_ENV)
  function reset(view)
    view.startLocation, view.originalCenter, view.isMoving = CGPointZero, CGPointZero, false
  end

  function Bullseye:touchesEnded(touches, event)
    if not self.isMoving then return Bullseye.super.touchesEnded(self, touches, event) end
    self.annotation:changeCoordinate(self.map:convertPoint(self.center, self.superview))
    reset(self)
  end

  function Bullseye:touchesCancelled(touches, event)
    if not self.isMoving then return Bullseye.super.touchesCancelled(self, touches, event) end
    self.center = self.originalCenter
    reset(self)
  end
end

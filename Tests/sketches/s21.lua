-- S21: listing A-2, following the finger.
return function(_ENV)
  function Bullseye:touchesBegan(touches, event)
    self.startLocation  = touches:anyObject():locationInView(self.superview)
    self.originalCenter = self.center
    Bullseye.super.touchesBegan(self, touches, event)
  end

  function Bullseye:touchesMoved(touches, event)
    local p = touches:anyObject():locationInView(self.superview)
    local dx, dy = p.x - self.startLocation.x, p.y - self.startLocation.y
    if math.abs(dx) > 5.0 or math.abs(dy) > 5.0 then self.isMoving = true end
    if self.isMoving then
      self.center = CGPointMake(self.originalCenter.x + dx, self.originalCenter.y + dy)
    else
      Bullseye.super.touchesMoved(self, touches, event)
    end
  end
end

-- S19: listing 5-9 (6-11), gradient.
return function(_ENV)
  GradientRenderer = MKOverlayRenderer:subclass("GradientRenderer")   -- 5-9: MKOverlayView

  function GradientRenderer:drawMapRect(mapRect, zoomScale, context)
    local rect = self:rectForMapRect(self.overlay.boundingMapRect)
    CGContextAddRect(context, rect)
    CGContextClip(context)                       -- the drawn area exceeds the bounding rect
    local space = CGColorSpaceCreateDeviceRGB()
    local gradient = CGGradientCreateWithColorComponents(space, {
      0, 0, 1, 0.5,   1, 1, 1, 0.8,   1, 1, 1, 0.8,   0, 0, 1, 0.5,
    }, { 0.0, 0.33, 0.66, 1.0 })
    local x = CGRectGetMidX(rect)
    CGContextDrawLinearGradient(context, gradient,
      CGPointMake(x, CGRectGetMinY(rect)), CGPointMake(x, CGRectGetMaxY(rect)), 0)
  end                                            -- releases are the collector's work
end

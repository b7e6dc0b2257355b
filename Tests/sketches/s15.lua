-- S15: listings 5-4, 5-5 (6-4), view subclass with own drawing.
return function(_ENV)
  MyCustomAnnotationView = MKAnnotationView:subclass("MyCustomAnnotationView")

  function MyCustomAnnotationView:init(annotation, reuseIdentifier)
    self = MyCustomAnnotationView.super.init(self, annotation, reuseIdentifier)
    if self then
      local f = self.frame
      f.size.width, f.size.height = 40, 40       -- no image, so the frame must be set
      self.frame = f
      self.opaque = false
    end
    return self
  end

  function MyCustomAnnotationView:drawRect(rect)
    local context = UIGraphicsGetCurrentContext()
    CGContextFillEllipseInRect(context, self.bounds)
  end
end

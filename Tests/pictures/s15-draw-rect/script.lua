-- S15: views that draw themselves, clear around what they draw, or opaque with a ground.
local map = MKMapView.new{}
map.region = MKCoordinateRegionMakeWithDistance(CLLocationCoordinate2DMake(47.37, 8.54), 200000, 200000)

local MyCustomAnnotationView = MKAnnotationView:subclass("MyCustomAnnotationView")

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

function MyCustomAnnotationView:drawRect()
  local context = UIGraphicsGetCurrentContext()
  CGContextSetFillColorWithColor(context, self.annotation.color)
  CGContextFillEllipseInRect(context, self.bounds)
end

local function place(latitude, longitude, color)
  map:addAnnotation{ coordinate = CLLocationCoordinate2DMake(latitude, longitude), color = color }
end

map.delegate = {
  viewForAnnotation = function(_, annotation)
    local view = MyCustomAnnotationView(annotation, "own")
    if annotation.color == UIColor:blueColor() then
      view.opaque, view.backgroundColor = true, UIColor:yellowColor()
    end
    return view
  end,
}
place(47.37, 8.54, UIColor:blackColor())
place(47.05, 8.31, UIColor:redColor():colorWithAlphaComponent(0.5))
place(47.5, 9.3, UIColor:blueColor())

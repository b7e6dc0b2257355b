-- S15: views that draw themselves, clear around what they draw, or opaque with a ground.
local _ENV = setmetatable({}, { __index = _ENV })
local function sketch(number) require(string.format("s%02d", number))(_ENV) end

local map = MKMapView.new{}
map.region = MKCoordinateRegionMakeWithDistance(CLLocationCoordinate2DMake(47.37, 8.54), 200000, 200000)

sketch(15)
local drawRect = MyCustomAnnotationView.drawRect
function MyCustomAnnotationView:drawRect(rect)
  CGContextSetFillColorWithColor(UIGraphicsGetCurrentContext(), self.annotation.color)
  drawRect(self, rect)
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

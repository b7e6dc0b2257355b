-- run: --from walk.ndjson
-- Path renderers in a script's hands: the path, the steps of drawing, and what subclasses change of them.
local spec = require "spec"
local at = CLLocationCoordinate2DMake

local function corner() return CGPathCreateWithRect(CGRectMake(0, 0, 10, 20)) end

spec("a path renderer's path can be read, set and made anew", function()
  local renderer = MKPolygonRenderer(MKPolygon:polygonWithPoints{
    MKMapPointMake(100, 100), MKMapPointMake(130, 100), MKMapPointMake(130, 140) })
  spec.equal(CGPathGetBoundingBox(renderer.path), CGRectMake(0, 0, 30, 40))
  renderer.path = corner()
  spec.equal(CGPathGetBoundingBox(renderer.path), CGRectMake(0, 0, 10, 20))
  renderer:invalidatePath()
  spec.equal(CGPathGetBoundingBox(renderer.path), CGRectMake(0, 0, 30, 40))
  renderer.path = nil
  spec.equal(renderer.path, nil)
  renderer:createPath()
  spec.equal(CGPathGetBoundingBox(renderer.path), CGRectMake(0, 0, 30, 40))
end)

spec("a subclass makes its own path", function()
  local Corner = MKOverlayPathRenderer:subclass("CornerRenderer")
  function Corner:createPath()
    self.made = (self.made or 0) + 1
    self.path = corner()
  end
  local renderer = Corner(MKCircle(at(0, 0), 5))
  spec.equal(CGPathGetBoundingBox(renderer.path), CGRectMake(0, 0, 10, 20))
  spec.equal(CGPathGetBoundingBox(renderer.path), CGRectMake(0, 0, 10, 20))
  spec.equal(renderer.made, 1)
end)

spec("the steps of drawing can be called, under both names", function()
  local renderer = MKPolygonRenderer.new{
    polygon = MKPolygon:polygonWithPoints{ MKMapPointMake(0, 0), MKMapPointMake(30, 0), MKMapPointMake(0, 30) },
    fillColor = "#00ff00", strokeColor = "#ff0000", lineWidth = 2,
  }
  UIGraphicsBeginImageContext(CGSizeMake(40, 40))
  local context = UIGraphicsGetCurrentContext()
  renderer:applyFillPropertiesToContext(context, 1)
  renderer:fillPath(renderer.path, context)
  renderer:applyStrokePropertiesToContext(context, 1)
  renderer:strokePath(renderer.path, context)
  renderer:applyFillPropertiesToContext_atZoomScale(context, 1)
  renderer:applyStrokePropertiesToContext_atZoomScale(context, 1)
  renderer:fillPath_inContext(corner(), context)
  renderer:strokePath_inContext(corner(), context)
  UIGraphicsEndImageContext()
  spec.raises("CGPath expected", function() renderer:strokePath(1, context) end)
end)

spec("a line whose color changes can be subclassed", function()
  local Rainbow = MKGradientPolylineRenderer:subclass("RainbowRenderer")
  function Rainbow:canDrawMapRect() return false end
  local rainbow = Rainbow(MKPolyline{ at(0, 0), at(1, 1) })
  rainbow:setColors({ "#ff0000", "#0000ff" }, { 0, 1 })
  spec.equal(rainbow:canDrawMapRect(MKMapRectWorld, 1), false)
  spec.equal(rainbow:isKindOfClass(MKPolylineRenderer), true)
end)

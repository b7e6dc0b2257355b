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

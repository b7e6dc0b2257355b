-- S19: the gradient of listings 5-9 and 6-11 over Colorado.
local map = MKMapView.new{}
map.region = MKCoordinateRegionMake(CLLocationCoordinate2DMake(39, -105.5), MKCoordinateSpanMake(8, 10))
local GradientRenderer = MKOverlayRenderer:subclass("GradientRenderer")

function GradientRenderer:drawMapRect(_, _, context)
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
end

map.delegate = { rendererForOverlay = function(_, overlay) return GradientRenderer(overlay) end }
local colorado = MKPolygon:polygonWithCoordinates{
  CLLocationCoordinate2DMake(41.000512, -109.050116),
  CLLocationCoordinate2DMake(41.002371, -102.052066),
  CLLocationCoordinate2DMake(36.993076, -102.041981),
  CLLocationCoordinate2DMake(36.99892,  -109.045267),
}
colorado.title = "Colorado"
map:addOverlay(colorado)

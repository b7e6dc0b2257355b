-- What a context can do, on a view: arcs, dashes, clips, shadows, gradients, layers, text.
local map = MKMapView.new{}
local Board = MKAnnotationView:subclass("Board")
function Board:init(annotation)
  self = Board.super.init(self, annotation, "board")
  self.frame, self.opaque = CGRectMake(0, 0, 380, 280), false
  return self
end

function Board:drawRect(_, context)
  local function color(red, green, blue, alpha)
    CGContextSetRGBFillColor(context, red, green, blue, alpha or 1)
    CGContextSetRGBStrokeColor(context, red, green, blue, alpha or 1)
  end
  -- Lines: caps, joins, dashes.
  for number, cap in ipairs{ kCGLineCapButt, kCGLineCapRound, kCGLineCapSquare } do
    color(0.1, 0.3 * number, 0.8)
    CGContextSetLineWidth(context, 10)
    CGContextSetLineCap(context, cap)
    CGContextSetLineJoin(context, number - 1)
    CGContextMoveToPoint(context, 20, 10 + 25 * number)
    CGContextAddLineToPoint(context, 60, 10 + 25 * number)
    CGContextAddLineToPoint(context, 90, 25 * number - 5)
    CGContextStrokePath(context)
  end
  CGContextSetLineWidth(context, 3)
  CGContextSetLineCap(context, kCGLineCapRound)
  CGContextSetLineDash(context, 0, { 8, 6, 1, 6 }, 4)
  CGContextStrokeEllipseInRect(context, CGRectMake(110, 15, 80, 70))
  CGContextSetLineDash(context, 0, {}, 0)
  -- Even-odd: a ring.
  color(0.8, 0.2, 0.1)
  CGContextAddEllipseInRect(context, CGRectMake(210, 10, 80, 80))
  CGContextAddEllipseInRect(context, CGRectMake(230, 30, 40, 40))
  CGContextEOFillPath(context)
  -- Arcs and curves.
  CGContextMoveToPoint(context, 300, 50)
  CGContextAddArc(context, 330, 50, 30, 0, 1.5 * math.pi, 0)
  CGContextFillPath(context)
  CGContextMoveToPoint(context, 20, 120)
  CGContextAddCurveToPoint(context, 60, 60, 100, 180, 140, 120)
  CGContextAddQuadCurveToPoint(context, 160, 90, 180, 130)
  CGContextStrokePath(context)
  -- A shadow, on a layer of two shapes that is as see-through as one.
  CGContextSaveGState(context)
  CGContextSetShadow(context, CGSizeMake(4, 4), 5)
  CGContextSetAlpha(context, 0.6)
  CGContextBeginTransparencyLayer(context, nil)
  color(0.2, 0.5, 0.2)
  CGContextFillRect(context, CGRectMake(20, 160, 50, 50))
  color(0.9, 0.7, 0.1)
  CGContextFillRect(context, CGRectMake(45, 185, 50, 50))
  CGContextEndTransparencyLayer(context)
  CGContextRestoreGState(context)
  -- A radial gradient in a clip, turned.
  CGContextSaveGState(context)
  CGContextTranslateCTM(context, 160, 200)
  CGContextRotateCTM(context, math.pi / 6)
  CGContextClipToRect(context, CGRectMake(-35, -35, 70, 70))
  local gradient = CGGradientCreateWithColorComponents(CGColorSpaceCreateDeviceRGB(), {
    1, 1, 0.6, 1,   0.9, 0.3, 0.1, 1,   0.2, 0, 0.3, 1,
  }, { 0, 0.5, 1 })
  CGContextDrawRadialGradient(context, gradient, CGPointMake(-10, -10), 0, CGPointMake(0, 0), 50, 0)
  CGContextRestoreGState(context)
  -- Multiplied discs.
  CGContextSaveGState(context)
  CGContextSetBlendMode(context, kCGBlendModeMultiply)
  for number, at in ipairs{ { 250, 175 }, { 280, 175 }, { 265, 205 } } do
    color(number == 1 and 0.2 or 1, number == 2 and 0.2 or 1, number == 3 and 0.2 or 1)
    CGContextFillEllipseInRect(context, CGRectMake(at[1] - 30, at[2] - 30, 60, 60))
  end
  CGContextRestoreGState(context)
end

map.delegate = { viewForAnnotation = function(_, annotation) return Board(annotation) end }
map:addAnnotation{ coordinate = map.centerCoordinate }

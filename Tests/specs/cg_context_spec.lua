-- Contexts: every function and every method, into an image; GeoLuaTests and pictures test what they paint.
local spec = require "spec"

-- Calls `body` with the context of an image, and both forms of what it can do.
local function drawing(name, body)
  spec(name, function()
    UIGraphicsBeginImageContextWithOptions(CGSizeMake(64, 64), false, 2)
    local context = UIGraphicsGetCurrentContext()
    local ok, message = pcall(body, context)
    UIGraphicsEndImageContext()
    if not ok then error(message, 0) end
  end)
end

local rect, unit = CGRectMake(8, 8, 32, 16), CGRectMake(0, 0, 1, 1)

drawing("a path is built step by step", function(c)
  spec.equal({ CGContextIsPathEmpty(c), c:isPathEmpty() }, { true, true })
  spec.equal(c:getPathCurrentPoint(), CGPointZero)
  spec.equal(CGRectIsNull(c:getPathBoundingBox()), true)
  CGContextBeginPath(c)
  CGContextMoveToPoint(c, 1, 2)
  CGContextAddLineToPoint(c, 5, 2)
  spec.equal(CGContextGetPathCurrentPoint(c), CGPointMake(5, 2))
  CGContextAddCurveToPoint(c, 6, 2, 7, 3, 7, 4)
  CGContextAddQuadCurveToPoint(c, 7, 9, 1, 9)
  CGContextClosePath(c)
  spec.equal(CGContextGetPathBoundingBox(c).size.width, 6.0)
  c:beginPath()
  c:moveToPoint(1, 2)
  c:addLineToPoint(5, 2)
  c:addCurveToPoint(6, 2, 7, 3, 7, 4)
  c:addQuadCurveToPoint(7, 9, 1, 9)
  c:closePath()
  spec.equal(c:getPathCurrentPoint(), CGPointMake(1, 2))
  spec.equal(c:isPathEmpty(), false)
  c:strokePath()
  spec.equal(c:isPathEmpty(), true)
end)

drawing("shapes join the path", function(c)
  CGContextAddRect(c, rect) c:addRect(rect)
  CGContextAddRects(c, { rect, unit }) c:addRects({ rect, unit }, 1)
  CGContextAddEllipseInRect(c, rect) c:addEllipseInRect(rect)
  CGContextAddArc(c, 10, 10, 5, 0, math.pi, 0) c:addArc(10, 10, 5, 0, math.pi, true)
  CGContextAddArcToPoint(c, 20, 10, 20, 20, 3) c:addArcToPoint(20, 30, 10, 30, 3)
  CGContextAddPath(c, CGPathCreateWithRect(rect)) c:addPath(UIBezierPath:bezierPathWithRect(rect))
  CGContextAddRect(c, CGRectNull)
  CGContextFillPath(c)
end)

drawing("points come in bulk, as points or as numbers", function(c)
  CGContextAddLines(c, { CGPointMake(0, 0), { x = 10, y = 0 }, CGPointMake(10, 5) })
  spec.equal(CGContextGetPathBoundingBox(c), CGRectMake(0, 0, 10, 5))
  c:beginPath()
  c:addLines{ 1, 2, 3, 4, 5, 6 }
  spec.equal(c:getPathBoundingBox(), CGRectMake(1, 2, 4, 4))
  c:beginPath()
  c:addLines({ 1, 2, 3, 4, 5, 6 }, 2)
  spec.equal(c:getPathCurrentPoint(), CGPointMake(3, 4))
  c:addLines{}
  CGContextStrokeLineSegments(c, { 0, 0, 5, 5, 1, 1 }) c:strokeLineSegments({ 0, 0, 5, 5, 1, 1, 2, 2 }, 2)
  spec.raises("an even count of numbers x and y expected, got 3", function() c:addLines{ 1, 2, 3 } end)
  spec.raises("point 2 is not finite", function() c:addLines{ 1, 2, math.huge, 3 } end)
  spec.raises("point 1 is not finite", function() c:addLines{ 0 / 0, 2 } end)
  spec.raises("element 2", function() c:addLines{ CGPointMake(1, 1), 5 } end)
  spec.raises("points, or numbers x and y alternating, expected, got number", function() c:addLines(5) end)
end)

drawing("wrong arguments say which", function(c)
  spec.raises("bad argument #2 to 'CGContextMoveToPoint' (finite number expected, got",
    function() CGContextMoveToPoint(c, 0 / 0, 1) end)
  spec.raises("bad argument #1 to 'moveToPoint' (number expected, got CGPoint)",
    function() c:moveToPoint(CGPointMake(1, 2)) end)
  spec.raises("bad argument #1 to 'CGContextFillRect' (CGContext expected, got CGRect)",
    function() CGContextFillRect(rect) end)
  spec.raises("call it with a colon", function() c.fillRect(rect) end)
  spec.raises("number of 0 or more expected", function() c:setLineWidth(-1) end)
  spec.raises("kCGLineCapSquare expected, got 9", function() c:setLineCap(9) end)
  spec.raises("lengths of 0 or more expected, got -1", function() c:setLineDash(0, { 2, -1 }) end)
end)

drawing("a path knows what it contains", function(c)
  c:addRect(CGRectMake(0, 0, 10, 10))
  c:addRect(CGRectMake(2, 2, 4, 4))
  local inner, edge = CGPointMake(4, 4), CGPointMake(10.2, 5)
  spec.equal({ c:pathContainsPoint(inner, kCGPathFill), c:pathContainsPoint(inner, kCGPathEOFill) }, { true, false })
  spec.equal({ CGContextPathContainsPoint(c, edge, kCGPathFill), CGContextPathContainsPoint(c, edge, kCGPathStroke) },
    { false, true })
  spec.equal({ c:pathContainsPoint(edge, kCGPathFillStroke), c:pathContainsPoint(edge, kCGPathEOFillStroke) },
    { true, true })
  c:translateCTM(100, 0)
  spec.equal(c:pathContainsPoint(CGPointMake(-96, 1), kCGPathFill), true)
  local copy = CGContextCopyPath(c)
  spec.equal(copy:getBoundingBox(), CGRectMake(-100, 0, 10, 10))
  spec.equal(copy == c:copyPath(), true)
  c:setLineWidth(2)
  CGContextReplacePathWithStrokedPath(c)
  spec.equal(c:getPathBoundingBox(), CGRectMake(-101, -1, 12, 12))
  c:replacePathWithStrokedPath()
end)

drawing("paths are filled, stroked and clipped to", function(c)
  for _, paint in ipairs{
    CGContextFillPath, CGContextEOFillPath, CGContextStrokePath, CGContextClip, CGContextEOClip, c.fillPath,
    c.eoFillPath, c.strokePath, c.clip, c.eoClip,
  } do
    c:saveGState()
    c:addEllipseInRect(rect)
    paint(c)
    spec.equal(c:isPathEmpty(), true)
    c:restoreGState()
  end
  for _, mode in ipairs{ kCGPathFill, kCGPathEOFill, kCGPathStroke, kCGPathFillStroke, kCGPathEOFillStroke } do
    c:addRect(rect)
    CGContextDrawPath(c, mode)
    c:addRect(rect)
    c:drawPath(mode)
  end
  CGContextFillRect(c, rect) c:fillRect(rect)
  CGContextFillRects(c, { rect, unit }) c:fillRects{ rect, unit }
  CGContextStrokeRect(c, rect) c:strokeRect(rect)
  CGContextStrokeRectWithWidth(c, rect, 3) c:strokeRectWithWidth(rect, 3)
  CGContextClearRect(c, unit) c:clearRect(unit)
  CGContextFillEllipseInRect(c, rect) c:fillEllipseInRect(rect)
  CGContextStrokeEllipseInRect(c, rect) c:strokeEllipseInRect(rect)
  c:fillRect(CGRectNull) c:strokeRect(CGRectNull) c:clearRect(CGRectNull)
  CGContextClipToRect(c, rect) c:clipToRect(CGRectMake(8, 8, 16, 16))
  local box = CGContextGetClipBoundingBox(c)
  spec.near(box.size.width, 16, 0.1)
  spec.near(c:getClipBoundingBox().origin.x, 8, 0.1)
  CGContextClipToRects(c, { unit }) c:clipToRects({ unit }, 1)
end)

drawing("pictures, gradients and layers", function(c)
  local space = CGColorSpaceCreateDeviceRGB()
  local gradient = CGGradientCreateWithColorComponents(space, { 0, 0, 1, 0.5, 1, 1, 1, 0.8 }, { 0, 1 })
  local a, b = CGPointMake(0, 0), CGPointMake(10, 0)
  CGContextDrawLinearGradient(c, gradient, a, b, 0) c:drawLinearGradient(gradient, a, b)
  local both = kCGGradientDrawsBeforeStartLocation | kCGGradientDrawsAfterEndLocation
  CGContextDrawRadialGradient(c, gradient, a, 0, b, 10, both) c:drawRadialGradient(gradient, a, 0, b, 10)
  local image = UIImage:imageNamed("images/bullseye32.png")
  CGContextDrawImage(c, rect, image) c:drawImage(rect, image)
  CGContextBeginTransparencyLayer(c, nil) c:beginTransparencyLayer()
  c:fillRect(rect)
  CGContextEndTransparencyLayer(c) c:endTransparencyLayer()
  c:endTransparencyLayer()
  for _ = 1, 8 do c:beginTransparencyLayer() end
  spec.raises("8 layers are open already", function() c:beginTransparencyLayer() end)
end)

drawing("states are kept and brought back", function(c)
  CGContextTranslateCTM(c, 5, 6)
  CGContextSaveGState(c) c:saveGState()
  c:translateCTM(1, 1)
  CGContextScaleCTM(c, 2, 3) c:scaleCTM(1, 1)
  CGContextRotateCTM(c, math.pi) c:rotateCTM(-math.pi)
  local t = c:getCTM()
  spec.near(t.a, 2) spec.near(t.d, 3) spec.near(t.tx, 6)
  CGContextRestoreGState(c) c:restoreGState()
  for _ = 1, 5 do c:restoreGState() end
  spec.equal(CGContextGetCTM(c), CGAffineTransformMakeTranslation(5, 6))
  CGContextConcatCTM(c, CGAffineTransformMakeScale(2, 2)) c:concatCTM(CGAffineTransformIdentity)
  spec.equal(c:getCTM(), CGAffineTransformMake(2, 0, 0, 2, 5, 6))
  for _ = 1, 1000 do c:saveGState() end
  spec.raises("1000 states are already saved", function() c:saveGState() end)
end)

drawing("coordinates become pixels and come back", function(c)
  c:translateCTM(5, 6)
  spec.equal(CGContextGetUserSpaceToDeviceSpaceTransform(c), CGAffineTransformMake(2, 0, 0, 2, 10, 12))
  spec.equal(c:getUserSpaceToDeviceSpaceTransform().tx, 10.0)
  spec.equal(CGContextConvertPointToDeviceSpace(c, CGPointMake(1, 1)), CGPointMake(12, 14))
  spec.equal(c:convertPointToDeviceSpace(CGPointZero), CGPointMake(10, 12))
  spec.equal(CGContextConvertPointToUserSpace(c, CGPointMake(12, 14)), CGPointMake(1, 1))
  spec.equal(c:convertPointToUserSpace(CGPointMake(10, 12)), CGPointZero)
  spec.equal(CGContextConvertSizeToDeviceSpace(c, CGSizeMake(1, 2)), CGSizeMake(2, 4))
  spec.equal(c:convertSizeToDeviceSpace(CGSizeMake(1, 2)), CGSizeMake(2, 4))
  spec.equal(CGContextConvertSizeToUserSpace(c, CGSizeMake(2, 4)), CGSizeMake(1, 2))
  spec.equal(c:convertSizeToUserSpace(CGSizeMake(2, 4)), CGSizeMake(1, 2))
  spec.equal(CGContextConvertRectToDeviceSpace(c, unit), CGRectMake(10, 12, 2, 2))
  spec.equal(c:convertRectToDeviceSpace(unit), CGRectMake(10, 12, 2, 2))
  spec.equal(CGContextConvertRectToUserSpace(c, CGRectMake(10, 12, 2, 2)), unit)
  spec.equal(c:convertRectToUserSpace(CGRectMake(10, 12, 2, 2)), unit)
end)

drawing("the pen", function(c)
  CGContextSetLineWidth(c, 3) c:setLineWidth(2)
  CGContextSetLineCap(c, kCGLineCapRound) c:setLineCap(kCGLineCapSquare)
  CGContextSetLineJoin(c, kCGLineJoinBevel) c:setLineJoin(kCGLineJoinRound)
  CGContextSetMiterLimit(c, 4) c:setMiterLimit(5)
  CGContextSetLineDash(c, 1, { 4, 2 }, 2) c:setLineDash(0, { 4, 2, 1 })
  c:strokeRect(rect)
  c:setLineDash(0, nil, 0)
  c:setLineDash(0, { 0, 0 })
  CGContextSetFlatness(c, 1) c:setFlatness(0)
  CGContextSetShouldAntialias(c, 1) c:setShouldAntialias(true)
  CGContextSetAllowsAntialiasing(c, 1) c:setAllowsAntialiasing(true)
  CGContextFlush(c) c:flush()
  CGContextSynchronize(c) c:synchronize()
  c:strokeRect(rect)
end)

drawing("colors mix", function(c)
  CGContextSetAlpha(c, 0.5) c:setAlpha(7)
  for _, mode in ipairs{
    kCGBlendModeNormal, kCGBlendModeMultiply, kCGBlendModeScreen, kCGBlendModeOverlay, kCGBlendModeDarken,
    kCGBlendModeLighten, kCGBlendModeColorDodge, kCGBlendModeColorBurn, kCGBlendModeSoftLight, kCGBlendModeHardLight,
    kCGBlendModeDifference, kCGBlendModeExclusion, kCGBlendModeHue, kCGBlendModeSaturation, kCGBlendModeColor,
    kCGBlendModeLuminosity, kCGBlendModeClear, kCGBlendModeCopy, kCGBlendModeSourceIn, kCGBlendModeSourceOut,
    kCGBlendModeSourceAtop, kCGBlendModeDestinationOver, kCGBlendModeDestinationIn, kCGBlendModeDestinationOut,
    kCGBlendModeDestinationAtop, kCGBlendModeXor, kCGBlendModePlusDarker, kCGBlendModePlusLighter,
  } do
    CGContextSetBlendMode(c, mode)
    c:setBlendMode(mode)
    c:fillRect(unit)
  end
  spec.raises("… expected, got 28", function() c:setBlendMode(28) end)
  c:setBlendMode(kCGBlendModeNormal)
  for _, quality in ipairs{ kCGInterpolationLow, kCGInterpolationMedium, kCGInterpolationHigh, kCGInterpolationNone } do
    CGContextSetInterpolationQuality(c, quality)
  end
  spec.equal(CGContextGetInterpolationQuality(c), kCGInterpolationNone)
  c:setInterpolationQuality(kCGInterpolationDefault)
  spec.equal(c:getInterpolationQuality(), kCGInterpolationDefault)
  CGContextSetShadow(c, CGSizeMake(1, 2), 3) c:setShadow(CGSizeMake(1, 2), 3)
  c:fillRect(rect)
  CGContextSetShadowWithColor(c, CGSizeMake(1, 2), 3, "#ff0000") c:setShadowWithColor(CGSizeZero, 0, nil)
  spec.raises("finite offset", function() c:setShadow(CGSizeMake(math.huge, 0), 1) end)
end)

drawing("colors are set in all their forms", function(c)
  local red, rgb, gray = UIColor:redColor(), CGColorSpaceCreateDeviceRGB(), CGColorSpaceCreateDeviceGray()
  CGContextSetFillColorWithColor(c, red.CGColor) c:setFillColorWithColor("#ff0000")
  CGContextSetStrokeColorWithColor(c, red) c:setStrokeColorWithColor(red)
  CGContextSetRGBFillColor(c, 1, 0, 0, 1) c:setRGBFillColor(1, 0, 0)
  CGContextSetRGBStrokeColor(c, 1, 0, 0, 1) c:setRGBStrokeColor(1, 0, 0, 0.5)
  CGContextSetGrayFillColor(c, 0.5, 1) c:setGrayFillColor(0.5)
  CGContextSetGrayStrokeColor(c, 0.5, 1) c:setGrayStrokeColor(0.5, 1)
  CGContextSetCMYKFillColor(c, 0, 1, 1, 0, 1) c:setCMYKFillColor(0, 1, 1, 0)
  CGContextSetCMYKStrokeColor(c, 0, 1, 1, 0, 1) c:setCMYKStrokeColor(0, 1, 1, 0)
  CGContextSetFillColorSpace(c, rgb) c:setFillColorSpace(gray)
  CGContextSetStrokeColorSpace(c, rgb) c:setStrokeColorSpace(gray)
  CGContextSetFillColor(c, { 1, 0, 0, 1 }) c:setFillColor{ 0.5 }
  CGContextSetStrokeColor(c, { 1, 0, 0, 1 }) c:setStrokeColor{ 0, 1, 1, 0, 1 }
  spec.raises("1 to 5 components expected, got 6", function() c:setFillColor{ 1, 1, 1, 1, 1, 1 } end)
  spec.raises("got NaN", function() c:setFillColor{ 0 / 0 } end)
end)

drawing("texts stand on their base line", function(c)
  CGContextSelectFont(c, "Helvetica", 10, 1) c:selectFont("Helvetica-Bold", 10)
  CGContextSetFontSize(c, 12) c:setFontSize(20)
  for _, mode in ipairs{ kCGTextFill, kCGTextStroke, kCGTextFillStroke, kCGTextInvisible } do
    CGContextSetTextDrawingMode(c, mode)
    c:setTextDrawingMode(mode)
    CGContextShowTextAtPoint(c, 5, 40, "north", 5)
  end
  spec.equal(c:getTextPosition().x > 40, true)
  CGContextSetTextPosition(c, 1, 2) c:setTextPosition(3, 40)
  CGContextShowText(c, "a") c:showText("b", 1)
  spec.equal(CGContextGetTextPosition(c).y, 40.0)
  c:showTextAtPoint(3, 40, "東京 مرحبا")
  spec.raises("at most 10000 bytes", function() c:showText(string.rep("x", 10001)) end)
end)

-- What drawing may cost: instructions, painting and images.
local spec = require "spec"

spec("drawing counts against the instructions of a call", function()
  UIGraphicsBeginImageContext(CGSizeMake(64, 64))
  local c = UIGraphicsGetCurrentContext()
  spec.raises("a path may have at most 1000000 elements", function()
    local many = {}
    for i = 1, 200000 do many[i] = i % 64 end
    for _ = 1, 11 do c:addLines(many) end
  end)
  UIGraphicsEndImageContext()
end)

spec("what would take seconds of painting is refused before it begins", function()
  UIGraphicsBeginImageContext(CGSizeMake(1000, 500))
  local c = UIGraphicsGetCurrentContext()
  local zigzag = {}
  for i = 1, 21000 do
    zigzag[2 * i - 1], zigzag[2 * i] = i % 2 * 1000, i % 500
  end
  for _ = 1, 3 do c:addLines(zigzag) end
  c:setLineWidth(1000)
  spec.raises("million pixels, but at most 200 million can be painted at once", function() c:strokePath() end)
  spec.raises("a clipping path may have at most 20000 points, got 63000", function() c:clip() end)
  spec.raises("a clipping path may have at most 20000 points, got 63000", function() c:eoClip() end)
  c:beginPath()
  c:addLines(zigzag)
  local path = UIBezierPath:bezierPath()
  path:appendPath(CGContextCopyPath(c))
  spec.raises("a clipping path may have at most 20000 points, got 21000", function() path:addClip() end)
  UIGraphicsEndImageContext()
end)

spec("images that nobody holds any more make room for new ones", function()
  for _ = 1, 200 do
    UIGraphicsBeginImageContext(CGSizeMake(300, 300))
    local image = UIGraphicsGetImageFromCurrentImageContext()
    spec.equal(image.size.width, 300.0)
    UIGraphicsEndImageContext()
  end
end)

spec("an argument may end the image in the middle of a call", function()
  for _ = 1, 50 do
    UIGraphicsBeginImageContext(CGSizeMake(64, 64))
    local context, kept, isOver = UIGraphicsGetCurrentContext(), {}, false
    local rect = setmetatable({}, { __index = function(_, name)
      if not isOver then
        isOver = true
        UIGraphicsEndImageContext()
        for i = 1, 20 do
          kept[#kept + 1] = UIBezierPath()
          kept[#kept + 1] = MKPointAnnotation()
          kept[#kept + 1] = string.rep("\255", 100 + 8 * i)
        end
      end
      return name == "origin" and CGPointMake(0, 0) or CGSizeMake(10, 10)
    end })
    pcall(function() context:fillRect(rect) end)
    spec.raises("was only valid during the call", function() context:fillRect(CGRectMake(0, 0, 1, 1)) end)
  end
end)

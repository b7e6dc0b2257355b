-- A hike as a picture to send to friends: the way coloured by its height, a flag on the highest place, and under it
-- the profile. Draw it with --map postcard.png.
local walk = { places = {}, heights = {}, metres = {}, low = math.huge, high = -math.huge }

function walk:didUpdateLocations(_, locations)
  for _, fix in ipairs(locations) do
    local moved = self.last and fix:distanceFromLocation(self.last) or 0
    self.last = fix
    table.insert(self.places, fix.coordinate)
    table.insert(self.heights, fix.altitude)
    table.insert(self.metres, (self.metres[#self.metres] or 0) + moved)
    self.low = math.min(self.low, fix.altitude)
    if fix.altitude > self.high then self.high, self.top = fix.altitude, fix.coordinate end
  end
end

-- Where a height lies between the lowest and the highest, from 0 to 1.
function walk:share(height) return (height - self.low) / math.max(self.high - self.low, 1) end

-- From green in the valley to red on the mountain.
local function shade(share)
  return UIColor:colorWithHue(0.42 * (1 - share), 0.6, 0.74)
end

-- A flag that the script draws itself; its foot is the place.
local Flag = MKAnnotationView:subclass("Flag")

function Flag:init(annotation)
  self = Flag.super.init(self, annotation, "flag")
  self.frame = CGRectMake(0, 0, 76, 46)
  self.centerOffset = CGPointMake(38 - 3, -23)
  self.opaque = false
  return self
end

function Flag:drawRect(_, context)
  context:setShadow(CGSizeMake(0, 1), 3)
  UIColor:darkGrayColor():setFill()
  UIRectFill(CGRectMake(2, 2, 2, 44))
  shade(1):setFill()
  local cloth = CGRectMake(4, 2, 68, 22)
  UIBezierPath:bezierPathWithRoundedRect(cloth, 3):fill()
  context:setShadowWithColor(CGSizeMake(0, 0), 0, nil)
  UIColor:whiteColor():set()
  NSString.drawInRect(self.annotation.title, CGRectOffset(cloth, 0, 4), UIFont:boldSystemFontOfSize(12),
    NSLineBreakByClipping, NSTextAlignmentCenter)
end

-- The profile, on a sheet of its own.
local Profile = UIView:subclass("Profile")

function Profile:drawRect(_, context)
  UIColor:colorWithWhite(1, 0.92):setFill()
  UIBezierPath:bezierPathWithRoundedRect(self.bounds, 8):fill()
  local area = CGRectInset(self.bounds, 14, 14)
  local foot, length = CGRectGetMaxY(area), walk.metres[#walk.metres]
  local path = CGPathCreateMutable()
  path:moveToPoint(nil, CGRectGetMinX(area), foot)
  for i, height in ipairs(walk.heights) do
    path:addLineToPoint(nil, CGRectGetMinX(area) + walk.metres[i] / length * area.size.width,
      foot - 6 - walk:share(height) * (area.size.height - 22))
  end
  path:addLineToPoint(nil, CGRectGetMaxX(area), foot)
  path:closeSubpath()
  context:saveGState()
  context:addPath(path)
  context:clip()
  local gradient = CGGradientCreateWithColors(nil, { shade(1), shade(0.5), shade(0) }, { 0, 0.5, 1 })
  context:drawLinearGradient(gradient, CGPointMake(0, CGRectGetMinY(area) + 16), CGPointMake(0, foot), 0)
  context:restoreGState()
  UIColor:darkGrayColor():set()
  NSString.drawAtPoint(walk.title, CGPointMake(14, 10), UIFont:boldSystemFontOfSize(12))
end

local manager = CLLocationManager.new{ delegate = walk }
manager:startUpdatingLocation()

geoscript.onFinish(function()
  local length = walk.metres[#walk.metres] or 0
  if length == 0 then return print("nobody walked") end
  walk.title = string.format("%.1f km, %.0f to %.0f m", length / 1000, walk.low, walk.high)
  print(walk.title)

  local map = MKMapView.new{ frame = CGRectMake(0, 0, 760, 560), zoomSnapping = false, showsScale = false }
  local line, colors, shares = MKPolyline:polylineWithCoordinates(walk.places), {}, {}
  for i, height in ipairs(walk.heights) do
    colors[i], shares[i] = shade(walk:share(height)), walk.metres[i] / length
  end
  map.delegate = {
    rendererForOverlay = function(_, overlay)
      local renderer = MKGradientPolylineRenderer.new{ polyline = overlay, lineWidth = 6 }
      renderer:setColors(colors, shares)
      return renderer
    end,
    viewForAnnotation = function(_, annotation) return Flag(annotation) end,
  }
  map:addOverlay(line)
  map:addAnnotation{ title = string.format("%.0f m", walk.high), coordinate = walk.top }
  map:addSubview(Profile.new{ frame = CGRectMake(20, 410, 720, 126), opaque = false })
  map:setVisibleMapRect_edgePadding_animated(line.boundingMapRect, UIEdgeInsetsMake(50, 50, 190, 50))
end)

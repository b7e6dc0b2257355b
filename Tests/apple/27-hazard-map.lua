-- HazardMap: HazardMap and HazardMapOverlayRenderer, a grid of values drawn in colors.
-- https://developer.apple.com/library/archive/samplecode/HazardMap
-- run:
local HazardMap = NSObject:subclass("HazardMap")
function HazardMap:init(origin, gridDelta, grid)
  self.origin, self.gridDelta, self.grid = origin, gridDelta, grid
  self.coordinate = CLLocationCoordinate2DMake(origin.latitude - 1.5 * gridDelta, origin.longitude + 1.5 * gridDelta)
  local upper = MKMapPointForCoordinate(origin)
  local lower = MKMapPointForCoordinate(
    CLLocationCoordinate2DMake(origin.latitude - 3 * gridDelta, origin.longitude + 3 * gridDelta))
  self.boundingMapRect = MKMapRectMake(upper.x, upper.y, lower.x - upper.x, lower.y - upper.y)
  return self
end

function HazardMap:hazardsInMapRect(rect)
  local found = {}
  for row = 0, 2 do
    for column = 0, 2 do
      local corner = MKMapPointForCoordinate(CLLocationCoordinate2DMake(
        self.origin.latitude - row * self.gridDelta, self.origin.longitude + column * self.gridDelta))
      local other = MKMapPointForCoordinate(CLLocationCoordinate2DMake(
        self.origin.latitude - (row + 1) * self.gridDelta, self.origin.longitude + (column + 1) * self.gridDelta))
      local boundary = MKMapRectMake(corner.x, corner.y, other.x - corner.x, other.y - corner.y)
      if MKMapRectIntersectsRect(rect, boundary) then
        table.insert(found, { value = self.grid[row + 1][column + 1], boundary = boundary })
      end
    end
  end
  return found
end

local HazardMapOverlayRenderer = MKOverlayRenderer:subclass("HazardMapOverlayRenderer")
function HazardMapOverlayRenderer:colorForAcceleration(value)
  if value > 0.77 then return { 0.588, 0.294, 0.78 } end
  if value > 0.35 then return { 1, 0.392, 0 } end
  if value > 0.02 then return { 0.784, 0.784, 0.784 } end
  return nil
end

local filled = {}
function HazardMapOverlayRenderer:drawMapRect(mapRect, _, ctx)
  CGContextSetAlpha(ctx, 0.5)
  for _, hazard in ipairs(self.overlay:hazardsInMapRect(mapRect)) do
    local color = self:colorForAcceleration(hazard.value)
    if color then
      CGContextSetFillColorWithColor(ctx, CGColorCreateGenericRGB(color[1], color[2], color[3], 1))
      CGContextFillRect(ctx, self:rectForMapRect(hazard.boundary))
      filled[hazard.value] = (filled[hazard.value] or 0) + 1
    end
  end
end

local app = {}
function app:rendererForOverlay(_, overlay) return HazardMapOverlayRenderer(overlay) end
local map = MKMapView()
map.delegate = app
local hazards = HazardMap(CLLocationCoordinate2DMake(40, -124), 2, { { 1, 0.4, 0 }, { 0.4, 0.1, 0 }, { 0.1, 0, 0 } })
map:addOverlay(hazards)
map.visibleMapRect = hazards.boundingMapRect
print(MKMapRectContainsPoint(hazards.boundingMapRect, MKMapPointForCoordinate(hazards.coordinate)))

-- A picture of it, so that it is drawn: each value above 0.02, and no other.
local options = MKMapSnapshotter.Options()
options.mapView, options.size, options.mapRect = map, CGSizeMake(200, 200), hazards.boundingMapRect
MKMapSnapshotter(options):start(function(_, error)
  print(error, filled[1] > 0, filled[0.4] > 1, filled[0.1] > 1, filled[0])
end)

-- S36: an overlay whose data comes later; the picture waits for it.
local _ENV = setmetatable({}, { __index = _ENV })
local function sketch(number) require(string.format("s%02d", number))(_ENV) end

local map = MKMapView.new{}
map.region = MKCoordinateRegionMakeWithDistance(CLLocationCoordinate2DMake(51.5, -0.12), 30000, 30000)
sketch(36)

function Traffic:drawMapRect(_, zoomScale, context)
  CGContextSetLineWidth(context, 6 / zoomScale)
  CGContextSetLineCap(context, kCGLineCapRound)
  for _, road in ipairs(self.data) do
    CGContextSetStrokeColorWithColor(context, road.color)
    local from = self:pointForMapPoint(MKMapPointForCoordinate(road[1]))
    local to = self:pointForMapPoint(MKMapPointForCoordinate(road[2]))
    CGContextMoveToPoint(context, from.x, from.y)
    CGContextAddLineToPoint(context, to.x, to.y)
    CGContextStrokePath(context)
  end
end

local function at(latitude, longitude) return CLLocationCoordinate2DMake(latitude, longitude) end
local roads = MKCircle:circleWithCenterCoordinate(at(51.5, -0.12), 15000)
local traffic = { coordinate = roads.coordinate, boundingMapRect = roads.boundingMapRect }
function traffic:load(done)
  geoscript.after(0.5, function()
    done{
      { at(51.45, -0.3), at(51.53, -0.1), color = UIColor:greenColor() },
      { at(51.53, -0.1), at(51.52, 0.08), color = UIColor:orangeColor() },
      { at(51.53, -0.1), at(51.42, -0.05), color = UIColor:redColor() },
    }
  end)
end
map.delegate = { rendererForOverlay = function(_, overlay) return Traffic(overlay) end }
map:addOverlay(traffic)

-- Footprint: Indoor Positioning with Core Location, CoordinateConverter and the floor of the user.
-- https://developer.apple.com/library/archive/samplecode/footprint
-- run: --from park.ndjson
local Converter = {}
Converter.__index = Converter

local function rotated(v, angle)
  return CGPointMake(v.x * math.cos(angle) - v.y * math.sin(angle), v.x * math.sin(angle) + v.y * math.cos(angle))
end
local function dot(a, b) return a.x * b.x + a.y * b.y end

function Converter.new(from, to)
  local self = setmetatable({}, Converter)
  local fromPoint, toPoint = MKMapPointForCoordinate(from.coordinate), MKMapPointForCoordinate(to.coordinate)
  local displacement = CGPointMake(to.pdf.x - from.pdf.x, to.pdf.y - from.pdf.y)
  local clockwiseOfEast = math.atan(toPoint.y - fromPoint.y, toPoint.x - fromPoint.x)
  local dueEast = rotated(displacement, clockwiseOfEast)
  local meters = CLLocation(from.coordinate.latitude, from.coordinate.longitude):distanceFromLocation(
    CLLocation(to.coordinate.latitude, to.coordinate.longitude))
  self.east = CGPointMake(dueEast.x / meters, dueEast.y / meters)
  self.south = rotated(self.east, -math.pi / 2)
  local middle = MKMapPointMake((fromPoint.x + toPoint.x) / 2, (fromPoint.y + toPoint.y) / 2)
  self.tangent = MKCoordinateForMapPoint(middle)
  self.tangentPDF = CGPointMake((from.pdf.x + to.pdf.x) / 2, (from.pdf.y + to.pdf.y) / 2)
  return self
end

function Converter:mapPointFromPDFPoint(point)
  local displacement = CGPointMake(point.x - self.tangentPDF.x, point.y - self.tangentPDF.y)
  local east = dot(displacement, self.east) / dot(self.east, self.east)
  local south = dot(displacement, self.south) / dot(self.south, self.south)
  local metersPerMapPoint = MKMetersPerMapPointAtLatitude(self.tangent.latitude)
  local tangent = MKMapPointForCoordinate(self.tangent)
  return MKMapPointMake(tangent.x + east / metersPerMapPoint, tangent.y + south / metersPerMapPoint)
end

function Converter:transformer()
  local metersPerMapPoint = MKMetersPerMapPointAtLatitude(self.tangent.latitude)
  local tangent = MKMapPointForCoordinate(self.tangent)
  local result = CGAffineTransformMakeTranslation(tangent.x, tangent.y)
  result = CGAffineTransformScale(result, 1 / metersPerMapPoint, 1 / metersPerMapPoint)
  result = CGAffineTransformScale(result, 1 / dot(self.east, self.east), 1 / dot(self.south, self.south))
  result = CGAffineTransformConcat(
    CGAffineTransformMake(self.east.x, self.south.x, self.east.y, self.south.y, 0, 0), result)
  return CGAffineTransformTranslate(result, -self.tangentPDF.x, -self.tangentPDF.y)
end

function Converter:polygonFromPDFRectCorners(rect)
  return MKPolygon:polygonWithPoints({
    self:mapPointFromPDFPoint(CGPointMake(CGRectGetMaxX(rect), CGRectGetMaxY(rect))),
    self:mapPointFromPDFPoint(CGPointMake(CGRectGetMinX(rect), CGRectGetMaxY(rect))),
    self:mapPointFromPDFPoint(CGPointMake(CGRectGetMinX(rect), CGRectGetMinY(rect))),
    self:mapPointFromPDFPoint(CGPointMake(CGRectGetMaxX(rect), CGRectGetMinY(rect))),
  }, 4)
end

-- The anchors of the sample: a floor of a museum in San Francisco.
local from = { coordinate = CLLocationCoordinate2DMake(37.770419, -122.465726), pdf = CGPointMake(26.2, 86.4) }
local to = { coordinate = CLLocationCoordinate2DMake(37.769288, -122.466376), pdf = CGPointMake(570.1, 317.7) }
local converter = Converter.new(from, to)

-- The anchors must come out where they were put in, by both ways.
for _, anchor in ipairs{ from, to } do
  local point = converter:mapPointFromPDFPoint(anchor.pdf)
  local again = MKCoordinateForMapPoint(point)
  assert(geoscript.distance(again, anchor.coordinate) < 0.5, tostring(again))
  local transformed = CGPointApplyAffineTransform(anchor.pdf, converter:transformer())
  assert(math.abs(transformed.x - point.x) < 1 and math.abs(transformed.y - point.y) < 1)
end
assert(converter:polygonFromPDFRectCorners(CGRectMake(0, 0, 600, 400)).pointCount == 4)

local delegate = {}
function delegate:didUpdateUserLocation(_, userLocation)
  local location = userLocation.location
  if location.floor ~= nil then print("We are on floor", location.floor.level) else self.without = true end
end
local mapView = MKMapView()
mapView.delegate = delegate
mapView.showsUserLocation = true
geoscript.onFinish(function() print("floor unknown", delegate.without) end)

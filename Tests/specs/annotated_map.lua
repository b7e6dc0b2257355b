-- Annotations on a map: what their specs share.
local annotated = {}

function annotated.coordinate(latitude, longitude) return CLLocationCoordinate2DMake(latitude, longitude) end

-- A map of 800 × 600 points that shows 20° around (0, 0).
function annotated.newMap()
  local map = MKMapView.new{ frame = CGRectMake(0, 0, 800, 600) }
  map.region = MKCoordinateRegionMake(CLLocationCoordinate2DMake(0, 0), MKCoordinateSpanMake(14, 20))
  return map
end

function annotated.titles(annotations)
  local all = {}
  for i, annotation in ipairs(annotations) do all[i] = annotation.title end
  return table.concat(all, " ")
end

local MyCustomAnnotation = NSObject:subclass("MyCustomAnnotation")
function MyCustomAnnotation:init(coord, title)
  self.coordinate, self.title = coord, title
  return self
end
annotated.MyCustomAnnotation = MyCustomAnnotation

return annotated

-- Decluttering a map with MapKit annotation clustering: Tandm's cycles and their clusters.
-- https://developer.apple.com/documentation/mapkit/decluttering-a-map-with-mapkit-annotation-clustering
-- run:
local Cycle = MKPointAnnotation:subclass("Cycle")

local function cycleView(name, cluster, priority, color)
  local View = MKMarkerAnnotationView:subclass(name)
  function View:init(annotation, reuseIdentifier)
    self = View.super.init(self, annotation, reuseIdentifier)
    self.clusteringIdentifier = cluster
    return self
  end
  function View:prepareForDisplay()
    View.super.prepareForDisplay(self)
    self.displayPriority = priority
    self.markerTintColor = color
    self.glyphText = name:sub(1, 1)
  end
  return View
end

local views = {
  unicycle = cycleView("UnicycleAnnotationView", "unicycle", MKFeatureDisplayPriorityDefaultLow,
    UIColor:orangeColor()),
  bicycle = cycleView("BicycleAnnotationView", "multiWheelCycle", MKFeatureDisplayPriorityDefaultHigh,
    UIColor:greenColor()),
  tricycle = cycleView("TricycleAnnotationView", "multiWheelCycle", MKFeatureDisplayPriorityDefaultHigh,
    UIColor:blueColor()),
}

local ClusterAnnotationView = MKAnnotationView:subclass("ClusterAnnotationView")
function ClusterAnnotationView:init(annotation, reuseIdentifier)
  self = ClusterAnnotationView.super.init(self, annotation, reuseIdentifier)
  self.collisionMode = MKAnnotationViewCollisionModeCircle
  self.centerOffset = CGPoint(0, -10)
  return self
end
function ClusterAnnotationView:count(kind)
  local count = 0
  for _, member in ipairs(self.annotation.memberAnnotations) do
    if member.kind == kind then count = count + 1 end
  end
  return count
end
function ClusterAnnotationView:prepareForDisplay()
  ClusterAnnotationView.super.prepareForDisplay(self)
  local totalBikes = #self.annotation.memberAnnotations
  UIGraphicsBeginImageContext(CGSizeMake(40, 40))
  UIColor:brownColor():setFill()
  UIBezierPath:bezierPathWithOvalInRect(CGRectMake(0, 0, 40, 40)):fill()
  NSString.drawInRect(tostring(totalBikes), CGRectMake(10, 10, 20, 20), UIFont:boldSystemFontOfSize(20))
  self.image = UIGraphicsGetImageFromCurrentImageContext()
  UIGraphicsEndImageContext()
  self.displayPriority = self:count("unicycle") > 0 and MKFeatureDisplayPriorityDefaultLow
    or MKFeatureDisplayPriorityDefaultHigh
  print("cluster of", totalBikes, self:count("unicycle"), self:count("bicycle"), self:count("tricycle"))
end

local mapView = MKMapView.new{ frame = CGRectMake(0, 0, 320, 320) }
local controller = {}
for name, View in pairs(views) do mapView:registerClass(View, name) end
mapView:registerClass(ClusterAnnotationView, MKMapViewDefaultClusterAnnotationViewReuseIdentifier)

function controller:viewForAnnotation(map, annotation)
  if not annotation:isKindOfClass(Cycle) then return nil end
  return map:dequeueReusableAnnotationViewWithIdentifier_forAnnotation(annotation.kind, annotation)
end

mapView.delegate = controller
mapView.region = MKCoordinateRegion(CLLocationCoordinate2D(37.785834, -122.406417), MKCoordinateSpan(0.15, 0.15))
local kinds = { "unicycle", "bicycle", "tricycle" }
for index = 0, 8 do
  local cycle = Cycle()
  cycle.kind = kinds[index % 3 + 1]
  cycle.coordinate = CLLocationCoordinate2D(37.7858 + 0.0001 * index, -122.4064 + (index % 3 == 0 and 0.05 or 0))
  mapView:addAnnotation(cycle)
end

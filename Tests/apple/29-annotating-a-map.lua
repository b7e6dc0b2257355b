-- Annotating a map with custom data: MapViewController with four annotations, their views and callouts.
-- https://developer.apple.com/documentation/mapkit/annotating-a-map-with-custom-data
-- run: --from callouts.ndjson
local SanFranciscoAnnotation = NSObject:subclass("SanFranciscoAnnotation")
function SanFranciscoAnnotation:init()
  self.coordinate = CLLocationCoordinate2D(37.779379, -122.418433)
  self.title, self.subtitle = "San Francisco", "Founded: June 29, 1776"
  return self
end

local BridgeAnnotation = NSObject:subclass("BridgeAnnotation")
function BridgeAnnotation:init()
  self.coordinate = CLLocationCoordinate2D(37.810000, -122.477450)
  self.title, self.subtitle = "Golden Gate Bridge", "Opened: May 27, 1937"
  return self
end

local CustomAnnotation = NSObject:subclass("CustomAnnotation")
function CustomAnnotation:init(coordinate)
  self.coordinate = coordinate
  return self
end

local CustomAnnotationView = MKAnnotationView:subclass("CustomAnnotationView")
function CustomAnnotationView:init(annotation, reuseIdentifier)
  self = CustomAnnotationView.super.init(self, annotation, reuseIdentifier)
  self.label = UILabel.new{ frame = CGRectMake(0, 0, 100, 20) }
  self.frame = CGRectMake(0, 0, 100, 60)
  self:addSubview(self.label)
  self.backgroundColor = UIColor:clearColor()
  return self
end
function CustomAnnotationView:prepareForReuse()
  CustomAnnotationView.super.prepareForReuse(self)
  self.label.text = nil
end
function CustomAnnotationView:prepareForDisplay()
  CustomAnnotationView.super.prepareForDisplay(self)
  self.label.text = self.annotation.title
end

local controller = { asked = 0 }
local mapView = MKMapView.new{ frame = CGRectMake(0, 0, 320, 480) }

function controller:viewDidLoad()
  mapView.delegate = self
  mapView:registerClass_forAnnotationViewWithReuseIdentifier(MKMarkerAnnotationView, "BridgeAnnotation")
  mapView:registerClass_forAnnotationViewWithReuseIdentifier(CustomAnnotationView, "CustomAnnotation")
  mapView:registerClass_forAnnotationViewWithReuseIdentifier(MKAnnotationView, "SanFranciscoAnnotation")
  self.bridge = BridgeAnnotation()
  local custom = CustomAnnotation(CLLocationCoordinate2D(37.7655, -122.49))
  custom.title = "Tea Garden"
  mapView:addAnnotations({ self.bridge, SanFranciscoAnnotation(), custom })
  mapView:setRegion(MKCoordinateRegion(CLLocationCoordinate2D(37.786996, -122.440100),
    MKCoordinateSpan(0.15, 0.15)), false)
end

function controller:setupSanFranciscoAnnotationView(annotation)
  local flagAnnotationView = mapView:dequeueReusableAnnotationViewWithIdentifier_forAnnotation(
    "SanFranciscoAnnotation", annotation)
  flagAnnotationView.canShowCallout = true
  UIGraphicsBeginImageContext(CGSizeMake(20, 30))
  local image = UIGraphicsGetImageFromCurrentImageContext()
  UIGraphicsEndImageContext()
  flagAnnotationView.image = image
  flagAnnotationView.leftCalloutAccessoryView = UIImageView(image)
  local offset = CGPoint(image.size.width / 2, -(image.size.height / 2))
  flagAnnotationView.centerOffset = offset
  return flagAnnotationView
end

function controller:setupBridgeAnnotationView(annotation)
  local view = mapView:dequeueReusableAnnotationViewWithIdentifier_forAnnotation("BridgeAnnotation", annotation)
  view.animatesWhenAdded = true
  view.canShowCallout = true
  view.markerTintColor = UIColor:purpleColor()
  view.rightCalloutAccessoryView = UIButton:buttonWithType(UIButtonTypeDetailDisclosure)
  return view
end

function controller:viewForAnnotation(map, annotation)
  self.asked = self.asked + 1
  if annotation:isKindOfClass(MKUserLocation) then return nil end
  if annotation:isKindOfClass(BridgeAnnotation) then return self:setupBridgeAnnotationView(annotation) end
  if annotation:isKindOfClass(SanFranciscoAnnotation) then return self:setupSanFranciscoAnnotationView(annotation) end
  return map:dequeueReusableAnnotationViewWithIdentifier_forAnnotation("CustomAnnotation", annotation)
end

function controller:calloutAccessoryControlTapped(_, view, control)
  if view.annotation:isKindOfClass(BridgeAnnotation) then
    print("detail of", view.annotation.title, control == view.rightCalloutAccessoryView)
  end
end

controller:viewDidLoad()
geoscript.onFinish(function()
  print(#mapView.annotations, controller.asked)
  print(mapView:viewForAnnotation(mapView.annotations[3]).label.text)
  assert(mapView.selectedAnnotations[1] == controller.bridge)
end)

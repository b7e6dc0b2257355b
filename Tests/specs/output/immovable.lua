-- AV-23: a script's class without setCoordinate is not draggable and warns once.
-- run: --from output/immovable.ndjson
local Fixed, Nailed = NSObject:subclass("Fixed"), NSObject:subclass("Nailed")
local map = MKMapView()
for title, class in pairs{ a = Fixed, b = Fixed, c = Nailed } do
  local annotation = class()
  annotation.coordinate, annotation.title = CLLocationCoordinate2DMake(0, 0), title
  map:addAnnotation(annotation)
end
map.delegate = { viewForAnnotation = function(_, annotation)
  local view = MKAnnotationView(annotation, "fixed")
  view.frame, view.draggable = CGRectMake(0, 0, 20, 20), true
  return view
end }

-- Dark colors: a callout, a scale bar, a compass, a bubble of a cluster and the user over a dark map.
local map = MKMapView.new{ showsScale = true }
local function at(latitude, longitude) return CLLocationCoordinate2DMake(latitude, longitude) end
map.region = MKCoordinateRegionMake(at(-33.5, 151), MKCoordinateSpanMake(6, 8))
local camera = map.camera
camera.heading = 350
map.camera = camera
map.delegate = {
  viewForAnnotation = function(_, annotation)
    if annotation.subtitle or annotation:isKindOfClass(MKClusterAnnotation) then return nil end
    return MKPinAnnotationView.new{ annotation = annotation, reuseIdentifier = "pin", clusteringIdentifier = "all",
      pinColor = MKPinAnnotationColorGreen }
  end,
}
local sydney = { coordinate = at(-33.87, 151.2), title = "Sydney", subtitle = "5.3 million" }
map:addAnnotation(sydney)
for _, shift in ipairs{ 0, 0.05, 0.1 } do map:addAnnotation{ coordinate = at(-35.3 + shift, 149.1) } end
map:selectAnnotation(sydney, false)

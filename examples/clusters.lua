-- Stepping back: pins that would cover each other become one, which says for how many it stands.
local cities = {
  { "Vienna", 48.208, 16.372 }, { "Bratislava", 48.149, 17.107 }, { "Budapest", 47.498, 19.040 },
  { "Graz", 47.071, 15.439 }, { "Ljubljana", 46.051, 14.506 }, { "Zagreb", 45.815, 15.982 },
  { "Trieste", 45.650, 13.777 }, { "Venice", 45.438, 12.327 }, { "Salzburg", 47.811, 13.033 },
  { "Munich", 48.137, 11.575 }, { "Prague", 50.088, 14.421 }, { "Brno", 49.195, 16.608 },
}

local map = MKMapView.new{ frame = CGRectMake(0, 0, 480, 360) }

map.delegate = {
  viewForAnnotation = function(_, annotation)
    local isCluster = annotation:isKindOfClass(MKClusterAnnotation)
    if isCluster then print("", #annotation.memberAnnotations .. " in one pin: " .. annotation.title) end
    local id = isCluster and "cluster" or "city"
    local pin = map:dequeueReusableAnnotationViewWithIdentifier(id)
      or MKPinAnnotationView.new{ annotation = annotation, reuseIdentifier = id }
    pin.annotation = annotation
    if not isCluster then pin.clusteringIdentifier = "cities" end
    return pin
  end,
}

for _, city in ipairs(cities) do
  map:addAnnotation(MKPointAnnotation.new{ title = city[1], coordinate = CLLocationCoordinate2DMake(city[2], city[3]) })
end

for _, span in ipairs{ 2, 4, 8, 16, 32 } do
  map.region = MKCoordinateRegionMake(CLLocationCoordinate2DMake(47.6, 15.6), MKCoordinateSpanMake(span, span))
  local alone = {}
  for _, annotation in ipairs(map.annotations) do
    -- Asking for a view lays the map out, so that all are there; one in a cluster has none to be seen.
    if map:viewForAnnotation(annotation) then alone[#alone + 1] = annotation.title end
  end
  print(string.format("%.1f° wide: %s", map.region.span.longitudeDelta, table.concat(alone, ", ")))
end

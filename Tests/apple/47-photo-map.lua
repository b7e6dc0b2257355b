-- PhotoMap: PhotoMapViewController shows one photo for each square of a grid, and what the others are behind.
-- https://developer.apple.com/library/archive/samplecode/PhotoMap
-- run:
local PhotoAnnotation = NSObject:subclass("PhotoAnnotation")
function PhotoAnnotation:init(title, coordinate)
  self.title, self.coordinate = title, coordinate
  return self
end

local controller = {}
local mapView = MKMapView.new{ frame = CGRectMake(0, 0, 320, 480) }
local allAnnotationsMapView = MKMapView.new{ frame = CGRectZero }
local cherryLakeLocation = CLLocationCoordinate2DMake(38.002493, -119.9078987)

local function contains(annotations, wanted)
  for _, annotation in ipairs(annotations) do if annotation == wanted then return true end end
  return false
end

function controller:annotationInGrid(gridMapRect, annotations)
  -- One that is shown already stays.
  local visible = mapView:annotationsInMapRect(gridMapRect)
  for _, annotation in ipairs(annotations) do if contains(visible, annotation) then return annotation end end
  -- Otherwise the one nearest to the middle.
  local centerMapPoint = MKMapPointMake(MKMapRectGetMidX(gridMapRect), MKMapRectGetMidY(gridMapRect))
  local sorted = table.move(annotations, 1, #annotations, 1, {})
  table.sort(sorted, function(a, b)
    return MKMetersBetweenMapPoints(MKMapPointForCoordinate(a.coordinate), centerMapPoint)
      < MKMetersBetweenMapPoints(MKMapPointForCoordinate(b.coordinate), centerMapPoint)
  end)
  return sorted[1]
end

function controller:updateVisibleAnnotations()
  local marginFactor, bucketSize = 2.0, 60.0
  local visibleMapRect = mapView.visibleMapRect
  local adjusted = MKMapRectInset(visibleMapRect, -marginFactor * visibleMapRect.size.width,
    -marginFactor * visibleMapRect.size.height)
  local left = mapView:convertPoint_toCoordinateFromView(CGPointZero, mapView)
  local right = mapView:convertPoint_toCoordinateFromView(CGPointMake(bucketSize, 0), mapView)
  local gridSize = MKMapPointForCoordinate(right).x - MKMapPointForCoordinate(left).x
  local gridMapRect = MKMapRectMake(0, 0, gridSize, gridSize)
  local startX = math.floor(MKMapRectGetMinX(adjusted) / gridSize) * gridSize
  local startY = math.floor(MKMapRectGetMinY(adjusted) / gridSize) * gridSize
  local endX = math.floor(MKMapRectGetMaxX(adjusted) / gridSize) * gridSize
  local endY = math.floor(MKMapRectGetMaxY(adjusted) / gridSize) * gridSize
  gridMapRect.origin.y = startY
  while MKMapRectGetMinY(gridMapRect) <= endY do
    gridMapRect.origin.x = startX
    while MKMapRectGetMinX(gridMapRect) <= endX do
      self:updateBucket(gridMapRect)
      gridMapRect.origin.x = gridMapRect.origin.x + gridSize
    end
    gridMapRect.origin.y = gridMapRect.origin.y + gridSize
  end
end

function controller:updateBucket(gridMapRect)
  local visible = mapView:annotationsInMapRect(gridMapRect)
  local filtered = {}
  for _, annotation in ipairs(allAnnotationsMapView:annotationsInMapRect(gridMapRect)) do
    if annotation:isKindOfClass(PhotoAnnotation) then table.insert(filtered, annotation) end
  end
  if #filtered == 0 then return end
  local annotationForGrid = self:annotationInGrid(gridMapRect, filtered)
  local contained = {}
  for _, annotation in ipairs(filtered) do
    if annotation ~= annotationForGrid then table.insert(contained, annotation) end
  end
  annotationForGrid.containedAnnotations = contained
  mapView:addAnnotation(annotationForGrid)
  for _, annotation in ipairs(contained) do
    annotation.clusterAnnotation = annotationForGrid
    annotation.containedAnnotations = nil
    if contains(visible, annotation) then mapView:removeAnnotation(annotation) end
  end
end

function controller:regionDidChangeAnimated() self:updateVisibleAnnotations() end

function controller:viewForAnnotation(map, annotation)
  if map ~= mapView or not annotation:isKindOfClass(PhotoAnnotation) then return nil end
  local view = map:dequeueReusableAnnotationViewWithIdentifier("Photo")
    or MKPinAnnotationView(annotation, "Photo")
  view.canShowCallout = true
  return view
end

local function count()
  local shown, hidden = 0, 0
  for _, annotation in ipairs(mapView.annotations) do
    shown, hidden = shown + 1, hidden + #(annotation.containedAnnotations or {})
  end
  return shown, hidden
end

-- Forty photos around the lake, at places that any machine computes.
for i = 1, 40 do
  local coordinate = CLLocationCoordinate2DMake(cherryLakeLocation.latitude + math.sin(i) * 0.02,
    cherryLakeLocation.longitude + math.cos(2 * i) * 0.02)
  allAnnotationsMapView:addAnnotation(PhotoAnnotation("IMG_" .. i, coordinate))
end
mapView.delegate = controller
mapView.region = MKCoordinateRegionMake(cherryLakeLocation, MKCoordinateSpanMake(5, 5))
controller:updateVisibleAnnotations()
print("far", count())
mapView:removeAnnotations(mapView.annotations)
mapView:setRegion_animated(MKCoordinateRegionMake(cherryLakeLocation, MKCoordinateSpanMake(0.05, 0.05)), true)
geoscript.after(5, function()
  local shown, hidden = count()
  assert(shown + hidden == 40 and shown > 10)
  print("near", shown, hidden)
end)

-- Shapes: lines with dashes, caps and gradients, a part of a line, a polygon with a hole, a great circle, alpha.
local map = MKMapView.new{ showsGraticule = true }
local function at(latitude, longitude) return CLLocationCoordinate2DMake(latitude, longitude) end
map.region = MKCoordinateRegionMake(at(30, -40), MKCoordinateSpanMake(60, 120))

local renderers = {
  dashes = function(line)
    return MKPolylineRenderer.new{ polyline = line, lineWidth = 4, lineDashPattern = { 10, 6 }, lineDashPhase = 2,
      lineCap = kCGLineCapButt, strokeColor = UIColor:darkGrayColor() }
  end,
  part = function(line)
    return MKPolylineRenderer.new{ polyline = line, lineWidth = 5, strokeStart = 0.25, strokeEnd = 0.75,
      strokeColor = UIColor:magentaColor() }
  end,
  gradient = function(line)
    local renderer = MKGradientPolylineRenderer.new{ polyline = line, lineWidth = 8 }
    renderer:setColors_atLocations({ UIColor:blueColor(), UIColor:yellowColor(), UIColor:redColor() }, { 0, 0.5, 1 })
    return renderer
  end,
  way = function(line)
    return MKPolylineRenderer.new{ polyline = line, lineWidth = 2, strokeColor = UIColor:brownColor() }
  end,
  hole = function(polygon)
    return MKPolygonRenderer.new{ polygon = polygon, lineWidth = 2, strokeColor = UIColor:greenColor(),
      fillColor = UIColor:greenColor(), alpha = 0.4 }
  end,
}
map.delegate = { rendererForOverlay = function(_, overlay) return renderers[overlay.title](overlay) end }

local function add(title, shape)
  shape.title = title
  map:addOverlay(shape)
end
add("dashes", MKPolyline:polylineWithCoordinates{ at(10, -80), at(15, -50), at(5, -20) })
add("part", MKPolyline:polylineWithCoordinates{ at(0, -80), at(-5, -50), at(-5, -20) })
add("gradient", MKPolyline:polylineWithCoordinates{ at(25, -80), at(32, -60), at(22, -40), at(30, -20) })
add("way", MKGeodesicPolyline:polylineWithCoordinates{ at(40.7, -74), at(51.5, -0.1) })
add("hole", MKPolygon:polygonWithCoordinates_interiorPolygons(
  { at(35, -58), at(60, -58), at(60, -28), at(35, -28) },
  { MKPolygon:polygonWithCoordinates{ at(42, -50), at(53, -50), at(53, -36), at(42, -36) } }))

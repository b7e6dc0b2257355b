-- What a map shows, and how near (MV-40, MV-41).
local spec = require "spec"

local function newMap()
  local map = MKMapView.new{ frame = CGRectMake(0, 0, 800, 600) }
  map.centerCoordinate = CLLocationCoordinate2DMake(48.2, 16.37)
  return map
end
local function distance(map) return map.camera.centerCoordinateDistance end
local function zoom(map, meters)
  local camera = map.camera
  camera.centerCoordinateDistance = meters
  map.camera = camera
end

spec("a configuration and mapType are one state (MV-41)", function()
  local map = newMap()
  local configuration = map.preferredConfiguration
  spec.equal(configuration:isKindOfClass(MKStandardMapConfiguration), true)
  spec.equal(configuration:isKindOfClass(MKMapConfiguration), true)
  spec.equal(configuration.elevationStyle, MKMapElevationStyleFlat)
  spec.equal(configuration.emphasisStyle, MKStandardMapEmphasisStyleDefault)
  configuration.emphasisStyle = MKStandardMapEmphasisStyleMuted
  configuration.showsTraffic = true
  spec.equal(map.preferredConfiguration.emphasisStyle, MKStandardMapEmphasisStyleDefault)
  map.preferredConfiguration = configuration
  spec.equal(map.preferredConfiguration.emphasisStyle, MKStandardMapEmphasisStyleMuted)
  spec.equal(map.showsTraffic, true)

  map.preferredConfiguration = MKImageryMapConfiguration()
  spec.equal(map.mapType, MKMapTypeSatellite)
  map.preferredConfiguration = MKImageryMapConfiguration.new{ elevationStyle = MKMapElevationStyleRealistic }
  spec.equal(map.mapType, MKMapTypeSatelliteFlyover)
  spec.equal(map.preferredConfiguration.elevationStyle, MKMapElevationStyleRealistic)
  local hybrid = MKHybridMapConfiguration(MKMapElevationStyleRealistic)
  hybrid.showsTraffic = false
  map.preferredConfiguration = hybrid
  spec.equal(map.mapType, MKMapTypeHybridFlyover)
  spec.equal(map.showsTraffic, false)
  map.mapType = MKMapTypeHybrid
  spec.equal(map.preferredConfiguration:isKindOfClass(MKHybridMapConfiguration), true)
  spec.equal(map.preferredConfiguration.elevationStyle, MKMapElevationStyleFlat)
  local muted = MKStandardMapConfiguration(MKMapElevationStyleFlat, MKStandardMapEmphasisStyleMuted)
  muted.elevationStyle = MKMapElevationStyleRealistic
  map.preferredConfiguration = muted
  spec.equal(map.mapType, MKMapTypeMutedStandard)
  spec.raises("MKMapConfiguration", function() map.preferredConfiguration = 3 end)
  spec.raises("MKMapElevationStyle… expected, got 7", MKHybridMapConfiguration, 7)
  spec.raises("MKMapConfiguration", function() return MKMapConfiguration() end)
end)

spec("a zoom range bounds every change (MV-40)", function()
  local map = newMap()
  map.zoomSnapping = false
  spec.equal(map.cameraZoomRange.minCenterCoordinateDistance, MKMapCameraZoomDefault)
  spec.equal(map.cameraZoomRange.maxCenterCoordinateDistance, -1.0)
  map.cameraZoomRange = MKMapCameraZoomRange.new{
    minCenterCoordinateDistance = 500, maxCenterCoordinateDistance = 20000,
  }
  assert(math.abs(distance(map) - 20000) < 0.01, distance(map))
  zoom(map, 100)
  assert(math.abs(distance(map) - 500) < 0.01, distance(map))
  zoom(map, 3000)
  assert(math.abs(distance(map) - 3000) < 0.01, distance(map))
  map.region = MKCoordinateRegionMake(map.centerCoordinate, MKCoordinateSpanMake(40, 40))
  assert(math.abs(distance(map) - 20000) < 0.01, distance(map))
  local tiny = MKCoordinateRegionMake(map.centerCoordinate, MKCoordinateSpanMake(0, 0))
  local fits = map:regionThatFits(tiny)
  map.region = tiny
  spec.equal(map.region, fits)
  map:setCameraZoomRange(nil)
  zoom(map, 100)
  assert(distance(map) < 110, distance(map))
  map:setCameraZoomRange_animated(MKMapView.CameraZoomRange(200, MKMapCameraZoomDefault), false)
  assert(math.abs(distance(map) - 200) < 0.01, distance(map))
end)

spec("a map that snaps has a whole level within the range, or one that is not too near (MV-40)", function()
  local map = newMap()
  zoom(map, 10000)
  local whole = distance(map)
  map.cameraZoomRange = MKMapCameraZoomRange(whole * 0.99, whole * 1.01)
  zoom(map, 1)
  assert(math.abs(distance(map) / whole - 1) < 1e-6, distance(map))
  zoom(map, 1e7)
  assert(math.abs(distance(map) / whole - 1) < 1e-6, distance(map))
  -- No whole level lies between these.
  map.cameraZoomRange = MKMapCameraZoomRange(whole * 1.2, whole * 1.6)
  assert(math.abs(distance(map) / whole - 2) < 1e-3, distance(map) / whole)
end)

spec("a boundary keeps the center (MV-44)", function()
  local map = newMap()
  local function at(latitude, longitude) return CLLocationCoordinate2DMake(latitude, longitude) end
  local area = MKCoordinateRegionMake(at(48, 11), MKCoordinateSpanMake(2, 4))
  spec.equal(map.cameraBoundary, nil)
  zoom(map, 20000)
  map.cameraBoundary = MKMapCameraBoundary(area)
  spec.equal(map.cameraBoundary.region.center, at(48, 11))
  local function center(latitude, longitude)
    map.centerCoordinate = at(latitude, longitude)
    return map.centerCoordinate
  end
  local inside = center(48.5, 12)
  spec.near(inside.latitude, 48.5, 1e-6)
  spec.near(inside.longitude, 12, 1e-6)
  local beyond = center(10, -100)
  -- The span of a region is that in its middle: its edges are not quite 1° away.
  spec.near(beyond.latitude, 47, 0.02)
  spec.near(beyond.longitude, 9, 1e-6)
  local fits = map:regionThatFits(MKCoordinateRegionMake(at(60, 11), MKCoordinateSpanMake(0.1, 0.1)))
  spec.near(fits.center.latitude, 49, 0.02)
  map:setCameraBoundary(nil)
  spec.near(center(10, 20).latitude, 10, 1e-6)
  -- Across the 180th meridian.
  local across = MKCoordinateRegionMake(at(0, 180), MKCoordinateSpanMake(2, 4))
  map:setCameraBoundary_animated(MKMapView.CameraBoundary(across), false)
  spec.near(center(0, 179).longitude, 179, 1e-6)
  spec.near(center(0, -179).longitude, -179, 1e-6)
  spec.near(center(0, -170).longitude, -178, 1e-6)
  local rect = MKMapCameraBoundary.new{ mapRect = MKMapRectMake(0, 0, 10, 10) }
  spec.equal(rect.mapRect.size.width, 10.0)
  spec.equal(MKMapCameraBoundary(MKMapRectMake(0, 0, 10, 10)).mapRect, rect.mapRect)
  spec.raises("a region with an area expected", MKMapCameraBoundary)
  local point = MKCoordinateRegionMake(at(0, 0), MKCoordinateSpanMake(0, 0))
  spec.raises("a region with an area expected", MKMapCameraBoundary, point)
  spec.equal(MKMapCameraBoundary.new{ coordinateRegion = area }.region.span.latitudeDelta, 2.0)
end)

spec("a range must be one (MV-40)", function()
  spec.raises("the first no more than the second", MKMapCameraZoomRange, 2, 1)
  spec.raises("meters of 0 or more expected", MKMapCameraZoomRange, -2)
  spec.equal(MKMapCameraZoomRange(0, 0).maxCenterCoordinateDistance, 0.0)
end)

spec("the muted standard map is a standard one with muted emphasis", function()
  local map = MKMapView()
  map.mapType = MKMapTypeMutedStandard
  spec.equal(map.mapType, 5)
  local configuration = map.preferredConfiguration
  spec.equal({ configuration:isKindOfClass(MKStandardMapConfiguration), configuration.emphasisStyle },
    { true, MKStandardMapEmphasisStyleMuted })
  configuration.emphasisStyle = MKStandardMapEmphasisStyleDefault
  map.preferredConfiguration = configuration
  spec.equal({ map.mapType, map.preferredConfiguration.emphasisStyle },
    { MKMapTypeStandard, MKStandardMapEmphasisStyleDefault })
end)

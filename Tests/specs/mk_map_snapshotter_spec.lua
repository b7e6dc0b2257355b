-- Snapshots, and images as bytes.
-- run: --from walk.ndjson --allow-write=../../.build/logs --max-memory-device 8
local spec = require "spec"

local function at(latitude, longitude) return CLLocationCoordinate2DMake(latitude, longitude) end
local function area(latitude, longitude, height, width)
  return MKCoordinateRegionMake(at(latitude, longitude), MKCoordinateSpanMake(height, width))
end

spec("the options have Apple's defaults", function()
  local options = MKMapSnapshotOptions()
  spec.equal(options.size, CGSizeMake(256, 256))
  spec.equal(options.scale, 1.0)
  spec.equal(options.mapType, MKMapTypeStandard)
  spec.equal(options.showsPointsOfInterest and options.showsBuildings, true)
  spec.equal(options.mapView, nil)
  spec.equal(options.mapRect, MKMapRectWorld)
end)

spec("region, mapRect and camera: the one assigned last counts", function()
  local options = MKMapSnapshotOptions.new{ region = area(48, 16, 1, 2), size = CGSizeMake(300, 200) }
  spec.equal(options.region.center, at(48, 16))
  options.mapRect = MKMapRectMake(1, 2, 3, 4)
  spec.equal(options.mapRect, MKMapRectMake(1, 2, 3, 4))
  options.camera = MKMapCamera:cameraLookingAtCenterCoordinate_fromDistance_pitch_heading(at(10, 20), 1000, 0, 90)
  spec.equal(options.camera.heading, 90.0)
  spec.near(options.region.center.latitude, 10, 1e-6)
end)

spec("options that make no picture are errors at once where they can be", function()
  local options = MKMapSnapshotOptions()
  spec.raises("number from 1 to 3 expected, got 4", function() options.scale = 4 end)
  spec.raises("region with a latitude within", function() options.region = area(100, 0, 1, 1) end)
  spec.raises("finite map rect expected", function() options.mapRect = MKMapRectNull end)
  spec.raises("camera with a valid center", function()
    options.camera = MKMapCamera.new{ centerCoordinateDistance = -1 }
  end)
  spec.raises("MKMapType… expected, got ", function() options.mapType = 99 end)
  spec.raises("sise", function() options.sise = CGSizeMake(1, 1) end)
  options.mapType, options.showsPointsOfInterest, options.showsBuildings = MKMapTypeHybrid, false, false
  spec.equal(options.mapType, MKMapTypeHybrid)
end)

local told = {}
local function note(name)
  return function(snapshot, err) told[#told + 1] = { name, snapshot, err, geoscript.now() } end
end
local function answer(name)
  local found
  for _, one in ipairs(told) do
    if one[1] == name then
      if found then error(name .. " was told twice", 2) end
      found = one
    end
  end
  return found or error(name .. " was not told", 2)
end

local map = MKMapView.new{ frame = CGRectMake(0, 0, 400, 300) }
map.region = area(45, 14, 2, 2)
local asked = {}
map.delegate = {
  viewForAnnotation = function(view, annotation)
    asked[#asked + 1] = { annotation.title, view.region.center.longitude }
  end,
}
map:addAnnotation{ coordinate = at(45, 14), title = "here" }
map:addAnnotation{ coordinate = at(35.7, 139.7), title = "Tokyo" }

local start = geoscript.now()
local snapshotter = MKMapSnapshotter(MKMapSnapshotOptions.new{ mapView = map })
snapshotter:startWithCompletionHandler(note("map"))
local tokyo = MKMapSnapshotOptions.new{ mapView = map, size = CGSizeMake(200, 100), scale = 2 }
tokyo.region = area(35.7, 139.7, 1, 3)
MKMapSnapshotter.new{ options = tokyo }:start(note("Tokyo"))
MKMapSnapshotter():startWithQueue_completionHandler(nil, note("world"))
local cancelled = MKMapSnapshotter()
cancelled:startWithCompletionHandler(note("cancelled"))
cancelled:cancel()
for _, side in ipairs{ 0, 20000, -1 } do
  local options = MKMapSnapshotOptions.new{ size = CGSizeMake(side, side) }
  MKMapSnapshotter(options):startWithCompletionHandler(note(side))
end
-- Four times as many bytes as a script may take.
local large = MKMapSnapshotOptions.new{ size = CGSizeMake(2000, 2000), scale = 2 }
MKMapSnapshotter(large):startWithCompletionHandler(note("large"))

spec("nothing is told inside the call", function()
  spec.equal(#told, 0)
  spec.equal(snapshotter.isLoading and snapshotter.loading, true)
  spec.equal(cancelled.isLoading, false)
end)

spec("a second start is an error", function()
  spec.raises("already started", function() snapshotter:startWithCompletionHandler(print) end)
end)

spec("what is no handler is none", function()
  spec.raises("function expected", function() MKMapSnapshotter():startWithCompletionHandler(nil) end)
end)

spec.atEnd("each is told once, at the time of its start, in order", function()
  local order = {}
  for _, one in ipairs(told) do order[#order + 1] = one[1] end
  spec.equal(order, { "map", "Tokyo", "world", "cancelled", 0, 20000, -1, "large" })
  for _, one in ipairs(told) do spec.equal(one[4] - start, 0.0) end
  spec.equal(snapshotter.isLoading, false)
end)

spec.atEnd("a snapshot has an image and knows where places are", function()
  local snapshot = answer("Tokyo")[2]
  spec.equal(MKMapSnapshot.is(snapshot), true)
  spec.equal(snapshot.image.size, CGSizeMake(200, 100))
  spec.equal(snapshot.image.scale, 2.0)
  local middle = snapshot:pointForCoordinate(at(35.7, 139.7))
  spec.near(middle.x, 100, 1e-6)
  spec.near(snapshot:pointForCoordinate(at(35.7, 141.2)).x, 200, 1e-6)
end)

spec.atEnd("without an area the map's own is shown", function()
  local snapshot = answer("map")[2]
  spec.equal(snapshot.image.size, CGSizeMake(256, 256))
  spec.near(snapshot:pointForCoordinate(map.centerCoordinate).x, 128, 1e-6)
end)

spec.atEnd("views are asked for while the map reads as the snapshot shows it", function()
  local names = {}
  for _, one in ipairs(asked) do names[one[1]] = one[2] end
  spec.near(names.here, 14, 0.01)
  spec.near(names.Tokyo, 139.7, 0.01)
  spec.near(map.centerCoordinate.longitude, 14, 0.01)
end)

spec.atEnd("errors are Map Kit's and say what is wrong", function()
  local err = answer("cancelled")[3]
  spec.equal(err.domain, MKErrorDomain)
  spec.equal(err.code, MKErrorUnknown)
  spec.equal(err.localizedDescription, "The snapshot was canceled.")
  for _, side in ipairs{ 0, 20000, -1 } do
    spec.equal(answer(side)[2], nil)
    spec.equal(answer(side)[3].domain, MKErrorDomain)
  end
  spec.equal(answer(0)[3].localizedDescription:find("the smallest is 1 × 1", 1, true) ~= nil, true)
  spec.equal(answer(20000)[3].localizedDescription:find("at most 16384 pixels a side", 1, true) ~= nil, true)
  spec.equal(answer("large")[3].localizedDescription:find("62501 KiB of memory", 1, true) ~= nil, true)
end)

spec.atEnd("a PNG holds the pixels, and can be read back and written", function()
  local data = UIImagePNGRepresentation(answer("Tokyo")[2].image)
  spec.equal(data:sub(1, 8), "\x89PNG\r\n\x1a\n")
  spec.equal({ string.unpack(">I4I4", data, 17) }, { 400, 200, 25 })
  spec.equal(UIImage.imageWithData(data).size, CGSizeMake(400, 200))
  spec.equal(UIImage.imageWithData_scale(data, 2).size, CGSizeMake(200, 100))
  spec.equal(UIImage.imageWithData_scale(data, 2).scale, 2.0)
  spec.equal(UIImage.imageWithData("no picture"), nil)
  geoscript.writeFile("../../.build/logs/spec-snapshot.png", data)
  spec.raises("--allow-write", function() geoscript.writeFile("snapshot.png", data) end)
end)

-- One asked for when the input has ended is made all the same.
geoscript.onFinish(function()
  MKMapSnapshotter():startWithCompletionHandler(function(snapshot)
    if not snapshot then error("no snapshot after the end") end
  end)
end)

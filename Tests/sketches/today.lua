-- The sketches T1 to T6 in one script, written line by line from the examples of Apple's documents of today: what
-- stands between two of them gives them the values that they suppose a script to have.
local _ENV = setmetatable({}, { __index = _ENV })
local function sketch(number) require(string.format("t%02d", number))(_ENV) end

park, airport = CLLocationCoordinate2DMake(47.3667, 8.5333), CLLocationCoordinate2DMake(47.4582, 8.5555)
manager, app, beaconsToRange = CLLocationManager(), {}, {}
yourMapView = MKMapView.new{ frame = CGRectMake(0, 0, 320, 480) }
yourMapView.region = MKCoordinateRegionMakeWithDistance(park, 20000, 20000)

sketch(1)
function ObservableMonitorModel:updateUI(event)
  print("T1", event.identifier, event.state, #self.updateRecords[event.identifier], "records")
end
ObservableMonitorModel:startMonitoringConditions()

sketch(2)
LocationsHandler:startLocationUpdates()

sketch(3)
function displayInformationAboutExhibit(major, minor) print("T3", "exhibit", major, minor) end
function dismissExhibit(major, minor) print("T3", "no exhibit", major, minor) end
manager.delegate = app
app:monitorBeacons()

sketch(4)
sketch(5)
sketch(6)

geoscript.onFinish(function()
  local handler = LocationsHandler
  local last = handler.lastLocation.coordinate
  print("T2", handler.count, "updates, the last at", last.latitude, last.longitude, handler.isStationary)
  print("T3", #beaconsToRange, "regions of beacons")
  print("T5", #yourMapView.overlays, "overlays", yourMapView.region.center.latitude > park.latitude)
end)

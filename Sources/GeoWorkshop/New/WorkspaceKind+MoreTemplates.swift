/// The scripts, tests and tracks of the kinds with several devices, places or a map.
extension WorkspaceKind {
  static let fleetTemplate = WorkspaceTemplate(
    summary: "Counts the visits of each van at the depot.",
    script: """
      -- Each van has its own copy of this script. The regions could also come from --fences.
      local depot = CLCircularRegion.new{
        identifier = "depot", center = CLLocationCoordinate2DMake(52.5200, 13.4050), radius = 150,
      }
      local app = { visits = 0 }

      function app:didEnterRegion(_, region)
        self.visits = self.visits + 1
        geoscript.alert{ title = geoscript.device.name .. " is at the " .. region.identifier, visits = self.visits }
      end

      geoscript.onFinish(function()
        print(string.format("%s: %d visits", geoscript.device.name, app.visits))
      end)

      local manager = CLLocationManager.new{ delegate = app }
      manager:startMonitoringForRegion(depot, kCLLocationAccuracyNearestTenMeters)

      """,
    test: """
      local t = geoscript.test
      t.script "NAME.lua"

      t.test("counts the visits of each van", function(run)
        run:track "vans.ndjson"
        run:device("van 1"):expectAlert{ title = "van 1 is at the depot", visits = 1 }
        run:device("van 2"):expectNoAlert()
        run:finish()
        run:expectPrint "van 1: 1 visits"
        run:expectPrint "van 2: 0 visits"
      end)

      """,
    trackName: "vans.ndjson",
    track: WorkspaceTrack.log(
      "van 1", along: [(52.5300, 13.4050), (52.5200, 13.4050)], speed: 10, start: start)
      + WorkspaceTrack.log(
        "van 2", along: [(52.5300, 13.4300), (52.5250, 13.4300)], speed: 10, start: start + 200),
    liveSource: "http://127.0.0.1:8080")

  static let schoolTemplate = WorkspaceTemplate(
    summary: "Tells who is late for school, and who has arrived.",
    script: """
      -- Who has left home and is not at school ten minutes later is late.
      local function region(identifier, latitude, longitude)
        return CLCircularRegion.new{
          identifier = identifier, radius = 80, center = CLLocationCoordinate2DMake(latitude, longitude),
        }
      end

      local app = {}

      function app:didExitRegion(_, place)
        if place.identifier ~= "home" then return end
        self.timer = geoscript.after(600, function() geoscript.alert{ title = "Late for school" } end)
      end

      function app:didEnterRegion(_, place)
        if place.identifier ~= "school" then return end
        if self.timer then self.timer:cancel() end
        geoscript.alert{ title = "At school" }
      end

      local manager = CLLocationManager.new{ delegate = app }
      manager:startMonitoringForRegion(region("home", 52.5163, 13.3777), kCLLocationAccuracyNearestTenMeters)
      manager:startMonitoringForRegion(region("school", 52.5190, 13.3777), kCLLocationAccuracyNearestTenMeters)

      """,
    test: """
      local t = geoscript.test
      t.script "NAME.lua"

      t.test("arrives in time", function(run)
        run:track "way.gpx"
        run:expectAlert{ title = "At school", at = "10:03", within = "1min" }
        run:wait "1h"
        run:expectNothingElse()
      end)

      t.test("is late when the way ends in the park", function(run)
        run:fix{ latitude = 52.5163, longitude = 13.3777 }
        run:walk{ to = { 52.5175, 13.3777 }, speed = "4km/h" }
        run:wait "10min"
        run:expectAlert{ title = "Late for school" }
      end)

      """,
    trackName: "way.gpx",
    track: WorkspaceTrack.gpx(along: [(52.5163, 13.3777), (52.5190, 13.3777)], speed: 1.4, start: start),
    liveSource: "http://127.0.0.1:8080")

  static let appTemplate = WorkspaceTemplate(
    summary: "Shows a map with a pin, and hears of taps on it.",
    script: """
      -- A map with a pin: a tap on the pin selects it, a tap on its button asks for a van.
      local depot = CLLocationCoordinate2DMake(52.5200, 13.4050)
      local map = MKMapView.new{ region = MKCoordinateRegionMakeWithDistance(depot, 2000, 2000) }
      local app = {}

      function app.viewForAnnotation(_, annotation)
        local pin = MKPinAnnotationView.new{ annotation = annotation, reuseIdentifier = "pin", canShowCallout = true }
        pin.rightCalloutAccessoryView = UIButton:buttonWithType(UIButtonTypeDetailDisclosure)
        return pin
      end

      function app.didSelectAnnotationView(_, view) print("selected " .. view.annotation.title) end

      function app.calloutAccessoryControlTapped(_, view)
        geoscript.alert{ title = "A van is wanted at the " .. view.annotation.title }
      end

      map.delegate = app
      map:addAnnotation(MKPointAnnotation.new{ title = "Depot", coordinate = depot })

      """,
    test: """
      local t = geoscript.test
      t.script "NAME.lua"

      t.test("a tap on the button asks for a van", function(run)
        run:wait "1s"
        run:event{ type = "tapControl", annotation = "Depot", control = "right" }
        run:expectCall("calloutAccessoryControlTapped")
        run:expectAlert{ title = "A van is wanted at the Depot" }
      end)

      t.test("a tap on the pin selects it", function(run)
        run:wait "1s"
        run:tap{ annotation = "Depot" }
        run:expectPrint "selected Depot"
        run:expectNoAlert()
      end)

      """,
    trackName: "touches.ndjson",
    track: """
      {"time":"2026-05-04T10:00:00Z","latitude":52.52,"longitude":13.405}
      {"time":"2026-05-04T10:00:10Z","type":"tap","annotation":"Depot"}
      {"time":"2026-05-04T10:00:20Z","type":"tapControl","annotation":"Depot","control":"right"}

      """,
    liveSource: "http://127.0.0.1:8080")
}

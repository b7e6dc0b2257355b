/// The scripts, tests and tracks of the kinds with one device and one place.
extension WorkspaceKind {
  /// 2026-05-04T10:00:00Z.
  static let start = 1_777_888_800.0

  var template: WorkspaceTemplate {
    switch self {
    case .home: WorkspaceKind.homeTemplate
    case .dog: WorkspaceKind.dogTemplate
    case .boat: WorkspaceKind.boatTemplate
    case .fleet: WorkspaceKind.fleetTemplate
    case .school: WorkspaceKind.schoolTemplate
    case .app: WorkspaceKind.appTemplate
    }
  }

  private static let homeTemplate = WorkspaceTemplate(
    summary: "Tells who leaves home and who comes back.",
    script: """
      -- Tells who leaves home and who comes back. Put the place of your home here.
      local home = CLCircularRegion.new{
        identifier = "home", center = CLLocationCoordinate2DMake(52.5163, 13.3777), radius = 100,
      }
      local app = {}

      function app:didExitRegion(_, region)
        self.left = geoscript.now()
        geoscript.alert{ title = geoscript.device.name .. " has left " .. region.identifier }
      end

      function app:didEnterRegion(_, region)
        local body = self.left and string.format("after %.0f minutes", (geoscript.now() - self.left) / 60)
        geoscript.alert{ title = geoscript.device.name .. " is at " .. region.identifier, body = body }
      end

      local manager = CLLocationManager.new{ delegate = app }
      manager:startMonitoringForRegion(home, kCLLocationAccuracyNearestTenMeters)

      """,
    test: """
      local t = geoscript.test
      t.script "NAME.lua"

      t.test("tells who leaves and who comes back", function(run)
        run:track "walk.gpx"
        run:expectAlert{ title = "walk has left home", at = "10:01", within = "1min" }
        run:expectAlert{ title = "walk is at home", body = "after 5 minutes" }
        run:expectNothingElse()
        run:expectState("home", "inside")
      end)

      t.test("says nothing while everybody is at home", function(run)
        run:fix{ latitude = 52.5163, longitude = 13.3777 }
        run:wait "8h"
        run:expectNoAlert()
      end)

      """,
    trackName: "walk.gpx",
    track: WorkspaceTrack.gpx(
      along: [(52.5163, 13.3777), (52.5190, 13.3777), (52.5163, 13.3777)], speed: 1.4, start: start),
    liveSource: "http://127.0.0.1:8080")

  private static let dogTemplate = WorkspaceTemplate(
    summary: "Tells when the dog has been out of the garden for a minute.",
    script: """
      -- Tells when the dog has been out of the garden for a minute. Put the place of your garden here.
      local garden = CLCircularRegion.new{
        identifier = "garden", center = CLLocationCoordinate2DMake(52.5163, 13.3777), radius = 60, exitDelay = 60,
      }
      local app = {}

      -- Called when a minute outside is over. A dog that is back before then calls neither function.
      function app:didExitRegion() geoscript.alert{ title = "The dog left the garden" } end

      function app:didEnterRegion() geoscript.alert{ title = "The dog is back" } end

      local manager = CLLocationManager.new{ delegate = app }
      manager:startMonitoringForRegion(garden, kCLLocationAccuracyNearestTenMeters)

      """,
    test: """
      local t = geoscript.test
      t.script "NAME.lua"

      t.test("alerts after a minute outside, and when the dog is back", function(run)
        run:track "walk.gpx"
        run:expectAlert{ title = "The dog left the garden", at = "10:02", within = "1min" }
        run:expectAlert{ title = "The dog is back" }
        run:expectNothingElse()
      end)

      t.test("a dog that turns around at the gate raises no alert", function(run)
        run:fix{ latitude = 52.5163, longitude = 13.3777 }
        run:wait "10s"
        run:fix{ latitude = 52.5170, longitude = 13.3777 }
        run:wait "30s"
        run:fix{ latitude = 52.5163, longitude = 13.3777 }
        run:wait "5min"
        run:expectNothingElse()
      end)

      t.test("needs no further fix", function(run)
        run:fix{ latitude = 52.5163, longitude = 13.3777 }
        run:walk{ to = { 52.5175, 13.3777 }, speed = "5km/h" }
        run:wait "1min"
        run:expectAlert{ title = "The dog left the garden" }
        run:expectState("garden", "outside")
      end)

      """,
    trackName: "walk.gpx",
    track: WorkspaceTrack.gpx(
      along: [(52.5163, 13.3777), (52.5190, 13.3777), (52.5163, 13.3777)], speed: 1.4, start: start),
    liveSource: "http://127.0.0.1:8080")

  private static let boatTemplate = WorkspaceTemplate(
    summary: "Watches the anchor: the first good fix is where it lies.",
    script: """
      -- An anchor watch: the anchor lies at the first good fix, and the boat may swing 60 m.
      local swing = 60
      local watch = {}
      local manager = CLLocationManager.new{ delegate = watch, desiredAccuracy = kCLLocationAccuracyBest }

      function watch:didUpdateLocations(_, locations)
        local here = locations[#locations]
        if self.anchor or here.horizontalAccuracy > 10 then return end
        self.anchor = here
        manager:startMonitoringForRegion(CLCircularRegion.new{
          identifier = "anchor", center = here.coordinate, radius = swing, exitDelay = 20,
        })
      end

      function watch.didExitRegion() geoscript.alert{ title = "The anchor drags" } end
      function watch.didFailWithError(_, err) geoscript.alert{ title = "No position", body = err.localizedDescription } end

      manager:startUpdatingLocation()

      """,
    test: """
      local t = geoscript.test
      t.script "NAME.lua"
      t.worlds(5, { jitter = "4m", dropout = "5%" })

      t.test("alarms when the boat drifts away", function(run)
        run:track "drift.gpx"
        run:expectAlert{ title = "The anchor drags" }
        run:expectState("anchor", "outside")
      end)

      t.test("lets the boat swing", function(run)
        run:sim "still?at=53.8645,10.9860&duration=2h"
        run:expectNoAlert()
      end)

      """,
    trackName: "drift.gpx",
    track: WorkspaceTrack.gpx(
      along: [(53.8645, 10.9860), (53.8647, 10.9863), (53.8645, 10.9860), (53.8675, 10.9860)], speed: 0.5,
      start: start),
    liveSource: "udp://:10110")
}

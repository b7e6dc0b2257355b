import LuaBridge

/// A small catalog with one of everything, enough for the listings that need no map.
enum ExampleCatalog {
  typealias Function = LuaCatalog.Function
  typealias Property = LuaCatalog.Property

  static let catalog: LuaCatalog = {
    var catalog = LuaCatalog()
    catalog.classes = [
      object, date, error, location, heading, manager, region, circle, placemark, geocoder, view, pin,
    ]
    catalog.structs = [
      .init(
        name: "CLLocationCoordinate2D", summary: "A place on the earth.",
        fields: [
          .init("latitude", type: "number", unit: "°", isReadOnly: false, summary: "North of the equator."),
          .init("longitude", type: "number", unit: "°", isReadOnly: false, summary: "East of Greenwich."),
        ]),
      .init(
        name: "CGPoint", summary: "A point of a view.",
        fields: [
          .init("x", type: "number", unit: "pt", isReadOnly: false, summary: "To the right."),
          .init("y", type: "number", unit: "pt", isReadOnly: false, summary: "Down."),
        ]),
    ]
    catalog.functions = [
      .init(
        "CLLocationCoordinate2DMake", [.init("latitude", "number"), .init("longitude", "number")],
        result: "CLLocationCoordinate2D", summary: "Makes a coordinate.")
    ]
    catalog.constants = [
      .init("kCLErrorDenied", type: "integer", value: "1", unit: "1", summary: "The user refused."),
      .init(
        "kCLErrorRegionMonitoringFailure", type: "integer", value: "5", unit: "1",
        summary: "No room for a region."),
      .init(
        "kCLLocationAccuracyHundredMeters", type: "number", value: "100.0", unit: "m",
        summary: "To a hundred meters."),
      .init(
        "kCLLocationAccuracyKilometer", type: "number", value: "1000.0", unit: "m", summary: "To a kilometer."
      ),
    ]
    catalog.modules = [geoscript, json]
    catalog.delegates = [managerDelegate, viewDelegate]
    return catalog
  }()

  static let object = make("NSObject", isOpen: true, summary: "What every object is.") {
    $0.initializer = []
    $0.methods = [
      .init(
        "isKindOfClass", [.init("class", "any")], result: "boolean",
        summary: "Returns whether it is one of that class.")
    ]
  }

  static let date = make("NSDate", summary: "A moment.") {
    $0.methods = [
      .init("timeIntervalSinceNow", result: "number", unit: "s", summary: "Returns the seconds from now.")
    ]
  }

  static let error = make("NSError", summary: "What went wrong.") {
    $0.properties = [
      .init("code", type: "integer", unit: "1", summary: "The number of the error."),
      .init("domain", type: "string", summary: "Whose number it is."),
      .init("localizedDescription", type: "string", summary: "A sentence to show."),
    ]
  }

  static let location = make("CLLocation", summary: "A fix: where a device was.") {
    $0.initializer = [.init("latitude", "number"), .init("longitude", "number")]
    $0.properties = [
      .init("altitude", type: "number", unit: "m", summary: "Height above sea level."),
      .init("coordinate", type: "CLLocationCoordinate2D", summary: "Where."),
      .init("timestamp", type: "NSDate", summary: "When."),
    ]
    $0.methods = [
      .init(
        "distanceFromLocation", [.init("location", "CLLocation")], result: "number", unit: "m",
        summary: "Returns the geodesic distance.")
    ]
    $0.aliases = ["getDistanceFrom": "distanceFromLocation"]
  }

  static let heading = make("CLHeading", summary: "Where a device points.") {
    $0.properties = ["headingAccuracy", "magneticHeading", "trueHeading"].map {
      Property($0, type: "number", unit: "°", summary: "Clockwise from north.")
    }
  }

  static let manager = make("CLLocationManager", summary: "Delivers fixes, headings and crossings.") {
    $0.initializer = []
    $0.properties = [
      .init("delegate", type: "CLLocationManagerDelegate?", isReadOnly: false, summary: "Whom it tells."),
      .init(
        "desiredAccuracy", type: "number", unit: "m", isReadOnly: false, summary: "How good fixes should be."),
      .init(
        "distanceFilter", type: "number", unit: "m", isReadOnly: false,
        summary: "The least movement worth an event."),
      .init(
        "headingFilter", type: "number", unit: "°", isReadOnly: false,
        summary: "The least turn worth an event."),
      .init("location", type: "CLLocation?", summary: "The last fix."),
      .init("maximumRegionMonitoringDistance", type: "number", unit: "m", summary: "The largest radius."),
      .init("monitoredRegions", type: "CLRegion[]", summary: "What it watches."),
    ]
    $0.methods = [
      .init(
        "startMonitoringForRegion", [.init("region", "CLRegion"), .init("accuracy", "number?")],
        summary: "Watches a region."),
      .init("startMonitoringSignificantLocationChanges", summary: "Starts rare fixes."),
      .init("startUpdatingHeading", summary: "Starts headings."),
      .init("startUpdatingLocation", summary: "Starts fixes."),
    ]
    $0.classMethods = [
      "headingAvailable", "locationServicesEnabled", "regionMonitoringAvailable", "regionMonitoringEnabled",
    ].map { Function($0, result: "boolean", summary: "Returns whether the device can.") }
    $0.aliases = ["startMonitoringForRegion_desiredAccuracy": "startMonitoringForRegion"]
  }

  static let region = make("CLRegion", base: "NSObject", summary: "A part of the earth.") {
    $0.initializer = circleParameters
    $0.properties = [.init("identifier", type: "string", summary: "What the script calls it.")]
  }

  static let circle = make("CLCircularRegion", base: "CLRegion", summary: "A circle on the earth.") {
    $0.initializer = circleParameters
    $0.properties = [
      .init("center", type: "CLLocationCoordinate2D", summary: "The middle."),
      .init("radius", type: "number", unit: "m", summary: "From the middle to the edge."),
      .init("notifyOnEntry", type: "boolean", isReadOnly: false, summary: "Whether entering counts."),
    ]
  }

  private static let circleParameters: [LuaCatalog.Parameter] = [
    .init("center", "CLLocationCoordinate2D"), .init("radius", "number"), .init("identifier", "string"),
  ]

  static let placemark = make("CLPlacemark", base: "NSObject", summary: "A place with a name.") {
    $0.properties = [
      .init("location", type: "CLLocation", summary: "Where."),
      .init("name", type: "string?", summary: "What it is called."),
    ]
  }

  static let geocoder = make("CLGeocoder", summary: "Finds places by name, names by place.") {
    $0.initializer = []
    $0.methods = [
      .init(
        "geocodeAddressString",
        [
          .init("address", "string"), .init("completion", "fun(placemarks: CLPlacemark[]?, error: NSError?)"),
        ],
        summary: "Finds an address.")
    ]
  }

  static let view = make(
    "MKAnnotationView", base: "NSObject", isOpen: true, summary: "How an annotation looks."
  ) {
    $0.initializer = [.init("annotation", "any"), .init("reuseIdentifier", "string?")]
    $0.properties = [
      .init("annotation", type: "any", isReadOnly: false, summary: "What it shows."),
      .init("center", type: "CGPoint", isReadOnly: false, summary: "Where its middle is."),
      .init("image", type: "string?", isReadOnly: false, summary: "What it draws."),
    ]
    $0.methods = [.init("drawRect", [.init("rect", "any")], summary: "Draws it.")]
    $0.globalAliases = ["MKOldAnnotationView"]
  }

  static let pin = make("MKPinAnnotationView", base: "MKAnnotationView", isOpen: true, summary: "A pin.") {
    $0.initializer = [.init("annotation", "any"), .init("reuseIdentifier", "string?")]
    $0.properties = [.init("animatesDrop", type: "boolean", isReadOnly: false, summary: "Whether it falls.")]
  }

  static let geoscript = LuaCatalog.Module(
    name: "geoscript", summary: "The host.",
    functions: [
      .init(
        "after", [.init("seconds", "number"), .init("fn", "fun()")], result: "table",
        summary: "Calls once, later."),
      .init("alert", [.init("fields", "table")], result: "boolean", summary: "Raises an alert."),
      .init("log", [.init("level", "string"), .init("...", "any")], summary: "Writes a log line."),
      .init("now", result: "NSDate", summary: "Returns the date on the device's clock."),
    ],
    properties: [
      .init("args", type: "string[]", summary: "Words from the command line."),
      .init("store", type: "table", isReadOnly: false, summary: "What is kept."),
    ])

  static let json = LuaCatalog.Module(
    name: "geoscript.json", summary: "JSON text.",
    functions: [.init("encode", [.init("value", "any")], result: "string", summary: "Returns JSON text.")])

  static let managerDelegate = LuaCatalog.Delegate(
    name: "CLLocationManagerDelegate", summary: "Told by a manager.",
    functions: [
      told("didEnterRegion", ["region": "CLRegion"], "locationManager:didEnterRegion:"),
      told("didExitRegion", ["region": "CLRegion"], "locationManager:didExitRegion:"),
      told("didFailWithError", ["error": "NSError"], "locationManager:didFailWithError:"),
      told("didUpdateHeading", ["heading": "CLHeading"], "locationManager:didUpdateHeading:"),
      told("didUpdateLocations", ["locations": "CLLocation[]"], "locationManager:didUpdateLocations:"),
      told(
        "didUpdateToLocation", ["new": "CLLocation", "old": "CLLocation?"],
        "locationManager:didUpdateToLocation:fromLocation:"),
      told(
        "monitoringDidFailForRegion", ["region": "CLRegion?", "error": "NSError"],
        "locationManager:monitoringDidFailForRegion:withError:"),
    ])

  static let viewDelegate = LuaCatalog.Delegate(
    name: "MKMapViewDelegate", summary: "Told by a map.",
    functions: [
      .init(
        .init(
          "rendererForOverlay", [.init("map", "any"), .init("overlay", "any")], result: "any?",
          summary: "Asked how to draw."),
        selector: "mapView:rendererForOverlay:", aliases: ["viewForOverlay"])
    ])

  private static func told(
    _ name: String, _ parameters: KeyValuePairs<String, String>, _ selector: String
  ) -> LuaCatalog.DelegateFunction {
    let all =
      [.init("manager", "CLLocationManager")] + parameters.map { LuaCatalog.Parameter($0.key, $0.value) }
    return .init(.init(name, all, summary: "Called when it happens."), selector: selector)
  }

  private static func make(
    _ name: String, base: String? = nil, isOpen: Bool = false, summary: String,
    _ fill: (inout LuaCatalog.Class) -> Void
  ) -> LuaCatalog.Class {
    var made = LuaCatalog.Class(name: name, base: base)
    made.summary = summary
    made.isOpen = isOpen
    fill(&made)
    return made
  }
}

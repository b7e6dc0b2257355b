extension LuaStandard {
  /// What to say of a name of Apple's that scripts do not have; nil for other names.
  static func elsewhere(_ name: String) -> String? {
    applesNames[name].map { "is not available in scripts: \($0)" }
  }

  /// Why a class has no such member of Apple's, and what to do instead; nil for other members.
  static func elsewhere(_ member: String, of lineage: [String]) -> String? {
    lineage.lazy.compactMap { applesMembers[$0]?[member] }.first
  }

  private static let noRadio = "geoscript has no radio; lines of type beacon say what a device sees"
  private static let noStreetPictures = "there are no pictures of streets; MKMapSnapshotter draws maps"
  private static let noFeatures = "the maps have no features to select; select annotations"
  private static let inTask = "write request:getMapItems() in a geoscript.task"
  private static let noLimit = "each fix has the accuracy that the source gives it"

  private static let applesNames: [String: String] = [
    "CBPeripheralManager": noRadio, "CBCentralManager": noRadio,
    "MKLookAroundSceneRequest": noStreetPictures, "MKLookAroundScene": noStreetPictures,
    "MKLookAroundSnapshotter": noStreetPictures, "MKLookAroundViewController": noStreetPictures,
    "MKMapFeatureOptionPointsOfInterest": noFeatures, "MKMapFeatureOptionTerritories": noFeatures,
    "MKMapFeatureOptionPhysicalFeatures": noFeatures, "MKMapFeatureAnnotation": noFeatures,
    "MKMapItemRequest": noFeatures,
    "MKLocalPointsOfInterestRequest":
      "no source lists everything near a place; use MKLocalSearch with words, a region and a pointOfInterestFilter",
    "UNCalendarNotificationTrigger": "use geoscript.after with the seconds until then",
    "kCLLocationAccuracyReduced": noLimit, "MKAddressFilter": "use resultTypes",
    "PlaceDescriptor": "use MKMapItem(location, address)",
    "UUID": "a UUID is a text, \"E2C56DB5-DFFB-48D2-B060-D0F5A71096E0\"",
    "NSUUID": "a UUID is a text, \"E2C56DB5-DFFB-48D2-B060-D0F5A71096E0\"",
    "NSURL": "a path or an address is a text", "URL": "a path or an address is a text",
    "NSBundle": "the path of a file begins at the script's folder",
    "Bundle": "the path of a file begins at the script's folder",
    "NSLocalizedString": "write the text itself", "Task": "use geoscript.task(function() … end)",
  ]

  private static let applesMembers: [String: [String: String]] = [
    "MKMapView": ["selectableMapFeatures": noFeatures],
    "MKMapItem": [
      "openInMaps": "there is no other app to open it in",
      "openInMapsWithLaunchOptions": "there is no other app to open it in",
    ],
    "MKGeocodingRequest": ["mapItems": inTask], "MKReverseGeocodingRequest": ["mapItems": inTask],
    "MKLocalSearchCompleter": ["filterType": "use resultTypes", "addressFilter": "use resultTypes"],
    "MKLocalSearchRequest": ["addressFilter": "use resultTypes"],
    "UIApplication": [
      "delegate": "lines of type app change the state of the app; see geoscript docs background",
      "applicationIconBadgeNumber": "there is no icon",
    ],
    "UILocalNotification": ["repeatInterval": "use geoscript.every", "soundName": "there is no sound"],
    "CLServiceSession": [
      "diagnostics":
        "the updates of CLLocationUpdate:liveUpdates() and locationManagerDidChangeAuthorization say what is denied"
    ],
    "CLBeaconRegion": ["peripheralData": noRadio, "peripheralDataWithMeasuredPower": noRadio],
    "CLLocationManager": [
      "startMonitoringLocationPushes": "there is no push service"
    ],
  ]
}

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
  private static let noMotion =
    "there is no motion sensor; location.speed and manager.isStationary tell of motion"
  private static let noStreetPictures = "there are no pictures of streets; MKMapSnapshotter draws maps"
  private static let noFeatures = "the maps have no features to select; select annotations"
  private static let inTask = "write request:getMapItems() in a geoscript.task"
  private static let noLimit = "each fix has the accuracy that the source gives it"

  private static let noTolls = "routers are not asked about tolls and highways"
  private static let order = "views lie from north to south, the selected one in front"
  private static let inLoop =
    "write for update in CLLocationUpdate:liveUpdates() do … end in a geoscript.task"
  private static let noSound = "alerts do not choose a sound"
  private static let authorization = "locationManagerDidChangeAuthorization says what is denied"

  private static let applesNames: [String: String] = [
    "MKScaleView": "set map.showsScale", "MKCompassButton": "set map.showsCompass",
    "MKUserTrackingButton": "set map.userTrackingMode",
    "MKUserTrackingBarButtonItem": "set map.userTrackingMode",
    "MKDirectionsRoutePreferenceAny": noTolls, "MKDirectionsRoutePreferenceAvoid": noTolls,
    "MKAnnotationViewZPriorityMax": order, "MKAnnotationViewZPriorityMin": order,
    "MKAnnotationViewZPriorityDefaultSelected": order, "MKAnnotationViewZPriorityDefaultUnselected": order,
    "MKSearchCompletionFilterTypeLocationsOnly": "use resultTypes",
    "MKSearchCompletionFilterTypeLocationsAndQueries": "use resultTypes",
    "UNNotificationSound": noSound, "CLMonitorConfiguration": "write CLMonitor(name)",
    "NSLocale": "names and dates are English; a language is a text such as \"de\"",
    "Locale": "names and dates are English; a language is a text such as \"de\"",
    "NSISO8601DateFormatter": "write tostring(date), or date:format(\"%Y-%m-%dT%H:%M:%S%z\")",
    "ISO8601DateFormatter": "write tostring(date), or date:format(\"%Y-%m-%dT%H:%M:%S%z\")",
    "CLAuthorizationStatus": "write kCLAuthorizationStatusAuthorizedAlways and so on",
    "CLActivityType": "write CLActivityTypeFitness and so on",
    "MKMapType": "write MKMapTypeStandard and so on",
    "NSURLSession": "geoscript.alert reaches servers; scripts open no connections",
    "URLSession": "geoscript.alert reaches servers; scripts open no connections",
    "NSJSONSerialization": "use geoscript.json", "JSONDecoder": "use geoscript.json",
    "JSONEncoder": "use geoscript.json",
    "CMMotionActivityManager": noMotion, "CMPedometer": noMotion, "CMMotionManager": noMotion,
    "CMAltimeter": "location.altitude is what a source measured",
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
    "MKMapView": [
      "selectableMapFeatures": noFeatures, "showsUserTrackingButton": "set map.userTrackingMode",
      "pitchButtonVisibility": "there are no buttons to press",
    ],
    "MKAnnotationView": [
      "zPriority": order, "selectedZPriority": order,
      "clusterAnnotationView": "map:viewForAnnotation(cluster) returns the view of a cluster",
    ],
    "CLLocation": [
      "ellipsoidalAltitude": "no source says how high the geoid lies; altitude is as the source has it"
    ],
    "CLLocationUpdate": [
      "LiveConfiguration": "write CLLiveUpdateConfigurationFitness or \"fitness\" and so on",
      "liveUpdaterWithQueue_handler": inLoop, "liveUpdaterWithConfiguration_queue_handler": inLoop,
    ],
    "CLMonitor": [
      "requestMonitorWithConfiguration_completion": "write CLMonitor(name)",
      "requestMonitorWithConfiguration": "write CLMonitor(name)",
      "Event": "write CLMonitoringStateSatisfied or \"satisfied\" and so on",
    ],
    "CLMonitorEvent": [
      "authorizationDenied": authorization, "authorizationDeniedGlobally": authorization,
      "authorizationRestricted": authorization, "authorizationRequestInProgress": authorization,
    ],
    "MKDirectionsRequest": ["tollPreference": noTolls, "highwayPreference": noTolls],
    "MKRoute": ["hasTolls": noTolls, "hasHighways": noTolls],
    "MKRouteStep": ["notice": "routers give none; route.advisoryNotices has those of the way"],
    "MKDistanceFormatter": ["locale": "distances are written as in American English"],
    "MKMapSnapshotOptions": [
      "preferredConfiguration": "set mapType and pointOfInterestFilter"
    ],
    "UNMutableNotificationContent": [
      "sound": noSound, "badge": "there is no icon", "categoryIdentifier": "alerts have no buttons",
      "threadIdentifier": "write userInfo", "interruptionLevel": "write userInfo",
      "relevanceScore": "write userInfo", "attachments": "use geoscript.alert{ … }",
    ],
    "UNUserNotificationCenter": [
      "delegate": "alerts go to the sinks of the run; nothing comes back",
      "removeAllDeliveredNotifications": "an alert that has come stays",
      "removeDeliveredNotificationsWithIdentifiers": "an alert that has come stays",
      "getDeliveredNotificationsWithCompletionHandler": "an alert that has come is not kept",
      "setNotificationCategories": "alerts have no buttons",
    ],
    "NSTimeZone": [
      "timeZoneWithAbbreviation": "write NSTimeZone(\"Europe/Berlin\") or NSTimeZone(\"+01:00\")"
    ],
    "NSDateFormatter": ["locale": "dates are written as in American English"],
    "CLBackgroundActivitySession": [
      "diagnostics": "the updates of CLLocationUpdate:liveUpdates() say what is denied"
    ],
    "MKMapItem": [
      "openInMaps": "there is no other app to open it in",
      "openInMapsWithLaunchOptions": "there is no other app to open it in",
      "openMapsWithItems": "there is no other app to open them in",
      "openMapsWithItems_launchOptions": "there is no other app to open them in",
    ],
    "MKGeocodingRequest": ["mapItems": inTask], "MKReverseGeocodingRequest": ["mapItems": inTask],
    "MKLocalSearchCompleter": [
      "filterType": "use resultTypes", "addressFilter": "use resultTypes",
      "regionPriority": "places in region come first",
    ],
    "MKLocalSearchRequest": ["addressFilter": "use resultTypes"],
    "UIApplication": [
      "delegate": "lines of type app change the state of the app; see geoscript docs background",
      "applicationIconBadgeNumber": "there is no icon",
      "registerUserNotificationSettings": "alerts are always allowed",
    ],
    "UILocalNotification": [
      "repeatInterval": "use geoscript.every", "soundName": noSound, "alertAction": "alerts have no buttons",
      "hasAction": "alerts have no buttons", "category": "alerts have no buttons",
      "applicationIconBadgeNumber": "there is no icon",
    ],
    "CLServiceSession": [
      "diagnostics":
        "the updates of CLLocationUpdate:liveUpdates() and locationManagerDidChangeAuthorization say what is denied"
    ],
    "CLBeaconRegion": ["peripheralData": noRadio, "peripheralDataWithMeasuredPower": noRadio],
    "CLLocationManager": [
      "startMonitoringLocationPushes": "there is no push service",
      "startMonitoringLocationPushesWithCompletion": "there is no push service",
      "stopMonitoringLocationPushes": "there is no push service",
      "rangedRegions": "use rangedBeaconConstraints",
      "isAuthorizedForWidgetUpdates": "there are no widgets",
    ],
  ]
}

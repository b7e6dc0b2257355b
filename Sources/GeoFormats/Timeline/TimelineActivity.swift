/// The activities that Google's Timeline distinguishes.
enum TimelineActivity {
  /// The name in the form of Takeout, which phones write in small letters with spaces: `IN_PASSENGER_VEHICLE`.
  static func name(_ text: String) -> String {
    text.uppercased().split { $0 == " " || $0 == "_" }.joined(separator: "_")
  }

  static func isKnown(_ name: String) -> Bool { known.contains(name) }

  /// - Source: the published schema of Takeout's location history, locationhistoryformat.com/reference/semantic and
  ///   /reference/records.
  private static let known: Set<String> = [
    "BOATING", "CATCHING_POKEMON", "CYCLING", "EXITING_VEHICLE", "FLYING", "HIKING", "HORSEBACK_RIDING",
    "IN_BUS",
    "IN_CABLECAR", "IN_CAR", "IN_FERRY", "IN_FOUR_WHEELER_VEHICLE", "IN_FUNICULAR", "IN_GONDOLA_LIFT",
    "IN_PASSENGER_VEHICLE", "IN_RAIL_VEHICLE", "IN_ROAD_VEHICLE", "IN_SUBWAY", "IN_TAXI", "IN_TRAIN",
    "IN_TRAM",
    "IN_TWO_WHEELER_VEHICLE", "IN_VEHICLE", "IN_WHEELCHAIR", "KAYAKING", "KITESURFING", "MOTORCYCLING",
    "ON_BICYCLE",
    "ON_FOOT", "PARAGLIDING", "ROWING", "RUNNING", "SAILING", "SKATEBOARDING", "SKATING", "SKIING",
    "SLEDDING",
    "SNOWBOARDING", "SNOWMOBILE", "SNOWSHOEING", "STILL", "SURFING", "SWIMMING", "TILTING", "UNKNOWN",
    "UNKNOWN_ACTIVITY_TYPE", "WALKING", "WALKING_NORDIC",
  ]
}

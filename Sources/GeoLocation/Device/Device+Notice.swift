public import GeoCore

extension Device {
  /// What a user would see on the phone.
  public enum Notice: Sendable, Hashable {
    /// The system asked the user.
    case asked(Prompt)
    /// The profile or the event log answered.
    case answered(Prompt, Setting)
    /// A row of older fixes showed that the clock had been wrong: the date of the last fix, and that of the
    /// first of them. Reported once.
    case rebased(from: TimeInterval, to: TimeInterval)
    /// A region cannot be monitored, and no delegate implements the callback for it; `isDenied` if only the user forbids it.
    case monitoringFailed(region: String, reason: String, isDenied: Bool)
    /// The panel that asks the user to calibrate the compass appeared or disappeared.
    case headingCalibration(isShown: Bool)
    /// A true heading was computed for a date outside the magnetic model's years; reported once.
    case magneticModelOutOfDate(year: Double)
    /// A geocoder sent a request to servers while the app was not visible; reported once.
    case geocodedInBackground
    /// A geocoder answered with less than what was asked, or with a name that resembles it.
    case geocodedInPart(reason: String)
  }
}

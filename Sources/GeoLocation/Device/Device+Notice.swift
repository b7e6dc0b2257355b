public import GeoCore

extension Device {
  /// What a user would see on the phone.
  public enum Notice: Sendable, Hashable {
    /// The system asked.
    case asked(Prompt)
    /// The profile or the event log answered.
    case answered(Prompt, Setting)
    /// Older fixes in a row showed that the clock had been wrong: the date of the last fix, and that of the first of
    /// them; told once.
    case rebased(from: TimeInterval, to: TimeInterval)
    /// A region cannot be watched, and no delegate wants to know; `isDenied` where only the user forbids it.
    case monitoringFailed(region: String, reason: String, isDenied: Bool)
    /// The panel that asks the user to calibrate the compass appeared, or is gone.
    case headingCalibration(isShown: Bool)
    /// A true heading was computed for a date outside of the magnetic model's years; told once.
    case magneticModelOutOfDate(year: Double)
    /// A request of a geocoder went to servers while the user saw nothing of the app; told once.
    case geocodedInBackground
  }
}

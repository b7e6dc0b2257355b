/// Asks for authorization when it is made.
///
/// - Source: Apple's reference of `CLServiceSession`; CL-27.
public final class CLServiceSession {
  /// What the app needs; the raw values are what scripts write.
  public enum Authorization: String, Sendable, CaseIterable {
    case none, whenInUse, always
  }

  public let authorization: Authorization
  /// Whether it has not been invalidated.
  public private(set) var isValid = true

  public init(_ authorization: Authorization, device: Device) {
    self.authorization = authorization
    switch authorization {
    case .none: break
    case .whenInUse: device.askForAuthorization(.authorizedWhenInUse)
    case .always: device.askForAuthorization(.authorizedAlways)
    }
  }

  /// Ends the session; the authorization stays.
  public func invalidate() { isValid = false }
}

/// Keeps an app whose updates run awake in the background, until it is invalidated or the app ends.
///
/// - Source: Apple's reference of `CLBackgroundActivitySession`; BG-6, CL-27.
public final class CLBackgroundActivitySession {
  private weak var device: Device?
  /// Whether it has not been invalidated.
  public private(set) var isValid = true

  public init(device: Device) {
    self.device = device
    device.changeActivitySessions(by: 1)
  }

  public func invalidate() {
    guard isValid else { return }
    isValid = false
    device?.changeActivitySessions(by: -1)
  }
}

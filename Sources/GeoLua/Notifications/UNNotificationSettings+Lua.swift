import Geo
import LuaBridge

/// What the user allows notifications to do.
///
/// - Source: Apple's reference of `UNNotificationSettings`; LU-27.
final class UNNotificationSettings: LuaObject {
  static func bind(_ c: LuaBinder<UNNotificationSettings>) {
    c.summary("What the user allows notifications to do.")
    c.property(
      "authorizationStatus", .one, "Always `UNAuthorizationStatusAuthorized`: alerts are always allowed."
    ) { _ in Status.authorized.rawValue }
    c.property("alertSetting", .one, "Always `UNNotificationSettingEnabled`.") { _ in
      Setting.enabled.rawValue
    }
    for name in ["soundSetting", "badgeSetting"] {
      c.property(name, .one, "Always `UNNotificationSettingNotSupported`.") { _ in
        Setting.notSupported.rawValue
      }
    }
  }

  /// What an app may ask for; geoscript allows all of it.
  private enum Option: Int, ConstantGroup {
    case badge = 1
    case sound = 2
    case alert = 4
    case carPlay = 8
    case criticalAlert = 16
    case providesAppNotificationSettings = 32
    case provisional = 64

    static let constantPrefix = "UNAuthorizationOption"
  }

  /// What the user has answered.
  private enum Status: Int, ConstantGroup {
    case notDetermined, denied, authorized, provisional, ephemeral

    static let constantPrefix = "UNAuthorizationStatus"
  }

  /// Whether a kind of notification is on.
  private enum Setting: Int, ConstantGroup {
    case notSupported, disabled, enabled

    static let constantPrefix = "UNNotificationSetting"
  }

  static func declareConstants(_ g: LuaScope) {
    g.constants(Option.self, "What `requestAuthorizationWithOptions` asks for; several are joined by `|`.")
    g.constants(Setting.self, "Whether a kind of notification is on.")
    g.constants(Status.self, "Whether notifications are allowed.")
  }
}

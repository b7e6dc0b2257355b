public import Geo
public import LuaBridge

/// The capabilities that a script requires: `UIRequiredDeviceCapabilities = { "location-services", "gps" }`.
///
/// The name and the values are those of an app's Info.plist. They are read without running the script, so a
/// device that lacks one never runs its first line.
///
/// - Source: CL-2, CL-3, HD-3.
public struct RequiredDeviceCapabilities: Sendable {
  public static let name = "UIRequiredDeviceCapabilities"

  public private(set) var all: [DeviceCapability] = []
  /// Errors for unreadable or unknown capabilities, warnings for those that no device profile has.
  public private(set) var diagnostics: [LuaDiagnostic]

  /// - Parameter source: the script's name in messages.
  public init(of script: String, called source: String) {
    let list = DeclaredList(of: Self.name, in: script, called: source)
    diagnostics = list.faults
    for item in list.items {
      if let capability = DeviceCapability(rawValue: item.text) {
        all.append(capability)
        if capability.isPlayed { continue }
        diagnose(
          .warning, "no device profile has the capability '\(item.text)': the script never starts", item,
          source)
      } else {
        let names = DeviceCapability.allCases.map(\.rawValue)
        let known = names.prefix { DeviceCapability(rawValue: $0)?.isPlayed == true }.joined(separator: ", ")
        diagnose(
          .error,
          "unknown device capability '\(item.text)'\(NearestName.advice(item.text, among: names)); "
            + "device profiles can have: \(known)", item, source)
      }
    }
  }

  private mutating func diagnose(
    _ severity: LuaDiagnostic.Severity, _ message: String, _ item: DeclaredList.Item, _ source: String
  ) {
    diagnostics.append(
      LuaDiagnostic(
        severity: severity, source: source, line: item.line, column: item.column, message: message))
  }

  /// The required capabilities that a device of that profile lacks, in the script's order.
  public func missing(on profile: DeviceProfile) -> [DeviceCapability] {
    all.filter { !profile.has($0) }
  }
}

public import Geo
public import LuaBridge

/// What a script says that it cannot do without: `UIRequiredDeviceCapabilities = { "location-services", "gps" }`.
///
/// The name and the words are those of an app's Info.plist; read without running the script, so that a device that
/// lacks one never runs its first line.
///
/// - Source: CL-2, CL-3, HD-3.
public struct RequiredDeviceCapabilities: Sendable {
  public static let name = "UIRequiredDeviceCapabilities"

  public private(set) var all: [DeviceCapability] = []
  /// Errors for what cannot be read or is no capability, warnings for what no device here has.
  public private(set) var diagnostics: [LuaDiagnostic]

  /// - Parameter source: what the script is called in the messages.
  public init(of script: String, called source: String) {
    let list = DeclaredList(of: Self.name, in: script, called: source)
    diagnostics = list.faults
    for item in list.items {
      if let capability = DeviceCapability(rawValue: item.text) {
        all.append(capability)
        if capability.isPlayed { continue }
        diagnose(
          .warning, "no device here has the capability '\(item.text)': the script starts on none", item,
          source)
      } else {
        let names = DeviceCapability.allCases.map(\.rawValue)
        let known = names.prefix { DeviceCapability(rawValue: $0)?.isPlayed == true }.joined(separator: ", ")
        diagnose(
          .error,
          "'\(item.text)' is no device capability\(NearestName.advice(item.text, among: names)); those that a device "
            + "here can have: \(known)", item, source)
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

  /// What a device of that profile lacks, in the script's words and order.
  public func missing(on profile: DeviceProfile) -> [DeviceCapability] {
    all.filter { !profile.has($0) }
  }
}

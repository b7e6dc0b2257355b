import CMosquitto

/// Why a broker is not heard, and what would be right.
struct MQTTFault: Error {
  var message: String
  /// Trying again would not mend it.
  var isFinal = false

  /// What libmosquitto's result means.
  init(_ result: Int32, _ client: OpaquePointer, _ address: MQTTAddress) {
    let complaint = String(cString: cm_complaint(client))
    let words = String(cString: cm_words(result))
    let isTLS = address.usesTLS && (result == MQTTFault.tls || complaint.contains("SSL"))
    if isTLS || complaint.contains("certificate verify failed") || complaint.contains("host name") {
      self.init(tls: complaint.isEmpty ? words : complaint, address)
    } else if result == MQTTFault.lookup || result == MQTTFault.unknownName {
      self.init("no address is known for \(address.host)")
    } else if result == MQTTFault.lost || result == 0 {
      self.init("the connection was lost")
    } else if result == MQTTFault.system || result == MQTTFault.refused {
      self.init("cannot be reached: \(words) (is the broker running? geoscript doctor)")
    } else {
      self.init(words)
    }
  }

  private init(tls complaint: String, _ address: MQTTAddress) {
    isFinal = true
    if complaint.contains("verify failed") {
      message =
        "the broker's certificate is not signed by an authority that is trusted here (?ca=FILE names its own)"
    } else if complaint.contains("host name") {
      message = "the broker's certificate is not for \(address.host)"
    } else {
      message = "TLS fails: \(complaint) (does port \(address.port) speak TLS? mqtt:// goes without)"
    }
  }

  init(_ message: String, isFinal: Bool = false) {
    self.message = message
    self.isFinal = isFinal
  }

  /// What a refusal of a connection means.
  ///
  /// - Source: MQTT 3.1.1, table 3.1.
  init(refusal code: Int32, _ address: MQTTAddress) {
    let who = address.user.map { "user '\($0)'" } ?? "anonymous clients"
    switch code {
    case 1: self.init("the broker does not speak MQTT 3.1.1", isFinal: true)
    case 2:
      self.init("the broker does not take the client id '\(address.client)' (?client=NAME)", isFinal: true)
    case 3: self.init("the broker says that it is not available")
    case 4, 5:
      let advice =
        address.user == nil
        ? "expected mqtt://USER@HOST with ?password-file=FILE or $\(MQTTAddress.passwordVariable)"
        : address.password == nil
          ? "no password is given: ?password-file=FILE or $\(MQTTAddress.passwordVariable)"
          : "is the password right?"
      self.init("the broker refuses \(who) (\(advice))", isFinal: true)
    default: self.init("the broker refuses the connection with code \(code)")
    }
  }

  // Of <mosquitto.h>.
  private static let refused: Int32 = 5
  private static let lost: Int32 = 7
  private static let tls: Int32 = 8
  private static let system: Int32 = 14
  private static let unknownName: Int32 = 15
  private static let lookup: Int32 = 20
}

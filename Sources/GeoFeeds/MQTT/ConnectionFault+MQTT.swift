import CMosquitto

/// The faults of a broker's connection.
extension ConnectionFault {
  /// The progress of a connection.
  enum Progress {
    case reaching
    /// The broker has not answered yet.
    case waiting
    case heard
  }

  /// The meaning of libmosquitto's result.
  init(_ result: Int32, _ client: OpaquePointer, _ address: MQTTAddress, _ progress: Progress) {
    let words = String(cString: cm_words(client, result))
    if progress != .heard, let fault = ConnectionFault(tls: client, address) {
      self = fault
      return
    }
    switch (result, progress) {
    case (ConnectionFault.lookup, _), (ConnectionFault.unknownName, _):
      self.init("no address is known for \(address.host)")
    case (ConnectionFault.system, .reaching), (ConnectionFault.refused, .reaching):
      self.init("cannot be reached: \(words) (is the broker running? run geoscript doctor)")
    case (ConnectionFault.lost, .heard), (ConnectionFault.tls, .heard), (ConnectionFault.system, .heard),
      (0, _):
      self.init("the connection was lost")
    case (ConnectionFault.lost, _), (ConnectionFault.tls, _), (ConnectionFault.system, _):
      self.init("closes the connection before it answers (\(ConnectionFault.advice(address)))")
    case (ConnectionFault.disorder, _), (ConnectionFault.malformed, _):
      self.init("does not answer in MQTT (is it a broker?)")
    case (ConnectionFault.silent, _):
      self.init("has fallen silent: it sent nothing for \(address.keepAlive) s")
    default: self.init(words)
    }
  }

  /// Advice for a broker that does not answer as it should.
  private static func advice(_ address: MQTTAddress) -> String {
    guard address.usesTLS else { return "is it a broker? does it want TLS: mqtts://?" }
    return address.certificate == nil
      ? "does port \(address.port) speak TLS? does it want a certificate: ?cert=FILE&key=FILE?"
      : "does port \(address.port) speak TLS? does it take this certificate?"
  }

  /// The fault of a broker that has not answered in time.
  init(late address: MQTTAddress) {
    let advice =
      address.usesTLS ? "is it a broker that speaks TLS?" : "is it a broker? does it want TLS: mqtts://?"
    self.init("does not answer within \(Int(address.timeout)) s (\(advice))")
  }

  /// The meaning of a refused connection.
  ///
  /// - Source: MQTT 3.1.1, table 3.1.
  init(refusal code: Int32, _ address: MQTTAddress) {
    let who = address.user.map { "user '\($0)'" } ?? "anonymous clients"
    switch code {
    case 1: self.init("the broker does not speak MQTT 3.1.1", isFinal: true)
    case 2:
      self.init("the broker rejects the client ID '\(address.client)' (?client=NAME)", isFinal: true)
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
  private static let disorder: Int32 = 2
  private static let refused: Int32 = 5
  private static let lost: Int32 = 7
  private static let tls: Int32 = 8
  private static let system: Int32 = 14
  private static let unknownName: Int32 = 15
  private static let silent: Int32 = 19
  private static let lookup: Int32 = 20
  private static let malformed: Int32 = 21
}

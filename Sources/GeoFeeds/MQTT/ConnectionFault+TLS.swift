import CMosquitto

extension ConnectionFault {
  /// What keeps TLS from being agreed, by what libmosquitto and OpenSSL complain of; nil without a complaint.
  ///
  /// What certificates are to blame for, trying again does not mend.
  init?(tls client: OpaquePointer, _ address: MQTTAddress) {
    let complaint = String(cString: cm_complaint(client))
    guard address.usesTLS, !complaint.isEmpty else { return nil }
    let broker = "the broker's certificate"
    if complaint.contains("host name") {
      self.init("\(broker) is not for \(address.host)", isFinal: true)
    } else if complaint.contains("verify failed") {
      switch cm_certificate_fault(client) {
      case ConnectionFault.notYetValid:
        self.init("\(broker) is not valid yet (is this machine's clock right?)", isFinal: true)
      case ConnectionFault.expired:
        self.init("\(broker) has expired (is this machine's clock right?)", isFinal: true)
      default:
        self.init(
          "\(broker) is not signed by a trusted authority (name its authority with ?ca=FILE)",
          isFinal: true)
      }
    } else if let fault = ConnectionFault(files: complaint, address) {
      self = fault
    } else {
      // «OpenSSL Error[0]: error:0A00010B:SSL routines::wrong version number»
      let reason = complaint.split(separator: ":").last.map(String.init) ?? complaint
      self.init(reason: reason, address)
    }
  }

  /// The fault of a local file that OpenSSL cannot read.
  private init?(files complaint: String, _ address: MQTTAddress) {
    if complaint.contains("load CA") {
      let file = address.authorities ?? "the file in SSL_CERT_FILE"
      self.init("\(file): holds no certificate in PEM", isFinal: true)
    } else if let certificate = address.certificate, complaint.contains("load client certificate") {
      self.init("\(certificate): holds no certificate in PEM", isFinal: true)
    } else if let certificate = address.certificate, let key = address.key,
      complaint.contains("load client key") || complaint.contains("inconsistent")
    {
      self.init(
        "\(key): is not the private key of \(certificate), in PEM and without a password", isFinal: true)
    } else {
      return nil
    }
  }

  /// The fault for OpenSSL's reason; an alert comes from the broker.
  ///
  /// - Source: RFC 8446, 6.2; openssl/sslerr.h.
  private init(reason: String, _ address: MQTTAddress) {
    let isAboutUs = ["alert unknown ca", "certificate", "alert decrypt error", "alert access denied"]
    if !reason.contains("alert") {
      self.init("TLS fails: \(reason) (does port \(address.port) speak TLS? mqtt:// connects without it)")
    } else if address.certificate != nil, isAboutUs.contains(where: reason.contains) {
      self.init("the broker rejects our certificate with \"\(reason)\"", isFinal: true)
    } else if reason.contains("certificate required") || reason.contains("handshake failure") {
      self.init("the broker requires a client certificate (?cert=FILE&key=FILE)", isFinal: true)
    } else {
      self.init("the broker ends TLS with \"\(reason)\"")
    }
  }

  // Of <openssl/x509_vfy.h>.
  private static let notYetValid: Int32 = 9
  private static let expired: Int32 = 10
}

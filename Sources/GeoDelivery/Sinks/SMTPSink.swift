import Geo
import GeoStore
import Glibc

/// Sends messages as mail.
final class SMTPSink: AlertTransport {
  private let address: SMTPAddress
  private let shape: SinkShape
  private let pictures: SinkPictures
  private let client: MailClient
  private let password: String?

  /// - Errors: ``GeoError`` `cannotCreate` when libcurl is missing; those of the password.
  static func route(_ address: SMTPAddress, _ shape: SinkShape, _ patience: Double) throws(GeoError)
    -> AlertRoute
  {
    if let missing = HTTPClient.missing { throw GeoError(.cannotCreate, missing, at: address.label) }
    let password = try address.password
    let key = "\(address.label)?to=\(address.to.joined(separator: ","))"
    return AlertRoute(key: key, label: address.label, patience: patience) {
      SMTPSink(address, shape, $0, password)
    }
  }

  init(_ address: SMTPAddress, _ shape: SinkShape, _ pictures: SinkPictures, _ password: String?) {
    (self.address, self.shape, self.pictures, self.password) = (address, shape, pictures, password)
    client = MailClient(connectLimit: 10, timeLimit: 60)
  }

  func send(_ item: OutboxItem, isOver: () -> Bool) -> DeliveryAnswer {
    let message = (try? JSONParser.parse(item.body)) ?? .null
    let content = shape.template.map { $0.content(of: message, shape.style) }
    let mail = MailMessage(
      id: item.alertID, from: address.from, to: address.to, note: SinkNote(message, content),
      content: content,
      picture: pictures.png(of: message))
    let answer = client.send(
      MailClient.Envelope(
        url: address.url, user: address.user, password: password, from: address.from, to: address.to,
        needsTLS: address.needsTLS), mail.text(at: Double(time(nil))), isOver: isOver)
    return DeliveryAnswer(answer)
  }
}

extension DeliveryAnswer {
  /// Decides by the server's last code and by how far the mail had come.
  ///
  /// - Source: RFC 5321, section 4.2.1; HO-80.
  init(_ answer: MailClient.Answer) {
    let words = [answer.error, answer.reply].filter { !$0.isEmpty }.joined(separator: ": ")
    switch (answer.stage, answer.code) {
    case (.done, _): self = .delivered
    case (.login, _): self = .pause("the log-in failed: \(answer.reply)")
    case (_, 400..<500): self = .again(words, after: nil)
    case (.message, 500..<600): self = .dead(reason: "answered \(answer.code)", detail: answer.reply)
    case (.sender, 500..<600): self = .pause(words)
    default: self = .again(words, after: nil)
    }
  }
}

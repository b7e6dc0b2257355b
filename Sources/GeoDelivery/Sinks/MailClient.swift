import CCurl
import Glibc

/// A client of mail servers with a connection that stays open; belongs to one thread.
final class MailClient {
  struct Envelope {
    var url: String
    var user: String?
    var password: String?
    var from: String
    var to: [String]
    var needsTLS: Bool
  }

  /// How far a mail has come.
  enum Stage: Equatable {
    /// The server has taken it.
    case done
    /// No connection.
    case reaching
    case login
    /// The server refused the sender, before it heard of the recipients.
    case sender
    /// The server refused a recipient or the mail itself.
    case message
  }

  struct Answer: Equatable {
    var stage: Stage
    /// The last code of the server; 0 without one.
    var code: Int
    /// The server's last line.
    var reply = ""
    var error = ""
  }

  private let client: OpaquePointer?

  /// Both in seconds.
  init(connectLimit: Double, timeLimit: Double) {
    client = cc_client_new("geoscript", Int(connectLimit * 1000), Int(timeLimit * 1000))
  }

  deinit { cc_client_free(client) }

  /// - Parameter text: the mail, each line with CR and LF.
  func send(_ envelope: Envelope, _ text: String, isOver: () -> Bool) -> Answer {
    guard client != nil else { return Answer(stage: .reaching, code: 0, error: "out of memory") }
    let texts: [String] = [
      envelope.url, envelope.user ?? "", envelope.password ?? "", "<\(envelope.from)>",
    ]
    let words = texts.map { strdup($0) }
    let recipients = envelope.to.map { UnsafePointer(strdup("<\($0)>")) }
    defer {
      for word in words { free(word) }
      for word in recipients { free(UnsafeMutablePointer(mutating: word)) }
    }
    var mail = cc_mail()
    (mail.url, mail.from) = (UnsafePointer(words[0]), UnsafePointer(words[3]))
    if envelope.user != nil {
      (mail.user, mail.password) = (UnsafePointer(words[1]), UnsafePointer(words[2]))
    }
    mail.needs_tls = envelope.needsTLS
    var receipt = cc_receipt()
    let bytes = Array(text.utf8)
    withoutActuallyEscaping(isOver) { isOver in
      var ask = isOver
      withUnsafeMutablePointer(to: &ask) { ask in
        recipients.withUnsafeBufferPointer { list in
          bytes.withUnsafeBytes { bytes in
            (mail.recipients, mail.recipient_count) = (list.baseAddress, list.count)
            (mail.text, mail.length) = (bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
            cc_send_mail(
              client, &mail, { $0?.assumingMemoryBound(to: (() -> Bool).self).pointee() ?? true }, ask,
              &receipt)
          }
        }
      }
    }
    return Answer(
      stage: MailClient.stage(receipt.stage), code: receipt.code, reply: MailClient.text(receipt.reply),
      error: MailClient.text(receipt.error))
  }

  private static func stage(_ stage: cc_stage) -> Stage {
    switch stage {
    case CC_DONE: .done
    case CC_LOGIN: .login
    case CC_SENDER: .sender
    case CC_MESSAGE: .message
    default: .reaching
    }
  }

  private static func text<Characters>(_ characters: Characters) -> String {
    HTTPResponse.firstLine(
      withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
  }
}

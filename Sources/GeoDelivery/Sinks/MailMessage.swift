import Geo

/// A mail: a text for programs and an HTML part for people, with a picture between its lines.
///
/// - Source: RFC 5322, RFC 2045 to 2047, RFC 2387 (multipart/related), RFC 3834 (Auto-Submitted).
struct MailMessage {
  var id: String
  var from: String
  var to: [String]
  var note: SinkNote
  /// The part that a template made; nil without one.
  var content: SinkContent?
  /// A PNG.
  var picture: [UInt8]?

  /// The lines of the mail, each with CR and LF.
  func text(at time: TimeInterval) -> String {
    var lines = [
      "Date: \(MailMessage.date(time))", "From: \(from)", "To: \(to.joined(separator: ",\r\n "))",
      "Subject: \(MailMessage.words(note.title))",
      "Message-ID: <\(id)@\(from.split(separator: "@").last ?? "localhost")>",
      "MIME-Version: 1.0", "Auto-Submitted: auto-generated",
      "X-Geoscript-Device: \(MailMessage.words(note.device))",
    ]
    // X-Priority is not in a standard; Importance is RFC 2156, 5.3.6.
    if let priority = note.priority, priority != 3 {
      lines.append("X-Priority: \(6 - priority)")
      lines.append("Importance: \(priority > 3 ? "high" : "low")")
    }
    return lines.joined(separator: "\r\n") + "\r\n" + alternatives
  }

  /// RFC 2046, 5.1.4: the last part is the best.
  private var alternatives: String {
    let plain = MailMessage.part("text/plain; charset=utf-8", "", Array(plainText.utf8))
    let html = MailMessage.part("text/html; charset=utf-8", "", Array(page.utf8))
    guard let picture else { return multipart("alternative", "a", [plain, html]) }
    let image = MailMessage.part(
      "image/png; name=\"map.png\"",
      "Content-ID: <map>\r\nContent-Disposition: inline; filename=\"map.png\"\r\n",
      picture)
    return multipart(
      "alternative", "a", [plain, multipart("related; type=\"text/html\"", "r", [html, image])])
  }

  private var plainText: String {
    if let content, content.form != .html { return content.text }
    return [note.text, note.link].compactMap { $0 }.joined(separator: "\n\n") + "\n"
  }

  private var page: String {
    var body = content.flatMap { $0.form == .html ? $0.text : nil } ?? ""
    if body.isEmpty {
      let lines = (content?.text ?? note.text).split(separator: "\n", omittingEmptySubsequences: false)
      body = "<p>" + lines.map { SinkTemplateWriter.html(String($0)) }.joined(separator: "<br>\n") + "</p>\n"
      if let link = note.link { body += "<p><a href=\"\(SinkTemplateWriter.html(link))\">Map</a></p>\n" }
    }
    guard picture != nil, !body.contains("cid:map") else { return body }
    return body + "<p><img src=\"cid:map\" alt=\"Map\" width=\"600\" height=\"400\"></p>\n"
  }

  private func multipart(_ type: String, _ mark: String, _ parts: [String]) -> String {
    // Neither Base64 nor the headers here have a line that begins like this.
    let boundary = "=_\(mark)_\(id)"
    return "Content-Type: multipart/\(type); boundary=\"\(boundary)\"\r\n\r\n"
      + parts.map { "--\(boundary)\r\n\($0)" }.joined() + "--\(boundary)--\r\n"
  }

  private static func part(_ type: String, _ more: String, _ bytes: [UInt8]) -> String {
    "Content-Type: \(type)\r\nContent-Transfer-Encoding: base64\r\n\(more)\r\n\(Base64Text.lines(bytes))\r\n"
  }

  /// A text in a header field.
  ///
  /// - Source: RFC 2047: an encoded word has 75 characters at most, and whole characters of UTF-8.
  static func words(_ text: String, separator: String = "\r\n ") -> String {
    let isPlain =
      text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f } && !text.contains("=?") && text.utf8.count < 900
    guard !isPlain else { return text }
    var pieces: [[UInt8]] = [[]]
    for character in text.unicodeScalars.map({ Array(String($0).utf8) }) {
      // 45 bytes are 60 digits, with =?UTF-8?B? and ?= 72 characters.
      if pieces[pieces.count - 1].count + character.count > 45 { pieces.append([]) }
      pieces[pieces.count - 1] += character
    }
    return pieces.map { "=?UTF-8?B?\(Base64Text.encode($0))?=" }.joined(separator: separator)
  }

  /// - Source: RFC 5322, section 3.3.
  static func date(_ time: TimeInterval) -> String {
    let text = ISO8601.format(time.rounded(.down))
    let days = Int((time / 86_400).rounded(.down))
    let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let parts = text.split { "-T:Z".contains($0) }
    guard parts.count == 6, let month = Int(parts[1]), (1...12).contains(month) else { return text }
    // 1970-01-01 was a Thursday.
    let day = names[(((days + 3) % 7) + 7) % 7]
    return "\(day), \(parts[2]) \(months[month - 1]) \(parts[0]) \(parts[3]):\(parts[4]):\(parts[5]) +0000"
  }
}

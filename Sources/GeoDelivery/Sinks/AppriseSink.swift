import Geo
import GeoLua
import GeoStore
import Glibc

/// An address of Apprise, the program that knows a hundred services.
public struct AppriseAddress: Sendable, Hashable {
  /// The service's address, which holds its secrets.
  let url: String

  /// The scheme, which is all that messages show.
  var service: String { String(url.prefix { $0 != ":" }).lowercased() }

  /// - Errors: ``GeoError`` `usage` for what has no scheme.
  init(_ text: some StringProtocol) throws(GeoError) {
    url = String(text)
    let scheme = url.firstRange(of: "://").map { url[..<$0.lowerBound] } ?? ""
    guard scheme.first?.isLetter == true,
      scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+.-".contains($0)) }),
      !url.contains(where: \.isWhitespace)
    else {
      throw GeoError(
        .usage, "an address of Apprise is apprise:SERVICE://… (expected apprise:SERVICE://… or apprise:@FILE)"
      )
    }
  }

  /// The addresses of a file, one on each line: each is a sink of its own.
  ///
  /// - Errors: ``GeoError`` `noInput` for a file that cannot be read, `usage` for a line that is no address.
  static func read(_ path: String) throws(GeoError) -> [AppriseAddress] {
    let lines = try OptionFile.read(path, for: "apprise:@FILE")
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var found: [AppriseAddress] = []
    for (number, line) in lines.enumerated() {
      let text = line.filter { !$0.isWhitespace }
      guard !text.isEmpty, !text.hasPrefix("#") else { continue }
      do throws(GeoError) { found.append(try AppriseAddress(text)) } catch {
        // The line itself may be a secret.
        throw GeoError(.usage, "is not an address of Apprise: write SERVICE://…", at: "\(path):\(number + 1)")
      }
    }
    guard !found.isEmpty else {
      throw GeoError(.usage, "holds no address: write SERVICE://… on a line", at: path)
    }
    return found
  }
}

/// Sends messages through the command `apprise`.
///
/// - Source: github.com/caronc/apprise, "CLI Usage": $APPRISE_URLS, and the exit codes of its command; HO-89.
package final class AppriseSink: AlertTransport {
  private let program: String
  private let address: AppriseAddress
  private let shape: SinkShape
  private let pictures: SinkPictures

  /// The command; nil if it is not installed.
  package static var program: String? {
    let folders = (getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin").split(
      separator: ":")
    return folders.lazy.map { "\($0)/apprise" }.first { access($0, X_OK) == 0 }
  }

  /// How to install it.
  package static let advice = "pipx install apprise"

  /// - Errors: ``GeoError`` `cannotCreate` if Apprise is not installed, `usage` for an address that it does not take.
  static func route(_ address: AppriseAddress, _ shape: SinkShape, _ patience: Double) throws(GeoError)
    -> AlertRoute
  {
    let label = "apprise:\(address.service)"
    guard let program else {
      throw GeoError(.cannotCreate, "needs the command apprise, which is not installed: \(advice)", at: label)
    }
    let test = SpawnedCommand(
      words: [program, "--dry-run", "--body", "test"], variables: ["APPRISE_URLS": address.url],
      output: open("/dev/null", O_WRONLY | O_CLOEXEC))
    defer { if let output = test.output { Glibc.close(output) } }
    if test.run(input: "", isOver: { false }) == .exited(3) {
      throw GeoError(
        .usage, "Apprise does not take this address: try it with apprise --dry-run --body test ADDRESS",
        at: label)
    }
    var hash = FNV1a()
    hash.combine(address.url)
    return AlertRoute(
      key: "\(label)#\(String(hash.value, radix: 16))", label: label, patience: max(patience, 31)
    ) {
      AppriseSink(program, address, shape, $0)
    }
  }

  init(_ program: String, _ address: AppriseAddress, _ shape: SinkShape, _ pictures: SinkPictures) {
    (self.program, self.address, self.shape, self.pictures) = (program, address, shape, pictures)
  }

  func send(_ item: OutboxItem, isOver: () -> Bool) -> DeliveryAnswer {
    let message = (try? JSONParser.parse(item.body)) ?? .null
    let content = shape.template.map { $0.content(of: message, shape.style) }
    let note = SinkNote(message, content)
    var command = SpawnedCommand(
      words: [
        program, "--title", note.title, "--notification-type", (note.priority ?? 3) > 3 ? "warning" : "info",
        "--input-format", content?.form == .html ? "html" : "text",
      ], variables: ["APPRISE_URLS": address.url])
    let picture = pictures.png(of: message).flatMap { TemporaryFile($0, ending: ".png") }
    if let picture { command.words += ["--attach", picture.path] }
    let log = TemporaryFile([])
    command.output = log?.descriptor
    let text = note.text + (content == nil ? note.link.map { "\n\($0)" } ?? "" : "")
    let ending = withExtendedLifetime(picture) { command.run(input: text, isOver: isOver) }
    switch ending {
    case .exited(0): return .delivered
    case .exited(let code) where code == 1 || code == 4:
      return .again("Apprise exited with status \(code)\(words(log))", after: nil)
    case .exited(let code): return .dead(reason: "Apprise exited with status \(code)", detail: words(log))
    case .signaled(let signal): return .again("Apprise was ended by signal \(signal)", after: nil)
    case .unstarted(let reason): return .again(reason, after: nil)
    case .ended: return .again("Apprise took too long", after: nil)
    case .stopped: return .again("the run was stopped", after: nil)
    }
  }

  /// What Apprise said, without the address.
  private func words(_ log: TemporaryFile?) -> String {
    let line = HTTPResponse.firstLine(log?.text ?? "").replacing(address.url, with: "…")
    return line.isEmpty ? "" : ": \(line)"
  }
}

/// A file that only this process knows, gone with its object.
final class TemporaryFile {
  let path: String
  let descriptor: Int32

  /// Nil if it cannot be written.
  init?(_ bytes: [UInt8], ending: String = "") {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array("\(folder)/geoscript-XXXXXX\(ending)".utf8CString)
    descriptor = mkstemps(&name, Int32(ending.utf8.count))
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else { return nil }
    guard bytes.isEmpty || writeAll(descriptor, bytes) else { return nil }
  }

  deinit {
    guard descriptor >= 0 else { return }
    Glibc.close(descriptor)
    unlink(path)
  }

  /// The beginning of what is in it.
  var text: String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}

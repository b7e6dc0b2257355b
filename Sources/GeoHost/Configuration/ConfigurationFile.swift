import CTOML
import Geo
import GeoDelivery
import GeoLua
import Glibc
import LuaBridge

/// A file of options: `geoscript.toml`, or the one of `--config`.
struct ConfigurationFile {
  let path: String
  private(set) var settings: [Setting] = []

  /// The name that geoscript looks for.
  static let name = "geoscript.toml"

  /// - Errors: ``GeoError`` `noInput` for a file that cannot be read, `data` if it is not TOML, `usage` for a key
  ///   that is not an option and a value that the option does not take.
  init(path: String, options: [ConfigurationOption]) throws(GeoError) {
    self.path = path
    for entry in try ConfigurationFile.entries(path) { settings.append(try setting(entry, options)) }
  }

  /// A key with its values.
  private struct Entry {
    var key: String
    var line: Int
    var isList = false
    var values: [Value] = []
  }

  private enum Value {
    case text(String)
    case truth(Bool)
    /// A list inside of a list, or a table.
    case nested
  }

  /// The entries in the order of the file.
  private static func entries(_ path: String) throws(GeoError) -> [Entry] {
    try MissingFile.check(path, "file", endings: [".toml"], for: "--config")
    var text = try TextFile.read(path)
    var reading = Reading()
    let isRead = text.withUTF8 { bytes in
      withUnsafeMutablePointer(to: &reading) { reading in
        bytes.withMemoryRebound(to: CChar.self) { bytes in
          ct_read(
            bytes.baseAddress, bytes.count, reading,
            { context, key, count, value in
              guard let key, let value else { return }
              context?.assumingMemoryBound(to: Reading.self).pointee.take(
                String(decoding: UnsafeRawBufferPointer(start: key, count: count), as: UTF8.self),
                value.pointee)
            },
            { context, line, column, words in
              context?.assumingMemoryBound(to: Reading.self).pointee.fault = (
                Int(line), Int(column), words.map { String(cString: $0) } ?? ""
              )
            })
        }
      }
    }
    if !isRead {
      throw GeoError(
        .data, "is not TOML: \(reading.fault.words) (https://toml.io shows how to write it)",
        at: "\(path):\(reading.fault.line):\(reading.fault.column)")
    }
    return reading.entries.sorted { $0.line < $1.line }
  }

  private struct Reading {
    var entries: [Entry] = []
    var fault = (line: 0, column: 0, words: "")

    mutating func take(_ key: String, _ value: ct_value) {
      if !value.is_element { entries.append(Entry(key: key, line: Int(value.line))) }
      let last = entries.count - 1
      switch value.kind {
      case CT_TEXT, CT_TIME:
        let bytes = UnsafeRawBufferPointer(start: value.text, count: value.count)
        entries[last].values.append(.text(String(decoding: bytes, as: UTF8.self)))
      case CT_WHOLE: entries[last].values.append(.text("\(value.whole)"))
      case CT_NUMBER: entries[last].values.append(.text("\(value.number)"))
      case CT_TRUTH: entries[last].values.append(.truth(value.whole != 0))
      case CT_LIST where !value.is_element: entries[last].isList = true
      default: entries[last].values.append(.nested)
      }
    }
  }

  private func setting(_ entry: Entry, _ options: [ConfigurationOption]) throws(GeoError) -> Setting {
    func fault(_ message: String) -> GeoError { GeoError(.usage, message, at: "\(path):\(entry.line)") }
    guard let option = ConfigurationOption.find(entry.key, in: options) else {
      let names = options.flatMap { [$0.name] + $0.aliases }
      throw fault(
        "'\(entry.key)' is not an option of geoscript run\(NearestName.advice(entry.key, among: names))")
    }
    guard option.name != ConfigurationOption.config else {
      throw fault("a file cannot name another: leave config out")
    }
    guard option.isRepeatable || !entry.isList else {
      throw fault("\(entry.key) takes one value, not a list")
    }
    var setting = Setting(option: option, values: [], origin: .file(path: path, line: entry.line))
    for value in entry.values {
      switch (value, option.kind) {
      case (.truth(let truth), .flag): setting.values.append("\(truth)")
      case (_, .flag): throw fault("\(entry.key) takes true or false, without quotes")
      case (.truth(let truth), _):
        throw fault("\(entry.key) takes a value, not \(truth)\(option.isRepeatable ? "" : "; leave it out")")
      case (.nested, _):
        throw fault("\(entry.key) takes text or a number, or a list of them: write \(entry.key) = \"…\"")
      case (.text(let text), _):
        let known = try resolved(text, of: option, fault: fault)
        if known != nil { setting.variables[setting.values.count] = text }
        setting.values.append(known ?? text)
      }
    }
    return setting
  }

  /// The value of the variable that a text names as a whole, `$NAME`; nil for any other text.
  ///
  /// - Errors: for a variable that is not set, and for a secret in plain text.
  private func resolved(
    _ text: String, of option: ConfigurationOption, fault: (String) -> GeoError
  ) throws(GeoError) -> String? {
    guard !text.utf8.contains(0) else { throw fault("\(option.name) holds a NUL character") }
    if let name = ConfigurationFile.variable(text) {
      guard let value = BaseDirectory.variable(name) else {
        throw fault("the environment variable \(name) of \(option.name) is not set")
      }
      return value
    }
    guard !SecretText.isPresent(in: text, of: option.name) else {
      let file = option.name.hasPrefix("alert-") ? "\"@FILE\", or " : ""
      throw fault(
        "\(option.name) holds a secret in plain text: write \(file)\"$NAME\" for an environment variable")
    }
    return nil
  }

  /// The name of `$NAME`; nil for other texts.
  private static func variable(_ text: String) -> String? {
    let name = text.utf8.dropFirst()
    guard text.hasPrefix("$"), let first = name.first, !isDigit(first) else { return nil }
    let isName = name.allSatisfy {
      isDigit($0) || $0 == UInt8(ascii: "_") || (0x61...0x7a).contains($0 | 0x20)
    }
    return isName ? String(text.dropFirst()) : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

public import Geo
import GeoFormats

/// Questions to a geocoder: the rows of a table, or JSON objects, one per line.
///
/// Every row is returned in order, even one without a question.
public final class QueryFeed {
  /// Names of columns or members that the user gave; nil ones are guessed.
  public struct Names: Sendable {
    public var text: String?
    public var latitude: String?
    public var longitude: String?

    public init() {}
  }

  public enum Query {
    case ask(GeocodeRequest.Query)
    /// A row without a valid question, with the reason.
    case bad(String)
  }

  /// One row.
  public struct Row {
    /// Its line number in the input.
    public var line: Int
    public var query: Query
    public var content: Content
  }

  public enum Content {
    /// A row of a table as written, and its fields.
    case fields(String, [String])
    case object([(name: String, value: JSONValue)])
    /// A line that is not a row.
    case broken(String)
  }

  /// The columns of a table; nil for objects.
  public var titles: [String]? { table?.titles }
  /// The header as written.
  public let header: String
  /// The column separator.
  public var separator: Character { Character(Unicode.Scalar(table?.separator ?? UInt8(ascii: ","))) }
  /// A note on the columns used; nil for objects, which may differ.
  public let note: String?

  private let stream: ByteStream
  private let table: CSVTable?
  private let tableNames: QueryNames?
  private let lines: LineBuffer?
  private let told: Names
  private var run: [(line: Int, text: Substring)] = []
  private var next = 0
  private var line = 1

  /// - Parameter path: a file, or `-` for standard input.
  /// - Errors: ``GeoError``: `noInput` for a missing file, `data` for one without questions.
  public init(path: String, names told: Names = Names()) throws(GeoError) {
    self.told = told
    stream = try ByteStream(path: path)
    let head = try stream.peek()
    guard !head.isEmpty else {
      throw GeoError(.data, "is empty (expected CSV with a header, or one JSON object per line)", at: path)
    }
    let start = head.beginsWithMark ? 3 : 0
    if head[start...].first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
      (table, tableNames, header, note) = (nil, nil, "", nil)
      lines = LineBuffer(stream)
      return
    }
    let table = try CSVTable(stream)
    let names = QueryNames(table.titles, told: told)
    for name in [told.text, told.latitude, told.longitude].compactMap({ $0 })
    where !table.titles.contains(where: { CSVHeader.plain($0) == CSVHeader.plain(name) }) {
      throw GeoError(
        .usage, "no column is called \"\(name)\"; found \(QueryFeed.quoted(table.titles))",
        at: "\(path):\(table.line)")
    }
    guard names.form != nil else {
      throw GeoError(
        .data,
        "no column is an address or a position; found \(QueryFeed.quoted(table.titles)) (expected a header with "
          + "address, or lat and lon, or street, city, …; name it with --column)",
        at: "\(path):\(table.line)")
    }
    let taken = names.columns.compactMap { names[$0] }.map { "\"\(table.titles[$0])\"" }
    note = "asking by \(taken.joined(separator: ", "))"
    header = table.headerText
    (self.table, tableNames, lines) = (table, names, nil)
  }

  /// Returns the next row; nil at the end.
  ///
  /// - Errors: ``GeoError`` if the input cannot be read further.
  public func row() throws(GeoError) -> Row? {
    guard let table, let tableNames else { return try object() }
    switch try table.next() {
    case .row:
      let query = tableNames.query { table.text($0) }
      return Row(
        line: table.line, query: query,
        content: .fields(table.rowText, table.row.fields.indices.map(table.text)))
    case .fault(let fault):
      return Row(line: table.line, query: .bad(fault.message), content: .broken(table.rowText))
    case .end: return nil
    }
  }

  /// The question in a text: a position if it is one, else an address.
  public static func query(_ text: String) -> Query {
    guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
      return .bad("there is nothing to look up")
    }
    do throws(GeoError) {
      if let place = try PositionText.parse(text) { return .ask(.position(place)) }
    } catch { return .bad(error.message) }
    return .ask(.text(text))
  }

  private static func quoted(_ titles: [String]) -> String {
    titles.prefix(20).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ")
  }
}

extension QueryFeed {
  private func object() throws(GeoError) -> Row? {
    guard let lines else { return nil }
    while next == run.count {
      (run, next) = ([], 0)
      switch try lines.next() {
      case .lines(let bytes, _):
        for text in String(decoding: bytes, as: UTF8.self).split(
          separator: "\n", omittingEmptySubsequences: false
        )
        .dropLast(bytes.last == 10 ? 1 : 0) {
          run.append((line, text))
          line += 1
        }
        lines.consume(bytes.count)
      case .overlong:
        line += 1
        return Row(
          line: line - 1, query: .bad("is longer than \(LineBuffer.limit) bytes"), content: .broken(""))
      case .end:
        if let fault = stream.takeFault() { throw GeoError(.data, "is cut short: \(fault)", at: stream.name) }
        return nil
      }
      run.removeAll { $0.text.allSatisfy(\.isWhitespace) }
    }
    defer { next += 1 }
    let (line, text) = run[next]
    return row(line, String(text))
  }

  private func row(_ line: Int, _ text: String) -> Row {
    let members: [(name: String, value: JSONValue)]
    do throws(GeoError) {
      guard case .object(let read) = try JSONParser.parse(text) else {
        return Row(line: line, query: .bad("is JSON but not an object"), content: .broken(text))
      }
      members = read
    } catch {
      let reason = error.message.hasPrefix("JSON: ") ? error.message.dropFirst(6) : error.message[...]
      return Row(line: line, query: .bad("is not a JSON object: \(reason)"), content: .broken(text))
    }
    let names = QueryNames(members.map(\.name), told: told)
    let query = names.query { index in
      switch members[index].value {
      case .string(let text): text
      case .integer, .number: members[index].value.description
      default: ""
      }
    }
    return Row(line: line, query: query, content: .object(members))
  }
}

import CLibXML2
import Geo

/// Reads a document in the XML format that a subclass knows.
///
/// It refuses a document type, so that no entity is ever declared, expanded or fetched.
package class XMLReader {
  /// The depth of the element that begins or ends; 1 for the outermost.
  private(set) final var depth = 0

  private let form: String
  private let root: String
  private let rootAdvice: String
  private var parser: xmlParserCtxtPtr?
  private var refusal: (line: Int, message: String)?
  private var text: [UInt8] = []
  /// The depth of the element whose text is kept; 0 without one.
  private var textDepth = 0

  /// Bytes parsed at once.
  private static let chunk = 1 << 16
  /// The greatest depth of elements; libxml2 keeps a record of each open one.
  private static let depthLimit = 256
  /// The most bytes of one text: a few million coordinates.
  private static let textLimit = 1 << 26

  /// - Parameters:
  ///   - form: such as `KML`, whose outermost element is `<kml>`.
  ///   - root: the outermost element, if it is not the form in lower case.
  ///   - rootAdvice: the message for a document with another root: `not a KML (expected …)`.
  init(_ form: String, root: String? = nil, rootAdvice: String) {
    self.form = form
    self.root = root ?? form.lowercased()
    self.rootAdvice = rootAdvice
  }

  /// An element begins.
  func begin(_ element: XMLElement) {}

  /// The element of ``collectText()`` ends; its text excludes that of inner elements.
  func endText(_ text: [UInt8]) {}

  /// An element ends; its text was delivered before.
  func end() {}

  /// Keeps the text of the element that begins.
  final func collectText() {
    textDepth = depth
    text.removeAll(keepingCapacity: true)
  }

  /// The current line of the file.
  final var line: Int { Int(parser?.pointee.input?.pointee.line ?? 0) }

  /// Ends the reading; the first reason counts.
  final func refuse(_ message: String) {
    if refusal == nil { refusal = (line, message) }
    if let parser { xmlStopParser(parser) }
  }

  /// - Errors: ``GeoError`` (`data`) if any part of it is not in the format, because something would be
  ///   missing.
  final func readDocument(_ stream: ByteStream) throws(GeoError) {
    // Callbacks come only during this call, which keeps the reader alive.
    defer { withExtendedLifetime(self) {} }
    let context = Unmanaged.passUnretained(self).toOpaque()
    let line = try stream.skipSpaceBeforeXML()
    let first = try stream.read(4)
    if first.isEmpty {
      let fault = stream.takeFault().map { "is cut short: \($0)" }
      throw GeoError(.data, fault ?? "is empty (expected a \(form))", at: stream.name)
    }
    guard let xml = first.withUnsafeBytes({ XMLStream(Self.callbacks(), context, $0, line: line) }) else {
      throw GeoError(.internal, "no memory for an XML parser", at: stream.name)
    }
    parser = xml.parser
    defer { parser = nil }
    while xml.isGoingOn {
      let bytes = try stream.read(Self.chunk)
      if bytes.isEmpty {
        xml.finish()
        break
      }
      bytes.withUnsafeBytes { xml.parse($0) }
      if let fault = xml.overlongToken { refuse(fault) }
    }
    if let fault = stream.takeFault() { throw GeoError(.data, "is cut short: \(fault)", at: stream.name) }
    if let fault = refusal ?? xml.fault {
      throw GeoError(.data, fault.message, at: fault.line > 0 ? "\(stream.name):\(fault.line)" : stream.name)
    }
  }

  private static func callbacks() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.startElementNs = { context, name, prefix, _, _, _, count, _, attributes in
      XMLReader.with(context) { $0.start(XMLElement(name, prefix, attributes, Int(count))) }
    }
    handler.endElementNs = { context, _, _, _ in XMLReader.with(context) { $0.finishElement() } }
    handler.characters = { context, bytes, count in
      XMLReader.with(context) { $0.appendText(UnsafeBufferPointer(start: bytes, count: Int(count))) }
    }
    // The same function, so that libxml2 does not check whether space matters.
    handler.ignorableWhitespace = handler.characters
    handler.cdataBlock = handler.characters
    handler.internalSubset = { context, _, _, _ in
      XMLReader.with(context) {
        $0.refuse("has a <!DOCTYPE>, which is not allowed in a \($0.form); entities are not expanded")
      }
    }
    return handler
  }

  /// The reader that ``readDocument(_:)`` holds, unretained: counting references would cost more than most
  /// calls.
  @inline(__always)
  private static func with(_ context: UnsafeMutableRawPointer?, _ body: (XMLReader) -> Void) {
    guard let context else { return }
    Unmanaged<XMLReader>.fromOpaque(context)._withUnsafeGuaranteedRef(body)
  }

  private func start(_ element: XMLElement) {
    depth += 1
    if depth > Self.depthLimit { return refuse("has elements more than \(Self.depthLimit) deep") }
    if depth == 1, element.name != root {
      return refuse("is <\(element.name)>, \(rootAdvice)")
    }
    begin(element)
  }

  private func appendText(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard textDepth > 0, depth == textDepth else { return }
    text += bytes
    if text.count > Self.textLimit { refuse("has a text of more than \(Self.textLimit) bytes") }
  }

  private func finishElement() {
    if depth == textDepth {
      endText(text)
      textDepth = 0
    }
    end()
    depth -= 1
  }
}

/// An element that begins; valid only then.
struct XMLElement {
  /// Without its prefix.
  let name: String
  private let prefix: UnsafePointer<xmlChar>?
  private let attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  private let count: Int

  fileprivate init(
    _ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ count: Int
  ) {
    self.name = name.map { String(cString: $0) } ?? ""
    (self.prefix, self.attributes, self.count) = (prefix, attributes, count)
  }

  func hasPrefix(_ wanted: String) -> Bool { prefix.map { String(cString: $0) } == wanted }

  /// The value of an attribute.
  subscript(_ wanted: String) -> UnsafeBufferPointer<UInt8>? {
    guard let attributes else { return nil }
    // Five pointers each: local name, prefix, URI, start and end of the value.
    for index in 0..<count {
      let attribute = attributes + 5 * index
      guard let found = attribute[0], String(cString: found) == wanted else { continue }
      guard let start = attribute[3], let end = attribute[4] else { continue }
      return UnsafeBufferPointer(start: start, count: end - start)
    }
    return nil
  }

  func text(_ wanted: String) -> String? { self[wanted].map { String(decoding: $0, as: UTF8.self) } }
}

import CLibXML2
import Geo

/// libxml2's push parser, with limits against hostile documents; for any encoding that libxml2 knows.
///
/// Owns the parser. The contents of the document go to the callbacks, which get `context`.
final class XMLStream {
  let parser: xmlParserCtxtPtr
  /// Whether the document was good up to an end that came too early.
  private var isCutOff = false

  /// The most bytes of all names of a document.
  private static let nameLimit = 1 << 20
  /// libxml2 stops when its next block of names would not fit.
  private static let nameSlack = 1 << 18
  /// The most bytes of one tag or comment: libxml2 needs it whole, and reads attributes in
  /// quadratic time.
  private static let tokenLimit = 1 << 18

  /// - Parameters:
  ///   - first: The first bytes, at least four if available, because they reveal the encoding.
  ///   - line: The line of the file on which they are.
  init?(
    _ callbacks: xmlSAXHandler, _ context: UnsafeMutableRawPointer, _ first: UnsafeRawBufferPointer,
    line: Int = 1
  ) {
    _ = Self.initialized
    var callbacks = callbacks
    callbacks.initialized = XML_SAX2_MAGIC
    // Without this, libxml2 writes to standard error.
    callbacks.serror = { _, _ in }
    guard
      let parser = xmlCreatePushParserCtxt(
        &callbacks, context, first.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(first.count), nil)
    else { return nil }
    self.parser = parser
    // libxml2 keeps every name in a table that gets slower with each; sensible documents have few.
    _ = xmlDictSetLimit(parser.pointee.dict, Self.nameLimit)
    xmlCtxtUseOptions(parser, Int32(XML_PARSE_NONET.rawValue))
    parser.pointee.input?.pointee.line = Int32(clamping: line)
  }

  deinit { xmlFreeParserCtxt(parser) }

  /// Parses further bytes.
  func parse(_ bytes: UnsafeRawBufferPointer) {
    xmlParseChunk(parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), 0)
  }

  /// Ends the input.
  func finish() {
    let isWhole = isGoingOn
    xmlParseChunk(parser, nil, 0, 1)
    isCutOff = isWhole && !isGoingOn
  }

  /// Whether the document is neither at its end nor broken.
  var isGoingOn: Bool { parser.pointee.wellFormed != 0 && parser.pointee.disableSAX == 0 }

  /// The fault if a tag is too long, otherwise nil.
  var overlongToken: String? {
    guard let input = parser.pointee.input, input.pointee.end - input.pointee.cur > Self.tokenLimit else {
      return nil
    }
    return "has a tag or comment of more than \(Self.tokenLimit) bytes"
  }

  /// The fault that broke the document, with its line; nil if it is complete.
  var fault: (line: Int, message: String)? {
    guard !isGoingOn else { return nil }
    // libxml2 reports a full table of names as various faults.
    if xmlDictGetUsage(parser.pointee.dict) >= Self.nameLimit - Self.nameSlack {
      let line = parser.pointee.input.map { Int($0.pointee.line) } ?? 0
      return (line, "has names of more than \(Self.nameLimit) bytes in total")
    }
    let error = parser.pointee.lastError
    var message = error.message.map { String(cString: $0) } ?? "unknown error"
    while message.last?.isNewline == true { message.removeLast() }
    guard isCutOff else { return (Int(error.line), "is not complete XML: \(message)") }
    // libxml2 calls content that is missing "extra content".
    let isMissing = error.code == Int32(XML_ERR_DOCUMENT_END.rawValue)
    return (
      Int(error.line), "is not complete XML: the file is cut off here\(isMissing ? "" : ": \(message)")"
    )
  }

  private static let initialized: Void = xmlInitParser()
}

extension ByteStream {
  /// Passes white space before an XML document, which XML does not allow, but web servers' templates leave there.
  ///
  /// - Returns: the line on which the document begins.
  func skipSpaceBeforeXML() throws(GeoError) -> Int {
    let head = try peek()
    let space = head.prefix { [0x20, 9, 10, 13].contains($0) }
    // In UTF-16 a null byte stands beside each of them.
    guard space.count < head.count, head[space.count] == UInt8(ascii: "<") else { return 1 }
    try skip(UInt64(space.count))
    return 1 + space.count { $0 == 10 }
  }
}

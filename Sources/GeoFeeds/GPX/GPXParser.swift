import CLibXML2
import Geo

/// Points from the bytes of a GPX, by libxml2's SAX interface; any encoding that libxml2 knows.
///
/// A document type is refused, so that no entity is ever declared, expanded or fetched.
final class GPXParser {
  /// What was read so far and not taken yet.
  var state: UnsafeMutablePointer<GPXState> { statePointer }

  // libxml2 holds this pointer and hands it to every callback, so the state may not move.
  private let statePointer: UnsafeMutablePointer<GPXState>
  private let parser: xmlParserCtxtPtr

  /// The most bytes that all names of a document may have.
  private static let nameLimit = 1 << 20
  /// libxml2 stops where its next block of names would not fit.
  private static let nameSlack = 1 << 18
  /// The most bytes of one tag or comment, which libxml2 must have whole, and reads the attributes of in
  /// quadratic time.
  private static let tokenLimit = 1 << 18

  /// - Parameter first: The first bytes; at least four, if there are, tell the encoding.
  init?(_ first: UnsafeRawBufferPointer) {
    _ = Self.initialized
    statePointer = .allocate(capacity: 1)
    var callbacks = Self.callbacks()
    guard
      let parser = xmlCreatePushParserCtxt(
        &callbacks, statePointer, first.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(first.count),
        nil)
    else {
      statePointer.deallocate()
      return nil
    }
    self.parser = parser
    // No callback runs before the first chunk is parsed.
    statePointer.initialize(to: GPXState(parser))
    // libxml2 keeps every name it meets, in a table that gets slower with each: a GPX has few.
    _ = xmlDictSetLimit(parser.pointee.dict, Self.nameLimit)
    xmlCtxtUseOptions(parser, Int32(XML_PARSE_NONET.rawValue))
  }

  deinit {
    xmlFreeParserCtxt(parser)
    statePointer.pointee.text.deallocate()
    statePointer.deinitialize(count: 1)
    statePointer.deallocate()
  }

  /// Reads on; returns false when the document is at its end or cannot be read any further.
  func parse(_ bytes: UnsafeRawBufferPointer) -> Bool {
    xmlParseChunk(
      parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), 0)
    if let input = parser.pointee.input, input.pointee.end - input.pointee.cur > Self.tokenLimit {
      statePointer.pointee.refuse("has a tag or comment of over \(Self.tokenLimit) bytes")
    }
    return parser.pointee.wellFormed != 0 && parser.pointee.disableSAX == 0
  }

  /// Says that no more bytes come.
  func finish() { xmlParseChunk(parser, nil, 0, 1) }

  /// What broke the document, with its line; nil when it is whole.
  var fault: (line: Int, message: String)? {
    if let refusal = statePointer.pointee.refusal { return refusal }
    guard parser.pointee.wellFormed == 0 || parser.pointee.disableSAX != 0 else { return nil }
    // A name that finds no place shows as one fault or another.
    if xmlDictGetUsage(parser.pointee.dict) >= Self.nameLimit - Self.nameSlack {
      let line = parser.pointee.input.map { Int($0.pointee.line) } ?? 0
      return (line, "has names of over \(Self.nameLimit) bytes in all")
    }
    let error = parser.pointee.lastError
    var message = error.message.map { String(cString: $0) } ?? "unknown fault"
    while message.last?.isNewline == true { message.removeLast() }
    return (Int(error.line), "is not whole XML: \(message)")
  }

  private static let initialized: Void = xmlInitParser()

  private static func callbacks() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = XML_SAX2_MAGIC
    handler.startElementNs = { state, name, _, _, _, _, count, _, attributes in
      guard let state = state?.assumingMemoryBound(to: GPXState.self) else { return }
      state.pointee.start(name, attributes, Int(count))
    }
    handler.endElementNs = { state, _, _, _ in
      state?.assumingMemoryBound(to: GPXState.self).pointee.end()
    }
    handler.characters = { state, bytes, count in
      guard let state = state?.assumingMemoryBound(to: GPXState.self), state.pointee.field != .none else {
        return
      }
      state.pointee.take(bytes, Int(count))
    }
    // The same function, so that libxml2 does not ask itself whether space matters.
    handler.ignorableWhitespace = handler.characters
    handler.cdataBlock = handler.characters
    handler.internalSubset = { state, _, _, _ in
      state?.assumingMemoryBound(to: GPXState.self).pointee.refuse(
        "has a <!DOCTYPE>, which a GPX has not; entities are not expanded")
    }
    // Without this, libxml2 writes to standard error.
    handler.serror = { _, _ in }
    return handler
  }
}

import CLibXML2
import Geo

/// Points from the bytes of a GPX, by libxml2's SAX interface; any encoding that libxml2 knows.
///
/// Tracks are long: names compare as pointers here, and no element costs what a ``XMLReader`` spends on it.
///
/// A document type is refused, so that no entity is ever declared, expanded or fetched.
final class GPXParser {
  /// What was read so far and not taken yet.
  var state: UnsafeMutablePointer<GPXState> { statePointer }

  // libxml2 holds this pointer and hands it to every callback, so the state may not move.
  private let statePointer: UnsafeMutablePointer<GPXState>
  private let stream: XMLStream

  /// - Parameter first: The first bytes; at least four, if there are, tell the encoding.
  init?(_ first: UnsafeRawBufferPointer) {
    statePointer = .allocate(capacity: 1)
    guard let stream = XMLStream(Self.callbacks(), statePointer, first) else {
      statePointer.deallocate()
      return nil
    }
    self.stream = stream
    // No callback runs before the first chunk is parsed.
    statePointer.initialize(to: GPXState(stream.parser))
  }

  deinit {
    statePointer.pointee.text.deallocate()
    statePointer.deinitialize(count: 1)
    statePointer.deallocate()
  }

  /// Reads on; returns false when the document is at its end or cannot be read any further.
  func parse(_ bytes: UnsafeRawBufferPointer) -> Bool {
    stream.parse(bytes)
    if let fault = stream.overlongToken { statePointer.pointee.refuse(fault) }
    return stream.isGoingOn
  }

  /// Says that no more bytes come.
  func finish() { stream.finish() }

  /// What broke the document, with its line; nil when it is whole.
  var fault: (line: Int, message: String)? { statePointer.pointee.refusal ?? stream.fault }

  private static func callbacks() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
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
      state.pointee.appendText(bytes, Int(count))
    }
    // The same function, so that libxml2 does not ask itself whether space matters.
    handler.ignorableWhitespace = handler.characters
    handler.cdataBlock = handler.characters
    handler.internalSubset = { state, _, _, _ in
      state?.assumingMemoryBound(to: GPXState.self).pointee.refuse(
        "has a <!DOCTYPE>, which is not allowed in a GPX; entities are not expanded")
    }
    return handler
  }
}

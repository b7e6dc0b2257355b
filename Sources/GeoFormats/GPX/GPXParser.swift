import CLibXML2
import Geo

/// Reads points from the bytes of a GPX with libxml2's SAX interface, in any encoding that libxml2 knows.
///
/// Tracks are long: names compare as pointers here, and no element costs what a ``XMLReader`` spends on it.
///
/// It refuses a document type, so that no entity is ever declared, expanded or fetched.
final class GPXParser {
  /// The points that were read and not taken yet.
  var state: UnsafeMutablePointer<GPXState> { statePointer }

  // libxml2 passes this pointer to every callback, so the state must not move.
  private let statePointer: UnsafeMutablePointer<GPXState>
  private let stream: XMLStream

  /// - Parameters:
  ///   - first: The first bytes, at least four if available, because they reveal the encoding.
  ///   - line: The line of the file on which they are.
  init?(_ first: UnsafeRawBufferPointer, line: Int) {
    statePointer = .allocate(capacity: 1)
    guard let stream = XMLStream(Self.callbacks(), statePointer, first, line: line) else {
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

  /// Parses further bytes; returns false at the end of the document or after a fault.
  func parse(_ bytes: UnsafeRawBufferPointer) -> Bool {
    stream.parse(bytes)
    if let fault = stream.overlongToken { statePointer.pointee.refuse(fault) }
    return stream.isGoingOn
  }

  /// Ends the input.
  func finish() { stream.finish() }

  /// The fault that broke the document, with its line; nil if it is complete.
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
    // The same function, so that libxml2 does not check whether space matters.
    handler.ignorableWhitespace = handler.characters
    handler.cdataBlock = handler.characters
    handler.internalSubset = { state, _, _, _ in
      state?.assumingMemoryBound(to: GPXState.self).pointee.refuse(
        "has a <!DOCTYPE>, which is not allowed in a GPX; entities are not expanded")
    }
    return handler
  }
}

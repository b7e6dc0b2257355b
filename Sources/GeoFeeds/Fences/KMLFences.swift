import CLibXML2
import Geo

/// Reads the Placemarks of one KML.
///
/// A document type is refused, so that no entity is ever declared, expanded or fetched.
final class KMLFences {
  private let list: FenceList
  // libxml2 holds this pointer and hands it to every callback, so the state may not move.
  private let state: UnsafeMutablePointer<KMLState>

  /// Bytes parsed at once.
  private static let chunk = 1 << 16

  init(_ list: FenceList) {
    self.list = list
    state = .allocate(capacity: 1)
    state.initialize(to: KMLState(list))
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// - Errors: ``GeoError`` (`data`) when it is no KML to its end: fences would be missing.
  func read(_ stream: ByteStream) throws(GeoError) {
    let first = try stream.read(4)
    guard let xml = first.withUnsafeBytes({ XMLStream(Self.callbacks(), state, $0) }) else {
      throw GeoError(.internal, "no memory for a parser of XML", at: list.name)
    }
    state.pointee.parser = xml.parser
    defer { state.pointee.parser = nil }
    while xml.isGoingOn {
      let bytes = try stream.read(Self.chunk)
      if bytes.isEmpty {
        xml.finish()
        break
      }
      bytes.withUnsafeBytes { xml.parse($0) }
      if let fault = xml.overlongToken { state.pointee.refuse(fault) }
    }
    if let fault = stream.takeFault() { throw GeoError(.data, "is cut short: \(fault)", at: list.name) }
    if let fault = state.pointee.refusal ?? xml.fault {
      throw GeoError(.data, fault.message, at: fault.line > 0 ? "\(list.name):\(fault.line)" : list.name)
    }
  }

  private static func callbacks() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.startElementNs = { state, name, prefix, _, _, _, count, _, attributes in
      state?.assumingMemoryBound(to: KMLState.self).pointee.start(name, prefix, attributes, Int(count))
    }
    handler.endElementNs = { state, _, _, _ in
      state?.assumingMemoryBound(to: KMLState.self).pointee.end()
    }
    handler.characters = { state, bytes, count in
      state?.assumingMemoryBound(to: KMLState.self).pointee.take(bytes, Int(count))
    }
    // The same function, so that libxml2 does not ask itself whether space matters.
    handler.ignorableWhitespace = handler.characters
    handler.cdataBlock = handler.characters
    handler.internalSubset = { state, _, _, _ in
      state?.assumingMemoryBound(to: KMLState.self).pointee.refuse(
        "has a <!DOCTYPE>, which a KML has not; entities are not expanded")
    }
    return handler
  }
}

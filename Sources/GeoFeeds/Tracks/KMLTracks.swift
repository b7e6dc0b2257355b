import CLibXML2
import Geo

/// Reads the tracks of a KML: Google's `gx:Track`, Placemarks with a `TimeStamp`, lines without times.
///
/// A document type is refused, so that no entity is ever declared, expanded or fetched.
///
/// - Source: OGC 12-007r2; `gx:Track` in developers.google.com/kml/documentation/kmlreference.
enum KMLTracks {
  /// - Errors: ``GeoError`` (`data`) when it is no KML to its end.
  static func read(_ stream: ByteStream) throws(GeoError) -> TrackList {
    // libxml2 holds this pointer and hands it to every callback, so the state may not move.
    let state = UnsafeMutablePointer<KMLTrackState>.allocate(capacity: 1)
    state.initialize(to: KMLTrackState(TrackList(stream.name)))
    defer {
      state.deinitialize(count: 1)
      state.deallocate()
    }
    let first = try stream.read(4)
    guard let xml = first.withUnsafeBytes({ XMLStream(callbacks(), state, $0) }) else {
      throw GeoError(.internal, "no memory for a parser of XML", at: stream.name)
    }
    state.pointee.parser = xml.parser
    defer { state.pointee.parser = nil }
    while xml.isGoingOn {
      let bytes = try stream.read(1 << 16)
      if bytes.isEmpty {
        xml.finish()
        break
      }
      bytes.withUnsafeBytes { xml.parse($0) }
      if let fault = xml.overlongToken { state.pointee.refuse(fault) }
    }
    if let fault = stream.takeFault() { throw GeoError(.data, "is cut short: \(fault)", at: stream.name) }
    if let fault = state.pointee.refusal ?? xml.fault {
      throw GeoError(.data, fault.message, at: fault.line > 0 ? "\(stream.name):\(fault.line)" : stream.name)
    }
    return state.pointee.list
  }

  private static func callbacks() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.startElementNs = { state, name, _, _, _, _, _, _, _ in
      state?.assumingMemoryBound(to: KMLTrackState.self).pointee.start(name)
    }
    handler.endElementNs = { state, _, _, _ in
      state?.assumingMemoryBound(to: KMLTrackState.self).pointee.end()
    }
    handler.characters = { state, bytes, count in
      state?.assumingMemoryBound(to: KMLTrackState.self).pointee.take(bytes, Int(count))
    }
    // The same function, so that libxml2 does not ask itself whether space matters.
    handler.ignorableWhitespace = handler.characters
    handler.cdataBlock = handler.characters
    handler.internalSubset = { state, _, _, _ in
      state?.assumingMemoryBound(to: KMLTrackState.self).pointee.refuse(
        "has a <!DOCTYPE>, which a KML has not; entities are not expanded")
    }
    return handler
  }
}

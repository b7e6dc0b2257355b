public import Geo

extension EventSource {
  /// Reads to the end of the input and calls `body` with each event.
  ///
  /// - Errors: as ``read(into:)``, and what `body` throws.
  public func forEachEvent(_ body: (DeviceEvent) throws(GeoError) -> Void) throws(GeoError) {
    var batch: [DeviceEvent] = []
    var isMore = true
    while isMore {
      batch.removeAll(keepingCapacity: true)
      isMore = try read(into: &batch)
      for event in batch { try body(event) }
    }
  }
}

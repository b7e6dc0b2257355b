import Geo
import GeoDelivery
import GeoFormats
import LuaBridge
import Synchronization

/// Applies the changes of `--what-if` to regions as they are registered, and remembers which met one.
final class RegionChanges: Sendable {
  private struct Seen {
    var met: Set<RegionChange> = []
    var fault: GeoError?
    /// The identifiers of all regions.
    var names: Set<String> = []
  }

  private let changes: [RegionChange]
  private let seen = Mutex(Seen())

  /// Nil without changes.
  init?(_ changes: [RegionChange]) {
    guard !changes.isEmpty else { return nil }
    self.changes = changes
  }

  /// Returns what is monitored instead of a region.
  func applied(to region: MonitoredRegion) -> MonitoredRegion {
    var region = region
    seen.withLock { _ = $0.names.insert(region.identifier) }
    for change in changes where change.identifier == region.identifier {
      do throws(GeoError) {
        region = try change.applied(to: region, timeZones: FenceFile.systemTimeZones)
        seen.withLock { _ = $0.met.insert(change) }
      } catch {
        seen.withLock { $0.fault = $0.fault ?? error }
      }
    }
    return region
  }

  /// - Errors: ``GeoError`` `data` for a region that cannot have its value, and for a change that met no region.
  func check() throws(GeoError) {
    let seen = seen.withLock { $0 }
    if let fault = seen.fault { throw fault }
    guard let missed = changes.first(where: { !seen.met.contains($0) }) else { return }
    throw GeoError(
      .data,
      "no device registers a region called '\(missed.identifier)'"
        + NearestName.advice(missed.identifier, among: seen.names), at: "--what-if \(missed.word)")
  }
}

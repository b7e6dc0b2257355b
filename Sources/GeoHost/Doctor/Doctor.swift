public import Geo
import GeoFeeds
public import GeoFormats
import GeoLua
import GeoRender
import Glibc

/// Checks whether everything that runs need is there, and says what to do if it is not.
///
/// Changes nothing and contacts only named servers. Without sources it takes less than a second.
public struct Doctor {
  /// Sources as after `--from`: each is opened until its first event.
  public var sources: [String] = []
  /// The state directory of a run.
  public var state: String?
  /// Seconds to wait for the first event of a source.
  public var patience = 5.0
  public var feed = FeedOptions()

  public init() {}

  /// Reports each finding, in the order of the checks.
  ///
  /// - Errors: ``GeoError`` `usage` for a word that is not a source.
  public func run(_ tell: (Finding) -> Void) throws(GeoError) {
    let addresses = try sources.map { word throws(GeoError) in try SourceWord.address(word) }
    tell(DoctorMachine.script())
    DoctorLibraries.all().forEach(tell)
    tell(DoctorMachine.clock())
    tell(DoctorMachine.locale())
    DoctorMachine.folders(state: state).forEach(tell)
    tell(DoctorGazetteer.inspect())
    DoctorServers.serialLines().forEach(tell)
    if !addresses.contains(where: { $0.scheme == "gpsd" }) { tell(DoctorServers.gpsd()) }
    if !addresses.contains(where: { $0.scheme.hasPrefix("mqtt") }) { tell(DoctorServers.broker()) }
    DoctorServices.inspect().forEach(tell)
    for (word, address) in zip(sources, addresses) {
      tell(DoctorSource(word: word, address: address, patience: patience, feed: feed).inspect())
    }
  }
}

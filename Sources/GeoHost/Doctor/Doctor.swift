public import Geo
import GeoFeeds
public import GeoFormats
import GeoLua
import GeoRender
import Glibc

/// Looks whether what runs need is there, and says what to do where it is not.
///
/// Changes nothing, asks nobody on the network who was not named, and takes less than a second but for sources.
public struct Doctor {
  /// Words as after `--from`: each is opened until a first event comes.
  public var sources: [String] = []
  /// The directory that `--state` would name.
  public var state: String?
  /// Seconds that a source may take to bring an event.
  public var patience = 5.0
  public var feed = FeedOptions()

  public init() {}

  /// Tells what it finds, in the order in which it looks.
  ///
  /// - Errors: ``GeoError`` `usage` for a word that is no source.
  public func run(_ tell: (Finding) -> Void) throws(GeoError) {
    let addresses = try sources.map { word throws(GeoError) in try SourceAddress(word) }
    tell(DoctorMachine.script())
    DoctorLibraries.all().forEach(tell)
    tell(DoctorMachine.clock())
    tell(DoctorMachine.locale())
    DoctorMachine.folders(state: state).forEach(tell)
    tell(DoctorGazetteer.inspect())
    DoctorServers.serialLines().forEach(tell)
    if !addresses.contains(where: { $0.scheme == "gpsd" }) { tell(DoctorServers.gpsd()) }
    if !addresses.contains(where: { $0.scheme.hasPrefix("mqtt") }) { tell(DoctorServers.broker()) }
    for (word, address) in zip(sources, addresses) {
      tell(DoctorSource(word: word, address: address, patience: patience, feed: feed).inspect())
    }
  }
}

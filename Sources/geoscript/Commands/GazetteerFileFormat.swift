import ArgumentParser
import GeoGazetteer

/// A format of files as the command line names it.
struct GazetteerFileFormat: ExpressibleByArgument {
  let format: GazetteerFile.Format

  init?(argument: String) {
    guard let format = GazetteerFile.Format(rawValue: argument.lowercased()) else { return nil }
    self.format = format
  }

  static var allValueStrings: [String] { GazetteerFile.Format.allCases.map(\.rawValue) }
}

import ArgumentParser
import GeoGazetteer

/// The name of a file format on the command line.
struct GazetteerFileFormat: ExpressibleByArgument {
  let format: GazetteerFile.Format

  init?(argument: String) {
    guard let format = GazetteerFile.Format(rawValue: argument.lowercased()) else { return nil }
    self.format = format
  }

  static var allValueStrings: [String] { GazetteerFile.Format.allCases.map(\.rawValue) }
}

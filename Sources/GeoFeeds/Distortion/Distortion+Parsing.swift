public import Geo
public import GeoFormats

extension Distortion {
  /// The names of the distortions: options of the command, and parameters of a `sim:` address.
  public static let names = ["jitter", "dropout", "reorder", "duplicate", "outliers"]

  /// Takes one of ``names`` with its value.
  ///
  /// - Shapes: `jitter` 8m or 8m,60s; `dropout` 5%, 5%,20s or 5%,20s,told; `reorder` 2s; `duplicate` 1%; `outliers` 1% or
  ///   1%,500m.
  /// - Errors: ``GeoError`` `usage` for an invalid value; the message calls the option `label`.
  public mutating func set(_ name: String, _ value: String, called label: String) throws(GeoError) {
    var words = value.split(separator: ",", omittingEmptySubsequences: false)[...]
    let first = words.removeFirst()
    switch name {
    case "jitter":
      jitter = try Quantity.meters(first, label)
      if let word = words.popFirst() { correlation = try Quantity.seconds(word, label) }
      guard correlation > 0 else { throw GeoError(.usage, "\(label): an error must last longer than 0 s") }
    case "dropout":
      dropout = try Quantity.share(first, label)
      if let word = words.popFirst() { gap = try Quantity.seconds(word, label) }
      guard gap > 0 else { throw GeoError(.usage, "\(label): a gap must be longer than 0 s") }
      guard dropout < 1 else {
        throw GeoError(.usage, "\(label): a dropout of 100% would remove every fix")
      }
      tellsOfGaps = words.first == "told"
      if tellsOfGaps { words.removeFirst() }
    case "reorder": delay = try Quantity.seconds(first, label)
    case "duplicate": duplicates = try Quantity.share(first, label)
    case "outliers":
      outliers = try Quantity.share(first, label)
      if let word = words.popFirst() { outlierDistance = try Quantity.meters(word, label) }
    default:
      throw GeoError(.usage, "\(label) is not known (expected \(Distortion.names.joined(separator: ", ")))")
    }
    if let word = words.first { throw GeoError(.usage, "\(label): unexpected \"\(word)\"") }
  }
}

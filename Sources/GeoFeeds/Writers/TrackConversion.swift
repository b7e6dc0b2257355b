public import Geo
public import GeoFormats

/// Writes the events of files in another format.
public struct TrackConversion {
  public var inputs: [String]
  /// A path, `-`, or a path with `{device}` for a file of each device.
  public var output: String
  public var form: TrackForm
  /// The format of the inputs, if their names do not reveal it.
  public var inputForm: TrackForm?
  public var options = FeedOptions()
  /// Whether a file that exists is replaced.
  public var replaces = false

  /// The result of a conversion.
  public struct Report: Sendable {
    public internal(set) var events = 0
    public internal(set) var written = 0
    public internal(set) var devices = 0
    public internal(set) var skips = SkipCounts()
    public internal(set) var notes: [String] = []
    /// Data that the format cannot hold, with counts, in order of first appearance.
    public internal(set) var losses: [(what: String, count: Int)] = []
  }

  public init(_ inputs: [String], to output: String, as form: TrackForm) {
    (self.inputs, self.output, self.form) = (inputs, output, form)
  }

  /// Reads all inputs and writes the output; none without an event.
  ///
  /// - Errors: ``GeoError``: `noInput` and `data` as ``FileFeed``, `usage` when a form that holds one device gets two or
  ///   the output exists and may not be replaced,
  ///   `cannotCreate` and `inputOutput` for the output.
  public func run() throws(GeoError) -> Report {
    let directory = DeviceDirectory()
    // The format of a pipe is recognized by its first bytes.
    let piped = inputs == ["-"] ? "standard input" : nil
    let source = try FileFeed.open(
      inputs, directory: directory, options: options, named: inputForm.map { "x.\($0.rawValue)" } ?? piped)
    let files =
      output.contains("{device}")
      ? nil : try TextFile(output, beginsNow: form.holdsDevices, replaces: replaces)
    var report = Report()
    var outputs: [TrackOutput] = []
    try source.forEachEvent { (event) throws(GeoError) in
      report.events += 1
      let device = Int(event.device.index)
      while outputs.count <= (files == nil ? device : 0) {
        let file =
          if let files { files } else {
            try TextFile(name(for: directory, outputs.count), beginsNow: true, replaces: replaces)
          }
        outputs.append(TrackOutput(file, form.writer()))
      }
      try outputs[files == nil ? device : 0].append(event, directory, form, &report)
    }
    // Without an event no file takes its name.
    for outlet in outputs { try outlet.finish(&report) }
    report.devices = Set(outputs.flatMap(\.devices)).count
    report.skips = source.skips
    report.notes = source.notes
    return report
  }

  /// The path of a device's file; devices never share one.
  private func name(for directory: DeviceDirectory, _ index: Int) -> String {
    let device = directory.name(of: DeviceID(index: UInt32(index)))
    return TrackConversion.replacing(output, DeviceFileName.of(device))
  }

  private static func replacing(_ pattern: String, _ word: String) -> String {
    var text = ""
    var rest = pattern[...]
    while let brace = rest.firstIndex(of: "{") {
      text += rest[..<brace]
      rest = rest[brace...]
      if rest.hasPrefix("{device}") {
        text += word
        rest = rest.dropFirst(8)
      } else {
        text.append(rest.removeFirst())
      }
    }
    return text + rest
  }
}

/// A file with its writer.
private final class TrackOutput {
  private let file: TextFile
  private let writer: any TrackWriter
  private var text = TextBytes()
  private(set) var devices: Set<DeviceID> = []
  private var last: (id: DeviceID, name: String)?

  /// Bytes to write at once.
  private static let block = 1 << 16

  init(_ file: TextFile, _ writer: any TrackWriter) { (self.file, self.writer) = (file, writer) }

  func append(
    _ event: DeviceEvent, _ directory: DeviceDirectory, _ form: TrackForm,
    _ report: inout TrackConversion.Report
  ) throws(GeoError) {
    if last?.id != event.device {
      last = (event.device, directory.name(of: event.device))
      if devices.insert(event.device).inserted, devices.count == 2, !form.holdsDevices {
        throw GeoError(
          .usage,
          "\(form.title) holds one device, but there are several (put {device} in the name for a file each)",
          at: file.path)
      }
    }
    let losses = writer.append(event, of: last?.name ?? "", to: &text).map { "\($0)" }
    for loss in losses { TrackConversion.count(loss, &report) }
    if case .location = event.payload, !losses.contains(TrackConversion.invalidFix) { report.written += 1 }
    if text.bytes.count > TrackOutput.block { try write() }
  }

  func finish(_ report: inout TrackConversion.Report) throws(GeoError) {
    for loss in writer.finish(to: &text) { TrackConversion.count("\(loss)", &report) }
    try write()
    try file.finish()
  }

  private func write() throws(GeoError) {
    try file.write(text.bytes)
    text.removeAll()
  }
}

extension TrackConversion {
  fileprivate static let invalidFix = "\(TrackWords.invalidFix)"

  fileprivate static func count(_ what: String, _ report: inout Report) {
    if let index = report.losses.firstIndex(where: { $0.what == what }) {
      report.losses[index].count += 1
    } else {
      report.losses.append((what, 1))
    }
  }
}

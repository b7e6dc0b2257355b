/// The counts of a source of lines, for the end of a run.
struct LineCounts {
  var bytes = 0
  var events = 0
  var connections = 0

  var summary: String {
    "\(events) events of \(bytes) bytes in \(connections == 1 ? "1 connection" : "\(connections) connections")"
  }
}

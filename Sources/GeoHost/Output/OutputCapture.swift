import Geo
import GeoLua
import Synchronization

/// Keeps what a run says, for the owner of the run.
final class OutputCapture: Sendable {
  private struct Kept {
    var records: [ScriptRecord] = []
    var lines: [String] = []
    var prints = 0
    var printedBytes = 0
    var droppedPrints = 0
    var lost = 0
    var places: [String: String] = [:]
  }

  private let kept = Mutex(Kept())
  /// The most records that wait for the owner, the most bytes of all lines that a script prints, and the most lines
  /// of standard error.
  private static let most = 200_000
  private static let mostPrintedBytes = 4 << 20
  private static let mostLines = 200

  func add(_ record: ScriptRecord) {
    kept.withLock { kept in
      switch record.content {
      case .print(let text), .log(_, let text):
        kept.prints += 1
        kept.printedBytes += text.utf8.count + 64
        guard kept.printedBytes <= OutputCapture.mostPrintedBytes else { return kept.droppedPrints += 1 }
      default: break
      }
      guard kept.records.count < OutputCapture.most else { return kept.lost += 1 }
      kept.records.append(record)
    }
  }

  /// Where a script raised an alert, `home.lua:4: `.
  func add(place: String, ofAlert id: String) {
    kept.withLock { if $0.places.count < OutputCapture.most { $0.places[id] = place } }
  }

  func place(ofAlert id: String) -> String { kept.withLock { $0.places[id] ?? "" } }

  /// A line of standard error.
  func add(line: String) {
    kept.withLock { if $0.lines.count < OutputCapture.mostLines { $0.lines.append(line) } }
  }

  /// Takes the records since the last call, and how many did not fit.
  func takeRecords() -> (records: [ScriptRecord], lost: Int) {
    kept.withLock { kept in
      defer { (kept.records, kept.lost) = ([], 0) }
      return (kept.records, kept.lost)
    }
  }

  /// How many printed lines were too many to be kept.
  var droppedPrints: Int { kept.withLock { $0.droppedPrints } }

  /// The lines of standard error, and the number of lines that the script has printed.
  var said: (lines: [String], prints: Int) { kept.withLock { ($0.lines, $0.prints) } }
}

internal import Geo

/// The pictures whose dots are in memory for the canvases of one thread: those read longest ago go first.
///
/// A file of a few bytes may hold the dots of a hundred megabytes, and a script may have thousands of such files.
public final class DecodedImages {
  private struct Entry {
    weak var image: UIImage?
    let bytes: Int
  }

  private var entries: [Entry] = []
  private var bytes = 0
  private let limit: Int
  /// What an entry counts at least, so that there are not too many of them.
  private static let leastBytes = 1 << 14

  /// - Parameter limit: bytes of dots that are kept; the picture that was read last is kept in any case.
  public init(limit: Int = 192 << 20) { self.limit = limit }

  /// Notes that the dots of an image have been read.
  func add(_ image: UIImage, bytes count: Int) {
    let entry = Entry(image: image, bytes: max(count, DecodedImages.leastBytes))
    entries.append(entry)
    bytes += entry.bytes
    guard bytes > limit else { return }
    // Some more, so that not each one that comes moves all the others.
    let goal = limit - limit / 8
    var gone = 0
    while bytes > goal, gone < entries.count - 1 {
      entries[gone].image?.decoded = nil
      bytes -= entries[gone].bytes
      gone += 1
    }
    entries.removeFirst(gone)
  }
}

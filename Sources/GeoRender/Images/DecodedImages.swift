internal import Geo

/// Caches decoded pictures for the canvases of one thread; the least recently decoded are dropped first.
///
/// A small file may decode to a hundred megabytes, and a script may have thousands of such files.
public final class DecodedImages {
  private struct Entry {
    weak var image: UIImage?
    let bytes: Int
  }

  private var entries: [Entry] = []
  private var bytes = 0
  private let limit: Int
  /// The least size counted for an entry, which limits their number.
  private static let leastBytes = 1 << 14

  /// - Parameter limit: bytes of cached pixels; the last decoded picture is always kept.
  public init(limit: Int = 192 << 20) { self.limit = limit }

  /// Records that an image has been decoded.
  func add(_ image: UIImage, bytes count: Int) {
    let entry = Entry(image: image, bytes: max(count, DecodedImages.leastBytes))
    entries.append(entry)
    bytes += entry.bytes
    guard bytes > limit else { return }
    // Drops some more, so that not every new image moves all the others.
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

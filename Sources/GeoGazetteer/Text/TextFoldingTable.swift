/// Reads the generated table of ``TextFolding``.
struct TextFoldingTable {
  private var texts: [UInt8] = []
  /// The folded form of a code point: an offset into the texts and a length.
  private var changes: [(code: UInt32, offset: UInt32, length: UInt32)] = []

  /// - Shape: see `TextFolding.table`.
  mutating func read(_ table: StaticString) {
    table.withUTF8Buffer { bytes in
      var words = bytes.split(separator: UInt8(ascii: " ")).makeIterator()
      while let word = words.next() {
        if word.first == UInt8(ascii: "A") {
          readRun(
            first: number(words.next()), count: number(words.next()), step: number(words.next()),
            target: number(words.next()), targetStep: number(words.next()))
        } else {
          var code = number(words.next())
          while let text = words.next(), text.first != UInt8(ascii: ";") {
            let offset = texts.count
            if text.first != UInt8(ascii: "_") {
              texts.append(contentsOf: text.lazy.map { $0 == UInt8(ascii: "-") ? TextFolding.space : $0 })
            }
            changes.append((code, UInt32(offset), UInt32(texts.count - offset)))
            code += 1
          }
        }
      }
    }
    // The generator works by the kind of a run, not by code points.
    changes.sort { $0.code < $1.code }
  }

  private mutating func readRun(
    first: UInt32, count: UInt32, step: UInt32, target: UInt32, targetStep: UInt32
  ) {
    var offset = texts.count
    for index in 0..<count {
      if index == 0 || targetStep > 0 {
        offset = texts.count
        if target > 0, let scalar = Unicode.Scalar(target + index * targetStep) {
          texts.append(contentsOf: scalar.utf8)
        }
      }
      changes.append((first + index * step, UInt32(offset), UInt32(texts.count - offset)))
    }
  }

  private func number(_ word: Slice<UnsafeBufferPointer<UInt8>>?) -> UInt32 {
    guard let word else { return 0 }
    var value: UInt32 = 0
    for byte in word {
      let digit = byte < UInt8(ascii: "a") ? byte - UInt8(ascii: "0") : byte - UInt8(ascii: "a") + 10
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// The changes by pages of code points; equal pages are stored once.
  func paged(bits: UInt32, mark: UInt32) -> (pages: [UInt16], values: [UInt32], texts: [UInt8]) {
    let size = 1 << Int(bits)
    var pages: [UInt16] = []
    var values = [UInt32](repeating: 0, count: size)
    var page = values
    var at = 0
    for first in stride(from: 0, to: 0x110000, by: size) {
      for slot in 0..<size {
        page[slot] = 0
        if at < changes.count, changes[at].code == UInt32(first + slot) {
          page[slot] = mark | changes[at].offset << 8 | changes[at].length
          at += 1
        }
      }
      let last = pages.last.map { Int($0) * size } ?? 0
      if page.elementsEqual(values[last..<last + size]) {
        pages.append(UInt16(last / size))
      } else if page.allSatisfy({ $0 == 0 }) {
        pages.append(0)
      } else {
        pages.append(UInt16(values.count / size))
        values += page
      }
    }
    return (pages, values, texts)
  }
}

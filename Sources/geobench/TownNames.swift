import Geo
import Glibc

/// Names of towns as people ask for them: drawn by population, also with misspellings.
struct TownNames {
  struct Town {
    var name: String
    var country: String
  }

  private var towns: [Town] = []
  /// The population of a town and all before it.
  private var sums: [Int] = []

  /// - Parameter path: a table of GeoNames.
  init(_ path: String) throws {
    guard let file = fopen(path, "r") else { throw GeoError(.noInput, "is not there", at: path) }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var size = 0
    defer { free(line) }
    var sum = 0
    while getline(&line, &size, file) > 0, let text = line.map({ String(cString: $0) }) {
      let columns = text.split(separator: "\t", omittingEmptySubsequences: false)
      guard columns.count > 14, let people = Int(columns[14]), people > 0 else { continue }
      guard columns[1].filter(\.isLetter).count >= 4 else { continue }
      sum += people
      towns.append(Town(name: String(columns[1]), country: String(columns[8])))
      sums.append(sum)
    }
    guard !towns.isEmpty else { throw GeoError(.data, "holds no towns", at: path) }
  }

  /// - Source: Knuth's MMIX.
  struct Random {
    private var state: UInt64 = 7

    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
  }

  /// A town drawn by its population.
  func drawn(_ random: inout Random) -> Town {
    let wanted = (random.next(1 << 30) << 10 | random.next(1 << 10)) % (sums.last ?? 1)
    var (low, high) = (0, sums.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] > wanted { high = middle } else { low = middle + 1 }
    }
    return towns[low]
  }

  func any(_ random: inout Random) -> Town { towns[random.next(towns.count)] }

  /// A misspelled name, with one slip in four to seven letters and two in more: a letter replaced, dropped or
  /// added, or two swapped.
  static func misspelt(_ name: String, _ random: inout Random) -> String {
    var letters = Array(name)
    for _ in 0..<(letters.filter(\.isLetter).count >= 8 ? 2 : 1) {
      let at = random.next(letters.count)
      let other = Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(random.next(26))))
      switch random.next(4) {
      case 0: letters[at] = other
      case 1: letters.remove(at: at)
      case 2: letters.insert(other, at: at)
      default: if at + 1 < letters.count { letters.swapAt(at, at + 1) }
      }
    }
    return String(letters)
  }
}

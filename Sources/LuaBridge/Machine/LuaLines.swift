internal import CLuaBridge
internal import Glibc

/// How often the lines of one file have run.
public struct LuaLineCounts: Sendable {
  /// The file's name, as messages have it.
  public let file: String
  /// The runs of each line that has code, by its number from 1; 0 for one that never ran.
  public var counts: [Int: Int]
}

extension LuaMachine {
  /// Counts from now on the lines that scripts run, which takes several times as long. To be called before any chunk
  /// is loaded.
  public func countLines() { countsLines = lb_count_lines(pointer) }

  /// Whether lines are not counted for now; takes effect at the next call into Lua.
  public func skipLines(_ skips: Bool) { lb_skip_lines(pointer, skips) }

  /// How often each line with code has run so far, by file.
  public var lineCounts: [LuaLineCounts] {
    var files = activeLines.map {
      LuaLineCounts(file: $0, counts: Dictionary(uniqueKeysWithValues: $1.map { ($0, 0) }))
    }
    for number in 0..<lb_line_files(pointer) {
      let name = String(cString: lb_line_file(pointer, number))
      guard let index = files.firstIndex(where: { $0.file == name }) else { continue }
      var room: Int32 = 0
      guard let counts = lb_line_counts(pointer, number, &room) else { continue }
      for line in files[index].counts.keys where line < Int(room) {
        files[index].counts[line] = Int(counts[line])
      }
    }
    return files.sorted { $0.file < $1.file }
  }

  /// Notes which lines of the chunk on top of the stack have code.
  func noteLines(of name: String) {
    guard countsLines else { return }
    var length = 0
    guard let bytes = lb_dump(stack, &length) else { return }
    defer { free(bytes) }
    activeLines[name] = ActiveLines.read(Array(UnsafeBufferPointer(start: bytes, count: length)))
  }
}

extension LuaChunk {
  /// The lines of a script that have code.
  ///
  /// - Errors: ``LuaError`` if it does not compile.
  public static func linesWithCode(of source: String, name: String) throws -> Set<Int> {
    let machine = LuaMachine()
    machine.countLines()
    _ = try LuaChunk(source, name: name, machine: machine)
    return machine.activeLines[name] ?? []
  }
}

/// The lines with code in a dump of Lua 5.4, those of inner functions included.
///
/// - Source: ldump.c and ldebug.c (`collectvalidlines`) of Lua 5.4.6: the same lines that `debug.getinfo(f, "L")` gives
///   for each function.
struct ActiveLines {
  private let bytes: [UInt8]
  private var at: Int
  private var lines: Set<Int> = []

  static func read(_ bytes: [UInt8]) -> Set<Int> {
    // Signature, version, format, check bytes, three sizes, two numbers; then the number of upvalues.
    var reader = ActiveLines(bytes: bytes, at: 4 + 1 + 1 + 6 + 3 + 8 + 8 + 1)
    reader.function()
    return reader.at == bytes.count ? reader.lines : []
  }

  private init(bytes: [UInt8], at: Int) { (self.bytes, self.at) = (bytes, at) }

  private mutating func byte() -> UInt8 {
    defer { at += 1 }
    return at < bytes.count ? bytes[at] : 0
  }

  /// Seven bits in each byte, the highest first; the last byte has the eighth.
  private mutating func number() -> Int {
    var value = 0
    while at < bytes.count {
      let byte = byte()
      value = value << 7 | Int(byte & 0x7f)
      if byte & 0x80 != 0 { break }
    }
    return value
  }

  private mutating func string() {
    let size = number()
    if size > 0 { at += size - 1 }
  }

  private mutating func function() {
    guard at < bytes.count else { return }
    string()
    let start = number()
    _ = number()
    at += 1
    let isVariadic = byte() != 0
    at += 1
    at += number() * 4
    constants()
    at += number() * 3
    for _ in 0..<number() { function() }
    debug(from: start, isVariadic)
  }

  private mutating func constants() {
    for _ in 0..<number() {
      switch byte() {
      case 0x03, 0x13: at += 8
      case 0x04, 0x14: string()
      default: break
      }
    }
  }

  /// The differences from line to line; −128 says that the list of absolute lines has it.
  private mutating func debug(from start: Int, _ isVariadic: Bool) {
    let count = number()
    let steps = at
    at += count
    var absolute: [Int: Int] = [:]
    for _ in 0..<number() {
      let place = number()
      absolute[place] = number()
    }
    for _ in 0..<number() {
      string()
      _ = number()
      _ = number()
    }
    for _ in 0..<number() { string() }
    guard at <= bytes.count else { return }
    var line = start
    for place in 0..<count {
      let step = Int8(bitPattern: bytes[steps + place])
      line = step == -128 ? absolute[place] ?? line : line + Int(step)
      // The first instruction of a function with `…` only takes its arguments.
      if place > 0 || !isVariadic { lines.insert(line) }
    }
  }
}

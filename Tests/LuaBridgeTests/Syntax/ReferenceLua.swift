import Glibc

/// Debian's own `luac5.4` and `lua5.4`, to compare with; tests that need them are skipped where they are missing.
enum ReferenceLua {
  static let isInstalled = run("command -v luac5.4 && command -v lua5.4").status == 0

  /// Runs a shell command; standard error joins standard output.
  static func run(_ command: String) -> (status: Int32, output: String) {
    guard let pipe = popen("(\(command)) 2>&1", "r") else { return (-1, "") }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { bytes += buffer[..<count] }
    return (pclose(pipe), String(decoding: bytes, as: UTF8.self))
  }

  /// Hands `body` the path of a file with `bytes`, which is removed afterwards.
  static func withFile<Result>(_ bytes: some Sequence<UInt8>, _ body: (String) -> Result) -> Result {
    var path = Array("/tmp/geoscript-test-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let content = Array(bytes)
    var written = 0
    while written < content.count {
      let count = content[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      written += count
    }
    close(descriptor)
    defer { unlink(name) }
    return body(name)
  }

  /// Returns whether `luac5.4 -p` accepts the script.
  static func accepts(_ source: String) -> Bool {
    withFile(source.utf8) { run("luac5.4 -p \($0)").status == 0 }
  }

  /// Returns for each chunk what `load` says: nil when it is accepted, else the message.
  static func load(_ chunks: [String]) -> [String?] {
    var all: [UInt8] = []
    for chunk in chunks { all += Array("\(chunk.utf8.count)\n".utf8) + Array(chunk.utf8) }
    let judge = """
      local f = io.open(arg[1], "rb")
      for n in function() return f:read("n") end do
        f:read(1)
        local ok, message = load(n == 0 and "" or f:read(n), "=chunk", "t")
        print(ok and "ok" or (message:gsub("%c", " ")))
      end
      """
    let output = withFile(judge.utf8) { script in withFile(all) { run("lua5.4 \(script) \($0)").output } }
    return output.split(separator: "\n").map { $0 == "ok" ? nil : String($0) }
  }
}

import Foundation
import Testing

@testable import GeoFormats

@Suite struct GzipTests {
  /// `gzip` of the system unpacks it.
  @Test(arguments: [0, 1, 100_000])
  func anotherProgramUnpacksIt(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).gz")
    defer { try? FileManager.default.removeItem(at: path) }
    try Data(Gzip.packed(bytes)).write(to: path)
    let gzip = Process()
    let pipe = Pipe()
    gzip.executableURL = URL(fileURLWithPath: "/bin/gzip")
    gzip.arguments = ["-dc", path.path]
    gzip.standardOutput = pipe
    try gzip.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    gzip.waitUntilExit()
    #expect(gzip.terminationStatus == 0)
    #expect(Array(output) == bytes)
  }
}

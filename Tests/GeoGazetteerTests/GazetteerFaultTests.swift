import FeedTesting
import Geo
import Glibc
import Testing

@testable import GeoGazetteer
@testable import SQLite

@Suite struct GazetteerFaultTests {
  private let folder = TemporaryDirectory()
  private var path: String { folder.path + "/g.sqlite" }

  private func fault(_ body: () throws -> Void) -> GeoError? {
    do { try body() } catch { return error as? GeoError }
    return nil
  }

  private func opening() -> GeoError? { fault { _ = try Gazetteer(path: path) } }

  private func build() throws { try GazetteerFiles.build(path, GazetteerFiles.all) }

  private func bytes(_ path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    return [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
      count = max(0, read(descriptor, buffer.baseAddress, 1 << 20))
    }
  }

  @Test func aMissingGazetteerIsNamedWithWhatMakesOne() {
    let fault = opening()
    #expect(fault?.code == .noInput)
    #expect(fault?.description == "\(path): there is no gazetteer here (geoscript gazetteer build makes one)")
  }

  @Test func otherFilesAreNotGazetteers() throws {
    folder.write([], to: path)
    #expect(opening()?.message.hasPrefix("is empty") == true)
    folder.write(Array("name,latitude\n".utf8), to: path)
    #expect(opening()?.message.hasPrefix("is not a gazetteer") == true)
    unlink(path)
    try Database(path: path, mode: .write).run("CREATE TABLE t (a)")
    #expect(opening()?.message.contains("another program") == true)
    unlink(path)
    mkdir(path, 0o755)
    #expect(opening()?.message.hasPrefix("is not a regular file") == true)
  }

  @Test func anUnfinishedGazetteerIsNotTakenForAWholeOne() throws {
    let builder = try GazetteerBuilder(path: path)
    try builder.begin(GazetteerFiles.source)
    rename(path + ".part", path)
    #expect(opening()?.message.hasPrefix("is an unfinished import") == true)
  }

  @Test func aNewerGazetteerIsRefusedWithBothVersions() throws {
    try build()
    let newer = GazetteerSchema.version + 1
    try Database(path: path, mode: .write).run("PRAGMA user_version = \(newer)")
    let fault = opening()
    #expect(fault?.code == .data)
    #expect(
      fault?.message.contains("of version \(newer), but this geoscript reads version \(newer - 1)") == true)
  }

  @Test func aGazetteerThatIsCutOffAnywhereIsRefused() throws {
    try build()
    let whole = bytes(path)
    for length in stride(from: 1, to: whole.count, by: 997) + [whole.count - 1] {
      unlink(path)
      folder.write(Array(whole[..<length]), to: path)
      let fault = opening()
      #expect(fault?.code == .data, "\(length) of \(whole.count) bytes")
    }
  }

  @Test func flippedBitsAreAFaultOrAnAnswerButNoCrash() throws {
    try build()
    let whole = bytes(path)
    for offset in stride(from: 0, to: whole.count, by: 131) {
      var flipped = whole
      flipped[offset] ^= 0x55
      unlink(path)
      folder.write(flipped, to: path)
      let fault = fault {
        let gazetteer = try Gazetteer(path: path)
        _ = try gazetteer.contents()
        _ = try gazetteer.places(at: CLLocationCoordinate2D(latitude: 35.69, longitude: 139.69))
        _ = try gazetteer.places(named: "Tokyo")
      }
      #expect(fault == nil || fault?.code != .internal, "byte \(offset): \(fault?.description ?? "")")
    }
  }

  @Test func damageInAPageIsFoundByACheck() throws {
    try build()
    #expect(try Gazetteer(path: path).damages() == [])
    let size = bytes(path).count
    // The cells of a page lie at its end.
    folder.write(Array(repeating: 0xff, count: 4000), to: path, at: size - 4096)
    var isFound = false
    do { isFound = try !Gazetteer(path: path).damages().isEmpty } catch { isFound = true }
    #expect(isFound)
  }

  @Test func aSecondImportLearnsWhichProcessHoldsTheFile() throws {
    let first = try GazetteerBuilder(path: path)
    let fault = fault { _ = try GazetteerBuilder(path: path) }
    #expect(fault?.code == .cannotCreate)
    #expect(fault?.message.contains("process \(getpid())") == true)
    first.abandon()
    #expect(self.fault { try build() } == nil)
  }

  @Test func anExistingGazetteerIsNotReplacedByAccident() throws {
    try build()
    let before = try GazetteerFiles.rows(path)
    #expect(fault { _ = try GazetteerBuilder(path: path) }?.message.contains("already exists") == true)
    #expect(try GazetteerFiles.rows(path) == before)
  }

  @Test func otherFilesCannotBeAddedTo() {
    folder.write(Array("name,latitude\n".utf8), to: path)
    #expect(
      fault { _ = try GazetteerBuilder(path: path, mode: .add) }?.message.hasPrefix("is not a gazetteer")
        == true
    )
    for left in [".part", ".lock"] { #expect(access(path + left, F_OK) != 0) }
  }

  @Test func aFullDiskWhileRecordsComeKeepsThoseBefore() throws {
    let builder = try GazetteerBuilder(path: path)
    try builder.begin(GazetteerFiles.source("full"))
    for record in GazetteerFiles.all { try builder.add(record) }
    try builder.commit()
    // SQLite reports the same for a file that may not grow as for a full disk.
    try builder.database.run("PRAGMA max_page_count = 1; PRAGMA cache_spill = 1")
    let long = String(repeating: "x", count: 10_000)
    let fault = fault {
      for number in 0..<50 { try builder.add(GazetteerFiles.place("long\(number)", long, 1, 1)) }
      try builder.commit()
    }
    #expect(fault?.code == .inputOutput)
    #expect(fault?.message.contains("the disk is full; what was read so far is kept") == true)
    try builder.database.run("PRAGMA max_page_count = 1000000")
    #expect(try builder.database.integer("SELECT records FROM sources") == Int64(GazetteerFiles.all.count))
  }

  @Test func whatIsStoppedWhileItIsFinishedCanBeFinishedLater() throws {
    let builder = try GazetteerBuilder(path: path)
    try builder.begin(GazetteerFiles.source("stop"))
    for number in 0..<3000 { try builder.add(GazetteerFiles.place("k\(number)", "Place \(number)", 1, 1)) }
    builder.isStopped = { true }
    #expect(fault { try builder.finish() }?.message == "was stopped")
    #expect(access(path, F_OK) != 0)
    #expect(access(path + ".part.new", F_OK) != 0)
    builder.isStopped = nil
    #expect(try builder.finish().places == 3000)
  }

  @Test func whatIsStoppedWhileThePackIsMadeCanBeFinishedLater() throws {
    let builder = try GazetteerBuilder(path: path)
    try builder.begin(GazetteerFiles.source("stop"))
    for number in 0..<3000 { try builder.add(GazetteerFiles.place("k\(number)", "Place \(number)", 1, 1)) }
    var isAtPack = false
    builder.isStopped = { isAtPack }
    let fault = fault { try builder.finish { isAtPack = $0 == "map of places" } }
    #expect(isAtPack)
    #expect(fault?.message == "was stopped")
    for left in ["", ".part.new", ".part.new.pack"] { #expect(access(path + left, F_OK) != 0) }
    builder.isStopped = nil
    #expect(try builder.finish().places == 3000)
  }

  @Test func whatCannotBeReadIsRefused() throws {
    try build()
    chmod(path, 0)
    // Root may read everything.
    if getuid() != 0 { #expect(opening()?.code == .noInput) }
  }
}

import FeedTesting
import Geo
import Glibc
import Testing

@testable import GeoGazetteer

@Suite struct GazetteerPackTests {
  private let directory = TemporaryDirectory()
  private var path: String { directory.path + "/gazetteer.sqlite" }
  private var packPath: String { path + ".pack" }
  private let tokyo = CLLocationCoordinate2D(latitude: 35.7, longitude: 139.7)

  private func bytes(_ path: String) -> [UInt8] {
    guard let file = PackBytes(path: path) else { return [] }
    return withExtendedLifetime(file) { Array(file.bytes) }
  }

  private func build() throws -> String {
    try GazetteerFiles.build(path, GazetteerFiles.all)
    return try GazetteerSchema.build(of: path)
  }

  /// Asks a pack as a gazetteer would.
  private func ask(_ pack: GazetteerPack) throws {
    let gazetteer = try Gazetteer(try GazetteerSchema.open(path), pack: pack)
    let answer = { (position: CLLocationCoordinate2D) throws -> Void in
      guard let around = Surroundings(of: PackPosition(position), in: pack) else { return }
      let answer = PositionAnswer(
        gazetteer: gazetteer, pack: pack, languages: [], position: PackPosition(position))
      _ = try answer.best(around)
    }
    for position in [tokyo, .init(latitude: 0.2, longitude: 0.5), .init(latitude: -90, longitude: 180)] {
      try answer(position)
    }
    _ = pack.map.nearestEdge(to: .init(latitude: 0.2, longitude: 0.5), of: .region, within: 20_000)
  }

  @Test func aMissingPackIsRebuiltBesideTheFile() throws {
    _ = try build()
    let made = bytes(packPath)
    #expect(!made.isEmpty)
    unlink(packPath)
    let gazetteer = try Gazetteer(path: path)
    #expect(try gazetteer.places(at: tokyo).first?.address.locality == "Tokyo")
    #expect(gazetteer.note == nil)
    #expect(bytes(packPath) == made)
  }

  @Test func aPackOfAnotherBuildIsRebuilt() throws {
    _ = try build()
    let old = bytes(packPath)
    try GazetteerFiles.build(
      path, [GazetteerFiles.place("t:9", "Nara", 35.7, 139.7, population: 5)], mode: .replace)
    directory.write(old, to: packPath)
    #expect(try Gazetteer(path: path).places(at: tokyo).first?.address.locality == "Nara")
    #expect(bytes(packPath) != old)
  }

  @Test func aTruncatedPackIsRefused() throws {
    let build = try build()
    let whole = bytes(packPath)
    #expect(GazetteerPack(PackBytes(whole), build: build) != nil)
    for length in stride(from: 0, to: whole.count, by: whole.count > 20_000 ? 97 : 1) {
      #expect(GazetteerPack(PackBytes(Array(whole[..<length])), build: build) == nil)
    }
    #expect(GazetteerPack(PackBytes(whole + [0]), build: build) == nil)
  }

  @Test func aPackWithAFlippedBitIsRefused() throws {
    let build = try build()
    let whole = bytes(packPath)
    var random = SeededNumbers(3)
    for _ in 0..<300 {
      var damaged = whole
      // Bytes between two sections belong only to the hash.
      damaged[Int(random.word() % UInt64(whole.count))] ^= 1 << UInt8(random.word() % 8)
      #expect(GazetteerPack(PackBytes(damaged), build: build) == nil)
    }
  }

  /// Damage that the hashes do not reveal, as in packs too large to be hashed at each start.
  @Test func aPackOfNonsenseChangesOnlyTheAnswers() throws {
    let build = try build()
    let whole = PackBytes(bytes(packPath))
    let hash = PackHash.hash(build)
    let sections = try withExtendedLifetime(whole) {
      try #require(PackHeader.sections(of: whole.bytes, build: hash)).map { Array($0) }
    }
    var random = SeededNumbers(11)
    var opened = 0
    for round in 0..<400 {
      var damaged = sections
      for _ in 0..<(round % 20 + 1) {
        let section = Int(random.word() % UInt64(sections.count))
        guard !damaged[section].isEmpty else { continue }
        let at = Int(random.word() % UInt64(damaged[section].count))
        switch random.word() % 4 {
        case 0: damaged[section][at] = 0xff
        case 1: damaged[section][at] = UInt8(truncatingIfNeeded: random.word())
        case 2: damaged[section].removeLast(damaged[section].count - at)
        default: for byte in at..<min(at + 16, damaged[section].count) { damaged[section][byte] = 0xff }
        }
      }
      let bytes = PackBytes(PackHeader.bytes(of: damaged, build: hash))
      guard let pack = GazetteerPack(bytes, build: build) else { continue }
      opened += 1
      try ask(pack)
    }
    #expect(opened > 100)
  }

  @Test func aDamagedPackIsReplaced() throws {
    _ = try build()
    directory.write([0xff, 0xff], to: packPath, at: 700)
    #expect(try Gazetteer(path: path).places(at: tokyo).first?.address.locality == "Tokyo")
    #expect(
      GazetteerPack(try #require(PackBytes(path: packPath)), build: try GazetteerSchema.build(of: path))
        != nil)
  }

  @Test func withoutWriteAccessThePackIsBuiltInMemoryAndReported() throws {
    _ = try build()
    unlink(packPath)
    // A folder in its place cannot be replaced, even by root.
    mkdir(packPath, 0o755)
    directory.write([1], to: packPath + "/file")
    let gazetteer = try Gazetteer(path: path)
    #expect(try gazetteer.places(at: tokyo).first?.address.locality == "Tokyo")
    #expect(gazetteer.note?.contains("cannot be saved") == true)
  }

  @Test func severalMayOpenAFileAtOnceAndMakeItsPack() async throws {
    _ = try build()
    unlink(packPath)
    let (path, tokyo) = (path, tokyo)
    let found = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<8 {
        group.addTask { try Gazetteer(path: path).places(at: tokyo).first?.address.locality }
      }
      return try await group.reduce(into: [String?]()) { $0.append($1) }
    }
    #expect(found == [String?](repeating: "Tokyo", count: 8))
    #expect(bytes(packPath).count > PackHeader.length)
  }

  @Test func theSameTablesGiveTheSamePack() throws {
    _ = try build()
    let first = bytes(packPath)
    unlink(packPath)
    _ = try Gazetteer(path: path).places(at: tokyo)
    #expect(bytes(packPath) == first)
  }
}

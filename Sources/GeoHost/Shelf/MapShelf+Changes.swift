public import Geo
import GeoDelivery
import Glibc
import LuaBridge

/// Maps that come and go.
extension MapShelf {
  /// Puts a copy of a file on the shelf, or a link to it.
  ///
  /// A run sees either the old file or the whole new one.
  ///
  /// - Parameter replaces: whether a map of the same name may be there.
  /// - Errors: ``GeoError``: those of a file that is missing or cannot be drawn, `usage` for a name that a map of the
  ///   shelf cannot have, `cannotCreate` if one is there already or the shelf cannot be written, `inputOutput` for
  ///   a full disk.
  /// - Source: PI-12.
  public func add(_ path: String, asLink: Bool, replaces: Bool) throws(GeoError) -> ShelfMap {
    if let absence { throw absence }
    let folder = folder ?? ""
    try MissingFile.check(path, "file", endings: ShelfMap.Format.allCases.map(\.rawValue))
    let map = try ShelfMap(path, record: nil, streets: streets)
    guard !map.name.hasPrefix(".") else {
      throw GeoError(.usage, "begins with a dot: give the file another name", at: path)
    }
    guard let real = resolvedPath(path), real != resolvedPath(folder).map({ "\($0)/\(map.name)" }) else {
      throw GeoError(.usage, "is on the shelf already", at: path)
    }
    // The contents are read from the file itself.
    return try put(map.name, replaces: replaces, streetsFrom: path) { (draft: String) throws(GeoError) in
      guard asLink else { return try MapShelf.copy(path, to: draft) }
      guard symlink(real, draft) == 0 else {
        throw AtomicFile.failure(.cannotCreate, "\(folder)/\(map.name)")
      }
    }
  }

  /// Puts a map on the shelf that `write` makes at the path it gets.
  ///
  /// - Parameter streetsFrom: the file whose streets are those of the map; nil for the map's own.
  /// - Errors: ``GeoError``: those of `write`, `cannotCreate` for a map that is there already or cannot be made.
  func put(
    _ name: String, replaces: Bool, streetsFrom origin: String? = nil,
    _ write: (_ draft: String) throws(GeoError) -> Void
  ) throws(GeoError) -> ShelfMap {
    if let absence { throw absence }
    let folder = folder ?? ""
    try Folder.make(folder)
    let place = "\(folder)/\(name)"
    guard replaces || !names.contains(name) else {
      throw GeoError(.cannotCreate, "is on the shelf already (-f replaces it)", at: place)
    }
    sweep(folder)
    let draft = "\(folder)/.\(name).\(getpid()).part"
    unlink(draft)
    do throws(GeoError) {
      try write(draft)
      guard rename(draft, place) == 0 else { throw AtomicFile.failure(.cannotCreate, place) }
    } catch {
      unlink(draft)
      throw error
    }
    let record = ShelfRecord.path(name, in: folder)
    unlink(record)
    let added = try ShelfMap(place, record: nil) { (path: String) throws(GeoError) in
      try streets(origin ?? path)
    }
    if let made = ShelfRecord(added) { try AtomicFile.write(made.bytes, to: record) }
    return added
  }

  /// Takes maps from the shelf, all of them or none; what a link leads to stays.
  ///
  /// - Errors: ``GeoError``: `usage` for a name that is not there, `inputOutput` if one cannot be removed.
  public func remove(_ wanted: [String]) throws(GeoError) {
    if let absence { throw absence }
    let folder = folder ?? ""
    let names = names
    for name in wanted where !names.contains(name) {
      let there = names.isEmpty ? "it is empty" : "it has \(names.joined(separator: ", "))"
      let advice = NearestName.advice(name, among: names)
      let more = wanted.count > 1 ? "; nothing is removed" : ""
      throw GeoError(.usage, "the shelf has no map '\(name)'\(advice); \(there)\(more)", at: folder)
    }
    for name in Set(wanted).sorted() {
      let place = "\(folder)/\(name)"
      guard unlink(place) == 0 else { throw AtomicFile.failure(.inputOutput, place) }
      unlink(ShelfRecord.path(name, in: folder))
    }
  }

  /// Removes what processes left that were ended while they copied.
  private func sweep(_ folder: String) {
    for name in MissingFile.names(in: folder) where name.hasPrefix(".") && name.hasSuffix(".part") {
      guard let process = name.dropLast(5).split(separator: ".").last.flatMap({ pid_t($0) }) else { continue }
      if kill(process, 0) != 0, errno == ESRCH { unlink("\(folder)/\(name)") }
    }
  }

  /// Copies a file's bytes into a new file.
  ///
  /// - Errors: ``GeoError``: `noInput` and `cannotCreate` for files that cannot be opened, `inputOutput`.
  private static func copy(_ path: String, to draft: String) throws(GeoError) {
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw AtomicFile.failure(.noInput, path) }
    defer { close(source) }
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw AtomicFile.failure(.cannotCreate, draft) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    var count = 0
    repeat {
      count = read(source, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      let isWritten = count >= 0 && bytes.withUnsafeBytes { writeAll(file, .init(rebasing: $0[..<count])) }
      guard isWritten else {
        let fault = AtomicFile.failure(.inputOutput, count < 0 ? path : draft)
        close(file)
        throw fault
      }
    } while count != 0
    guard close(file) == 0 else { throw AtomicFile.failure(.inputOutput, draft) }
  }
}

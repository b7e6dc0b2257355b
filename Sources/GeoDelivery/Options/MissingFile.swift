package import Geo
import Glibc
import LuaBridge

/// Errors for missing files, with the name in the folder that was probably meant.
package enum MissingFile {
  /// Throws if there is nothing at `path`.
  ///
  /// - Parameters:
  ///   - endings: What the user may have left out.
  ///   - option: Where the user named it, such as `--from`; nil for a word without an option.
  /// - Errors: ``GeoError`` `noInput` with the nearest name.
  package static func check(
    _ path: String, _ what: String, endings: [String], for option: String? = nil
  ) throws(GeoError) {
    guard access(path, F_OK) != 0, errno == ENOENT || errno == ENOTDIR else { return }
    let advice = suggestion(for: path, endings: endings).map { "; did you mean \($0)?" } ?? ""
    let use = (option.map { " for \($0)" } ?? "") + lack(path)
    throw GeoError(.noInput, "there is no such \(what)\(use)\(advice)", at: path.isEmpty ? "\"\"" : path)
  }

  /// What to say of a path whose folder is missing, or nothing.
  private static func lack(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "" }
    let folder = String(path[..<slash])
    return access(folder, F_OK) == 0 ? "" : ": there is no folder \(folder)"
  }

  /// The path that was probably meant; nil if no name is near enough.
  package static func suggestion(for path: String, endings: [String]) -> String? {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    guard !name.isEmpty else { return nil }
    if let place = elsewhere(name, than: folder) { return place }
    let files = names(in: folder.isEmpty ? "." : folder).filter { !$0.hasPrefix(".") }
    if let ending = endings.first(where: { files.contains(name + $0) }) { return folder + name + ending }
    // People remember a part of a name; if several names contain it, a suggestion would be a guess.
    let stem = name.split(separator: ".").first.map(String.init) ?? name
    let near = NearestName.find(name, among: files) ?? NearestName.find(stem, among: files)
    let longer = files.filter { $0.hasPrefix(stem) }
    return (near ?? (longer.count == 1 ? longer.first : nil)).map { folder + $0 }
  }

  /// Where a file of this name is, if its folder does not exist or it lies one folder deeper.
  private static func elsewhere(_ name: String, than folder: String) -> String? {
    if !folder.isEmpty { return access(folder, F_OK) != 0 && access(name, F_OK) == 0 ? name : nil }
    let places = names(in: ".", folders: true).prefix(100).filter { !$0.hasPrefix(".") }.map {
      "\($0)/\(name)"
    }
    let found = places.filter { access($0, F_OK) == 0 }
    return found.count == 1 ? found.first : nil
  }

  /// The names of the files in a folder, sorted; empty if it cannot be read.
  ///
  /// - Parameter folders: whether the names of folders are wanted instead.
  package static func names(in folder: String, folders: Bool = false) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      if (entry.pointee.d_type == UInt8(DT_DIR)) != folders { continue }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      names.append(name)
    }
    return names.sorted()
  }
}

package import Geo
import GeoHost
import Glibc

/// A folder for a new script: script, test, track, configuration, editor files and the unit of a service.
package struct Workspace {
  package let path: String
  /// The base name of the folder, which script and test share.
  package let name: String
  private let kind: WorkspaceKind
  private let program: String

  /// - Parameter program: the path of geoscript for the service.
  /// - Errors: ``GeoError`` `usage` for a name that no file can have.
  package init(_ path: String, _ kind: WorkspaceKind, program: String) throws(GeoError) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    guard !name.isEmpty, !name.hasPrefix("-"), !name.hasPrefix("."), !name.contains("\\"),
      !name.contains("\""),
      name.utf8.count <= 100, PlainText.line(name) == name, name.contains(where: { !$0.isWhitespace })
    else {
      throw GeoError(
        .usage,
        "'\(excerpt(name))' cannot name a folder for scripts: write a word such as dog (geoscript new dog)")
    }
    (self.path, self.name, self.kind, self.program) = (path, name, kind, program)
  }

  /// The files, by their paths in the folder.
  var files: [(name: String, text: String)] {
    get throws(GeoError) {
      let template = kind.template
      func filled(_ text: String) -> String { text.replacing("NAME", with: name) }
      return [
        ("\(name).lua", filled(template.script)), ("\(name)_test.lua", filled(template.test)),
        (template.trackName, template.track), ("geoscript.toml", configuration(template)),
        (EditorFiles.configurationName, EditorFiles.configuration),
        (EditorFiles.stubsName, EditorFiles.stubs()),
        (".vscode/launch.json", WorkspaceEditor.launch("\(name).lua", from: template.trackName)),
        (".vscode/extensions/geoscript/package.json", WorkspaceEditor.debugger),
        ("\(try unit(template).file)", try unit(template).text), ("README.md", readme(template)),
      ]
    }
  }

  /// Writes all files, or none.
  ///
  /// - Errors: ``GeoError`` `cannotCreate` where nothing can be written, and where something is already there.
  package func write() throws(GeoError) -> [String] {
    let files = try self.files
    var status = stat()
    if lstat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw GeoError(.cannotCreate, "is there already and is not a folder: nothing is written", at: path)
      }
      if let there = files.first(where: { access(path + "/" + $0.name, F_OK) == 0 }) {
        throw GeoError(
          .cannotCreate, "is there already: nothing is written (choose another name, or move it away)",
          at: path + "/" + there.name)
      }
      guard access(path, W_OK | X_OK) == 0 else { throw AtomicFile.failure(.cannotCreate, path) }
    } else {
      guard mkdir(path, 0o777) == 0 else { throw AtomicFile.failure(.cannotCreate, path) }
    }
    for file in files {
      let folders = file.name.split(separator: "/").dropLast().joined(separator: "/")
      if !folders.isEmpty { try Folder.make(path + "/" + folders) }
      try AtomicFile.write(Array(file.text.utf8), to: path + "/" + file.name)
    }
    return files.map(\.name)
  }

  // MARK: Files of every kind

  private func configuration(_ template: WorkspaceTemplate) -> String {
    """
    # What geoscript run does in this folder. All options: geoscript docs run.
    script = "\(name).lua"
    from = ["\(template.trackName)"]
    # Live, instead of the track: from = ["\(template.liveSource)"]
    # state = "state"

    """
  }

  private func unit(_ template: WorkspaceTemplate) throws(GeoError) -> ServiceUnit {
    let letters = name.lowercased().map {
      $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") ? $0 : "-"
    }
    var service = String(letters.drop { $0 == "-" })
    if service.isEmpty { service = "script" }
    let words = [
      "run", "\(name).lua", "--from", template.liveSource, "--state",
      ServiceUnit.stateFolder(service) + "/state",
    ]
    return try ServiceUnit(name: service, program: program, words: words, folder: absoluteFolder)
  }

  /// The folder's absolute path, though it may not be there yet.
  private var absoluteFolder: String {
    let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
      separator: "/")
    let base = absolutePath(parent.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : parent)
    return base + (base.hasSuffix("/") ? "" : "/") + name
  }

  private func readme(_ template: WorkspaceTemplate) -> String {
    let script = name.contains(" ") ? "'\(name).lua'" : "\(name).lua"
    return """
      # \(name)

      \(template.summary)

      - `geoscript run` plays `\(template.trackName)` to `\(name).lua`.
      - `geoscript test` runs `\(name)_test.lua`; `--coverage` shows the lines that no test runs, `--record` keeps failed tests for `geoscript why`.
      - `geoscript check .` finds mistakes without running the script.
      - `geoscript why ALERT-ID \(script) --from \(template.trackName)`: why an alert was raised; `run --json` prints ids.
      - Live: `geoscript run \(script) --from \(template.liveSource)`.
      - F5 in VS Code stops at breakpoints: `geoscript docs debug`. Tests: `geoscript docs test`.

      """
  }
}

/// What a new script is about.
package enum WorkspaceKind: String, CaseIterable, Sendable {
  case home, dog, boat, fleet, school, app
}

/// The texts of a kind; `NAME` stands for the folder's name.
struct WorkspaceTemplate {
  var summary: String
  var script: String
  var test: String
  var trackName: String
  var track: String
  /// The address that real positions come from.
  var liveSource: String
}

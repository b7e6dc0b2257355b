import ArgumentParser
import Geo
import GeoHost
import GeoLua
import Glibc
import LuaBridge

/// `geoscript docs`.
struct DocsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs",
    abstract: "Print the reference as Markdown.",
    discussion: """
        geoscript docs                          # the list of pages
        geoscript docs CLLocationManager
        geoscript docs --to reference           # all pages as files
      """)

  @Argument(help: "A page: a class, module or group.")
  var page: String?

  @Option(help: ArgumentHelp("Write all pages into this folder.", valueName: "dir"), completion: .directory)
  var to: String?

  func run() throws {
    let pages = ReferenceMarkdown(catalog: GeoLibrary.catalog).pages()
    if let to { return try write(pages, to) }
    guard let page else {
      for page in pages { print(page.name) }
      return
    }
    let names = pages.map(\.name)
    guard let found = pages.first(where: { $0.name == page || $0.name == page + ".md" }) else {
      throw GeoError(.usage, "there is no page '\(page)'\(NearestName.advice(page, among: names))")
    }
    print(found.text, terminator: "")
  }

  private func write(_ pages: [ReferenceMarkdown.Page], _ folder: String) throws {
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
      throw GeoError(.cannotCreate, String(cString: strerror(errno)), at: folder)
    }
    for page in pages {
      let path = "\(folder)/\(page.name)"
      guard let file = fopen(path, "w") else {
        throw GeoError(.cannotCreate, String(cString: strerror(errno)), at: path)
      }
      let isWritten = fputs(page.text, file) >= 0
      guard fclose(file) == 0, isWritten else {
        throw GeoError(.inputOutput, String(cString: strerror(errno)), at: path)
      }
    }
  }
}

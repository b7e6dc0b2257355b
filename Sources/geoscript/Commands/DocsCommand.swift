import ArgumentParser
import Geo
import GeoFeeds
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
      Examples:
        geoscript docs                    the list of pages
        geoscript docs CLLocationManager  a class
        geoscript docs delegates          every function that the host may call
        geoscript docs alerts             the fields of an alert
        geoscript docs sources            what --from takes: files, receivers, phones
        geoscript docs inputs             the files of events, field by field
        geoscript docs fences             the files that regions come from
        geoscript docs regions            what can be watched, and when it fires
        geoscript docs background         an app that sleeps, is woken, has ended
        geoscript docs maps               what a map shows, and when it tells
        geoscript docs drawing            views and overlays that scripts draw
        geoscript docs geocoding          places by their names, and back
        geoscript docs geocoders          who knows places: gazetteers, servers
        geoscript docs pictures           how maps are drawn, and what into
        geoscript docs profiles           the phones that can be played
        geoscript docs --to reference     all pages as files in a folder
      """)

  @Argument(help: "A page; without one the list of pages.")
  var page: String?

  @Option(help: ArgumentHelp("Write all pages into this folder.", valueName: "dir"), completion: .directory)
  var to: String?

  func run() throws {
    let pages = ReferenceMarkdown(catalog: GeoLibrary.catalog)
      .pages(and: [
        .init(name: "alerts.md", text: Alert.reference),
        .init(name: "sources.md", text: SourcesReference.text),
        .init(name: "inputs.md", text: FileFeed.reference),
        .init(name: "fences.md", text: FenceFile.reference),
        .init(name: "regions.md", text: RegionReference.text),
        .init(name: "background.md", text: BackgroundReference.text),
        .init(name: "maps.md", text: MapReference.text),
        .init(name: "drawing.md", text: DrawingReference.text),
        .init(name: "geocoding.md", text: GeocodingReference.text),
        .init(name: "geocoders.md", text: GeocoderOption.reference),
        .init(name: "pictures.md", text: PictureReference.text),
        .init(name: "profiles.md", text: ProfileFile.reference),
      ])
    if let to { return try write(pages, to) }
    // The first page is the list of the others.
    let wanted = page ?? "README"
    let named = pages.first { DocsCommand.title($0).lowercased() == wanted.lowercased() }
    // A module, a delegate and a struct have no page of their own, but a heading.
    guard let found = named ?? pages.first(where: { $0.text.contains("\n## \(wanted)\n") }) else {
      let names = pages.map { DocsCommand.title($0) }
      let near = NearestName.advice(wanted, among: names)
      let holders = pages.filter { $0.text.contains("`\(wanted)") || $0.text.contains("`:\(wanted)(") }
      var places = holders.prefix(8).map { DocsCommand.title($0) }.joined(separator: ", ")
      if holders.count > 8 { places += " and \(holders.count - 8) more" }
      let further =
        near.isEmpty && !holders.isEmpty ? "it stands on: \(places)" : "`geoscript docs` lists them"
      throw GeoError(.usage, "there is no page '\(wanted)'\(near); \(further)")
    }
    print(found.text, terminator: "")
  }

  /// A page's name without its ending.
  private static func title(_ page: ReferenceMarkdown.Page) -> String {
    page.name.hasSuffix(".md") ? String(page.name.dropLast(3)) : page.name
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

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
    abstract: "Show the manual, a page of it, or every line with a word.",
    discussion: """
      NAME is a page, a class, a delegate, a module or a struct. Any other word is
      searched for in all pages. On a terminal, pages go through $PAGER, or
      through less -R.

      Examples:
        geoscript docs                    the list of pages
        geoscript docs quickstart         a first script, step by step
        geoscript docs run                the options of geoscript run
        geoscript docs CLLocationManager  a class
        geoscript docs delegates          every function that geoscript calls
        geoscript docs alerts             the fields of an alert
        geoscript docs json               every record of --json
        geoscript docs webhook            every page and member with the word
        geoscript docs --to reference     all pages as files in a folder
        geoscript docs --json             all pages and names, for programs
      """)

  @Argument(help: ArgumentHelp("A page, or words to search for.", valueName: "name"))
  var words: [String] = []

  @Flag(help: "Print the page as Markdown.")
  var markdown = false

  @Flag(help: "Print the page as JSON; without a name all pages and everything that scripts can name.")
  var json = false

  @Option(
    help: ArgumentHelp("Write all pages as Markdown into this folder.", valueName: "dir"),
    completion: .directory)
  var to: String?

  func validate() throws {
    guard !json || !markdown else {
      throw ValidationError("--json and --markdown both say the form: choose one")
    }
  }

  func run() throws {
    let manual = Manual(catalog: GeoLibrary.catalog, tables: OptionTables.all())
    if let to { return try write(manual.pages, to) }
    if json, words.isEmpty { return print(manual.json(of: GeoLibrary.catalog)) }
    let wanted = words.isEmpty ? nil : words.joined(separator: " ")
    guard let page = manual.page(wanted) else {
      if json {
        throw GeoError(.noInput, "there is no such page (geoscript docs lists them)", at: wanted ?? "")
      }
      return Pager.show(try ManualSearch(manual, wanted ?? "").text(Pager.layout))
    }
    if json { return print(page.json) }
    if markdown { return print(page.text, terminator: "") }
    Pager.show(Pager.layout.text(of: page))
  }

  private func write(_ pages: [Manual.Page], _ folder: String) throws {
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
      throw AtomicFile.failure(.cannotCreate, folder)
    }
    for page in pages {
      let path = "\(folder)/\(page.name)"
      guard let file = fopen(path, "w") else {
        throw AtomicFile.failure(.cannotCreate, path)
      }
      let isWritten = fputs(page.text, file) >= 0
      guard fclose(file) == 0, isWritten else {
        throw GeoError(.inputOutput, String(cString: strerror(errno)), at: path)
      }
    }
  }
}

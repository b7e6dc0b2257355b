import CManual
public import LuaBridge

/// The manual: the hand-written pages with their tables filled in, and a page for each class.
public struct Manual: Sendable {
  /// One page as Markdown.
  public typealias Page = ReferenceMarkdown.Page

  /// The list of pages first, then all others by name.
  public let pages: [Page]

  /// The name of the page that lists the others.
  private static let contents = "README"

  /// - Parameters:
  ///   - catalog: The classes, functions and constants that scripts see.
  ///   - tables: Further tables by their names in the pages; those of options come from the command.
  public init(catalog: LuaCatalog, tables: [String: String] = [:]) {
    let reference = ReferenceMarkdown(catalog: catalog)
    let generated = reference.pages().filter { $0.title != Manual.contents }
    var tables = tables.merging(ManualTables.all) { $1 }
    tables["classes"] = reference.list(of: generated)
    let written = Manual.written().map { page in
      Page(name: page.name, text: ManualTables.fill(Manual.unlinked(page.text), with: tables))
    }
    let sorted = (written + generated).sorted { $0.name < $1.name }
    pages = sorted.filter { $0.title == Manual.contents } + sorted.filter { $0.title != Manual.contents }
  }

  /// Returns the page of that name, ignoring case; without a name the list of pages.
  ///
  /// A heading that only one page has, such as a delegate's, a module's or a struct's, returns its section.
  public func page(_ name: String?) -> Page? {
    let wanted = (name ?? Manual.contents).lowercased()
    if let page = pages.first(where: { $0.title.lowercased() == wanted }) { return page }
    let sections = pages.compactMap { page in
      page.section(name ?? "").map { Page(name: page.name, text: $0) }
    }
    return sections.count == 1 ? sections[0] : nil
  }

  /// Replaces links to files of the repository by their names, because those files are not installed.
  static func unlinked(_ text: String) -> String {
    text.replacing(/\[[^\]]*\]\((\.\.\/)+([^)]*)\)/) { String($0.output.2) }
  }

  /// The pages of Sources/Manual/pages.
  static func written() -> [Page] {
    var count = 0
    guard let first = manualPages(&count) else { return [] }
    return (0..<count).map { index in
      Page(name: String(cString: first[index].name) + ".md", text: String(cString: first[index].text))
    }
  }
}

extension Manual.Page {
  /// The name without its ending.
  public var title: String { name.hasSuffix(".md") ? String(name.dropLast(3)) : name }

  /// The text from a heading of the second level up to the next one.
  fileprivate func section(_ heading: String) -> String? {
    guard let start = text.firstRange(of: "\n## \(heading)\n") else { return nil }
    let rest = text[start.lowerBound...].dropFirst()
    let end = rest.dropFirst(3).firstRange(of: "\n## ")?.lowerBound ?? rest.endIndex
    return String(rest[..<end]) + (end < rest.endIndex ? "\n" : "")
  }
}

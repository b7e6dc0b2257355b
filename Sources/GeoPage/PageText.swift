import CPage
import Geo
import GeoFeeds
import GeoFormats

/// The texts of pages: one file that needs nothing else, or what a server shows.
struct PageText {
  /// Returns the page.
  ///
  /// - Parameters:
  ///   - library: MapLibre GL JS, as ``PageLibrary`` reads it.
  ///   - world: the base map, as ``WorldMap`` writes it.
  static func html(_ document: PageDocument, title: String, library: [UInt8], world: [UInt8]) -> [UInt8] {
    let style = parts.first { $0.name.hasSuffix(".css") }?.text ?? ""
    let scripts = self.scripts.map(\.text)
    return filled([
      ("<!--policy-->", { $0 += Array(policy(style: style, scripts: scripts).utf8) }),
      ("<!--title-->", { $0 += Array(escaped(title).utf8) }),
      ("<!--style-->", { $0 += Array("<style>\(style)</style>".utf8) }),
      ("<!--data-->", { addData(document, world, to: &$0) }),
      (
        "<!--scripts-->",
        {
          $0 += Array("\(notice)<script>".utf8) + library + Array("</script>\n".utf8)
          for script in scripts { $0 += Array("<script>\(script)</script>\n".utf8) }
        }
      ),
    ])
  }

  /// The page that a server shows; it asks for the data.
  ///
  /// - Parameters:
  ///   - key: the value that the page's requests carry.
  ///   - folder: where it asks for the data.
  ///   - until: when the link ends that it belongs to, in seconds since 1970; nil for the page of the run.
  static func served(title: String, key: String, folder: String = "", until: TimeInterval? = nil) -> [UInt8] {
    let names = [PageLibrary.fileName] + scripts.map(\.name)
    return filled([
      ("<!--policy-->", { $0 += Array(servedPolicy.utf8) }),
      ("<!--title-->", { $0 += Array(escaped(title).utf8) }),
      ("<!--style-->", { $0 += Array("<link rel=\"stylesheet\" href=\"/page.css\">".utf8) }),
      (
        "<!--data-->",
        {
          let end = until.map { " data-until=\"\(Int($0 * 1000))\"" } ?? ""
          let place = "data-folder=\"\(folder)\"\(end) id=\"key\""
          $0 += Array("<script type=\"application/json\" \(place)>\"\(key)\"</script>\n".utf8)
        }
      ),
      (
        "<!--scripts-->",
        {
          $0 += Array(notice.utf8)
          for name in names { $0 += Array("<script src=\"/\(name)\"></script>\n".utf8) }
        }
      ),
    ])
  }

  /// The files of a served page, by path.
  static func files(library: [UInt8]) -> [String: PageSite.File] {
    let icon = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="5" fill="#0b62d6"/></svg>
      """
    var files: [String: PageSite.File] = [
      "/\(PageLibrary.fileName)": .init("text/javascript", library),
      "/favicon.ico": .init("image/svg+xml", Array(icon.utf8)),
    ]
    for part in parts where part.name.hasSuffix(".css") {
      files["/\(part.name)"] = .init("text/css; charset=utf-8", Array(part.text.utf8))
    }
    for script in scripts {
      files["/\(script.name)"] = .init("text/javascript; charset=utf-8", Array(script.text.utf8))
    }
    return files
  }

  /// Puts texts into the skeleton, in its order.
  private static func filled(_ fillings: [(place: String, fill: (inout [UInt8]) -> Void)]) -> [UInt8] {
    var html: [UInt8] = []
    var skeleton = parts.first { $0.name.hasSuffix(".html") }?.text[...] ?? ""
    for (place, fill) in fillings {
      guard let range = skeleton.firstRange(of: place) else { continue }
      html += Array(skeleton[..<range.lowerBound].utf8)
      fill(&html)
      skeleton = skeleton[range.upperBound...]
    }
    return html + Array(skeleton.utf8)
  }

  /// The modules, each a function of its own that shares `Page` with the others.
  private static var scripts: [(name: String, text: String)] {
    parts.filter { $0.name.hasSuffix(".js") }.map { name, text in
      (name, "(() => {\n\"use strict\";\nconst Page = (globalThis.Page ??= {});\n\(text)})();\n")
    }
  }

  private static var notice: String {
    "<!--\n\(parts.first { $0.name == "notice.txt" }?.text ?? "")-->\n"
  }

  /// The policy of a served page.
  static let servedPolicy = "default-src 'self'; worker-src blob:; connect-src 'self'"

  /// The parts of pages in the program.
  static var parts: [(name: String, text: String)] {
    var count = 0
    guard let first = pageParts(&count) else { return [] }
    return (0..<count).map { (String(cString: first[$0].name), String(cString: first[$0].text)) }
  }

  /// What the browser lets the page do: run these scripts and MapLibre's worker, and reach nothing.
  ///
  /// - Source: Content Security Policy Level 3, section 2.3.1 for hashes.
  private static func policy(style: String, scripts: [String]) -> String {
    func source(_ text: String) -> String {
      "'sha256-\(String(decoding: Base64.encode(SHA256.hash(Array(text.utf8))), as: UTF8.self))'"
    }
    let allowed = ["'sha256-\(PageLibrary.hash)'"] + scripts.map(source)
    return "default-src 'none'; script-src \(allowed.joined(separator: " ")); style-src \(source(style)); "
      + "img-src data: blob:; worker-src blob:; connect-src 'none'; base-uri 'none'; form-action 'none'"
  }

  private static func addData(_ document: PageDocument, _ world: [UInt8], to html: inout [UInt8]) {
    // A script element ends at the first «</script»; in JSON a text may have any letter as its number.
    let json = document.json.description.replacing("<", with: "\\u003c")
    html += Array("<script type=\"application/json\" id=\"data\">\(json)</script>\n".utf8)
    for (name, bytes) in [("columns", document.columns), ("world", world)] {
      html += Array("<script type=\"application/gzip;base64\" id=\"\(name)\">".utf8)
      html += Base64.encode(Gzip.packed(bytes)) + Array("</script>\n".utf8)
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}

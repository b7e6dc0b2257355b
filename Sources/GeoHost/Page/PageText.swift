import CPage
import Geo
import GeoFormats

/// A page as one file that needs nothing else.
struct PageText {
  /// Returns the page.
  ///
  /// - Parameters:
  ///   - library: MapLibre GL JS, as ``PageLibrary`` reads it.
  ///   - world: the base map, as ``WorldMap`` writes it.
  static func html(_ document: PageDocument, title: String, library: [UInt8], world: [UInt8]) -> [UInt8] {
    let parts = PageText.parts
    let style = parts.first { $0.name.hasSuffix(".css") }?.text ?? ""
    let scripts = parts.filter { $0.name.hasSuffix(".js") }.map(\.text)
    let policy = policy(style: style, scripts: scripts)
    var html: [UInt8] = []
    var skeleton = parts.first { $0.name.hasSuffix(".html") }?.text[...] ?? ""
    // Each place is a line of its own in the skeleton.
    let fillings: [(place: String, fill: (inout [UInt8]) -> Void)] = [
      ("<!--policy-->", { $0 += Array(policy.utf8) }),
      ("<!--title-->", { $0 += Array(escaped(title).utf8) }),
      ("<!--style-->", { $0 += Array("<style>\(style)</style>".utf8) }),
      ("<!--data-->", { addData(document, world, to: &$0) }),
      (
        "<!--scripts-->",
        {
          let notice = parts.first { $0.name == "notice.txt" }?.text ?? ""
          $0 += Array("<!--\n\(notice)-->\n<script>".utf8) + library + Array("</script>\n".utf8)
          for script in scripts { $0 += Array("<script>\(script)</script>\n".utf8) }
        }
      ),
    ]
    for (place, fill) in fillings {
      guard let range = skeleton.firstRange(of: place) else { continue }
      html += Array(skeleton[..<range.lowerBound].utf8)
      fill(&html)
      skeleton = skeleton[range.upperBound...]
    }
    return html + Array(skeleton.utf8)
  }

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

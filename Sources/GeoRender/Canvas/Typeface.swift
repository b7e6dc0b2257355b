/// A font family and style, from the name of a font.
///
/// Apple's typefaces are not available: sans-serif ones are drawn in DejaVu Sans, serif ones in DejaVu Serif,
/// monospaced ones in DejaVu Sans Mono. Other names select the machine's font of that name.
struct Typeface: Equatable {
  var family: String
  var isBold = false
  var isItalic = false

  init(_ fontName: String) {
    // PostScript names look like HelveticaNeue-BoldItalic.
    let parts = fontName.split(separator: "-", maxSplits: 1)
    family = String(parts.first ?? "")
    if parts.count == 2 {
      let style = parts[1].lowercased()
      isBold = ["bold", "heavy", "black", "semibold", "demi"].contains { style.contains($0) }
      isItalic = ["italic", "oblique"].contains { style.contains($0) }
      let known = ["", "regular", "roman", "light", "medium", "thin", "book", "mt", "ultralight", "psmt"]
      // The hyphen belongs to the family name.
      if !isBold && !isItalic && !known.contains(style) { family = fontName }
    }
    while let word = [" Bold", " Italic", " Oblique"].first(where: family.hasSuffix) {
      family.removeLast(word.count)
      if word == " Bold" { isBold = true } else { isItalic = true }
    }
    family = Typeface.ours[family.lowercased().filter { $0 != " " }] ?? family
    // Pango splits families at commas.
    family = family.filter { $0 != "," && $0 != "\0" }
    if family.isEmpty { family = "DejaVu Sans" }
  }

  private static let ours: [String: String] = {
    var ours: [String: String] = [:]
    for name in [
      ".sfui", ".sfuitext", ".sfuidisplay", ".applesystemuifont", "system", "systemfont", "sanfrancisco",
      "helvetica", "helveticaneue", "arial", "arialmt", "verdana", "avenir", "avenirnext", "lucidagrande",
      "geneva", "trebuchetms", "gillsans", "sans", "sans-serif",
    ] {
      ours[name] = "DejaVu Sans"
    }
    for name in [
      "times", "timesnewroman", "timesnewromanps", "timesnewromanpsmt", "georgia", "palatino", "baskerville",
      "serif",
    ] {
      ours[name] = "DejaVu Serif"
    }
    for name in ["courier", "couriernew", "couriernewps", "couriernewpsmt", "menlo", "monaco", "monospace"] {
      ours[name] = "DejaVu Sans Mono"
    }
    return ours
  }()
}

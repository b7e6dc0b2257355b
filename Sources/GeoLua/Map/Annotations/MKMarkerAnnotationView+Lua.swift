import Geo
import LuaBridge

extension MKMarkerAnnotationView {
  static func bind(_ c: LuaBinder<MKMarkerAnnotationView>) {
    c.summary("A balloon with a glyph whose tip is at the coordinate, with the title beneath it.")
    c.open(overridable: Overridable.annotationViewNames)
    let charging = ViewCharge(c.machine)
    c.initializer(["annotation", "reuseIdentifier"]) { (annotation: AnnotationValue?, identifier: String?) in
      try charging.made(MKMarkerAnnotationView(annotation: annotation?.object, reuseIdentifier: identifier))
    }
    c.property(
      "markerTintColor", .none, "The color of the balloon; nil for the standard red.",
      get: { $0.markerTintColor }, set: { $0.markerTintColor = $1 })
    c.property(
      "glyphTintColor", .none, "The color of the glyph; nil for white.", get: { $0.glyphTintColor },
      set: { $0.glyphTintColor = $1 })
    c.text(
      "glyphText", "The text in the balloon, two or three characters; nil for the standard glyph.",
      get: { $0.glyphText }, set: { $0.glyphText = $1 }, paidBy: \.memory)
    c.property(
      "glyphImage", .none, "The image in the balloon, drawn in one color; it comes before `glyphText`.",
      get: { $0.glyphImage }, set: { $0.glyphImage = $1 })
    c.property(
      "selectedGlyphImage", .none, "The image in the balloon while the marker is selected.",
      get: { $0.selectedGlyphImage }, set: { $0.selectedGlyphImage = $1 })
    c.property(
      "titleVisibility", .one,
      "When the title is drawn beneath the balloon, an `MKFeatureVisibility…`; adaptive where it has room.",
      get: { $0.titleVisibility }, set: { $0.titleVisibility = $1 })
    c.property(
      "subtitleVisibility", .one,
      "When the subtitle is drawn beneath the title, an `MKFeatureVisibility…`; adaptive while selected.",
      get: { $0.subtitleVisibility }, set: { $0.subtitleVisibility = $1 })
    c.property(
      "animatesWhenAdded", .none, "Whether the balloon grows out of the map when it comes into view.",
      get: { $0.animatesWhenAdded }, set: { $0.animatesWhenAdded = $1 })
  }
}

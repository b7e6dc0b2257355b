internal import CCairo
public import Geo

/// A picture being drawn: a canvas and the resulting file.
public final class Picture {
  public enum Format: String, CaseIterable, Sendable {
    case png, svg, pdf

    /// The format by file name extension, ignoring case.
    ///
    /// - Errors: ``GeoError`` for another extension, naming the known ones.
    public init(fileName: String) throws(GeoError) {
      let name = fileName.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
      let ending = name.contains(".") ? name.split(separator: ".").last?.lowercased() ?? "" : ""
      guard let format = Format(rawValue: ending) else {
        throw GeoError(.usage, "\(fileName): a picture's name ends in .png, .svg or .pdf")
      }
      self = format
    }

    var kind: CairoCanvas.Kind {
      switch self {
      case .png: .bitmap
      case .svg: .svg
      case .pdf: .pdf
      }
    }
  }

  public let format: Format
  public let canvas: CairoCanvas

  /// - Parameters:
  ///   - size: in points.
  ///   - scale: pixels per point; ignored for SVG and PDF.
  ///   - images: limits the cached pixels of images.
  /// - Errors: ``GeoError`` for an empty or too large size, and if the drawing libraries are not installed.
  public init(
    _ format: Format, size: CGSize, scale: Double = 1, images: DecodedImages? = nil
  ) throws(GeoError) {
    self.format = format
    canvas = try CairoCanvas(format.kind, size: size, scale: scale, images: images)
  }

  /// Ends the picture.
  ///
  /// - Returns: the bytes of its file.
  public func bytes() throws(GeoError) -> [UInt8] {
    var count = 0
    if format == .png {
      let bytes = cv_canvas_png(canvas.pointer, pixelsPerMeter(canvas.scale), &count)
      return try [UInt8](owning: bytes, count)
    }
    guard let bytes = cv_canvas_document(canvas.pointer, &count) else {
      let why = cv_canvas_error(canvas.pointer).map { String(cString: $0) } ?? "nothing was drawn"
      throw GeoError(.internal, "the \(format.rawValue.uppercased()) could not be made: \(why)")
    }
    return [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  }
}

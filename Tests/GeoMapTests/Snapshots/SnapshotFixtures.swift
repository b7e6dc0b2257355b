import GeoCore
import RecordingCanvas

@testable import GeoMap

/// Hands out canvases that paint nothing, of 4096 by 4096 pixels at most.
final class SnapshotCanvasFactory: CanvasFactory {
  private(set) var canvases: [RecordingCanvas] = []

  func makeCanvas(size: CGSize, scale: Double) throws(GeoError) -> any Canvas {
    guard size.width > 0, size.height > 0, size.width * scale <= 4096, size.height * scale <= 4096 else {
      throw GeoError(.data, "a picture has 1 to 4096 pixels a side")
    }
    let canvas = RecordingCanvas(size: size, scale: scale)
    canvases.append(canvas)
    return canvas
  }

  func image(of canvas: any Canvas) throws(GeoError) -> UIImage {
    UIImage(.drawn(canvas), size: canvas.size, scale: canvas.scale)
  }

  func png(of image: UIImage) throws(GeoError) -> [UInt8] { [] }
}

/// Ground that is ready after some questions.
final class SlowBaseMap: BaseMap {
  var questions = 0

  func prepare(_ scene: MapScene) -> Bool {
    questions -= 1
    return questions < 0
  }

  func drawGround(_ scene: MapScene, in context: CGContext) {}
  func drawLabels(_ scene: MapScene, in context: CGContext) {}
  func attribution(_ scene: MapScene) -> String? { nil }
}

import GeoCore
public import GeoLocation

/// A map view that lends its overlays and annotations to a picture of any area.
extension MKMapView {
  /// Starts to load what a picture of a scene needs; returns whether all of it is there, or will never be.
  func prepareSnapshot(_ scene: MapScene) -> Bool {
    layoutIfNeeded()
    return reading(scene.viewport) {
      layoutOverlays()
      return loadContent(scene)
    }
  }

  /// Draws a scene with the views and renderers of what lies in it; its delegate is asked for those that are not there.
  ///
  /// The map goes on with its own area as if nothing had happened: nobody hears of a change, and what it shows keeps
  /// its view. Where a script reads the area while it draws it reads that of the scene.
  func drawSnapshot(_ scene: MapScene, in context: CGContext) {
    layoutIfNeeded()
    let (shown, views) = (annotationList.shown, annotationLayer.subviews)
    isLent = true
    reading(scene.viewport) {
      layoutAnnotations()
      layoutOverlays()
      layoutTree { device?.hooks.onError?($0) }
      var scene = scene
      scene.covered = [attributionFrame(scene, in: context)].compactMap { $0 }
      scene.marked = markFrames(scene)
      draw(scene, in: context) {
        drawAnnotations(scene, in: context)
        drawAttributions(scene, in: context)
      }
    }
    isLent = false
    annotationLayer.show(views)
    annotationList.setShown(Set(shown + annotationList.shown).sorted())
    needsLayout = true
    layoutIfNeeded()
  }
}

extension MKMapSnapshotOptions {
  /// Draws the snapshot; nil when something that it needs is not there yet and there is time.
  ///
  /// - Errors: ``GeoError`` for options that make no picture, and where nothing can be drawn.
  func snapshot(
    on device: Device, mayWait: Bool, _ refusal: ((Int) -> String?)?
  ) throws(GeoError) -> MKMapSnapshot? {
    if let flaw { throw GeoError(.data, flaw) }
    guard let maker = device.screen.canvasFactory else {
      throw GeoError(.unavailable, "pictures cannot be drawn here")
    }
    let canvas = try maker.makeCanvas(size: size, scale: scale)
    let bytes = 4 * size.width * size.height * scale * scale
    if let why = refusal?(Int(bytes)) { throw GeoError(.data, why) }
    // One that has left the screen lends nothing.
    let map = mapView.flatMap { $0.device === device ? $0 : nil } ?? MKMapView(nil, device)
    var isReady = map.prepareSnapshot(scene(of: map))
    if !isReady, let awaitTiles = device.screen.awaitTiles {
      awaitTiles()
      isReady = map.prepareSnapshot(scene(of: map))
    }
    guard isReady || !mayWait else { return nil }
    // Anew: of overlays asked for just now some may hide what lies under them.
    let scene = scene(of: map)
    map.drawSnapshot(scene, in: CGContext(canvas))
    return MKMapSnapshot(try maker.image(of: canvas), scene.viewport)
  }

  private func scene(of map: MKMapView) -> MapScene {
    var scene = MapScene(viewport)
    scene.contentScale = scale
    scene.replaced = map.replacedParts(scene)
    scene.mapType = mapType
    scene.isDark = map.isDark
    scene.showsGraticule = map.showsGraticule
    scene.showsPointsOfInterest = showsPointsOfInterest
    return scene
  }
}

extension Screen {
  package func finishSnapshots() {
    // One that is asked for by another's handler is made too; a chain of them has an end.
    for _ in 0..<Screen.mostLastSnapshots {
      guard let next = snapshotters.first else { return }
      do { try next.work(mayWait: false) } catch { device.hooks.onError?(error) }
      device.deliver()
    }
  }

  private static let mostLastSnapshots = 1000
}

extension Device {
  /// How many snapshots are being made.
  public var snapshotCount: Int { madeScreen?.snapshotters.count ?? 0 }

  /// Counts a snapshot that is asked for now.
  ///
  /// - Errors: ``GeoError`` when so many were asked for at one time of the clock that it would never go on.
  func countSnapshot() throws(GeoError) {
    let screen = screen
    if screen.snapshotBurst.time != clock.now { screen.snapshotBurst = (clock.now, 0) }
    screen.snapshotBurst.count += 1
    guard screen.snapshotBurst.count <= Device.mostSnapshotsAtOnce else {
      throw GeoError(
        .data,
        "\(Device.mostSnapshotsAtOnce) snapshots were requested at one moment of the device's clock "
          + "(does each of them request the next?)")
    }
  }

  private static let mostSnapshotsAtOnce = 2000
}

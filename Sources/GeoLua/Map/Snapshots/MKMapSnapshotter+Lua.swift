public import Geo
public import LuaBridge

extension MKMapSnapshotter: LuaObject {
  static func bind(_ c: LuaBinder<MKMapSnapshotter>) {
    c.summary("Draws a part of the map once, without a screen; with the overlays and annotations of a map.")
    c.initializer(["options"]) { [unowned machine = c.machine] (options: MKMapSnapshotOptions?) in
      MKMapSnapshotter(
        options: options ?? MKMapSnapshotOptions(), device: try RunningScript.current(machine).device)
    }
    c.property("isLoading", .none, "Whether it was started and has not answered yet.") { $0.isLoading }
    c.property("loading", .none, "The same under its name in Objective-C.") { $0.isLoading }
    c.method(
      "startWithCompletionHandler", ["handler"],
      "Asks for the snapshot; `handler(snapshot, error)` is called once, with one of them, later at the same time."
    ) { [unowned machine = c.machine] (me: MKMapSnapshotter, handler: LuaFunction) in
      try me.start(handler, RunningScript.current(machine))
    }
    c.alias("start", of: "startWithCompletionHandler")
    c.method(
      "startWithQueue_completionHandler", ["queue", "handler"],
      "The same; there are no queues here, so that the first argument does not matter."
    ) { [unowned machine = c.machine] (me: MKMapSnapshotter, _: LuaAny, handler: LuaFunction) in
      try me.start(handler, RunningScript.current(machine))
    }
    c.method("cancel", "Gives the snapshot up: the handler is called with an error.") { $0.cancel() }
  }

  private func start(_ handler: LuaFunction, _ script: RunningScript) throws {
    guard script.device.snapshotCount < 1000 else {
      throw LuaMessage("1,000 snapshots are being made already: let some of them be done first")
    }
    let memory = try script.keep(400)
    refusal = { [unowned script] in script.refusal(ofImage: $0) }
    try start { [unowned script] snapshot, error in
      defer { withExtendedLifetime(memory) {} }
      guard let snapshot else { return try handler.call(MKMapSnapshot?.none, error) }
      do { try script.charge(snapshot.image) } catch let message as LuaMessage {
        return try handler.call(MKMapSnapshot?.none, MKErrorCode.unknown.error(message.description))
      }
      try handler.call(snapshot, NSError?.none)
    }
  }
}

extension MKMapSnapshot: LuaObject {
  static func bind(_ c: LuaBinder<MKMapSnapshot>) {
    c.summary("A picture of a part of the map that can locate places on itself.")
    c.property("image", .none, "The picture.") { $0.image }
    c.method(
      "pointForCoordinate", ["coordinate"], .none,
      "Returns the point of a coordinate on the image, from the upper left corner; it may lie outside."
    ) { (me: MKMapSnapshot, coordinate: CLLocationCoordinate2D) in me.point(for: coordinate) }
  }
}

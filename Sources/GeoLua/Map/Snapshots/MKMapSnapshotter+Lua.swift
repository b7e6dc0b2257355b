public import Geo
public import LuaBridge

extension MKMapSnapshotter: LuaObject {
  static func bind(_ c: LuaBinder<MKMapSnapshotter>) {
    c.summary(
      "Draws a part of the map as an image, with the overlays and annotations of a map view if wanted.")
    c.initializer(["options"]) { [unowned machine = c.machine] (options: MKMapSnapshotOptions?) in
      MKMapSnapshotter(
        options: options ?? MKMapSnapshotOptions(), device: try RunningScript.current(machine).device)
    }
    c.property("isLoading", .none, "Whether a snapshot is in progress.") { $0.isLoading }
    c.property("loading", .none, "The Objective-C name of `isLoading`.") { $0.isLoading }
    c.method(
      "startWithCompletionHandler", ["handler"], awaiting: "MKMapSnapshot?, NSError?",
      "Starts the snapshot; `handler(snapshot, error)` is called once with one of them, later at the same "
        + "device time. A task may leave the handler out and wait."
    ) { [unowned machine = c.machine] (me: MKMapSnapshotter, handler: LuaFunction?, caller: LuaCaller) in
      let script = try RunningScript.current(machine)
      if let handler { return try me.start(handler, script) }
      guard caller.isInTask else {
        throw LuaMessage(
          "function expected: startWithCompletionHandler(function(snapshot, error) … end); or call it without one in "
            + "geoscript.task(function() … end)")
      }
      throw try script.tasks.suspension(caller, "MKMapSnapshotter") { [tasks = script.tasks] task in
        try me.start(script) { tasks.resume(task, with: [$0, $1]) }
        return nil
      }
    }
    c.alias("start", of: "startWithCompletionHandler")
    c.method(
      "startWithQueue_completionHandler", ["queue", "handler"],
      "As `startWithCompletionHandler`; the queue is ignored."
    ) { [unowned machine = c.machine] (me: MKMapSnapshotter, _: LuaAny, handler: LuaFunction) in
      try me.start(handler, RunningScript.current(machine))
    }
    c.method("cancel", "Cancels the snapshot: the handler gets an error.") { $0.cancel() }
    c.nested("Options", MKMapSnapshotOptions.self, "The area and size of a snapshot.")
  }

  private func start(_ handler: LuaFunction, _ script: RunningScript) throws {
    try start(script) { try handler.call($0, $1) }
  }

  private func start(_ script: RunningScript, _ answer: @escaping CompletionHandler) throws {
    guard script.device.snapshotCount < 1000 else {
      throw LuaMessage("1,000 snapshots are in progress: wait for some of them first")
    }
    let memory = try script.chargeHost(400)
    refusal = { [unowned script] in script.refusal(ofImage: $0) }
    try start { [unowned script] snapshot, error in
      defer { withExtendedLifetime(memory) {} }
      guard let snapshot else { return try answer(nil, error) }
      do { try script.charge(snapshot.image) } catch let message as LuaMessage {
        return try answer(nil, MKErrorCode.unknown.error(message.description))
      }
      try answer(snapshot, nil)
    }
  }
}

extension MKMapSnapshot: LuaObject {
  static func bind(_ c: LuaBinder<MKMapSnapshot>) {
    c.summary("An image of a part of the map that can locate coordinates on it.")
    c.property("image", .none, "The image.") { $0.image }
    c.method(
      "pointForCoordinate", ["coordinate"], .none,
      "Returns the point of a coordinate, from the image's upper-left corner; it may lie outside the "
        + "image."
    ) { (me: MKMapSnapshot, coordinate: CLLocationCoordinate2D) in me.point(for: coordinate) }
  }
}

import Geo
public import LuaBridge

extension TestRun: LuaObject {
  static func bind(_ c: LuaBinder<TestRun>) {
    c.summary("The run of a test: what happens to its devices, and what the script is expected to do.")
    bindEvents(c)
    bindExpectations(c)
  }

  private static func bindEvents(_ c: LuaBinder<TestRun>) {
    c.method(
      "device", ["name"], .none, "Returns the same run for one device: `run:device(\"mum\"):fix{ … }`."
    ) {
      (me: TestRun, name: String) in try me.onDevice(name)
    }
    c.method(
      "track", ["file", "options"],
      "Plays a file of events to its end, or several files that are merged by time; the options are `interval`, "
        + "`pace`, `start` and `end`."
    ) { (me: TestRun, file: TestValue, options: TestValue?) in try me.perform(.track, file, options) }
    c.method("events", ["file"], "Plays an event log to its end.") { (me: TestRun, file: TestValue) in
      try me.perform(.events, file)
    }
    c.method(
      "sim", ["address"], "Plays a simulation to its end: `run:sim \"walk?at=52.5,13.4&duration=1h\"`."
    ) {
      (me: TestRun, address: String) in try me.perform(.sim, TestValue(json: .string(address)))
    }
    c.method(
      "walk", ["fields"],
      "Moves the device along a line: `from` (else where it is), `to`, `via`, `speed`, `interval`, `accuracy`."
    ) { (me: TestRun, fields: TestValue) in try me.perform(.walk, fields) }
    c.method(
      "fix", ["fields"], "Plays one fix with the fields of a line of the event log: `latitude`, `longitude` …"
    ) { (me: TestRun, fields: TestValue) in try me.perform(.fix, fields) }
    c.method("event", ["fields"], "Plays any line of the event log; `type` says which.") {
      (me: TestRun, fields: TestValue) in try me.perform(.event, fields)
    }
    c.method(
      "tap", ["fields"], "Plays a tap on a map: `annotation`, `latitude` and `longitude`, or `x` and `y`."
    ) {
      (me: TestRun, fields: TestValue) in try me.perform(.tap, fields)
    }
    c.method(
      "wait", ["duration"], "Moves the clock of every device, so that timers fire: `run:wait \"4min\"`."
    ) {
      (me: TestRun, duration: TestValue) in try me.perform(.wait, duration)
    }
    c.method(
      "geocode", ["fields"],
      "Answers geocoders from now on: for an `address` or near a `latitude` and `longitude`, a `name`, a `locality` … or "
        + "`fails = true`."
    ) { (me: TestRun, fields: TestValue) in try me.perform(.geocode, fields) }
    c.method(
      "finish", "Ends the run as `geoscript run` does: calls the functions given to `geoscript.onFinish`."
    ) {
      try $0.perform(.finish)
    }
  }

  private static func bindExpectations(_ c: LuaBinder<TestRun>) {
    c.method(
      "expectAlert", ["fields"],
      "Fails unless an alert has these fields; `at` and `within` say when. Uses up the earliest that fits."
    ) { (me: TestRun, fields: TestValue?) in try me.perform(.expectAlert, fields) }
    c.method("expectNoAlert", ["fields"], "Fails if an alert up to now, not used up, has these fields.") {
      (me: TestRun, fields: TestValue?) in try me.perform(.expectNoAlert, fields)
    }
    c.method(
      "expectState", ["region", "state"], "Fails unless the region is `inside`, `outside` or `unknown`."
    ) {
      (me: TestRun, region: String, state: String) in
      try me.perform(.expectState, TestValue(json: .string(region)), TestValue(json: .string(state)))
    }
    c.method(
      "expectCall", ["name", "fields"], "Fails unless a delegate function was called, with these fields."
    ) {
      (me: TestRun, name: String, fields: TestValue?) in
      try me.perform(.expectCall, TestValue(json: .string(name)), fields)
    }
    c.method("expectSent", ["channel", "message"], "Fails unless this was sent to the channel.") {
      (me: TestRun, channel: String, message: TestValue?) in
      try me.perform(.expectSent, TestValue(json: .string(channel)), message)
    }
    c.method("expectPrint", ["text"], "Fails unless the script printed a line that holds this text.") {
      (me: TestRun, text: String) in try me.perform(.expectPrint, TestValue(json: .string(text)))
    }
    c.method(
      "expectPicture", ["file", "options"],
      "Fails unless the map looks like the picture; `within` is how many percent of its pixels may differ. "
        + "`geoscript test --update` writes the picture."
    ) { (me: TestRun, file: String, options: TestValue?) in
      try me.perform(.expectPicture, TestValue(json: .string(file)), options)
    }
    c.method("expectFailure", ["text"], "Fails unless a callback failed with a message that holds this text.")
    {
      (me: TestRun, text: String?) in
      try me.perform(.expectFailure, text.map { TestValue(json: .string($0)) })
    }
    c.method("expectNothingElse", "Fails if an alert or a message to a channel is not used up.") {
      try $0.perform(.expectNothingElse)
    }
  }
}

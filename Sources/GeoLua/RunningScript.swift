public import Geo
public import LuaBridge

/// One script instance on its device, with the host state that calls from Lua use.
///
/// Ownership: the host owns this; this owns the Lua environment and the device; the environment points back
/// weakly.
public final class RunningScript {
  public let device: Device
  public let environment: LuaEnvironment
  public let options: ScriptOptions
  /// Finds the zone of the device's last fix; nil if the run has one zone.
  public var findZone: (() -> TimeZoneRules?)?
  /// The zone of local times.
  var timeZone: TimeZoneRules { findZone?() ?? options.timeZone }
  /// Functions given to `geoscript.onFinish` that have not been called, in order.
  private(set) var finishers: [(function: LuaFunction, memory: HostMemory)] = []
  /// Whether these are being called; no more are accepted then.
  private(set) var isFinishing = false
  /// Functions given to `geoscript.onMessage`, in order.
  var listeners: [(function: LuaFunction, memory: HostMemory)] = []
  /// The hooks of OwnTracks Recorder; nil without `--otr`.
  private(set) var recorderHooks: RecorderHooks?
  /// Whether it has hooks that no message has reached.
  public var awaitsMessages: Bool { recorderHooks?.hasHeard == false }
  /// What these say about the recording of the last message.
  public var recorderVerdict: RecorderVerdict { recorderHooks?.verdict ?? .store }
  /// Functions given to `geoscript.onAcknowledge`, in order.
  var acknowledgers: [(function: LuaFunction, memory: HostMemory)] = []
  /// The conditions of its alerts, made at the first that has a key; the host may keep them.
  public private(set) lazy var policy = makePolicy?() ?? AlertPolicy(device)
  public var makePolicy: (() -> AlertPolicy)?
  /// `geoscript.device` as the script has it, and the change number of the attributes in it.
  var pushedDevice: (version: Int, table: LuaReference)?
  /// Memory charged for the shapes of monitored regions, by identifier.
  private var heldShapes: [String: HostMemory] = [:]
  /// Memory charged for the conditions of monitors, by monitor and identifier.
  var heldConditions: [String: HostMemory] = [:]
  lazy var notifications = UNUserNotificationCenter(self)
  lazy var application = UIApplication(self)
  /// Memory charged for all monitored regions, besides those shapes.
  private var chargedForRegions = 0
  /// See `registered`; nil before the first region.
  var madeRegistered: RegisteredRegions?
  /// Modules loaded by `require`, by their file.
  var modules: [String: LuaAny] = [:]
  /// Modules that are being loaded, each required by the one before.
  var loading: [(name: String, path: String)] = []
  /// Annotation classes already warned about as not draggable.
  var immovableClasses: Set<String> = []
  /// The device time at which this instance started.
  let startTime: TimeInterval
  /// Reads the regions of a file; set by the host.
  public var readRegions: (String, RegionFormats) throws -> [MonitoredRegion] = { _, _ in [] }
  public internal(set) var alertCount = 0
  /// The number of alerts that came too late to be raised.
  public internal(set) var suppressedAlerts = 0
  /// The number of messages that came too late to be sent.
  public internal(set) var suppressedMessages = 0
  /// Counts the output records of the device.
  public private(set) var sequence: Int
  /// What a group script sees of its group; nil in a script for each device.
  private(set) var app: GroupApp?
  /// Whether `geoscript.app` may be called: once, in the first statement.
  var isInFirstStatement = false
  /// Whether the main chunk is running.
  private(set) var isInMainChunk = false
  /// Whether what runs has no single device as its cause, though one's event is being handled.
  private var hidesSubject = false
  /// The contents of `geoscript.store` from an earlier run.
  public var savedStore: JSONValue?
  /// `geoscript.store`, once the script has asked for it.
  var store: LuaReference?
  /// `geoscript.test`; nil except in a test file.
  var testModule: TestModuleTable?
  public private(set) var mainChunkTimers = MainChunkTimers()
  public private(set) var namedTimers = NamedTimers()
  /// See `tasks`; nil before the first.
  var madeTasks: ScriptTasks?
  /// Whether it follows another copy of the script in the same run.
  public var isReload = false
  /// What it writes to files, as long as the host holds that back; see ``holdFiles()``.
  var heldFiles: [() throws(GeoError) -> Void]?
  /// Hears of each module that it loads: before it is read, and with its text.
  public var onModule: (LoadedModule) -> Void = { _ in }
  /// Receives every delegate call, alert and printed line in order.
  public var onRecord: (ScriptRecord) -> Void = { _ in }
  /// Whether delegate calls are recorded too, which costs time.
  @exclusivity(unchecked) public var recordsCalls = false

  /// - Parameter sequence: the number of records that the device has already written.
  public init(device: Device, environment: LuaEnvironment, options: ScriptOptions, sequence: Int = 0) {
    self.device = device
    self.sequence = sequence
    self.environment = environment
    self.options = options
    startTime = device.clock.now
    environment.owner = self
    app = device.group.map { GroupApp(self, $0) }
  }

  /// The member of the group whose event is being handled; nil in a script for each device.
  var subject: GroupMember? { hidesSubject ? nil : device.group?.current }

  /// Runs `body` as caused by no single device, unless it was.
  func withoutSubject(unless isCaused: Bool, _ body: () -> Void) {
    hidesSubject = !isCaused
    body()
    hidesSubject = false
  }

  deinit {
    madeTasks?.close()
    environment.owner = nil
  }

  /// The running script that a call from Lua belongs to.
  ///
  /// - Errors: ``LuaMessage`` when no script is running.
  public static func current(_ machine: LuaMachine?) throws -> RunningScript {
    try script(machine?.runningEnvironment?.owner)
  }

  static func current(_ stack: LuaStack) throws -> RunningScript { try script(LuaMachine.owner(of: stack)) }

  private static func script(_ owner: AnyObject?) throws -> RunningScript {
    guard let script = owner as? RunningScript else {
      throw LuaMessage("this can only be called from a running script")
    }
    return script
  }

  /// Calls the functions given to `geoscript.onFinish`.
  ///
  /// - Parameter onError: called for each function that fails; the others still run.
  public func finish(onError: (any Error) -> Void) {
    isFinishing = true
    madeRegistered?.report()
    for finisher in finishers {
      do { try environment.machine.withLongBudget { try finisher.function.call() } } catch { onError(error) }
    }
  }

  /// Charges the script for the shape of a region that its device is about to keep, until ``letGo(of:)``.
  ///
  /// - Errors: ``LuaMessage`` when the script is already over its memory limit.
  func hold(_ region: CLRegion) throws {
    try requireMemory()
    let machine = environment.machine
    if machine.bytes + machine.outsideBytes() > machine.memoryLimit { throw RunningScript.noMemory }
    // A region that came from the manager is kept and shared anyway.
    guard !region.isFrozen, case let bytes = region.luaBytes + region.indexBytes else { return }
    if bytes > 0 { heldShapes[region.identifier] = try chargeHost(bytes) } else { letGo(of: region) }
  }

  func letGo(of region: CLRegion) { if !heldShapes.isEmpty { heldShapes[region.identifier] = nil } }

  func callAtEnd(_ function: LuaFunction) throws {
    guard !isFinishing else {
      throw LuaMessage("geoscript.onFinish: the run is already ending; call it earlier")
    }
    finishers.append((function, try chargeHost(200)))
  }

  /// Runs `body`, which starts or stops monitoring a region, and charges the script for what the host keeps
  /// for it.
  ///
  /// Instances that monitor the same regions share them. Each is charged as if it were alone, so the order of
  /// registration does not matter; ``LuaMachine/outsideBytes`` counts shared regions once.
  func chargingRegion(_ identifier: String, _ body: () -> Void) {
    let before = device.registeredRegionCount
    body()
    let change = device.registeredRegionCount - before
    guard change != 0 else { return }
    // A region it releases may predate this instance: never refund more than was charged.
    let bytes = max(change * (RegionMemory.region + identifier.utf8.count), -chargedForRegions)
    chargedForRegions += bytes
    environment.reserve(bytes)
  }

  /// Continues an earlier run: its record count and the timers of its main chunk.
  public func resume(sequence: Int, timers: [DeviceTimer.Snapshot], named: [DeviceTimer.Snapshot]) {
    self.sequence = 0
    // Records of the start count from 1 in each run, those of `locationManagerDidChangeAuthorization` included; later
    // ones keep their numbers.
    device.hooks.rare.onBegun = { [weak self] in
      guard let self else { return }
      self.sequence = max(self.sequence, sequence)
    }
    device.clock.follow(order: (timers + named).map(\.order).max() ?? 0)
    mainChunkTimers = MainChunkTimers(earlier: timers)
    namedTimers.begin(earlier: named)
  }

  /// Runs the main chunk.
  ///
  /// - Parameter keepsTimers: whether a later run shall find the timers that it sets.
  /// - Errors: ``LuaError``.
  public func run(_ chunk: LuaChunk, keepsTimers: Bool) throws {
    mainChunkTimers.isOpen = keepsTimers
    madeRegistered?.openMainChunk()
    isInFirstStatement = options.declaresUnit
    isInMainChunk = true
    defer {
      isInMainChunk = false
      namedTimers.end()
      madeRegistered?.closeMainChunk()
      mainChunkTimers.isOpen = false
    }
    try environment.enter {
      if options.hasRecorderHooks { recorderHooks = try RecorderHooks(self) }
      try environment.run(chunk)
      try recorderHooks?.start()
    }
    device.forgetPastApproaches()
    app?.continueEarlier()
  }

  /// Registers a timer that the script has just set.
  func register(_ timer: DeviceTimer, as identifier: String? = nil, isDeclared: Bool = false) -> DeviceTimer {
    if let identifier {
      namedTimers.add(timer, as: identifier, isDeclared: isDeclared, now: device.clock.now)
    } else if mainChunkTimers.isOpen {
      // `file.lua:12: `, the prefix of a message.
      let place = environment.machine.place(environment.machine.stack).dropLast(2)
      mainChunkTimers.add(timer, at: String(place), now: device.clock.now)
    }
    return timer
  }

  /// Records a call of the script's function with `--json`, and counts it without, so that the numbers of records, and
  /// the ids of alerts, do not depend on the output.
  func recordCall(_ content: @autoclosure () -> ScriptRecord.Content) {
    if recordsCalls { record(content()) } else { sequence += 1 }
  }

  /// Calls a function of a delegate, which is recorded or counted only if the script has it.
  ///
  /// - Returns: what `call` returns: whether the script has the function.
  func recordCall(
    if isImplemented: () -> Bool, _ content: () -> ScriptRecord.Content, _ call: () throws -> Bool
  ) rethrows -> Bool {
    if recordsCalls {
      if isImplemented() { record(content()) }
      return try call()
    }
    sequence += 1
    let isTaken = try call()
    // Asking beforehand costs more than taking the number back.
    if !isTaken { sequence -= 1 }
    return isTaken
  }

  /// Writes a record.
  ///
  /// - Parameter name: the device that it is about; nil for the one that causes what the script does.
  public func record(_ content: ScriptRecord.Content, of name: String? = nil) {
    sequence += 1
    onRecord(
      ScriptRecord(
        time: device.clock.now, device: name ?? causingName, group: device.group?.name, sequence: sequence,
        content: content))
  }
}

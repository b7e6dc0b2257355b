public import Geo
public import LuaBridge

/// One script instance on its device: what a call from Lua finds of the world around it.
///
/// Ownership: the host owns this, this owns the copy and the device; the copy points back weakly.
public final class RunningScript {
  public let device: Device
  public let environment: LuaEnvironment
  public let options: ScriptOptions
  /// Functions given to `geoscript.onFinish` that have not been called, in order.
  private var finishers: [(function: LuaFunction, memory: HostMemory)] = []
  /// Whether those are being called: it is too late for more.
  private var isFinishing = false
  /// Functions given to `geoscript.onMessage`, in order.
  var listeners: [(function: LuaFunction, memory: HostMemory)] = []
  /// The attributes of the device as the script has them, and of which of their changes.
  var pushedAttributes: (version: Int, table: LuaReference)?
  /// What the shapes of watched regions take, by identifier.
  private var heldShapes: [String: HostMemory] = [:]
  /// Bytes for all the regions that it had watched, beside those shapes.
  private var chargedForRegions = 0
  /// Modules loaded by `require`, by their file.
  var modules: [String: LuaAny] = [:]
  /// Modules that are being loaded, each by the one before.
  var loading: [(name: String, path: String)] = []
  /// Classes of annotations that were said not to be draggable.
  var immovableClasses: Set<String> = []
  /// When the device's clock began for this copy.
  let startTime: TimeInterval
  /// Reads a file's regions; the host knows how.
  public var readRegions: (String, RegionFormats) throws -> [MonitoredRegion] = { _, _ in [] }
  public internal(set) var alertCount = 0
  /// Alerts that came too late to be raised.
  public internal(set) var suppressedAlerts = 0
  /// Counts the output records of the device.
  public private(set) var sequence: Int
  /// What an earlier run kept of `geoscript.store`.
  public var savedStore: JSONValue?
  /// `geoscript.store`, once the script has asked for it.
  var store: LuaReference?
  public private(set) var mainChunkTimers = MainChunkTimers()
  /// Where the count of records goes on after the main chunk, nil without an earlier run.
  private var earlierSequence: Int?
  /// Receives every delegate call, alert and printed line in order.
  public var onRecord: (ScriptRecord) -> Void = { _ in }
  /// Whether delegate calls are recorded too; they cost time.
  public var recordsCalls = false

  /// - Parameter sequence: how many records the device has put out already.
  public init(device: Device, environment: LuaEnvironment, options: ScriptOptions, sequence: Int = 0) {
    self.device = device
    self.sequence = sequence
    self.environment = environment
    self.options = options
    startTime = device.clock.now
    environment.owner = self
  }

  deinit { environment.owner = nil }

  /// The running script that a call from Lua belongs to.
  ///
  /// - Errors: ``LuaMessage`` when the host itself runs, not a script.
  public static func current(_ machine: LuaMachine?) throws -> RunningScript {
    guard let script = machine?.runningEnvironment?.owner as? RunningScript else {
      throw LuaMessage("this works only in a running script")
    }
    return script
  }

  static func current(_ stack: LuaStack) throws -> RunningScript { try current(LuaMachine.of(stack)) }

  /// Calls what was given to `geoscript.onFinish`.
  ///
  /// - Parameter onError: told of each that fails; the others are called all the same.
  public func finish(onError: (any Error) -> Void) {
    isFinishing = true
    for finisher in finishers {
      do { try environment.machine.withLongBudget { try finisher.function.call() } } catch { onError(error) }
    }
  }

  /// Charges the copy for the shape of a region that its device is about to hold, until ``letGo(of:)``.
  ///
  /// - Errors: ``LuaMessage`` when the copy is over its memory already.
  func hold(_ region: CLRegion) throws {
    try requireMemory()
    // What came from the manager is held, and shared, anyway.
    guard !region.isFrozen else { return }
    heldShapes[region.identifier] = region.luaBytes > 0 ? try chargeHost(region.luaBytes) : nil
  }

  func letGo(of region: CLRegion) { heldShapes[region.identifier] = nil }

  func callAtEnd(_ function: LuaFunction) throws {
    guard !isFinishing else { throw LuaMessage("geoscript.onFinish: the run is ending already") }
    finishers.append((function, try chargeHost(200)))
  }

  /// Charges the copy with memory that the host is about to keep for it, until the result dies.
  ///
  /// - Errors: ``LuaMessage`` when the copy is over its memory already.
  func chargeHost(_ bytes: Int) throws -> HostMemory {
    try requireMemory()
    return HostMemory(bytes, of: environment)
  }

  /// What sets the limits.
  static let memoryAdvice = " (--max-memory-device, --max-memory)"

  /// Reads a JSON text whose values the copy is charged with as long as `memory` lives.
  ///
  /// - Errors: ``GeoError`` for what is no JSON, or more than the copy may take.
  func parse(json text: String) throws -> (value: JSONValue, memory: HostMemory) {
    let stack = environment.machine.stack
    LuaStackWork.spend(stack, text.utf8.count * 10)
    let parsed = try JSONParser.parse(
      text, room: max(0, LuaStackWork.room(stack)), advice: RunningScript.memoryAdvice)
    return (parsed.value, try chargeHost(parsed.bytes))
  }

  func requireMemory() throws {
    guard !LuaStackWork.isOverLimit(environment.machine.stack) else {
      throw LuaMessage("not enough memory\(RunningScript.memoryAdvice)")
    }
  }

  /// Runs `body`, which starts or stops watching a region, and charges the copy with what the host keeps for it.
  ///
  /// Copies that watch the same regions share them, and each is charged as if it were alone, so that none depends on
  /// who came first; the machine's own limit does not count them over and over.
  func chargingRegion(_ identifier: String, _ body: () -> Void) {
    let before = device.monitoredRegionCount
    body()
    let change = device.monitoredRegionCount - before
    guard change != 0 else { return }
    // What it lets go may have been watched before it started: never more is given back than was charged.
    let bytes = max(change * (RunningScript.regionBytes + identifier.utf8.count), -chargedForRegions)
    chargedForRegions += bytes
    environment.reserve(bytes)
  }

  /// About what a region takes beside its identifier: its record, its part of the history and of the index.
  private static let regionBytes = 200

  /// Goes on from an earlier run: its count of records and the timers of its main chunk.
  public func resume(sequence: Int, timers: [DeviceTimer.Snapshot]) {
    self.sequence = 0
    earlierSequence = sequence
    mainChunkTimers = MainChunkTimers(earlier: timers)
  }

  /// Runs the main chunk.
  ///
  /// - Parameter keepsTimers: whether the timers that it sets are to be found again by a later run.
  /// - Errors: ``LuaError``.
  public func run(_ chunk: LuaChunk, keepsTimers: Bool) throws {
    mainChunkTimers.isOpen = keepsTimers
    defer {
      mainChunkTimers.isOpen = false
      // Records of the main chunk count from 1 in each run; those after it have the numbers they had.
      sequence = max(sequence, earlierSequence ?? 0)
    }
    try environment.enter { try environment.run(chunk) }
  }

  /// Notes a timer that the script has just set.
  func register(_ timer: DeviceTimer) -> DeviceTimer {
    if mainChunkTimers.isOpen {
      // `file.lua:12: `, as it stands before a message.
      let place = environment.machine.place(environment.machine.stack).dropLast(2)
      mainChunkTimers.add(timer, at: String(place), now: device.clock.now)
    }
    return timer
  }

  public func record(_ content: ScriptRecord.Content) {
    sequence += 1
    onRecord(
      ScriptRecord(time: device.clock.now, device: device.name, sequence: sequence, content: content))
  }
}

import Geo

/// What the sensors of a device have measured, for formats that write it beside each fix.
///
/// It puts attributes together as a run does: those of one form replace the form's last ones, and of several forms the
/// latest counts. Its words name what a reader of the file does not get.
///
/// - Source: HO-44, HO-180.
struct SensorTrack {
  /// The values to write beside the next fix.
  private(set) var values = SensorValues()
  private var forms: [(form: String, values: SensorValues)] = []
  /// What a reader of the file so far has.
  private var written = SensorValues()
  private var changeTime = TimeInterval.nan
  private let withoutRoom: [(member: SensorValues.Member, word: StaticString)]

  /// - Parameter withoutRoom: the sensors that the format has no place for, and the words for them.
  init(withoutRoom: [(member: SensorValues.Member, word: StaticString)]) {
    self.withoutRoom = withoutRoom
  }

  /// Takes attributes of the device; returns what of them, or of those before, no fix can show.
  mutating func take(_ message: DeviceMessage, at time: TimeInterval) -> [StaticString] {
    var (sensors, hasOthers) = (SensorValues(), false)
    if case .object(let members)? = try? JSONParser.parse(message.json) {
      for (name, value) in members {
        let isNull = if case .null = value { true } else { false }
        guard let member = SensorValues.members.first(where: { $0.name == name })?.value else {
          hasOthers = hasOthers || !isNull
          continue
        }
        if let number = value.double, number.isFinite,
          number >= 0 || !Self.counts.contains(where: { $0 == member })
        {
          sensors[keyPath: member] = number
        } else {
          sensors[keyPath: member] = Self.end
          hasOthers = hasOthers || !isNull
        }
      }
    } else {
      hasOthers = true
    }
    var lost: [StaticString] = []
    for (member, word) in withoutRoom {
      if sensors[keyPath: member].isFinite { lost.append(word) }
      sensors[keyPath: member] = .nan
    }
    forms.removeAll { $0.form == message.form }
    forms.append((message.form, sensors))
    if change(to: merged(), at: time) || hasOthers { lost.append(TrackWords.attributes) }
    return lost
  }

  /// Notes that a fix was written with ``values``; returns what its reader does not get.
  mutating func fix(at time: TimeInterval) -> [StaticString] {
    guard values != written else { return [] }
    written = values
    // Without any value a reader keeps the last ones.
    if values.isEmpty { return [TrackWords.attributes] }
    return changeTime == time ? [] : ["time of attributes"]
  }

  /// The word for values after which no fix came.
  var rest: [StaticString] { values == written ? [] : [TrackWords.attributes] }

  /// Sets the values; returns whether values are gone that no fix has shown.
  private mutating func change(to new: SensorValues, at time: TimeInterval) -> Bool {
    guard new != values else { return false }
    let isFirst = values == written
    defer { values = new }
    func differ(_ one: SensorValues, _ other: SensorValues, in member: KeyPath<SensorValues, Double>) -> Bool
    {
      one[keyPath: member].bitPattern != other[keyPath: member].bitPattern
    }
    let isGone = SensorValues.members.contains {
      differ(values, written, in: $0.value) && differ(values, new, in: $0.value)
    }
    // Values that wait for a fix count from the first of them.
    if isFirst || isGone { changeTime = time }
    return isGone
  }

  private func merged() -> SensorValues {
    var all = SensorValues()
    for (_, values) in forms {
      for (_, member) in SensorValues.members where !values[keyPath: member].isNaN {
        let value = values[keyPath: member]
        all[keyPath: member] = value == Self.end ? .nan : value
      }
    }
    return all
  }

  /// Stands for null or a text, which end the value of an earlier form, too.
  private static let end = Double.infinity
  /// The sensors whose values below 0 no format has room for.
  private static let counts: [SensorValues.Member] = [\.heartRate, \.cadence, \.power]
}

/// The losses of the signal of a device, for formats that write them as the beginning of a new stretch: their readers
/// take the time of the fix before it.
struct GapTrack {
  /// Whether the signal was lost since the last fix.
  private(set) var isOpen = false
  private var lastFix = TimeInterval.nan
  private var time = TimeInterval.nan

  /// Takes a loss of the signal; returns the word for one that no stretch can show.
  mutating func lose(at time: TimeInterval) -> [StaticString] {
    guard !lastFix.isNaN, !isOpen else { return [TrackWords.lossOfSignal] }
    (isOpen, self.time) = (true, time)
    return []
  }

  /// Notes that a fix was written, with which the next stretch began if the signal was lost.
  mutating func fix(at time: TimeInterval) -> [StaticString] {
    defer { (isOpen, lastFix) = (false, time) }
    return isOpen && self.time != lastFix ? ["time of a loss of the signal"] : []
  }

  /// The word for a loss after which no fix came.
  var rest: [StaticString] { isOpen ? [TrackWords.lossOfSignal] : [] }
}

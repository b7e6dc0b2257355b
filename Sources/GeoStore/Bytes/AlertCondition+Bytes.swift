import Geo
import SQLite

extension ByteWriter {
  mutating func write(_ condition: AlertCondition) {
    for text in [condition.key, condition.alert, condition.content] { write(text) }
    for flag in [condition.isFiring, condition.isSent, condition.isAcknowledged] { write(flag) }
    write(condition.repeatEvery)
    write(count: condition.repeatMax)
    write(count: condition.repeats)
    for time in [condition.due, condition.cooldown, condition.cooldownEnd] { write(time) }
  }
}

extension ByteReader {
  mutating func alertCondition() throws(Fault) -> AlertCondition {
    var condition = AlertCondition(key: try text(), alert: try text())
    condition.content = try text()
    condition.isFiring = try flag()
    condition.isSent = try flag()
    condition.isAcknowledged = try flag()
    condition.repeatEvery = try double()
    condition.repeatMax = try natural()
    condition.repeats = try natural()
    condition.due = try coming()
    condition.cooldown = try double()
    condition.cooldownEnd = try latest()
    // Repeats at shorter intervals would have no end.
    guard condition.repeatEvery == 0 || condition.repeatEvery >= 1 else { throw Fault() }
    return condition
  }
}

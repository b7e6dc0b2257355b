import Geo
import GeoLua

extension Worker {
  /// Keeps a row until it is written in order; without an order to come, writes it at once.
  func keep(_ fields: [(name: String, value: JSONValue)], of table: String, _ record: ScriptRecord) {
    if let advice = plan.tables.advice(for: table) { return output.warn(advice) }
    let row = TableRow(
      table: table, event: eventNumber, time: record.time, device: record.device, counter: record.counter,
      sequence: record.sequence, fields: fields)
    guard plan.live != nil, plan.saved == nil else { return rows.append(row) }
    plan.tables.write([row]) { output.warn($0) }
  }

  /// The rows since the last call.
  func takeRows() -> [TableRow] {
    defer { rows.removeAll(keepingCapacity: true) }
    return rows
  }
}

extension WorkerPool {
  /// Waits until everything handed over has been handled, and returns the rows since the last call.
  func takeRows() -> [TableRow] { each { $0.takeRows() }.flatMap { $0 } }
}

extension Run {
  /// Writes the rows so far; with `--state`, a checkpoint does.
  func writeRows(_ stage: RunResources) {
    guard !stage.plan.tables.isEmpty, stage.checkpointer == nil else { return }
    stage.plan.tables.write(stage.pool.takeRows()) { stage.output.warn($0) }
  }
}

public import Geo
public import GeoFormats
import HeapModule

/// Several sources as one, in order of `time`.
///
/// - Shapes: events of one source keep their order, even if its times go back; of events with the
///   same time those of the earlier source in the list come first.
/// - Memory: one batch of each source.
public final class MergedSource: EventSource {
  /// The most events that one call of ``read(into:)`` appends.
  private let batchSize: Int

  /// A source with its events that were read and not yet delivered.
  private struct Input {
    let source: any EventSource
    var events: [DeviceEvent] = []
    var next = 0
    /// The source's position before these were read.
    var begin: [SourcePosition] = []
    var isOver = false
    /// The error that ended this source; thrown after its last events.
    var failure: GeoError?
  }

  private struct Head: Comparable {
    var time: TimeInterval
    var input: Int

    static func < (a: Head, b: Head) -> Bool { (a.time, a.input) < (b.time, b.input) }
  }

  public let name: String
  private var inputs: [Input]
  /// The next event of each source that has one.
  private var heap = Heap<Head>()
  private var hasBegun = false

  /// - Parameter batchSize: the most events that one call of ``read(into:)`` appends.
  public init(_ sources: [any EventSource], batchSize: Int = 4096) {
    self.batchSize = batchSize
    name = sources.map(\.name).joined(separator: " ")
    inputs = sources.map { Input(source: $0) }
  }

  public var skips: SkipCounts {
    inputs.reduce(into: SkipCounts()) { $0.add($1.source.skips) }
  }

  /// The mean of the sources' fractions, without unknown ones.
  public var fraction: Double? {
    let known = inputs.compactMap(\.source.fraction)
    return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
  }

  public var stop: RecordedStop { .merging(inputs.map(\.source.stop)) }

  public var notes: [String] { inputs.flatMap(\.source.notes) }

  public var summary: [String] { inputs.flatMap(\.source.summary) }

  public var positions: [SourcePosition] {
    inputs.flatMap { input in
      guard input.next < input.events.count else { return input.source.positions }
      return input.begin.map { place in
        var place = place
        place.events += input.next
        return place
      }
    }
  }

  public func read(into batch: inout [DeviceEvent]) throws(GeoError) -> Bool {
    if !hasBegun {
      hasBegun = true
      var failure: GeoError?
      for index in inputs.indices {
        do { try enter(index) } catch { failure = failure ?? error }
      }
      if let failure { throw failure }
    }
    let full = batch.count + batchSize
    while batch.count < full, let head = heap.popMin() {
      // While this source stays the earliest, the heap is not needed.
      let rival = heap.min ?? Head(time: .infinity, input: .max)
      var index = inputs[head.input].next
      let limit = inputs[head.input].events.count
      repeat {
        batch.append(inputs[head.input].events[index])
        index += 1
      } while index < limit && batch.count < full
        && Head(time: inputs[head.input].events[index].time, input: head.input) < rival
      inputs[head.input].next = index
      try enter(head.input)
    }
    return !heap.isEmpty
  }

  /// Puts the next event of a source into the heap, reading more events if none are left.
  private func enter(_ index: Int) throws(GeoError) {
    if inputs[index].next == inputs[index].events.count {
      inputs[index].events.removeAll(keepingCapacity: true)
      inputs[index].next = 0
      while !inputs[index].isOver, inputs[index].events.isEmpty {
        inputs[index].begin = inputs[index].source.positions
        do {
          inputs[index].isOver = try !inputs[index].source.read(into: &inputs[index].events)
        } catch {
          inputs[index].isOver = true
          inputs[index].failure = error
        }
      }
    }
    if inputs[index].events.isEmpty, let failure = inputs[index].failure {
      // The other sources are still readable: the next call continues without this one.
      inputs[index].failure = nil
      throw failure
    }
    guard inputs[index].next < inputs[index].events.count else { return }
    heap.insert(Head(time: inputs[index].events[inputs[index].next].time, input: index))
  }
}

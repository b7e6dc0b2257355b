import Glibc

/// A thread with room for deep recursion, and what it returned; nobody has to wait for it.
///
/// Sendable by its invariant: `result` is written by the thread before it ends and read after join; `thread` and
/// `isJoined` belong to the one thread that made it.
package final class WorkerThread<Result: Sendable>: @unchecked Sendable {
  private var thread = pthread_t()
  private var isJoined = false
  private var result: Result?
  private let isDone = Monitor(false)

  package init(_ body: @escaping @Sendable () -> Result) {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    pthread_attr_init(attributes)
    // As large as a main thread's: two hundred nested calls between Lua and Swift fit many times.
    pthread_attr_setstacksize(attributes, 8 << 20)
    let fault = pthread_create(
      &thread, attributes,
      { context in
        guard let context else { return nil }
        // Balances the passRetained below: the thread owns the object while it runs.
        Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(ThreadStart { self.run(body) }).toOpaque())
    precondition(fault == 0, "the system has no thread left")
    pthread_attr_destroy(attributes)
    attributes.deallocate()
  }

  // The thread holds this object while it runs: nobody waits for it, and it has ended or is about to.
  deinit { if !isJoined { pthread_detach(thread) } }

  private func run(_ body: () -> Result) {
    result = body()
    isDone.update { $0 = true }
  }

  /// Waits at most `seconds` for the thread to end, and returns whether it has.
  package func hasEnded(within seconds: Double) -> Bool {
    isDone.update(when: { $0 }, until: monotonicSeconds() + seconds) { $0 }
  }

  /// Waits for the thread's end.
  package func join() -> Result? {
    guard !isJoined else { return result }
    isJoined = true
    pthread_join(thread, nil)
    return result
  }
}

/// What a thread begins with: a class of its own, because finding out what a generic one can do takes a tenth of a
/// millisecond at the start of each run.
private final class ThreadStart {
  let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }
}

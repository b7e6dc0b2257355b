import Glibc

/// A thread with a stack for deep recursion, and its result; joining it is optional.
///
/// Sendable by its invariant: the thread writes `result` before it ends, and others read it after join;
/// `thread` and `isJoined` belong to the one thread that created it.
package final class WorkerThread<Result: Sendable>: @unchecked Sendable {
  private var thread = pthread_t()
  private var isJoined = false
  private var result: Result?
  private let isDone = Monitor(false)

  package init(_ body: @escaping @Sendable () -> Result) {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    pthread_attr_init(attributes)
    // As large as a main thread's stack: two hundred nested calls between Lua and Swift fit many times.
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

  // The thread holds this object while it runs. On deinit nobody waits for it, and it has ended or is about
  // to.
  deinit { if !isJoined { pthread_detach(thread) } }

  private func run(_ body: () -> Result) {
    result = body()
    isDone.update { $0 = true }
  }

  /// Waits at most `seconds` for the thread to end, and returns whether it has.
  package func hasEnded(within seconds: Double) -> Bool {
    isDone.update(when: { $0 }, until: monotonicSeconds() + seconds) { $0 }
  }

  /// Waits for the thread to end.
  package func join() -> Result? {
    guard !isJoined else { return result }
    isJoined = true
    pthread_join(thread, nil)
    return result
  }
}

/// The argument of a new thread. A separate class, because resolving the metadata of a generic one takes a
/// tenth of a millisecond at the start of each run.
private final class ThreadStart {
  let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }
}

import GeoFeeds
import Glibc

/// A queue between two threads that makes the writer wait when it is full.
///
/// Sendable by its invariant: `items` and `isClosed` are touched only with `lock` held.
final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let capacity: Int
  private var items: [Element] = []
  private var head = 0
  private var isClosed = false

  init(capacity: Int) {
    self.capacity = capacity
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    pthread_cond_destroy(changed)
    lock.deallocate()
    changed.deallocate()
  }

  /// Adds an item, waiting while the queue is full; dropped when it is closed.
  func add(_ item: Element) {
    pthread_mutex_lock(lock)
    while items.count - head >= capacity, !isClosed { pthread_cond_wait(changed, lock) }
    if !isClosed { items.append(item) }
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(lock)
  }

  /// Takes the oldest item, waiting for one; nil once the queue is closed and empty.
  func next() -> Element? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while head == items.count, !isClosed { pthread_cond_wait(changed, lock) }
    guard head < items.count else { return nil }
    let item = items[head]
    head += 1
    if head == items.count {
      items.removeAll(keepingCapacity: true)
      head = 0
    }
    pthread_cond_broadcast(changed)
    return item
  }

  /// No more items come; a second call does nothing.
  func close() {
    pthread_mutex_lock(lock)
    isClosed = true
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(lock)
  }
}

/// A thread with room for deep Lua recursion, and what it returned.
///
/// Sendable by its invariant: `result` is written by the thread before it ends and read after join.
final class WorkerThread<Result: Sendable>: @unchecked Sendable {
  private var thread = pthread_t()
  private var isJoined = false
  private var result: Result?
  private let isDone = Flag()
  private let bell = Bell()
  private let body: @Sendable () -> Result

  init(_ body: @escaping @Sendable () -> Result) {
    self.body = body
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    pthread_attr_init(attributes)
    // As large as a main thread's: two hundred nested calls between Lua and Swift fit many times.
    pthread_attr_setstacksize(attributes, 8 << 20)
    pthread_create(
      &thread, attributes,
      { context in
        guard let context else { return nil }
        // Balances the passRetained below: the thread owns the object while it runs.
        let worker = Unmanaged<AnyObject>.fromOpaque(context).takeRetainedValue()
        (worker as? any ThreadBody)?.run()
        return nil
      }, Unmanaged<AnyObject>.passRetained(self).toOpaque())
    pthread_attr_destroy(attributes)
    attributes.deallocate()
  }

  /// Waits for the thread's end for so many seconds at most; whether it has ended.
  func hasEnded(within seconds: Double) -> Bool {
    if !isDone.isSet { bell.wait(until: monotonicSeconds() + seconds) }
    return isDone.isSet
  }

  /// Waits for the thread's end.
  func join() -> Result? {
    guard !isJoined else { return result }
    isJoined = true
    pthread_join(thread, nil)
    return result
  }
}

private protocol ThreadBody { func run() }

extension WorkerThread: ThreadBody {
  fileprivate func run() {
    result = body()
    isDone.set()
    bell.ring()
  }
}

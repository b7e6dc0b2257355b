package import Geo
package import GeoStore
import Glibc
import Synchronization

/// Notes the device whose work crashes the process, so that one event cannot crash each run after a restart.
///
/// What a signal handler may do is little, and this does more: a clock ends the process if that should hang.
package enum CrashNote {
  /// What a worker works on.
  package final class Watched: Sendable {
    fileprivate let device: WatchedDevice
    fileprivate let directory: DeviceDirectory
    fileprivate let quarantine: StateStore.Quarantine

    fileprivate init(
      _ device: WatchedDevice, _ directory: DeviceDirectory, _ quarantine: @escaping StateStore.Quarantine
    ) {
      (self.device, self.directory, self.quarantine) = (device, directory, quarantine)
    }
  }

  private static let signals = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT]
  /// What each worker's thread works on.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
  // Written once, before any handler can run, by `install`.
  nonisolated(unsafe) private static let earlier = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
  private static let install: Void = {
    _ = key
    for number in signals {
      var action = Glibc.sigaction()
      action.sa_flags = SA_ONSTACK | SA_SIGINFO
      action.__sigaction_handler.sa_sigaction = { number, info, _ in
        // What another process sends says nothing about a device: systemd sends SIGABRT if the run does not report.
        if let info, CrashNote.isForeign(info.pointee) {
          signal(number, SIG_DFL)
          kill(getpid(), number)
          return
        }
        // Returning runs the faulty instruction again: it then ends as it would have without this.
        sigaction(number, CrashNote.earlier + Int(number), nil)
        signal(SIGALRM, SIG_DFL)
        alarm(2)
        CrashNote.write()
      }
      sigaction(number, &action, earlier + Int(number))
    }
  }()

  /// Whether another process sent a signal.
  private static func isForeign(_ info: siginfo_t) -> Bool {
    info.si_code <= 0 && info._sifields._kill.si_pid != getpid()
  }

  /// Begins for the worker of the calling thread.
  @discardableResult
  package static func begin(
    _ device: WatchedDevice, _ directory: DeviceDirectory, _ quarantine: @escaping StateStore.Quarantine
  ) -> Watched {
    install
    // The handler runs there if the thread's own stack is full; kept as long as the thread lives.
    var stack = stack_t()
    if sigaltstack(nil, &stack) == 0, stack.ss_flags & Int32(SS_DISABLE) != 0 {
      let size = 1 << 16
      stack = stack_t(ss_sp: malloc(size), ss_flags: 0, ss_size: size)
      sigaltstack(&stack, nil)
    }
    let watched = Watched(device, directory, quarantine)
    turn(to: watched)
    return watched
  }

  /// Turns to another worker of the calling thread, for which ``begin(_:_:_:)`` was called.
  package static func turn(to watched: Watched) {
    let earlier = pthread_getspecific(key)
    // Retained until the thread turns to another one: it may crash until then.
    pthread_setspecific(key, Unmanaged.passRetained(watched).toOpaque())
    if let earlier { Unmanaged<Watched>.fromOpaque(earlier).release() }
  }

  private static func write() {
    guard let pointer = pthread_getspecific(key) else { return }
    // Retained by `turn(to:)`.
    let watched = Unmanaged<Watched>.fromOpaque(pointer).takeUnretainedValue()
    let number = watched.device.number.load(ordering: .relaxed)
    let id = DeviceID(index: number)
    watched.quarantine(watched.directory.name(of: id), watched.directory.isGroup(id))
  }
}

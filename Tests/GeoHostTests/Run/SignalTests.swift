import CommandTesting
import Glibc
import Testing

/// A stop by signal is clean: the current event is finished, `onFinish` runs, the summary is printed.
@Suite struct SignalTests {
  static let script = """
    geoscript.onFinish(function() print("finished") end)
    """ + "\n" + Sample.prints

  /// A replay at real speed, ten seconds from fix to fix, that has printed its first.
  private func running(_ words: [String] = []) throws -> Running {
    let command = try Command(["s.lua": SignalTests.script, "a.ndjson": Sample.log(100)])
    let running = try command.start(
      ["run", "s.lua", "--from", "a.ndjson", "--speed", "1", "--reorder-window", "0"] + words)
    #expect(running.waitFor("a\t0.0"))
    return running
  }

  @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143)), (SIGHUP, Int32(129))], ["1", "2"])
  func finishersRunAndTheSummaryIsPrinted(signal: (Int32, Int32), jobs: String) throws {
    let running = try running(["--jobs", jobs])
    running.send(signal.0)
    let result = running.wait()
    #expect(result.code == signal.1)
    #expect(result.lines == ["a\t0.0", "finished"])
    #expect(result.errors.hasPrefix("1 event, 1 device"))
  }

  @Test func whatNohupStartedOutlivesItsTerminal() throws {
    let command = try Command(["s.lua": SignalTests.script, "a.ndjson": Sample.log(2, seconds: 2)])
    let running = try command.start(
      [
        "-c",
        "trap '' HUP; exec $geoscript run s.lua --from a.ndjson --speed 1 --reorder-window 0",
      ], program: "/bin/sh")
    #expect(running.waitFor("a\t0.0"))
    running.send(SIGHUP)
    let result = running.wait()
    #expect(result.code == 0)
    #expect(result.lines == ["a\t0.0", "a\t0.1", "finished"])
  }

  @Test func withoutASourceToo() throws {
    let command = try Command([
      "s.lua": "geoscript.onFinish(function() print('end') end) geoscript.after(1000, print) print(1)"
    ])
    let running = try command.start(["run", "s.lua"])
    #expect(running.waitFor("1\n"))
    running.send(SIGINT)
    let result = running.wait()
    #expect(result.code == 130)
    #expect(result.lines == ["1", "end"])
  }

  @Test func aReadThatWaitsForStandardInputEnds() throws {
    let command = try Command(["s.lua": SignalTests.script, "first": Sample.log(1)])
    // The writer of the pipe stays for longer than the test.
    let running = try command.start(
      ["-c", "mkfifo p; { cat first; exec sleep 100; } > p & exec $geoscript run s.lua --from - < p"],
      program: "/bin/sh")
    #expect(running.waitFor("a\t0.0"))
    running.send(SIGTERM)
    let result = running.wait()
    #expect(result.code == 143)
    #expect(result.lines == ["a\t0.0", "finished"])
    kill(-running.process, SIGKILL)
  }

  /// A log that jumps most of a day, and a script with a timer every millisecond: 72 million calls.
  @Test(arguments: ["1", "2"]) func amongTimersToo(jobs: String) throws {
    let script = """
      geoscript.onFinish(function() print("finished") end)
      local count = 0
      geoscript.every(0.001, function() count = count + 1; if count % 100 == 1 then print("tick") end end)
      """
    let command = try Command(["s.lua": script])
    let running = try command.start(
      ["run", "s.lua", "--from", "-", "--jobs", jobs], stdin: Sample.log(2, seconds: 72_000))
    #expect(running.waitFor("tick"))
    running.send(SIGINT)
    let result = running.wait()
    #expect(result.code == 130)
    #expect(result.lines.last == "finished")
    #expect(result.errors.contains("still pending at the end: 1 timer"))
  }

  @Test func aSecondSignalEndsAtOnce() throws {
    let script = "geoscript.onFinish(function() print('finishing') while true do end end)\n" + Sample.prints
    let command = try Command(["s.lua": script, "a.ndjson": Sample.log(100)])
    let running = try command.start(
      [
        "run", "s.lua", "--from", "a.ndjson", "--speed", "1", "--reorder-window", "0", "--max-instructions",
        "1000000000000",
      ])
    #expect(running.waitFor("a\t0.0"))
    running.send(SIGINT)
    usleep(200_000)
    running.send(SIGTERM)
    let result = running.wait()
    #expect(result.code == 143)
    #expect(!result.errors.contains("events"))
  }

  /// A pipe holds 64 KiB. The reader of the first test stays away; that of the second one comes late.
  @Test(arguments: [false, true]) func aPipeThatNobodyReads(comes: Bool) throws {
    let command = try Command([
      "s.lua": """
      geoscript.onFinish(function() geoscript.appendFile("end", "finished") end)
      geoscript.appendFile("begun", "yes")
      for n = 1, 100 do print(string.rep("x", 1000)) end
      """
    ])
    let reader = comes ? "sleep 2; cat > read" : "sleep 100"
    let running = try command.start(
      ["-c", "mkfifo p; { \(reader); } < p & exec $geoscript run s.lua --allow-write . > p"],
      program: "/bin/sh")
    #expect(running.waitFor("yes", in: "begun"))
    usleep(500_000)
    running.send(SIGTERM)
    let result = running.wait()
    #expect(result.code == 143)
    #expect(result.errors.contains("nobody reads the output") == !comes)
    #expect(command.read("end") == (comes ? "finished" : ""))
    kill(-running.process, SIGKILL)
  }

  /// Stands between the command and its handlers: it ends the process where a handler takes or gives back memory. The
  /// signal may have come in the midst of an allocation; a second one would wait for its lock without end.
  static let guardian = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <signal.h>
    #include <string.h>
    #include <unistd.h>
    extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
    extern void *__libc_memalign(size_t, size_t), __libc_free(void *);
    static __thread volatile int isInside __attribute__((tls_model("initial-exec")));
    static void (*handlers[65])(int);
    static void say(const char *text) { if (write(2, text, strlen(text)) < 0) _exit(98); }
    static void look(void) { if (isInside) { say("memory in a handler\\n"); _exit(99); } }
    void *malloc(size_t size) { look(); return __libc_malloc(size); }
    void *calloc(size_t count, size_t size) { look(); return __libc_calloc(count, size); }
    void *realloc(void *place, size_t size) { look(); return __libc_realloc(place, size); }
    void *aligned_alloc(size_t unit, size_t size) { look(); return __libc_memalign(unit, size); }
    int posix_memalign(void **place, size_t unit, size_t size) {
      look();
      *place = __libc_memalign(unit, size);
      return *place ? 0 : 12;
    }
    void free(void *place) { look(); __libc_free(place); }
    static void handle(int number) {
      isInside = 1;
      handlers[number](number);
      isInside = 0;
      say("handled\\n");
    }
    int sigaction(int number, const struct sigaction *action, struct sigaction *before) {
      int (*next)(int, const struct sigaction *, struct sigaction *) = dlsym(RTLD_NEXT, "sigaction");
      struct sigaction other;
      if (!action || action->sa_handler == SIG_DFL || action->sa_handler == SIG_IGN)
        return next(number, action, before);
      other = *action;
      handlers[number] = action->sa_handler;
      other.sa_handler = handle;
      return next(number, &other, before);
    }

    """

  /// The command under the guardian; `rest` follows it in a line of shell.
  private func guarded(_ script: String, _ rest: String) throws -> Running {
    let command = try Command([
      "s.lua": script, "a.ndjson": Sample.log(100), "guardian.c": SignalTests.guardian,
    ])
    let built = try command.shell("cc -shared -fPIC -O1 -o guardian.so guardian.c -ldl")
    try #require(built.code == 0, "\(built.errors)")
    return try command.start(
      ["-c", "mkfifo p; exec env LD_PRELOAD=\(command.path("guardian.so")) $geoscript run s.lua \(rest)"],
      program: "/bin/sh")
  }

  @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143)), (SIGHUP, Int32(129))])
  func aHandlerTakesNoMemory(signal: (Int32, Int32)) throws {
    let running = try guarded(SignalTests.script, "--from a.ndjson --speed 1 --reorder-window 0")
    #expect(running.waitFor("a\t0.0"))
    running.send(signal.0)
    let result = running.wait()
    #expect(result.code == signal.1, "\(result.errors)")
    #expect(result.errors.contains("handled\n"))
  }

  @Test func norDoesOneThatAsksForAReload() throws {
    let running = try guarded(
      SignalTests.script, "--from a.ndjson --speed 1 --reorder-window 0 --reload-on-sighup")
    #expect(running.waitFor("a\t0.0"))
    running.send(SIGHUP)
    #expect(running.waitFor("handled", in: ".errors"))
    running.send(SIGTERM)
    #expect(running.wait().code == 143)
  }

  @Test func norDoesOneThatFindsAFullPipe() throws {
    let script = """
      geoscript.appendFile("begun", "yes")
      for n = 1, 100 do print(string.rep("x", 1000)) end
      """
    let running = try guarded(script, "--allow-write . 3<> p > p")
    #expect(running.waitFor("yes", in: "begun"))
    usleep(500_000)
    running.send(SIGTERM)
    let result = running.wait()
    #expect(result.code == 143)
    #expect(result.errors.contains("nobody reads the output"))
  }
}

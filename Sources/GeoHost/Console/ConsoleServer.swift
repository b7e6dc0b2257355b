import Geo
import Glibc

/// Lets consoles reach a run with a state directory.
///
/// A thread of its own holds the sockets; the run answers between two events. A console has one request at a time, and
/// the next is read when its answer has been sent, so one that does not read costs nothing.
///
/// Owner: the run, on its own thread.
///
/// - Source: HO-135 … HO-138.
final class ConsoleServer {
  private let exchange: ConsoleExchange
  private let path: String
  private let thread: WorkerThread<Void>

  /// - Parameter wake: wakes the run, from another thread.
  /// - Errors: ``GeoError`` of the socket.
  init(directory: String, script: String, wake: @escaping @Sendable () -> Void) throws(GeoError) {
    path = try ConsoleSocket.path(in: directory)
    let listener = try ConsoleSocket.listen(path)
    let exchange = ConsoleExchange(wake: wake)
    self.exchange = exchange
    thread = WorkerThread { ConsoleConnections(listener, exchange, script: script).run() }
  }

  /// Answers what consoles have asked; returns whether a text may have changed something.
  func serve(_ pool: WorkerPool) -> Bool {
    guard exchange.isDue else { return false }
    var hasChanged = false
    for (client, request) in exchange.takeRequests() {
      if case .text(_, _, mayChange: true) = request { hasChanged = true }
      exchange.answer(pool.answer(request), to: client)
    }
    return hasChanged
  }

  func close() {
    exchange.stop()
    _ = thread.join()
    unlink(path)
  }
}

/// The sockets of a console server.
///
/// Owner: its thread.
private final class ConsoleConnections {
  private struct Client {
    let number: Int
    let descriptor: Int32
    var input: [UInt8] = []
    var output: [UInt8] = []
    /// Whether the run has its request.
    var awaits = false
    /// Whether it is told why and left.
    var isRefused = false
  }

  private let listener: Int32
  private let exchange: ConsoleExchange
  private let script: String
  private var clients: [Client] = []
  private var count = 0

  private static let mostClients = 8
  /// The most bytes of a request.
  private static let mostInput = 64 << 10

  init(_ listener: Int32, _ exchange: ConsoleExchange, script: String) {
    (self.listener, self.exchange, self.script) = (listener, exchange, script)
  }

  func run() {
    while !exchange.isStopped { turn() }
    for client in clients { close(client.descriptor) }
    close(listener)
  }

  private func turn() {
    var waits = [
      pollfd(fd: exchange.reading, events: Int16(POLLIN), revents: 0),
      pollfd(
        fd: clients.count < ConsoleConnections.mostClients ? listener : -1, events: Int16(POLLIN), revents: 0),
    ]
    waits += clients.map { client in
      let events = !client.output.isEmpty ? POLLOUT : client.awaits ? 0 : POLLIN
      return pollfd(fd: client.descriptor, events: Int16(events), revents: 0)
    }
    // Without a bell the thread looks ten times a second.
    guard poll(&waits, nfds_t(waits.count), exchange.reading < 0 ? 100 : -1) >= 0 else { return }
    let ready = Set(zip(clients, waits.dropFirst(2)).filter { $1.revents != 0 }.map(\.0.number))
    clients = clients.compactMap { ready.contains($0.number) ? moved($0) : $0 }
    for (number, reply) in exchange.takeReplies() {
      guard let index = clients.firstIndex(where: { $0.number == number }) else { continue }
      clients[index].awaits = false
      clients[index].output += line(reply.json)
    }
    if waits[1].revents != 0 { accept() }
  }

  private func line(_ json: JSONValue) -> [UInt8] { Array("\(json)\n".utf8) }

  private func accept() {
    let descriptor = Glibc.accept(listener, nil, nil)
    guard descriptor >= 0 else { return }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    count += 1
    var client = Client(number: count, descriptor: descriptor)
    if ConsoleSocket.user(of: descriptor) == geteuid() {
      client.output = line(.object([("type", .string("console")), ("script", .string(script))]))
    } else {
      client.isRefused = true
      client.output = line(
        .object([("refused", .string("only the user whose run it is can attach to it"))]))
    }
    clients.append(client)
  }

  /// Writes or reads what it can; nil for a client that has gone.
  private func moved(_ client: Client) -> Client? {
    var client = client
    let isThere = !client.output.isEmpty ? write(&client) : read(&client)
    guard isThere, !(client.isRefused && client.output.isEmpty) else {
      close(client.descriptor)
      return nil
    }
    return client
  }

  private func write(_ client: inout Client) -> Bool {
    let sent = client.output.withUnsafeBytes {
      Glibc.send(client.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    guard sent > 0 else { return sent < 0 && (errno == EAGAIN || errno == EINTR) }
    client.output.removeFirst(sent)
    // A line that came together with the last one.
    if client.output.isEmpty { ask(&client) }
    return true
  }

  private func read(_ client: inout Client) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let got = Glibc.recv(client.descriptor, &bytes, bytes.count, 0)
    guard got > 0 else { return got < 0 && (errno == EAGAIN || errno == EINTR) }
    client.input += bytes[..<got]
    guard client.input.count <= ConsoleConnections.mostInput || client.input.contains(UInt8(ascii: "\n"))
    else {
      return false
    }
    ask(&client)
    return true
  }

  /// Hands the run a request that is there as a whole.
  private func ask(_ client: inout Client) {
    guard !client.awaits, let end = client.input.firstIndex(of: UInt8(ascii: "\n")) else { return }
    let text = String(decoding: client.input[..<end], as: UTF8.self)
    client.input.removeFirst(end + 1)
    guard let json = try? JSONParser.parse(text), let request = ConsoleRequest(json) else {
      client.output += line(
        ConsoleReply.answer(ConsoleAnswer(.fault("the request is not one that this version knows"))).json)
      return
    }
    client.awaits = true
    exchange.ask(request, of: client.number)
  }
}

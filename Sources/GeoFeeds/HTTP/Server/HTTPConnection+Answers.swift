import Geo
import GeoFormats
import NIOCore
import NIOHTTP1

/// Sending answers.
extension HTTPConnection {
  /// How long to read the rest of a request after its answer.
  private static let drainPatience = 2.0

  func refuse(_ refusal: HTTPRefusal) {
    guard phase == .reading || phase == .answering else { return }
    ingestServer.counts.refusals.count("\(refusal.status)", refusal.message)
    write(.fault(refusal.status, refusal.message), refusal.fields)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // Bytes after invalid ones are useless, but closing now would lose the answer.
    if phase == .draining { return }
    guard let error = error as? HTTPParserError, phase == .idle || phase == .reading else {
      return context.close(promise: nil)
    }
    phase = .reading
    refuse(ingestServer.limits.unreadable(error))
  }

  func write(_ answer: IngestResponse, _ fields: [(String, String)] = []) {
    guard let context, phase == .reading || phase == .answering else { return }
    let text = answer.mailbox.map { ingestServer.mailboxes.collect(for: $0) } ?? answer.body
    let isCut = !incoming.isBodyWhole
    if isCut { keepsAlive = false }
    var headers = HTTPHeaders()
    headers.add(name: "Date", value: ingestServer.dateText)
    if !text.isEmpty { headers.add(name: "Content-Type", value: "application/json") }
    headers.add(name: "Content-Length", value: String(text.utf8.count))
    for (name, value) in fields { headers.add(name: name, value: value) }
    if !keepsAlive { headers.add(name: "Connection", value: "close") }
    let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: answer.status), headers: headers)
    let hasNoBody = incoming.isHead || text.isEmpty
    ingestServer.heldBytes -= incoming.received
    incoming = IncomingRequest()
    phase = isCut ? .draining : keepsAlive ? .idle : .over
    let now = monotonicSeconds()
    deadline = now + (keepsAlive ? Double(ingestServer.limits.idlePatience) : HTTPConnection.drainPatience)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if !hasNoBody {
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
    }
    guard !keepsAlive else { return context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil) }
    // Closing with unread bytes resets the connection and loses the answer: shut down, then read on for a
    // while.
    drained = 0
    context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
      context.close(mode: isCut ? .output : .all, promise: nil)
    }
  }
}

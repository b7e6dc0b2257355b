import Geo
import NIOCore
import NIOHTTP1
import NIOPosix

/// What the server of a page answers to which path.
extension PageConnection {
  func answer(_ head: HTTPRequestHead) {
    if let refusal = access.refusal(of: head, port: port) { return refuse(refusal, head) }
    let path = PageAccess.path(head)
    let isReading = head.method == .GET || head.method == .HEAD
    if isReading, let file = site.files[path] { return write(200, file, head) }
    if path == "/token", head.method == .POST {
      return logIn(FormFields(body)["token"] ?? "", head)
    }
    // A token in an address is exchanged at once, so that it does not stay there.
    if path == "/", isReading, let token = FormFields(head.uri.utf8.drop { $0 != 0x3F }.dropFirst())["token"]
    {
      return logIn(token, head)
    }
    if path.hasPrefix(PageAccess.sharedPath) { return answerShared(path, head, isReading: isReading) }
    if path == PageSite.metricsPath, isReading {
      do throws(HTTPRefusal) {
        let isOpen = try access.hasToken(head.headers, from: client, at: monotonicSeconds())
        if isOpen { return sendMetrics(head) }
      } catch { return refuse(error, head) }
    }
    guard access.hasSession(head.headers, port: port) else {
      guard path == "/", isReading else { return refuse(PageConnection.locked, head) }
      return write(401, PageConnection.logInPage(), head)
    }
    switch (path, isReading) {
    case ("/", true): write(200, .init("text/html; charset=utf-8", site.page(access.key)), head)
    case ("/stream", _) where head.method == .POST: stream(head)
    case ("/events", _) where head.method == .POST: change(head) { $0.take($1) }
    case ("/fences", _) where head.method == .POST: change(head) { $0.takeFence($1) }
    case ("/stream", _), ("/events", _), ("/fences", _), ("/token", _): refuse(PageConnection.posted, head)
    case _ where site.questions[path] != nil:
      head.method == .POST ? ask(path, head) : refuse(PageConnection.posted, head)
    case (PageSite.metricsPath, true): sendMetrics(head)
    case (_, true): sendFile(path, head)
    default: refuse(HTTPRefusal(405, "the methods here are GET and HEAD", [("Allow", "GET, HEAD")]), head)
    }
  }

  private static let posted = HTTPRefusal(405, "the method here is POST", [("Allow", "POST")])
  private static let locked = HTTPRefusal(401, "the page needs its token: open / in a browser")

  private func stream(_ head: HTTPRequestHead) {
    guard access.hasKey(head.headers) else { return refuse(PageConnection.foreign, head) }
    guard let number = Int(String(decoding: body, as: UTF8.self)) else {
      return refuse(HTTPRefusal(400, "expected the number of the last message, 0 for none"), head)
    }
    guard let context else { return }
    let make = site.greeting
    // With thousands of devices others would wait.
    NIOThreadPool.singleton.runIfActive(eventLoop: context.eventLoop) { make() }
      .assumeIsolated().whenComplete { [self] outcome in
        guard let greeting = try? outcome.get() else { return refuse(PageConnection.ending, head) }
        beginStream(greeting, of: site.journal, after: number, head)
      }
  }

  static let ending = HTTPRefusal(503, "the run ends")

  private func sendMetrics(_ head: HTTPRequestHead) {
    guard let context else { return }
    let make = site.metrics
    // Metrics ask sources, and one of them may live on this event loop.
    NIOThreadPool.singleton.runIfActive(eventLoop: context.eventLoop) { make() }
      .assumeIsolated().whenComplete { [self] outcome in
        guard let page = (try? outcome.get()) ?? nil else { return refuse(PageConnection.ending, head) }
        write(page.status, .init(page.contentType, Array(page.text.utf8)), head)
      }
  }

  /// Takes what somebody does on the page.
  private func change(
    _ head: HTTPRequestHead, _ take: @escaping @Sendable (PageHands, [UInt8]) -> IngestResponse
  ) {
    guard access.hasKey(head.headers) else { return refuse(PageConnection.foreign, head) }
    guard let hands = site.hands else { return refuse(PageConnection.shows, head) }
    wait(head) { take(hands, $0) }
  }

  /// Answers a question about the run.
  private func ask(_ path: String, _ head: HTTPRequestHead) {
    guard access.hasKey(head.headers) else { return refuse(PageConnection.foreign, head) }
    guard let question = site.questions[path] else { return }
    wait(head, question)
  }

  /// Answers with what a thread makes of the body: the run may be busy, and so may the disk.
  private func wait(_ head: HTTPRequestHead, _ make: @escaping @Sendable ([UInt8]) -> IngestResponse) {
    guard let context else { return }
    let body = body
    NIOThreadPool.singleton.runIfActive(eventLoop: context.eventLoop) { make(body) }
      .assumeIsolated().whenComplete { [self] outcome in
        let answer = (try? outcome.get()) ?? .fault(503, "the run takes nothing now")
        write(answer.status, .init("application/json", Array(answer.body.utf8)), head)
      }
  }

  private static let shows = HTTPRefusal(
    403, "this page only shows: --page-control allows touches, --emulate allows positions")

  static let foreign = HTTPRefusal(
    403, "\(PageAccess.keyField) is not the value in the page: load the page again")

  func sendFile(_ path: String, _ head: HTTPRequestHead, of site: PageSite? = nil) {
    guard let context else { return }
    let site = site ?? self.site
    let isTile = path.hasPrefix(PageSite.tilePath)
    let threads = isTile ? PageConnection.tileThread : NIOThreadPool.singleton
    // It may take longer than others can wait.
    threads.runIfActive(eventLoop: context.eventLoop) {
      isTile ? site.tile(path).map { PageSite.File("image/png", $0) } : site.file(path)
    }
    .assumeIsolated().whenComplete { [self] outcome in
      guard let file = (try? outcome.get()) ?? nil else {
        return refuse(HTTPRefusal(404, "there is nothing at this path"), head)
      }
      write(200, file, head)
    }
  }

  /// Draws tiles, one after the other, so that the run keeps the other cores.
  private static let tileThread = {
    let thread = NIOThreadPool(numberOfThreads: 1)
    thread.start()
    return thread
  }()

  // MARK: The token

  private func logIn(_ token: String, _ head: HTTPRequestHead) {
    do throws(HTTPRefusal) {
      let cookie = try access.exchange(token, head, from: client, port: port, at: monotonicSeconds())
      write(303, .init("text/plain; charset=utf-8", []), head, [("Location", "/"), cookie])
    } catch {
      write(error.status, PageConnection.logInPage(error.message), head, error.fields)
    }
  }

  /// The page that asks for the token.
  private static func logInPage(_ fault: String = "") -> PageSite.File {
    sheet(
      """
      <h1>geoscript</h1>
      <form method="post" action="/token">
      <label for="token">Token of this page</label>
      <input type="password" id="token" name="token" required autocomplete="current-password" autofocus>
      <button type="submit">Open</button>
      </form>
      <p role="alert">\(fault)</p>
      """)
  }

  /// A page that says one thing.
  ///
  /// - Parameter content: HTML.
  static func sheet(_ content: String) -> PageSite.File {
    let html = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>geoscript</title>
      <link rel="stylesheet" href="/page.css">
      </head>
      <body>
      <main id="sheet">
      \(content)
      </main>
      </body>
      </html>

      """
    return .init("text/html; charset=utf-8", Array(html.utf8))
  }
}

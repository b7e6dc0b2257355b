import Geo
import NIOCore
import NIOHTTP1
import NIOPosix

/// Answers to those who have a shared link: the token in its path is all that they have.
extension PageConnection {
  /// - Parameter path: `/share/TOKEN`, or that of a file of this page behind it.
  func answerShared(_ path: String, _ head: HTTPRequestHead, isReading: Bool) {
    guard let context else { return }
    let parts = path.dropFirst(PageAccess.sharedPath.count)
      .split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let token = parts.first ?? ""
    let rest = parts.count > 1 ? parts[1] : ""
    let open = site.shared
    let wantsStream = rest == "stream"
    // It reads files, and the greeting may take long.
    NIOThreadPool.singleton.runIfActive(eventLoop: context.eventLoop) {
      let page = open(token)
      guard wantsStream, case .site(let site, _) = page else { return (page, [UInt8]()) }
      return (page, site.greeting())
    }.assumeIsolated().whenComplete { [self] outcome in
      guard let (page, greeting) = try? outcome.get() else { return refuse(PageConnection.ending, head) }
      switch page {
      case .unknown: refuse(PageConnection.unknownLink, head)
      case .ended:
        if rest.isEmpty {
          write(410, PageConnection.endedPage, head)
        } else {
          refuse(PageConnection.endedLink, head)
        }
      case .site(let site, let isOver):
        switch (rest, isReading) {
        case ("", true): write(200, .init("text/html; charset=utf-8", site.page(token)), head)
        case ("stream", false):
          guard access.hasKey(head.headers, token: token) else { return refuse(PageConnection.foreign, head) }
          isShareOver = isOver
          beginStream(
            greeting, of: site.journal, after: Int(String(decoding: body, as: UTF8.self)) ?? 0, head)
        case (_, true): sendFile("/" + rest, head, of: site)
        default: refuse(HTTPRefusal(405, "this link only shows", [("Allow", "GET, HEAD")]), head)
        }
      }
    }
  }

  private static let unknownLink = HTTPRefusal(404, "this link is not one of this page")
  private static let endedLink = HTTPRefusal(410, "this link has ended")

  /// What a browser shows for a link that has ended.
  private static let endedPage = PageConnection.sheet(
    """
    <h1>This link has ended</h1>
    <p>Ask the person who sent it for another one.</p>
    """)
}

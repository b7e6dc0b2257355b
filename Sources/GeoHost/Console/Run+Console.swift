import Geo
import GeoFeeds

extension Run {
  /// Opens the socket of consoles in the state directory; nil without one. A run goes on without a socket that cannot
  /// be opened.
  func openConsole(_ stage: RunResources) -> ConsoleServer? {
    guard let directory = options.state else { return nil }
    do throws(GeoError) {
      return try ConsoleServer(directory: directory, script: script.name) { [inbox = stage.inbox] in
        inbox?.signal()
      }
    } catch {
      stage.output.note("geoscript attach cannot reach this run: \(error)")
      return nil
    }
  }
}

extension RunResources {
  /// Answers consoles and readers of the page, between two events; returns whether a text may have changed something.
  @discardableResult
  func serveConsoles() -> Bool {
    if let page = plan.page { serveReaders(of: page) }
    guard console?.serve(pool) == true else { return false }
    checkpointer?.touch()
    return true
  }

  private func serveReaders(of page: any PageDisplay) {
    let (devices, publishes) = page.takeWishes()
    if !devices.isEmpty { _ = pool.each { $0.pages?.draw(devices, of: $0) } }
    if publishes { _ = pool.each { $0.publish() } }
  }
}

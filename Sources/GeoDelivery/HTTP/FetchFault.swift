/// Why a request failed.
package struct FetchFault: Error, Equatable {
  package enum Kind {
    /// The server got too many requests.
    case throttled
    /// It did not answer, or gave an invalid answer.
    case server
    /// The server does not have it.
    case missing
    /// It was not or could not be asked.
    case other
  }

  package var reason: String
  package var kind: Kind

  package init(reason: String, kind: Kind = .server) { (self.reason, self.kind) = (reason, kind) }
}

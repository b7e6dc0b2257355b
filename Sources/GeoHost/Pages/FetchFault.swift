/// Why a request failed.
struct FetchFault: Error, Equatable {
  enum Kind {
    /// The server got too many requests.
    case throttled
    /// It did not answer, or gave an invalid answer.
    case server
    /// The server does not have it.
    case missing
    /// It was not or could not be asked.
    case other
  }

  var reason: String
  var kind = Kind.server
}

import CommandTesting
import Foundation
import Testing

@testable import GeoDelivery

/// Secrets that only the server may read: passwords, tokens, secret addresses.
@Suite struct AlertSecretTests {
  /// All messages about this sink: refusals that repeat the request, failures, a broken connection.
  @Test(arguments: ["403", "500", "reset", "garbage", "hang"]) func noSecretIsInAnyMessage(answer: String)
    throws
  {
    let hook = try WebHook(answer)
    let command = try Command([
      "s.lua": Sample.alerts, "a.ndjson": Sample.log(2),
      "headers": "X-Key: tiger-42\n\nAuthorization: Bearer lion-17\n",
    ])
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--alerts", hook.address + "/path-99?key=query-55",
      "--alert-header",
      "@headers", "--alert-timeout", "1")
    #expect(result.code == 74)
    #expect(result.errors.contains("http://127.0.0.1:\(hook.port): "))
    for secret in ["tiger-42", "lion-17", "path-99", "query-55"] { #expect(!result.errors.contains(secret)) }
    #expect(hook.requests.first?.headers["authorization"] == "Bearer lion-17")
    #expect(hook.requests.first?.headers["x-key"] == "tiger-42")
    if answer == "403" { #expect(result.errors.contains("answered 403: you said …")) }
  }

  /// A server that repeats the path, in which a key may be.
  @Test func noPartOfThePathIsInAMessage() throws {
    let hook = try WebHook("422")
    let command = try Command(["s.lua": Sample.alerts, "a.ndjson": Sample.log(1)])
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--alerts", hook.address + "/services/T0SECRET42/wolf-55",
      "--alert-timeout", "1")
    #expect(result.code == 74)
    #expect(result.errors.contains("answered 422: no route …"))
    for secret in ["T0SECRET42", "wolf-55", "services"] { #expect(!result.errors.contains(secret)) }
  }

  @Test func userAndPasswordOfTheAddressAreSentAsBasicAndNotShown() throws {
    let hook = try WebHook("403")
    let command = try Command(["s.lua": Sample.alerts, "a.ndjson": Sample.log(1)])
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--alerts",
      "http://Aladdin:open%20sesame@127.0.0.1:\(hook.port)/x", "--alert-timeout", "1")
    // The example of RFC 7617, section 2.
    #expect(hook.requests.first?.headers["authorization"] == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
    for secret in ["Aladdin", "sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ"] {
      #expect(!result.errors.contains(secret))
    }
  }

  @Test(arguments: [
    ["--alerts", "htps://user:tiger-42@example.org/"], ["--alerts", "https://user:tiger-42@/x"],
    ["--alerts", "https://user:tiger-42@example.org:99999/"],
    ["--alerts", "https://u:tiger-42 @example.org"],
    ["--alerts", "https://u:tiger-42%zz@example.org"],
    ["--alerts", "https://example.org", "--alert-header", "tiger-42"],
    ["--alerts", "https://example.org", "--alert-header", "X: tiger-42\u{1}"],
    ["--alerts", "https://example.org", "--alert-header", "Content-Type: tiger-42"],
    ["--alerts", "https://example.org", "--alerts", "https://example.com", "--alert-header", "X: tiger-42"],
    ["--alerts", "text", "--alert-header", "X: tiger-42"],
  ])
  func wrongWordsAre64AndShowNoSecret(words: [String]) throws {
    let command = try Command(["s.lua": "print(1)"])
    let result = try command.start(["run", "s.lua"] + words).wait()
    #expect(result.code == 64)
    #expect(!result.errors.contains("tiger"))
    #expect(result.output.isEmpty)
  }

  @Test func aHeaderFileThatIsNotThereIs66() throws {
    let command = try Command(["s.lua": "print(1)", "bad": "A: 1\nwhat\n"])
    let missing = try command.run(
      "run", "s.lua", "--alerts", "https://example.org", "--alert-header", "@nowhere")
    #expect(missing.code == 66)
    let bad = try command.run("run", "s.lua", "--alerts", "https://example.org", "--alert-header", "@bad")
    #expect(bad.errors.hasPrefix("geoscript: bad:2: is not a header field"))
  }

  @Test func aServerWithoutAKnownCertificateGetsNothing() throws {
    let files = try Command()
    let made = try files.shell(
      "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 "
        + "-keyout key -out certificate && cat key certificate > both")
    try #require(made.code == 0)
    let hook = try WebHook("200", certificate: files.path("both"))
    let command = try Command(["s.lua": Sample.alerts, "a.ndjson": Sample.log(1)])
    let run = "$geoscript run s.lua --from a.ndjson --alert-timeout 4 --alerts https://127.0.0.1:\(hook.port)"
    let unknown = try command.shell(run)
    #expect(unknown.code == 74)
    #expect(unknown.reports.last?.contains("certificate") == true)
    #expect(hook.requests.isEmpty)
    let known = try command.shell("SSL_CERT_FILE='\(files.path("certificate"))' \(run)")
    #expect(known.code == 0)
    #expect(hook.taken == ["a 1"])
  }
}

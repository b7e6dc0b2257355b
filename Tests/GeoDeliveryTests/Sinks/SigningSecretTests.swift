import CommandTesting
import Foundation
import Testing

@testable import Geo
@testable import GeoDelivery
@testable import GeoFormats

@Suite struct SigningSecretTests {
  /// The example of the reference libraries of standardwebhooks.com, such as PyPI's standardwebhooks 1.1.0.
  @Test func theSignatureIsThatOfTheReference() throws {
    let command = try Command(["secret": "\n  whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw \n"])
    let secrets = try SigningSecret.read(["@" + command.path("secret")])
    let headers = SigningSecret.headers(
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek", time: 1_614_265_330, body: Array(#"{"test": 2432232314}"#.utf8),
      secrets)
    #expect(
      headers == [
        "webhook-id: msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp: 1614265330",
        "webhook-signature: v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
      ])
    #expect("\(secrets[0])" == "(a secret)")
  }

  /// RFC 4231, sections 4.3 and 4.7: keys that are shorter and longer than a block.
  @Test(arguments: [
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xaa, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func theHashIsThatOfItsStandard(key: [UInt8], message: String, expected: String) {
    #expect(MessageSignature.hmac(Array(message.utf8), key: key)?.map(\.hexadecimal).joined() == expected)
  }

  /// RFC 4648, section 10, and RFC 2045, section 6.8: lines of 76.
  @Test func base64IsThatOfItsStandard() {
    let words = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map { Base64Text.encode($0.utf8) }
    #expect(words == ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"])
    #expect(
      Base64Text.lines([UInt8](repeating: 0, count: 60)).split(separator: "\r\n").map(\.count) == [76, 4])
  }

  @Test(
    arguments: [
      ("whsec_tiger42", "", 64, "--alert-secret takes @FILE"),
      ("@none", "", 66, "none: No such file or directory: --alert-secret @FILE needs a file"),
      ("@file", "\nwhsec_dGlnZXI0Mg==\n", 64, "file:2: is not a secret: write whsec_"),
      ("@file", "whsec_tiger*42", 64, "file:1: is not a secret"), ("@file", "\n", 64, "holds no secret"),
      (
        "@file", String(repeating: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n", count: 3), 64,
        "two secrets at most"
      ),
    ] as [(String, String, Int32, String)])
  func aMistakeIsRefusedAtTheStartAndShowsNoSecret(
    word: String, file: String, code: Int32, message: String
  ) throws {
    let command = try Command(["s.lua": "print(1)", "file": file])
    let result = try command.run(
      "run", "s.lua", "--alerts", "https://example.org", "--alert-secret", word)
    #expect(result.code == code)
    #expect(result.errors.contains(message))
    #expect(!result.errors.contains("tiger"))
    #expect(result.output.isEmpty)
  }

  @Test func aSecretNeedsAWebHookAndTheFieldsAreOurs() throws {
    let command = try Command(["s.lua": "print(1)", "k": "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])
    #expect(try command.run("run", "s.lua", "--alert-secret", "@k").code == 64)
    let own = try command.run(
      "run", "s.lua", "--alerts", "https://example.org", "--alert-header", "Webhook-Id: x")
    #expect(own.errors.contains("geoscript sets the header field Webhook-Id itself"))
    try Data("alert-secret = \"whsec_x\"\nalerts = \"https://example.org\"\n".utf8).write(
      to: command.url("geoscript.toml"))
    let plain = try command.run("run", "s.lua")
    #expect(plain.code == 64)
    #expect(plain.errors.contains("alert-secret holds a secret in plain text: write \"@FILE\""))
  }
}

import CommandTesting
import Foundation
import Testing

@testable import Geo
@testable import GeoDelivery

@Suite struct MailMessageTests {
  @Test func theDateIsThatOfRFC5322() {
    // RFC 5322, appendix A.1.1, has 21 Nov 1997 09:55:06 -0600.
    #expect(MailMessage.date(880_127_706) == "Fri, 21 Nov 1997 15:55:06 +0000")
    #expect(MailMessage.date(0) == "Thu, 01 Jan 1970 00:00:00 +0000")
  }

  /// RFC 2047, section 2: an encoded word has at most 75 characters; section 5: none splits a character.
  @Test func aTextThatIsNotASCIIIsMadeOfEncodedWords() throws {
    #expect(MailMessage.words("plain") == "plain")
    #expect(MailMessage.words("über") == "=?UTF-8?B?w7xiZXI=?=")
    #expect(MailMessage.words("a\r\nBcc: x").hasPrefix("=?UTF-8?B?"))
    let long = MailMessage.words(String(repeating: "aü€😀", count: 40))
    for word in long.components(separatedBy: "\r\n ") {
      #expect(word.utf8.count <= 75)
      let bytes = try #require(Data(base64Encoded: String(word.dropFirst(10).dropLast(2))))
      #expect(String(data: bytes, encoding: .utf8) != nil)
    }
  }

  @Test(arguments: [
    ("smtp://host", "to= is missing"), ("smtp://host?to=", "to= is missing"),
    ("smtp://host?to=nobody", "to=nobody is not an address of mail"),
    ("smtp://host?to=a@b%0D%0ABcc:c@d", "is not an address of mail"),
    ("smtp://host/path?to=a@b", "the address has a path"), ("smtp://host:0x?to=a@b", "invalid port"),
    (
      "smtps://ann@host?to=a@b",
      "the password is missing: write ?password-file=FILE or set $GEOSCRIPT_SMTP_PASSWORD"
    ),
    ("smtps://ann:tiger@host?to=a@b", "everybody on this machine can read a password"),
    ("smtp://host?to=a@b&from=x", "from=x is not an address"),
    ("smtp://host?to=a@b&tow=x", "did you mean 'to'?"),
    ("smtp://host?to=a@b&password-file=x", "a password needs a user"),
  ])
  func aMistakeInAnAddressIs64(address: String, message: String) throws {
    let result = try Command(["s.lua": "print(1)"]).run("run", "s.lua", "--alerts", address)
    #expect(result.code == 64)
    #expect(result.errors.contains(message))
    #expect(!result.errors.contains("tiger"))
    let missing = try Command(["s.lua": "print(1)"]).run(
      "run", "s.lua", "--alerts", "smtps://ann@host?to=a@b&password-file=nowhere")
    #expect(missing.code == 66)
  }

  @Test func portsAndSendersAreTheUsualOnes() throws {
    func address(_ text: String) throws -> SMTPAddress {
      let parts = AlertSinkOption.parts(text)
      var words = SinkWords(parts.words)
      return try SMTPAddress(parts.address, &words)
    }
    // RFC 5321, RFC 6409 and RFC 8314.
    let files = try Command(["p": "x"])
    let file = "&password-file=" + files.path("p")
    #expect(try address("smtp://mail.example?to=a@b").url == "smtp://mail.example:25")
    #expect(try address("smtp://ann@mail.example?to=a@b" + file).url == "smtp://mail.example:587")
    #expect(
      try address("smtps://ann%40example.org@mail.example?to=a@b" + file).url == "smtps://mail.example:465")
    #expect(try address("smtp://mail.example:2525?to=a@b,c@d&to=e@f").to == ["a@b", "c@d", "e@f"])
    #expect(try address("smtp://[::1]:26?to=a@b").url == "smtp://[::1]:26")
    #expect(try address("smtps://ann%40example.org@mail.example?to=a@b" + file).from == "ann@example.org")
    #expect(try address("smtp://ann@mail.example?to=a@b" + file).needsTLS)
    #expect(try !address("smtp://ann@localhost?to=a@b" + file).needsTLS)
  }

  @Test func anAnswerIsJudgedByItsCodeAndBySomethingMore() {
    func judged(_ stage: MailClient.Stage, _ code: Int) -> DeliveryAnswer {
      DeliveryAnswer(MailClient.Answer(stage: stage, code: code, reply: "\(code) no", error: "failed"))
    }
    #expect(judged(.done, 250) == .delivered)
    #expect(judged(.reaching, 0) == .again("failed: 0 no", after: nil))
    #expect(judged(.reaching, 421) == .again("failed: 421 no", after: nil))
    #expect(judged(.message, 451) == .again("failed: 451 no", after: nil))
    #expect(judged(.message, 550) == .dead(reason: "answered 550", detail: "550 no"))
    #expect(judged(.sender, 550) == .pause("failed: 550 no"))
    #expect(judged(.login, 535) == .pause("the log-in failed: 535 no"))
  }
}

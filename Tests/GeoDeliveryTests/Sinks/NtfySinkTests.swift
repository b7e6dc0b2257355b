import CommandTesting
import Foundation
import Testing

@testable import Geo

/// Messages as docs.ntfy.sh/publish describes them.
@Suite struct NtfySinkTests {
  func published(_ script: String, _ words: String = "") throws -> [String: Any] {
    let hook = try WebHook("200")
    let command = try Command([
      "s.lua": script, "a.ndjson": Sample.log(1), "t.txt": "{{device}} at {{latitude|1}}",
    ])
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--alerts", "ntfy://127.0.0.1:\(hook.port)/a/phones\(words)",
      "--channel", "sos=ntfy://127.0.0.1:\(hook.port)/a/phones")
    #expect(result.code == 0)
    // The second sink shows that a channel may share an address.
    let unused = "the script sent nothing to the channel 'sos' of --channel"
    #expect(result.reports.allSatisfy { $0 == unused })
    let request = try #require(hook.requests.first)
    #expect(request.path == "/a/")
    #expect(request.method == "POST")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(request.body.utf8)) as? [String: Any])
  }

  static func alert(_ fields: String) -> String {
    """
    local app = {}
    function app.didUpdateToLocation() \(fields) end
    CLLocationManager.new{ delegate = app }:startUpdatingLocation()
    """
  }

  @Test func anAlertHasTitleTextPriorityTagsAndALinkToTheMap() throws {
    let message = try published(
      NtfySinkTests.alert(
        "geoscript.alert{ title = 'Rex is out', body = 'südlich', priority = 'high', tags = { 'dog' } }"))
    #expect(message["topic"] as? String == "phones")
    #expect(message["title"] as? String == "Rex is out")
    #expect(message["message"] as? String == "südlich")
    #expect(message["priority"] as? Int == 4)
    #expect(message["tags"] as? [String] == ["dog"])
    #expect(
      message["click"] as? String
        == "https://www.openstreetmap.org/?mlat=0.00000&mlon=2.00000#map=16/0.00000/2.00000")
  }

  @Test func withoutABodyTheDeviceIsTheText() throws {
    let message = try published(NtfySinkTests.alert("geoscript.alert{ title = 'out' }"))
    #expect(message["message"] as? String == "a")
    #expect(message["priority"] == nil)
  }

  @Test func aTemplateMakesTheText() throws {
    let message = try published(
      NtfySinkTests.alert("geoscript.alert{ title = 'out' }"), "?template=@t.txt&name=family")
    #expect(message["message"] as? String == "a at 0.0")
  }

  @Test func aMessageToAChannelIsTheTextOrItsFields() throws {
    let text = try published(NtfySinkTests.alert("geoscript.send('sos', 'help')"))
    #expect(text["message"] as? String == "help")
    #expect(text["title"] as? String == "sos")
    let table = try published(
      NtfySinkTests.alert(
        """
        geoscript.send('sos', { title = 'T', body = 'B', priority = 5, click = 'https://example.org',
          actions = { { action = 'view', label = 'Open', url = 'https://example.org' } } })
        """))
    #expect(table["title"] as? String == "T")
    #expect(table["message"] as? String == "B")
    #expect(table["priority"] as? Int == 5)
    #expect(table["click"] as? String == "https://example.org")
    #expect((table["actions"] as? [[String: String]])?.first?["label"] == "Open")
  }

  @Test(arguments: [
    "ntfy://host", "ntfy://host/", "ntfy://host/a b", "ntfy://host/über", "ntfy:host/topic",
    "ntfys://host/t?x=1",
    "ntfys://host/\(String(repeating: "x", count: 65))",
  ])
  func aMistakeInAnAddressIs64(address: String) throws {
    let result = try Command(["s.lua": "print(1)"]).run("run", "s.lua", "--alerts", address)
    #expect(result.code == 64)
    #expect(result.errors.contains("ntfy"))
  }

  @Test func theTopicIsInNoMessage() throws {
    let hook = try WebHook("403")
    let command = try AlertPostTests.command(1)
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--alerts", "ntfy://:tk_tiger42@127.0.0.1:\(hook.port)/lion17",
      "--alert-timeout", "1")
    #expect(result.code == 74)
    // docs.ntfy.sh/publish, "Access tokens": Basic with an empty user name.
    #expect(hook.requests.first?.headers["authorization"] == "Basic OnRrX3RpZ2VyNDI=")
    for secret in ["tiger", "lion17", "OnRrX3RpZ2VyNDI"] { #expect(!result.errors.contains(secret)) }
  }
}

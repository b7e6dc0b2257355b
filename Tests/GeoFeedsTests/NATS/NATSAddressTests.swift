import Geo
import Testing

@testable import GeoFeeds

@Suite struct NATSAddressTests {
  private func address(_ text: String) throws -> NATSAddress { try NATSAddress(try SourceAddress(text)) }

  @Test func aHostIsEnough() throws {
    let address = try address("nats://localhost")
    #expect(
      (address.host, address.port, address.stream, address.partitions) == ("localhost", 4222, "FIXES", 64))
    #expect(address.urls == "nats://localhost:4222")
  }

  @Test func parametersAreRead() throws {
    let address = try address(
      "nats://u@[::1]:4333?stream=S-1&partitions=8&replicas=3&max-age=60&max-bytes=1000&servers=b:1,c:2&tls=true"
    )
    #expect((address.stream, address.partitions, address.replicas) == ("S-1", 8, 3))
    #expect((address.maximumAge, address.maximumBytes, address.usesTLS) == (60, 1000, true))
    #expect(address.urls == "nats://[::1]:4333,nats://b:1,nats://c:2")
  }

  @Test(arguments: [
    ("nats://", "names no host"), ("nats://h/x", "has a path"), ("nats://h?partitions=0", "1 to 1024"),
    ("nats://h?partitions=many", "1 to 1024"), ("nats://h?stream=a.b", "is not a name"),
    ("nats://h?partitions=8&partitions=9", "?partitions is given twice"),
    ("nats://h?stram=a", "is not a parameter"), ("nats://u:secret@h", "can read a password"),
    ("nats://h?cert=/dev/null", "go together"), ("nats://h?nkey=U", "go together"),
    ("nats://h?creds=/no/such", "cannot be read"), ("mqtt://h", "is not a stream"),
  ])
  func mistakesAreNamed(_ text: String, _ words: String) {
    #expect {
      try address(text)
    } throws: { fault in
      "\(fault)".contains(words) && !"\(fault)".contains("secret")
    }
  }
}

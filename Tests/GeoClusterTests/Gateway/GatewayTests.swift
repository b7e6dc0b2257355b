import CommandTesting
import Testing

/// Mistakes in the words of `geoscript gateway` and `nats-config`; `scripts/checks/nats_gateway.py` runs both on real servers.
@Suite struct GatewayTests {
  private let command: Command

  init() throws {
    command = try Command(["s.lua": Sample.prints, "a.ndjson": Sample.log(1), "g.csv": "device,group\na,b\n"])
  }

  @Test func aFileIsNoSourceOfAGateway() throws {
    let result = try command.run("gateway", "--from", "a.ndjson", "--to", "nats://127.0.0.1:1")
    #expect(result.code == 64 && result.errors.contains("is not a live source"))
  }

  @Test func theTargetIsAStream() throws {
    let result = try command.run("gateway", "--from", "http://127.0.0.1:0", "--to", "mqtt://127.0.0.1:1")
    #expect(result.code == 64 && result.errors.contains("is not a stream of NATS"))
  }

  @Test func withoutAServerNothingIsTaken() throws {
    let result = try command.run("gateway", "--from", "http://127.0.0.1:0", "--to", "nats://127.0.0.1:1")
    #expect(result.code == 69, "\(result.errors)")
    #expect(!result.errors.contains("listening"))
  }

  @Test(arguments: ["family", "g.csv"])
  func groupsThatChangeAreRefused(_ rule: String) throws {
    let result = try command.run(
      "gateway", "--from", "http://127.0.0.1:0", "--to", "nats://127.0.0.1:1", "--group-by", rule)
    #expect(result.code == 64 && result.errors.contains("owntracks-user or device:REGEX"), "\(result.errors)")
  }

  @Test func theConfigurationMapsToPartitions() throws {
    let result = try command.run("nats-config", "--partitions", "16")
    #expect(
      result.output.contains(#""fix.*.*": "p.{{partition(16,1)}}.fix.{{wildcard(1)}}.{{wildcard(2)}}""#))
    #expect(
      result.output.contains("max_payload: 1MB")
        && result.output.contains("OUT (out.*, part.*) and SNAPSHOTS (snap.>, hung.*)")
        && result.output.contains("VERSIONS (version.>)"))
    #expect(try command.run("nats-config", "--partitions", "0").code == 64)
  }
}

import Geo
import GeoDelivery
import GeoHost

/// Turns the words about alerts into options of the run.
extension RunCommand {
  func setAlerts(_ options: inout RunOptions) throws {
    if !output.alerts.isEmpty {
      options.alerts = try output.alerts.flatMap { try AlertSinkOption.alerts($0) }
    }
    options.channels = try output.channel.flatMap { try AlertSinkOption.channel($0) }
    options.alertHeaders = try headers(for: options.alerts + options.channels)
    options.alertSecrets = try secrets(for: options.alerts + options.channels)
    options.alertTimeout = output.alertTimeout
    if let text = output.alertMaxAge { options.alertMaxAge = try AlertLimits.age(text) }
    if let text = output.alertQueue { options.alertQueue = try AlertLimits.size(text) }
    options.alertRule.group = try output.groupAlerts.map {
      try AlertLimits.seconds($0, of: "--group-alerts", example: "30s or 5m")
    }
  }

  private func headers(for alerts: [AlertSinkOption]) throws -> [String] {
    let hooks = Set(alerts.compactMap(\.origin))
    guard !output.alertHeader.isEmpty else { return [] }
    guard !hooks.isEmpty else { throw GeoError(.usage, "--alert-header needs --alerts https://…") }
    guard hooks.count == 1 else {
      throw GeoError(
        .usage, "--alert-header goes to every web hook, and these are on several servers: a secret would leak"
      )
    }
    return try AlertHeaders.read(output.alertHeader)
  }

  private func secrets(for alerts: [AlertSinkOption]) throws -> [SigningSecret] {
    guard output.alertSecret.isEmpty || alerts.contains(where: { $0.origin != nil }) else {
      throw GeoError(.usage, "--alert-secret needs --alerts https://…: it signs messages to web hooks")
    }
    return try SigningSecret.read(output.alertSecret)
  }
}

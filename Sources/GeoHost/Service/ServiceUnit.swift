public import Geo

/// The unit of systemd that runs a script as a service, in a sandbox.
public struct ServiceUnit: Sendable {
  /// The service's name; with a final `@` it is a template, in whose words `%i` is the instance.
  public let name: String
  /// The path of the program.
  public var program: String
  /// Those behind the program, the first is `run`.
  public var words: [String]
  /// Where relative paths of the words begin.
  public var folder: String
  /// Files of secrets that the service reads under a name of its own: systemd reads them as root.
  public var credentials: [(name: String, path: String)] = []
  /// Folders and files below a home folder that it reads: the others are hidden from it.
  public var visible: [String] = []
  /// The serial lines that it reads.
  public var devices: [String] = []

  /// - Errors: ``GeoError`` `usage` for a name that a unit cannot have.
  public init(name: String, program: String, words: [String], folder: String) throws(GeoError) {
    let bare = name.utf8.last == UInt8(ascii: "@") ? name.dropLast() : name[...]
    let isName = bare.unicodeScalars.allSatisfy {
      $0.isASCII
        && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0))
    }
    guard isName, (1...100).contains(bare.utf8.count), !bare.hasPrefix("-"), !bare.hasPrefix(".") else {
      throw GeoError(.usage, "'\(name)' cannot name a service: write letters, digits, - and _")
    }
    (self.name, self.program, self.words, self.folder) = (name, program, words, folder)
  }

  /// Whether `systemctl reload` reloads the script.
  private var reloads: Bool { words.contains(ServiceUnit.reloadWord) }
  static let reloadWord = "--reload-on-sighup"
  private var isTemplate: Bool { name.hasSuffix("@") }
  /// The name under which the service keeps files.
  private var instance: String { isTemplate ? "%i" : name }
  /// The name of the file: `geoscript-home.service`, or of a template `geoscript@.service`.
  public var file: String { (name == "geoscript@" ? name : "geoscript-\(name)") + ".service" }
  /// The folder that the service may write to.
  public static func stateFolder(_ name: String) -> String {
    "/var/lib/geoscript/" + (name.hasSuffix("@") ? "%i" : name)
  }

  /// The first line of each unit, by which geoscript knows that it wrote it.
  static let mark = "# Written by geoscript"

  public var text: String {
    let bound = visible.map { "BindReadOnlyPaths=\(quoted($0))" }
    let secrets = credentials.map { "LoadCredential=\($0.name):\(plain($0.path))" }
    return """
      \(ServiceUnit.mark) \(Product.version). geoscript service install writes it again; changes belong into
      # /etc/systemd/system/\(file).d/local.conf.
      [Unit]
      Description=geoscript: \(instance)
      Documentation=man:geoscript(1)
      Wants=network-online.target
      After=network-online.target

      [Service]
      Type=notify
      ExecStart=\(([program] + words).map(quoted).joined(separator: " "))
      \(lines(reloads ? ["ExecReload=/bin/kill -HUP $MAINPID"] : []))WorkingDirectory=\(plain(folder))
      Environment=XDG_CACHE_HOME=%C/geoscript/\(instance)
      \(lines(secrets))Restart=on-failure
      RestartSec=5
      # Options, scripts and files that are wrong stay wrong.
      RestartPreventExitStatus=64 65 66 77
      # systemd stops the run with SIGTERM, and the run then exits with 143.
      SuccessExitStatus=143
      TimeoutStartSec=300
      TimeoutStopSec=60
      WatchdogSec=60

      # A user that exists while the service runs, and folders that it keeps.
      DynamicUser=yes
      StateDirectory=geoscript/\(instance)
      CacheDirectory=geoscript/\(instance)
      UMask=0077

      \(sandbox(bound))
      [Install]
      WantedBy=multi-user.target

      """
  }

  private func sandbox(_ bound: [String]) -> String {
    let allowed =
      devices.isEmpty
      ? ["PrivateDevices=yes"]
      : ["DevicePolicy=closed", "SupplementaryGroups=dialout"] + devices.map { "DeviceAllow=\($0) rw" }
    return """
      # The system is read-only, home folders are empty, and nothing but the network can be reached.
      ProtectSystem=strict
      ProtectHome=tmpfs
      PrivateMounts=yes
      \(lines(bound))PrivateTmp=yes
      \(lines(allowed))PrivateUsers=yes
      ProtectProc=invisible
      ProcSubset=pid
      ProtectClock=yes
      ProtectControlGroups=yes
      ProtectHostname=yes
      ProtectKernelLogs=yes
      ProtectKernelModules=yes
      ProtectKernelTunables=yes
      NoNewPrivileges=yes
      CapabilityBoundingSet=
      AmbientCapabilities=
      LockPersonality=yes
      MemoryDenyWriteExecute=yes
      RemoveIPC=yes
      RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
      RestrictNamespaces=yes
      RestrictRealtime=yes
      RestrictSUIDSGID=yes
      SystemCallArchitectures=native
      SystemCallFilter=@system-service
      SystemCallFilter=~@privileged @resources
      SystemCallErrorNumber=EPERM

      """
  }

  private func lines(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  /// A word of a command.
  ///
  /// - Source: systemd.service(5), «Command lines»: quotes, backslashes, `%` for specifiers, `$` for variables.
  private func quoted(_ word: String) -> String {
    let escaped = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(
      "\n", with: "\\n")
    let text = plain(escaped.replacing("$", with: "$$"))
      .replacing("$" + ServiceUnit.credentialFolder, with: ServiceUnit.credentialFolder)
    let isPlain = text.unicodeScalars.allSatisfy {
      !$0.properties.isWhitespace && !"\"'\\;".unicodeScalars.contains($0)
    }
    return isPlain && !text.isEmpty ? text : "\"\(text)\""
  }

  /// A path where systemd reads the rest of the line as it is, except for specifiers.
  private func plain(_ path: String) -> String { isTemplate ? path : path.replacing("%", with: "%%") }

  /// How words of the unit write the folder of its credentials.
  static let credentialFolder = "${CREDENTIALS_DIRECTORY}"
}

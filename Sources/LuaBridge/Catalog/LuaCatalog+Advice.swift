/// What a script writes out, read without running it.
public indirect enum LuaLiteral: Sendable, Hashable {
  case number(Double)
  case text(String)
  case boolean(Bool)
  case list([LuaLiteral])
  case record([String: LuaLiteral])
  /// What must be computed.
  case unknown
}

extension LuaCatalog {
  /// Judges what a script writes out for arguments, fields of `new` or a property.
  public struct Judge: Sendable {
    /// A class or a struct, whose parts are its parameters; a function, `geoscript.every`; or a property,
    /// `CLRegion.schedule`, whose only part has the property's name.
    public var subject: String
    /// Says what is wrong with the parts that are written out; those that are missing are not in the table.
    public var judge: @Sendable ([String: LuaLiteral]) -> Complaint?

    public init(_ subject: String, _ judge: @escaping @Sendable ([String: LuaLiteral]) -> Complaint?) {
      self.subject = subject
      self.judge = judge
    }
  }

  public struct Complaint: Sendable, Hashable {
    /// The part that is wrong; nil for the whole.
    public var part: String?
    public var message: String
    public var severity: LuaDiagnostic.Severity

    public init(_ message: String, of part: String? = nil, severity: LuaDiagnostic.Severity = .error) {
      self.message = message
      self.part = part
      self.severity = severity
    }
  }

  /// A method that makes the host call functions of a delegate: without any of them it has no effect.
  public struct Service: Sendable, Hashable {
    public var method: String
    public var className: String
    /// Any of them will do.
    public var functions: [String]
    /// The property that holds the delegate.
    public var delegate: String

    public init(_ method: String, of className: String, functions: [String], delegate: String) {
      self.method = method
      self.className = className
      self.functions = functions
      self.delegate = delegate
    }
  }

  /// A method that has the host watch something, of which the script hears only if it calls one of some others.
  public struct Watch: Sendable, Hashable {
    public var method: String
    public var className: String
    public var readers: [String]
    /// What the script should have.
    public var advice: String

    public init(_ method: String, of className: String, readers: [String], advice: String) {
      (self.method, self.className) = (method, className)
      (self.readers, self.advice) = (readers, advice)
    }
  }

  /// A method that takes an object as it is at that moment, known by a name that the script gives it.
  public struct Registration: Sendable, Hashable {
    public var method: String
    public var className: String
    /// The parameter of the object's initializer that names it: of two objects with one name the later replaces the
    /// other.
    public var identity: String

    public init(_ method: String, of className: String, identity: String) {
      self.method = method
      self.className = className
      self.identity = identity
    }
  }

  /// A value that stands for an unknown one, where a script may expect nil.
  public struct Sentinel: Sendable, Hashable {
    public var advice: String
    /// A script that uses any of these members knows of it.
    public var tests: Set<String>

    public init(_ advice: String, tests: Set<String> = []) { (self.advice, self.tests) = (advice, tests) }
  }

  /// A delegate function that the host never calls for a script unless the script sets something.
  public struct Need: Sendable, Hashable {
    public var function: String
    /// Any of them will do.
    public var members: Set<String>
    /// The method without whose call the need is another's, such as that of regions from a file.
    public var starter: String
    public var advice: String

    public init(_ function: String, members: Set<String>, starter: String, advice: String) {
      (self.function, self.members, self.starter, self.advice) = (function, members, starter, advice)
    }
  }
}

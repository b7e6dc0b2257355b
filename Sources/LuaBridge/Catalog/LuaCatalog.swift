/// Everything that scripts can name, as declared by the bindings.
///
/// Metatables, stubs, the reference, the luacheck standard and `geoscript check` all come from this one record.
public struct LuaCatalog: Sendable {
  /// Host classes, a base before its subclasses.
  public var classes: [Class] = []
  /// Plain-table values with named number fields.
  public var structs: [Struct] = []
  /// Global functions.
  public var functions: [Function] = []
  /// Global constants.
  public var constants: [Constant] = []
  /// Tables of functions and values, such as `geoscript` or `string`.
  public var modules: [Module] = []
  /// Types that any table or object with certain fields satisfies, such as `MKAnnotation`.
  public var protocols: [ProtocolType] = []
  /// Tables of functions that a script writes for the host to call.
  public var delegates: [Delegate] = []
  /// Calls that are probably too frequent.
  public var cautions: [Caution] = []
  /// What scripts write out and may be wrong.
  public var judges: [Judge] = []
  /// Methods that need a function of a delegate.
  public var services: [Service] = []
  public var watches: [Watch] = []
  /// The methods that make the host call a delegate function, by the function: without any of them it never does.
  public var starters: [String: [String]] = [:]
  /// Methods that take an object as it is.
  public var registrations: [Registration] = []
  /// Properties that say without nil that they are unknown, by class and property, `CLVisit.departureDate`.
  public var sentinels: [String: Sentinel] = [:]
  /// Delegate functions that need more than a service.
  public var needs: [Need] = []
  /// How a call with a table is written, by function, `geoscript.alert`.
  public var forms: [String: String] = [:]

  public init() {}

  public struct Parameter: Sendable, Hashable {
    public var name: String
    /// A LuaLS type: `number`, `string?`, `CLRegion`, `CLLocation[]`, `fun(error: NSError?)`.
    public var type: String

    public init(_ name: String, _ type: String) {
      self.name = name
      self.type = type
    }
  }

  public struct Function: Sendable, Hashable {
    public var name: String
    public var parameters: [Parameter]
    /// A LuaLS type, nil when nothing is returned.
    public var result: String?
    /// The unit of a number result, such as `m`.
    public var unit: String?
    public var summary: String

    public init(
      _ name: String, _ parameters: [Parameter] = [], result: String? = nil, unit: String? = nil,
      summary: String
    ) {
      self.name = name
      self.parameters = parameters
      self.result = result
      self.unit = unit
      self.summary = summary
    }
  }

  public struct Property: Sendable, Hashable {
    public var name: String
    public var type: String
    public var unit: String?
    public var summary: String
    public var isReadOnly: Bool

    public init(
      _ name: String, type: String, unit: String? = nil, isReadOnly: Bool = true, summary: String
    ) {
      self.name = name
      self.type = type
      self.unit = unit
      self.isReadOnly = isReadOnly
      self.summary = summary
    }
  }

  public struct Class: Sendable, Hashable {
    public var name: String
    public var base: String?
    public var summary = ""
    /// The designated initializer's parameters in order; nil when scripts cannot create objects.
    public var initializer: [Parameter]?
    public var properties: [Property] = []
    public var methods: [Function] = []
    /// Called on the class, by colon or dot.
    public var classMethods: [Function] = []
    /// Further names of members, such as the joined selector: alias → member.
    public var aliases: [String: String] = [:]
    /// Further globals that name this class, such as old class names.
    public var globalAliases: [String] = []
    /// Whether a script may subclass it.
    public var isOpen = false
    /// Whether `new` takes values in order, too.
    public var takesPlainNew = false
    /// Further types that the host reads as one of its objects, such as `string` for a color.
    public var alsoRead: [String] = []

    public init(name: String, base: String? = nil) {
      self.name = name
      self.base = base
    }
  }

  public struct Struct: Sendable, Hashable {
    public var name: String
    public var summary: String
    public var fields: [Property]

    public init(name: String, summary: String, fields: [Property]) {
      self.name = name
      self.summary = summary
      self.fields = fields
    }
  }

  public struct Constant: Sendable, Hashable {
    public var name: String
    public var type: String
    /// As a Lua literal.
    public var value: String
    public var unit: String?
    public var summary: String

    public init(_ name: String, type: String, value: String, unit: String? = nil, summary: String) {
      self.name = name
      self.type = type
      self.value = value
      self.unit = unit
      self.summary = summary
    }
  }

  public struct Module: Sendable, Hashable {
    public var name: String
    public var summary: String
    public var functions: [Function]
    public var properties: [Property]

    public init(name: String, summary: String, functions: [Function], properties: [Property] = []) {
      self.name = name
      self.summary = summary
      self.functions = functions
      self.properties = properties
    }
  }

  public struct ProtocolType: Sendable, Hashable {
    public var name: String
    public var summary: String
    /// Those whose type ends in `?` may be missing.
    public var fields: [Property]

    public init(name: String, summary: String, fields: [Property]) {
      self.name = name
      self.summary = summary
      self.fields = fields
    }
  }

  public struct Delegate: Sendable, Hashable {
    /// The protocol's name: `CLLocationManagerDelegate`.
    public var name: String
    public var summary: String
    /// The functions that the host calls; `aliases` are older names, used if the new one is missing.
    public var functions: [DelegateFunction]

    public init(name: String, summary: String, functions: [DelegateFunction]) {
      self.name = name
      self.summary = summary
      self.functions = functions
    }
  }

  /// Methods that should not be called in every call of certain delegate functions.
  public struct Caution: Sendable, Hashable {
    public var methods: Set<String>
    /// The frequent delegate functions.
    public var functions: Set<String>
    /// Members whose use, anywhere in the script, shows that it limits the frequency.
    public var restraints: Set<String>
    /// The advice, as the end of a sentence about the call.
    public var advice: String

    public init(methods: Set<String>, functions: Set<String>, restraints: Set<String>, advice: String) {
      self.methods = methods
      self.functions = functions
      self.restraints = restraints
      self.advice = advice
    }
  }

  public struct DelegateFunction: Sendable, Hashable {
    public var function: Function
    /// The Objective-C selector.
    public var selector: String
    public var aliases: [String]

    public init(_ function: Function, selector: String, aliases: [String] = []) {
      self.function = function
      self.selector = selector
      self.aliases = aliases
    }
  }
}

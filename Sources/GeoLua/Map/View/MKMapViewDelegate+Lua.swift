import Geo
import LuaBridge

/// The names of the delegate's functions, kept ready in one machine.
struct MapViewNames {
  private let names: [MKMapViewCallback: LuaName]

  init(_ machine: LuaMachine) {
    var names: [MKMapViewCallback: LuaName] = [:]
    for callback in MKMapViewCallback.allCases {
      names[callback] = machine.name(callback.rawValue, alias: callback.oldName)
    }
    self.names = names
  }

  subscript(callback: MKMapViewCallback) -> LuaName? { names[callback] }
}

extension MKMapViewCallback {
  /// The older name, from before overlays had renderers.
  ///
  /// - Source: E-7.
  var oldName: String? {
    switch self {
    case .rendererForOverlay: "viewForOverlay"
    case .didAddOverlayRenderers: "didAddOverlayViews"
    default: nil
    }
  }
}

/// Forwards a map's callbacks to the script's delegate table.
///
/// Owned by its map as attachment.
final class ScriptedMapDelegate: MKMapViewDelegate {
  private let table: LuaDelegate
  private let names: MapViewNames
  private unowned let script: RunningScript

  init(_ table: LuaDelegate, names: MapViewNames, script: RunningScript) {
    self.table = table
    self.names = names
    self.script = script
  }

  // If only an `__index` function could tell, the callback is tried.
  func implements(_ callback: MKMapViewCallback) -> Bool {
    names[callback].map { table.implements($0) ?? true } ?? false
  }

  /// Calls the function with the map and the `count` values that `arguments` pushes.
  func call(
    _ callback: MKMapViewCallback, _ map: MKMapView,
    _ fields: @autoclosure () -> [(name: String, value: JSONValue)] = [],
    _ count: Int32 = 0, _ arguments: (LuaStack) -> Void = { _ in }
  ) throws {
    guard let name = names[callback] else { return }
    record(callback, map, fields)
    try table.call(name) { stack in
      map.push(stack)
      arguments(stack)
      return count + 1
    }
  }

  /// Asks for an object that belongs to `subject`; nil if the function is missing or returns nil.
  ///
  /// - Errors: ``LuaMessage`` that names the callback when the answer is of another kind.
  func ask<Answer: LuaObject>(
    _ callback: MKMapViewCallback, _ map: MKMapView, _ subject: some LuaValue,
    _ fields: @autoclosure () -> [(name: String, value: JSONValue)]
  ) throws -> Answer? {
    guard let name = names[callback] else { return nil }
    record(callback, map, fields)
    do {
      return try table.call(name, returning: Answer?.self) { stack in
        map.push(stack)
        subject.push(stack)
        return 2
      } ?? nil
    } catch let mismatch as LuaMismatch {
      let place = table.place(of: name)
      throw LuaMessage("\(place)bad result of '\(callback.rawValue)' (\(mismatch.message); nil is allowed)")
    }
  }

  private func record(
    _ callback: MKMapViewCallback, _ map: MKMapView,
    _ fields: () -> [(name: String, value: JSONValue)]
  ) {
    guard implements(callback) else { return }
    script.recordCall(
      .call(name: callback.rawValue, fields: [("map", .integer(Int64(map.number)))] + fields()))
  }
}

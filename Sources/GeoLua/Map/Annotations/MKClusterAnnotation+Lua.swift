public import Geo
public import LuaBridge

extension MKClusterAnnotation: LuaObject {
  static func bind(_ c: LuaBinder<MKClusterAnnotation>) {
    c.summary("Several annotations with overlapping views, shown as one in their middle.")
    c.initializer(["memberAnnotations"]) { [unowned machine = c.machine] (members: [AnnotationValue]) in
      if let place = members.firstIndex(where: { $0.object is MKClusterAnnotation }) {
        throw LuaMessage("member \(place + 1) is a cluster: pass its memberAnnotations instead")
      }
      let cluster = MKClusterAnnotation(memberAnnotations: members.map(\.object))
      cluster.memory = try RunningScript.current(machine).chargeHost(200 + 16 * members.count)
      return cluster
    }
    c.property("memberAnnotations", .none, "The annotations in the cluster.") {
      $0.memberAnnotations.map { AnnotationValue($0) }
    }
    c.property("coordinate", .none, "The middle of the members.") { $0.coordinate }
    c.text(
      "title", "The callout's title; initially the title of a member.", get: { $0.title },
      set: { $0.title = $1 }, paidBy: \.memory)
    c.text(
      "subtitle", "The callout's second line; initially the number of further members.", get: { $0.subtitle },
      set: { $0.subtitle = $1 },
      paidBy: \.memory)
  }
}

public import Geo
public import LuaBridge

extension MKClusterAnnotation: LuaObject {
  static func bind(_ c: LuaBinder<MKClusterAnnotation>) {
    c.summary("Several annotations whose views would overlap, shown as one in their middle.")
    c.initializer(["memberAnnotations"]) { [unowned machine = c.machine] (members: [AnnotationValue]) in
      if let place = members.firstIndex(where: { $0.object is MKClusterAnnotation }) {
        throw LuaMessage("member \(place + 1) is a cluster itself (expected its memberAnnotations)")
      }
      let cluster = MKClusterAnnotation(memberAnnotations: members.map(\.object))
      cluster.memory = try RunningScript.current(machine).chargeHost(200 + 16 * members.count)
      return cluster
    }
    c.property("memberAnnotations", .none, "The annotations that it represents.") {
      $0.memberAnnotations.map { AnnotationValue($0) }
    }
    c.property("coordinate", .none, "The middle of its members.") { $0.coordinate }
    c.text("title", "What its callout says; at first the title of a member.", \.title, paidBy: \.memory)
    c.text(
      "subtitle", "The second line of its callout; at first, the number of further members.", \.subtitle,
      paidBy: \.memory)
  }
}

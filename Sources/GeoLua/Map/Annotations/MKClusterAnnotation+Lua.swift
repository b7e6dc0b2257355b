public import Geo
public import LuaBridge

extension MKClusterAnnotation: LuaObject {
  static func bind(_ c: LuaBinder<MKClusterAnnotation>) {
    c.summary("Several annotations whose views would overlap, shown as one in their middle.")
    c.initializer(["memberAnnotations"]) { (members: [AnnotationValue]) in
      MKClusterAnnotation(memberAnnotations: members.map(\.object))
    }
    c.property("memberAnnotations", .none, "The annotations that it stands for.") {
      $0.memberAnnotations.map { AnnotationValue($0) }
    }
    c.property("coordinate", .none, "The middle of its members.") { $0.coordinate }
    c.property("title", .none, "What its callout says; at first the title of a member.") {
      $0.title
    } set: {
      $0.title = $1
    }
    c.property("subtitle", .none, "What its callout says below; at first how many members there are beside.")
    {
      $0.subtitle
    } set: {
      $0.subtitle = $1
    }
  }
}

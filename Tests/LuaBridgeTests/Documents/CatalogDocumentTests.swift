@testable import LuaBridge
import Testing

extension LuaSyntaxTests {
  @Suite struct Documents {
    /// One of everything, small enough to show what is written for it.
    static let tiny: LuaCatalog = {
      var catalog = LuaCatalog()
      var shape = LuaCatalog.Class(name: "Shape")
      shape.summary = "Something with an outline."
      shape.properties = [.init("title", type: "string?", isReadOnly: false, summary: "Its name.")]
      shape.isOpen = true
      var circle = LuaCatalog.Class(name: "Circle", base: "Shape")
      circle.summary = "A round shape."
      circle.initializer = [.init("center", "Point"), .init("radius", "number")]
      circle.properties = [
        .init("radius", type: "number", unit: "m", summary: "From the middle to the edge.")
      ]
      circle.methods = [
        .init(
          "contains", [.init("point", "Point"), .init("end", "boolean?")], result: "boolean",
          summary: "Returns whether it holds a point.")
      ]
      circle.classMethods = [.init("unit", result: "Circle", summary: "Returns the unit circle.")]
      circle.aliases = ["holds": "contains", "r": "radius"]
      circle.globalAliases = ["Disc"]
      catalog.classes = [shape, circle]
      catalog.structs = [
        .init(
          name: "Point", summary: "A place.",
          fields: [
            .init("x", type: "number", unit: "m", summary: "East."),
            .init("y", type: "number", unit: "m", summary: "North."),
          ])
      ]
      catalog.functions = [
        .init(
          "distance", [.init("a", "Point"), .init("b", "Point")], result: "number", unit: "m",
          summary: "Returns how far.")
      ]
      catalog.constants = [
        .init("kMost", type: "number", value: "5.0", unit: "m", summary: "The most there is.")
      ]
      catalog.modules = [
        .init(
          name: "host", summary: "The host.",
          functions: [.init("log", [.init("...", "any")], summary: "Writes a line.")],
          properties: [.init("store", type: "table", isReadOnly: false, summary: "What is kept.")])
      ]
      catalog.delegates = [
        .init(
          name: "ShapeDelegate", summary: "Told by a shape.",
          functions: [
            .init(
              .init("didGrow", [.init("shape", "Shape")], summary: "Called when it grew."),
              selector: "shape:didGrow:",
              aliases: ["didSwell"])
          ])
      ]
      return catalog
    }()

    @Test func aProtocolIsATypeInStubsAndReference() throws {
      var catalog = LuaCatalog()
      catalog.protocols = [
        .init(
          name: "Placed", summary: "What has a place.",
          fields: [
            .init("spot", type: "number", unit: "m", isReadOnly: false, summary: "Where."),
            .init("title", type: "string?", isReadOnly: false, summary: "Its name."),
          ])
      ]
      catalog.functions = [.init("place", [.init("object", "Placed")], summary: "Places it.")]
      #expect(
        LuaStubs(catalog: catalog).text().contains(
          "---What has a place.\n---@class Placed\n---@field spot number Where. [m]\n---@field title string? Its name.\n"
        ))
      let page = try #require(ReferenceMarkdown(catalog: catalog).pages().first { $0.name == "protocols.md" })
      #expect(page.text.contains("## Placed\n\nWhat has a place.") && page.text.contains("`spot`"))
      #expect(CatalogCoverage(catalog: catalog).unknownTypes() == [])
      #expect(CatalogCoverage(catalog: catalog).problems() == [])
    }

    @Test func stubsShowEverything() {
      #expect(LuaStubs(catalog: Self.tiny).text() == Snapshots.stubs)
    }

    @Test(arguments: [tiny, ExampleCatalog.catalog])
    func stubsAreLua(catalog: LuaCatalog) throws {
      let text = LuaStubs(catalog: catalog).text()
      _ = try LuaParser.parse(text)
      guard ReferenceLua.isInstalled else { return }
      #expect(ReferenceLua.accepts(text))
    }

    @Test func luacheckStandardShowsEverything() {
      #expect(LuacheckStandard(catalog: Self.tiny).text() == Snapshots.luacheck)
    }

    @Test(.enabled(if: ReferenceLua.isInstalled, "needs lua5.4"), arguments: [tiny, ExampleCatalog.catalog])
    func luacheckStandardLoads(catalog: LuaCatalog) {
      let text =
        "stds = {}\n" + LuacheckStandard(catalog: catalog).text() + "print(type(stds.geoscript.read_globals))"
      let run = ReferenceLua.withFile(text.utf8) { ReferenceLua.run("lua5.4 \($0)") }
      #expect(run.output == "table\n")
    }

    @Test func referenceHasAPageForEachClass() {
      let pages = ReferenceMarkdown(catalog: Self.tiny).pages()
      #expect(
        pages.map(\.name) == [
          "README.md", "Circle.md", "Shape.md", "constants.md", "delegates.md", "functions.md", "modules.md",
          "structs.md",
        ])
      #expect(pages[1].text == Snapshots.circlePage)
      #expect(pages[4].text == Snapshots.delegatePage)
    }

    @Test func orderOfTheCatalogDoesNotMatter() {
      var turned = ExampleCatalog.catalog
      turned.functions.reverse()
      turned.constants.reverse()
      turned.delegates.reverse()
      turned.modules.reverse()
      turned.structs.reverse()
      #expect(LuaStubs(catalog: turned).text() == LuaStubs(catalog: ExampleCatalog.catalog).text())
      #expect(
        LuacheckStandard(catalog: turned).text() == LuacheckStandard(catalog: ExampleCatalog.catalog).text())
      #expect(
        ReferenceMarkdown(catalog: turned).pages()
          == ReferenceMarkdown(catalog: ExampleCatalog.catalog).pages())
    }

    @Test(arguments: [tiny, ExampleCatalog.catalog])
    func completeCatalogsHaveNoProblems(catalog: LuaCatalog) {
      #expect(CatalogCoverage(catalog: catalog).problems() == [])
    }

    @Test func coverageNamesTypesThatNobodyDeclares() {
      var catalog = Self.tiny
      #expect(CatalogCoverage(catalog: catalog).unknownTypes() == [])
      catalog.classes[1].methods[0].result = "fun(shape: Shpae?, n?: integer): boolean | Pint[]"
      #expect(CatalogCoverage(catalog: catalog).unknownTypes() == ["Pint", "Shpae"])
    }

    @Test func coverageFindsEachFault() {
      var catalog = Self.tiny
      catalog.classes[0].summary = ""
      catalog.classes[1].base = "Shpae"
      catalog.classes[1].properties[0].unit = nil
      catalog.classes[1].methods[0].summary = ""
      catalog.classes[1].aliases["r"] = "radios"
      catalog.classes[1].aliases["unit"] = "contains"
      catalog.constants.append(catalog.constants[0])
      catalog.functions[0].unit = ""
      catalog.functions[0].parameters[1].name = "a"
      #expect(
        CatalogCoverage(catalog: catalog).problems() == [
          "Circle.contains: no summary", "Circle.r: alias for 'radios', which does not exist",
          "Circle.radius: a number without a unit", "Circle.unit: alias hides the member of that name",
          "Circle: base 'Shpae' is missing", "Shape: no summary", "a: twice in the parameters of distance",
          "distance: a number without a unit", "kMost: twice in the globals",
        ])
      catalog.classes[1].base = "Shape"
      catalog.classes.reverse()
      #expect(
        CatalogCoverage(catalog: catalog).problems().contains("Circle: base 'Shape' is declared after it"))
    }
  }
}

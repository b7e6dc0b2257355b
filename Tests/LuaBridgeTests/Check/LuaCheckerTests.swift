import LuaBridge
import Testing

extension LuaSyntaxTests {
  @Suite struct Check {
    static let checker = LuaChecker(catalog: ExampleCatalog.catalog)

    private func found(_ source: String) -> [String] {
      Self.checker.check(source, name: "a").map(\.description)
    }

    @Test func aMessageHasPlaceAndAdvice() {
      let source = "local m = CLLocationManager.new{}\n\nm.distanceFitler = 5"
      let all = Self.checker.check(source, name: "lunch.lua")
      #expect(all.count == 1)
      #expect(
        all[0].description
          == "lunch.lua:3: unknown member 'distanceFitler' of CLLocationManager (did you mean 'distanceFilter'?)"
      )
      #expect((all[0].severity, all[0].line, all[0].column) == (.error, 3, 3))
    }

    @Test func badSyntaxIsOneError() {
      #expect(found("x = = 1\ny = nosuch") == ["a:1: unexpected symbol near '='"])
    }

    @Test(arguments: [
      ("CLLocationManger.new{}", "unknown global 'CLLocationManger' (did you mean 'CLLocationManager'?)"),
      ("local manager\nprint(manger)", "unknown global 'manger' (did you mean 'manager'?)"),
      ("return nosuchthing", "unknown global 'nosuchthing'"),
      ("return null", "unknown global 'null' (write nil)"),
      ("return x == True", "unknown global 'x'|unknown global 'True' (write true)"),
      (
        "io.write('x')",
        "'io' is not available in scripts: print and geoscript.log write lines, geoscript.writeFile and appendFile write files with --allow-write, geoscript.readRegions reads shapes"
      ),
      (
        "CLLocation = 3",
        "cannot assign to 'CLLocation', a class of the host (a local of that name is allowed)"
      ),
      (
        "function CLLocationCoordinate2DMake() end",
        "cannot assign to 'CLLocationCoordinate2DMake', a function of the host (a local of that name is allowed)"
      ),
      (
        "kCLErrorDenied = 2",
        "cannot assign to 'kCLErrorDenied', a constant of the host (a local of that name is allowed)"
      ),
      (
        "geoscript = {}",
        "cannot assign to 'geoscript', a module of the host (a local of that name is allowed)"
      ),
      ("require 'helper'\nprint(theirs, pritn)", "warning: unknown global 'pritn' (did you mean 'print'?)"),
    ])
    func globals(source: String, messages: String) { expect(source, messages) }

    @Test(arguments: [
      (
        "local m = CLLocationManager()\nm:startUpdatingLocaton()",
        "unknown member 'startUpdatingLocaton' of CLLocationManager (did you mean 'startUpdatingLocation'?)"
      ),
      (
        "local m = CLLocationManager()\nprint(m.location.altitud)",
        "unknown member 'altitud' of CLLocation (did you mean 'altitude'?)"
      ),
      (
        "local m = CLLocationManager()\nprint(m.location.coordinate.lattitude)",
        "unknown field 'lattitude' of CLLocationCoordinate2D (did you mean 'latitude'?)"
      ),
      (
        "print(CLLocationCoordinate2DMake(1, 2).longitud)",
        "unknown field 'longitud' of CLLocationCoordinate2D (did you mean 'longitude'?)"
      ),
      (
        "print(CLLocationCoordinate2D(1, 2).lat)",
        "unknown field 'lat' of CLLocationCoordinate2D (did you mean 'latitude'?)"
      ),
      (
        "local c = CLLocation(1, 2).coordinate\nc.longitud = 3",
        "warning: unknown field 'longitud' of CLLocationCoordinate2D (did you mean 'longitude'?)"
      ),
      (
        "local m = CLLocationManager()\nfor _, r in ipairs(m.monitoredRegions) do print(r.identifer) end",
        "unknown member 'identifer' of CLRegion (did you mean 'identifier'?)"
      ),
      (
        "local m = CLLocationManager()\nprint(m.monitoredRegions[1].identifer)",
        "unknown member 'identifer' of CLRegion (did you mean 'identifier'?)"
      ),
      (
        "print(CLRegion.alloc())",
        "unknown member 'alloc' of class CLRegion (make one: CLRegion(center, radius, identifier) or CLRegion.new{ center = …, radius = …, identifier = … })"
      ),
      (
        "print(CLLocationManager:headingAvailible())",
        "unknown member 'headingAvailible' of class CLLocationManager (did you mean 'headingAvailable'?)"
      ),
      (
        "CLLocationManager:startUpdatingLocation()",
        "'startUpdatingLocation' is a method of objects: make one first, CLLocationManager.new{ … }"
      ),
      (
        "local m = CLLocationManager()\nm:headingAvailable()",
        "'headingAvailable' belongs to the class: write CLLocationManager:headingAvailable(…)"
      ),
      (
        "local m = CLLocationManager()\nfunction m:didEnterRegion(region) end",
        "unknown member 'didEnterRegion' of CLLocationManager (define it in the delegate table)"
      ),
      ("geoscript.alret{}", "unknown member 'alret' of module 'geoscript' (did you mean 'alert'?)"),
      (
        "geoscript.json.encod(1)",
        "unknown member 'encod' of module 'geoscript.json' (did you mean 'encode'?)"
      ),
      (
        "print(geoscript.now():timeIntervalSinceNwo())",
        "unknown member 'timeIntervalSinceNwo' of NSDate (did you mean 'timeIntervalSinceNow'?)"
      ),
      ("print(string.fromat('x'))", "unknown member 'fromat' of module 'string' (did you mean 'format'?)"),
      ("print(('x'):uper())", "unknown method 'uper' of a string (did you mean 'upper'?)"),
      (
        "local m = CLLocationManager()\nm:setDistanceFilter(5)",
        "unknown member 'setDistanceFilter' of CLLocationManager (assign the property: distanceFilter = …)"
      ),
      (
        "local app = {}\nfunction app:start()\n  self.manager = self.manager or CLLocationManager.new{}\n  self.manager.distnaceFilter = 5\nend",
        "unknown member 'distnaceFilter' of CLLocationManager (did you mean 'distanceFilter'?)"
      ),
      (
        "local function make() return CLLocationManager.new{} end\nmake().dellegate = {}",
        "unknown member 'dellegate' of CLLocationManager (did you mean 'delegate'?)"
      ),
      (
        "local V = MKAnnotationView:subclass('V')\nfunction V:drawRect(r) self.imgae = 1 end",
        "warning: unknown member 'imgae' on an object of your subclass of MKAnnotationView (did you mean 'image'?)"
      ),
      (
        "local V = MKAnnotationView:subclass('V')\nfunction V:init(a)\n  self = V.super.init(self, a, 'v')\n  self.imgae = 1\n  return self\nend",
        "warning: unknown member 'imgae' on an object of your subclass of MKAnnotationView (did you mean 'image'?)"
      ),
      (
        "local V = MKAnnotationView:subclass('V')\nfunction V:drawRct(r) end",
        "warning: the host never calls 'drawRct' (did you mean 'drawRect'?)"
      ),
      (
        "CLGeocoder.new{}:geocodeAddressString('x', function(places, err)\n  for _, p in ipairs(places or {}) do print(p.nmae, err.coed) end\nend)",
        "unknown member 'nmae' of CLPlacemark (did you mean 'name'?)|unknown member 'coed' of NSError (did you mean 'code'?)"
      ),
    ])
    func members(source: String, messages: String) { expect(source, messages) }

    @Test(arguments: [
      (
        "local m = CLLocationManager()\nm.location = nil",
        "cannot assign to read-only property 'location' of CLLocationManager"
      ),
      (
        "local m = CLLocationManager()\nm.startUpdatingLocation()",
        "'startUpdatingLocation' is a method: write m:startUpdatingLocation(…) with a colon"
      ),
      (
        "local m, r = CLLocationManager(), f\nm.startMonitoringForRegion(r)",
        "unknown global 'f'|'startMonitoringForRegion' is a method: write m:startMonitoringForRegion(…) with a colon"
      ),
      (
        "CLLocationManager{ delegate = {} }",
        "CLLocationManager(…) takes values in order; for named ones write CLLocationManager.new{ … }"
      ),
      ("geoscript:alert{}", "'alert' is a function of 'geoscript': write geoscript.alert(…) with a dot"),
      ("print(math:abs(1))", "'abs' is a function of 'math': write math.abs(…) with a dot"),
      (
        "local m = CLLocationManager()\nprint(m:distanceFilter())",
        "'distanceFilter' is a property: write m.distanceFilter"
      ),
      ("string.trim = print", "cannot assign to 'trim' of module 'string': libraries are read-only"),
      ("function CLLocation:near() end", "cannot assign to 'near' of class CLLocation"),
      (
        "function MKAnnotationView:near() end",
        "cannot assign to 'near' of class MKAnnotationView; make your own class with MKAnnotationView:subclass(\"…\")"
      ),
    ])
    func dotsColonsAndReadOnly(source: String, messages: String) { expect(source, messages) }

    @Test(arguments: [
      (
        "local v = MKAnnotationView()\nv.center.x = 5",
        "warning: this changes only a copy of 'center': store it in a local variable, change that, and assign it back to v.center"
      ),
      (
        "local m = CLLocationManager()\nm.location.coordinate.latitude = 5",
        "warning: this changes only a copy of 'coordinate'"
      ),
      (
        "local V = MKAnnotationView:subclass('V')\nfunction V:drawRect(r) self.center.y = r end",
        "warning: this changes only a copy of 'center': store it in a local variable, change that, and assign it back to self.center"
      ),
      (
        "local v = MKAnnotationView()\nlocal p = v.center\np.x = 5\nv.center = p", ""
      ),
      (
        "local v = MKAnnotationView()\nv.center = CLLocationCoordinate2DMake(1, 2)",
        "bad value for 'center' (CGPoint expected, got CLLocationCoordinate2D)"
      ),
      (
        "CLLocation(CLLocationCoordinate2DMake(1, 2), 3)",
        "bad argument #1 to 'CLLocation' (number expected, got CLLocationCoordinate2D)"
      ),
      (
        "CLLocationManager.new{}.delegate = CLLocationManager.headingAvailable",
        "bad value for 'delegate' (table of functions expected, got a function: write CLLocationManager:headingAvailable())"
      ),
      (
        "print(CLLocationManager.headingAvailable.x, CLLocationManager.headingAvailable:x())",
        "'headingAvailable' is a method: write CLLocationManager:headingAvailable()|'headingAvailable' is a method: write CLLocationManager:headingAvailable()"
      ),
      (
        "local m = CLLocationManager()\nprint(m.monitoredRegions.last, m.monitoredRegions.count, m.monitoredRegions:count())",
        "a list has no 'last': write m.monitoredRegions[#m.monitoredRegions]|'count' is a method: write #m.monitoredRegions"
      ),
      (
        "print(#CLLocationManager():monitoredRegions())",
        "'monitoredRegions' is a property: write ….monitoredRegions"
      ),
      ("print(CLLocation.altitude)", "'altitude' belongs to an object of class CLLocation, not to the class"),
      ("local L = CLLocation:subclass('L')", "CLLocation cannot be subclassed"),
      ("print(('{}').name)", "unknown field 'name' of a string"),
      (
        "local m = CLLocationManager()\nfor _, r in m.monitoredRegions do print(r) end",
        "'for … in' needs an iterator, not a sequence: write ipairs(m.monitoredRegions)"
      ),
      (
        "local P = NSObject:subclass('P')\nfunction P:init(c) self.coordinate = c end",
        "warning: 'init' returns nothing, so no object is created: end it with 'return self'"
      ),
      (
        "local app = {}\nCLLocationManager.new{ delegate = app }\nfunction app:didEnter(r) end",
        "warning: the host never calls 'didEnter' (did you mean 'didEnterRegion'?)"
      ),
      (
        "CLLocationManager():startMonitoringForRegion_radius(nil)",
        "unknown member 'startMonitoringForRegion_radius' of CLLocationManager (did you mean 'startMonitoringForRegion'?)"
      ),
    ])
    func habitsFromSwift(source: String, messages: String) { expect(source, messages) }

    func expect(_ source: String, _ messages: String) {
      let found = found(source).map { String($0.drop { $0 != " " }.dropFirst()) }
      #expect(found == messages.split(separator: "|").map(String.init), "\(source)")
    }
  }
}

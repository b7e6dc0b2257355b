-- Controllers and their views.
local spec = require "spec"

spec("a controller makes its view when it is first asked for", function()
  local C = UIViewController:subclass("C")
  function C:viewDidLoad()
    self.loads = (self.loads or 0) + 1
    C.super.viewDidLoad(self)
    self.view.tag = 3
  end
  local c = C.new{ title = "Depot" }
  spec.equal({ c.isViewLoaded, c.title, c.loads }, { false, "Depot", nil })
  spec.equal({ c.view.tag, c.loads, c.isViewLoaded }, { 3, 1, true })
  spec.equal(c.view.nextResponder == c, true)
  local other = UIView()
  c.view = other
  spec.equal({ c.view == other, c.loads }, { true, 1 })
  spec.equal(NSViewController().view.tag, 0)
end)

spec("a controller's loadView makes its view, the base's an empty one of the screen's size (D12)", function()
  local C = UIViewController:subclass("Loading")
  local calls = {}
  function C:loadView()
    calls[#calls + 1] = "loadView"
    self.view = UIView(CGRectMake(0, 0, 10, 20))
  end
  function C:viewDidLoad() calls[#calls + 1] = "viewDidLoad " .. self.view.bounds.size.height end
  spec.equal(C().view.bounds.size.width, 10.0)
  spec.equal(table.concat(calls, ", "), "loadView, viewDidLoad 20.0")
  spec.equal(UIViewController().view.bounds.size.width > 0, true)
  local plain = UIViewController()
  plain:loadView()
  spec.equal(plain.isViewLoaded, true)
end)

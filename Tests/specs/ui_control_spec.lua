-- Controls and buttons, and what they do when a finger works them.
local spec = require "spec"

spec("a control does what its targets were added for", function()
  local control, told = UIControl.new{ frame = CGRectMake(0, 0, 10, 10) }, {}
  local target = {}
  function target:go(sender, event) told[#told + 1] = { self == target, sender == control, event } end
  control:addTarget(target, "go", UIControlEventTouchUpInside)
  control:addTarget(target, "go", UIControlEventTouchUpInside)
  control:sendActionsForControlEvents(UIControlEventTouchUpInside)
  spec.equal(told, { { true, true } })
  control:sendActionsForControlEvents(UIControlEventTouchDown)
  control:removeTarget(target, "go", UIControlEventTouchUpInside)
  control:sendActionsForControlEvents(UIControlEventAllEvents)
  spec.equal(#told, 1)
  control:addTarget_action_forControlEvents(target, "go", UIControlEventValueChanged)
  control:sendActionsForControlEvents(UIControlEventValueChanged)
  control:removeTarget_action_forControlEvents(nil, nil, UIControlEventAllEvents)
  control:sendActionsForControlEvents(UIControlEventValueChanged)
  spec.equal(#told, 2)
end)

spec("targets may be missing, and mistakes are told", function()
  local control = UIControl()
  control:addTarget(nil, nil, UIControlEventTouchUpInside)
  control:addTarget({}, "missing", UIControlEventTouchUpInside)
  spec.raises("has no method 'missing'", function()
    control:sendActionsForControlEvents(UIControlEventTouchUpInside)
  end)
  spec.raises("method name expected after the target", function()
    control:addTarget({}, nil, UIControlEventTouchUpInside)
  end)
  spec.raises("table or object expected", function() control:addTarget(5, "x", UIControlEventTouchUpInside) end)
  spec.raises("string expected", function()
    control:addTarget({}, print, UIControlEventTouchUpInside)
  end)
end)

spec("without a target the views around it are asked", function()
  local Panel, told = UIView:subclass("Panel"), {}
  function Panel:pressed(sender) told[#told + 1] = { self.name, sender.tag } end
  local panel, button = Panel.new{ name = "panel" }, UIButton.new{ tag = 4 }
  panel:addSubview(button)
  button:addTarget(nil, "pressed", UIControlEventTouchUpInside)
  button:sendActionsForControlEvents(UIControlEventTouchUpInside)
  spec.equal(told, { { "panel", 4 } })
end)

spec("a target lasts as long as its control, and circles are no leak", function()
  local told = 0
  local holder = UIView()
  do
    local button = UIButton:buttonWithType(UIButtonTypeDetailDisclosure)
    button:addTarget({ go = function() told = told + 1 end }, "go", UIControlEventTouchUpInside)
    holder:addSubview(button)
  end
  for _ = 1, 200 do collectgarbage() local _ = string.rep("x", 10000) end
  holder.subviews[1]:sendActionsForControlEvents(UIControlEventTouchUpInside)
  spec.equal(told, 1)
end)

spec("states are told", function()
  local control = UIControl()
  spec.equal({ control.enabled, control.highlighted, control.selected, control.state },
    { true, false, false, UIControlStateNormal })
  control.enabled = false
  control:setSelected(true)
  control.highlighted = true
  spec.equal(control.state, UIControlStateHighlighted + UIControlStateDisabled + UIControlStateSelected)
  spec.equal(UIControlEventTouchUpInside, 64)
  spec.equal(
    UIControlEventTouchDown + UIControlEventTouchDownRepeat + UIControlEventTouchDragInside
      + UIControlEventTouchDragOutside + UIControlEventTouchDragEnter + UIControlEventTouchDragExit
      + UIControlEventTouchUpInside + UIControlEventTouchUpOutside + UIControlEventTouchCancel, 511)
  spec.equal(UIControlEventAllTouchEvents, 4095)
end)

spec("a button shows the title and the image of its state", function()
  local button = UIButton:buttonWithType(UIButtonTypeSystem)
  spec.equal({ button.buttonType, button.currentTitle, button.currentImage }, { 1 })
  button:setTitle("Go", UIControlStateNormal)
  button:setTitle_forState("Going", UIControlStateHighlighted)
  spec.equal({ button.currentTitle, button:titleForState(UIControlStateHighlighted) }, { "Go", "Going" })
  local image = UIImage:imageNamed("images/wide.png")
  button:setImage(image, UIControlStateNormal)
  button:setImage_forState(nil, UIControlStateSelected)
  spec.equal({ button.currentImage == image, button:imageForState(UIControlStateNormal) == image }, { true, true })
  spec.equal(button:imageForState(UIControlStateSelected), nil)
  spec.equal(
    { UIButtonTypeCustom, UIButtonTypeRoundedRect, UIButtonTypeDetailDisclosure, UIButtonTypeInfoLight,
      UIButtonTypeInfoDark, UIButtonTypeContactAdd }, { 0, 1, 2, 3, 4, 5 })
  spec.raises("UIButtonType… expected, got 99", function() UIButton:buttonWithType(99) end)
end)

spec("a script's button sees its touches", function()
  local Mine, told = UIButton:subclass("Mine"), {}
  function Mine:touchesBegan(touches, event)
    told[#told + 1] = "began"
    Mine.super.touchesBegan(self, touches, event)
  end
  local button = Mine.new{ frame = CGRectMake(0, 0, 10, 10), name = "mine" }
  button:touchesBegan({}, nil)
  spec.equal({ told[1], button.highlighted, button.name }, { "began", true, "mine" })
end)

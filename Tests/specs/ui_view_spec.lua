-- Views: where they lie, what lies in them, what a finger hits; labels and images.
-- run: --max-memory-device 8
local spec = require "spec"

local function made(x, y, width, height) return UIView(CGRectMake(x, y, width, height)) end

spec("frame follows bounds and center", function()
  local view = UIView.new{ frame = CGRectMake(10, 20, 100, 50) }
  spec.equal(view.center, CGPointMake(60, 45))
  spec.equal(view.bounds, CGRectMake(0, 0, 100, 50))
  view.bounds = CGRectMake(0, 0, 40, 40)
  spec.equal(view.frame, CGRectMake(40, 25, 40, 40))
  view.center = CGPointZero
  spec.equal(view.frame.origin, CGPointMake(-20, -20))
  spec.equal(UIView().frame, CGRectZero)
  spec.raises("finite CGRect expected", function() view.frame = CGRectNull end)
  spec.raises("finite CGPoint expected", function() view.center = CGPointMake(math.huge, 0) end)
  spec.raises("not a number", function() view.center = CGPointMake(0 / 0, 0) end)
end)

spec("a new view is opaque, shows and takes touches", function()
  local view = NSView()
  spec.equal({ view.opaque, view.hidden, view.alpha, view.clipsToBounds }, { true, false, 1.0, false })
  spec.equal({ view.userInteractionEnabled, view.multipleTouchEnabled, view.tag }, { true, false, 0 })
  spec.equal(view.backgroundColor, nil)
  view.backgroundColor = "#ff0000"
  spec.equal(view.backgroundColor, UIColor:redColor())
  view.alpha = 7
  spec.equal(view.alpha, 1.0)
  spec.equal(view.animator == view, true)
  view:setNeedsDisplay()
  view:setNeedsDisplayInRect(CGRectMake(0, 0, 1, 1))
  spec.raises("no current context", function() view:drawRect(CGRectMake(0, 0, 1, 1)) end)
end)

spec("a view may ask for dark colors", function()
  local view = UIView()
  spec.equal(view.overrideUserInterfaceStyle, UIUserInterfaceStyleUnspecified)
  view.overrideUserInterfaceStyle = UIUserInterfaceStyleDark
  spec.equal(view.overrideUserInterfaceStyle, 2)
  view.overrideUserInterfaceStyle = UIUserInterfaceStyleLight
  spec.equal(view.overrideUserInterfaceStyle, 1)
  spec.raises("UIUserInterfaceStyle… expected, got 3", function() view.overrideUserInterfaceStyle = 3 end)
end)

spec("views lie in each other in the order asked for", function()
  local parent, a, b, c = UIView(), UIView(), UIView(), UIView()
  local function order(...) spec.equal({ table.unpack(parent.subviews) }, { ... }) end
  parent:addSubview(a)
  parent:insertSubview(b, 1)
  parent:insertSubview_atIndex(c, 99)
  order(b, a, c)
  parent:insertSubview_aboveSubview(b, c)
  parent:insertSubview_belowSubview(c, a)
  order(c, a, b)
  parent:bringSubviewToFront(c)
  parent:sendSubviewToBack(b)
  order(b, a, c)
  parent:exchangeSubviewAtIndex(1, 3)
  parent:exchangeSubviewAtIndex_withSubviewAtIndex(1, 2)
  order(a, c, b)
  b:removeFromSuperview()
  spec.equal({ b.superview, a.superview == parent, #parent.subviews }, { nil, true, 2 })
  spec.equal({ a:isDescendantOfView(parent), parent:isDescendantOfView(a) }, { true, false })
  c.tag = 5
  spec.equal({ parent:viewWithTag(5) == c, parent:viewWithTag(6) }, { true, nil })
end)

spec("a view cannot lie in itself", function()
  local outer, inner = UIView(), UIView()
  outer:addSubview(inner)
  spec.raises("cannot be added to itself", function() inner:addSubview(outer) end)
  spec.raises("cannot be added to itself", function() inner:addSubview(inner) end)
  spec.raises("call insertSubview_aboveSubview or insertSubview_belowSubview", function()
    outer:insertSubview(UIView(), inner)
  end)
  spec.raises("the sibling is not another subview", function() outer:insertSubview_aboveSubview(UIView(), UIView()) end)
end)

spec("points and rects are told in another view's coordinates", function()
  local root, view = made(0, 0, 100, 100), made(10, 20, 30, 30)
  root:addSubview(view)
  local p = CGPointMake(1, 2)
  spec.equal(view:convertPoint(p, root), CGPointMake(11, 22))
  spec.equal(view:convertPoint_toView(p, nil), CGPointMake(11, 22))
  spec.equal(view:convertPoint_fromView(p, root), CGPointMake(-9, -18))
  local r = CGRectMake(1, 2, 3, 4)
  spec.equal(view:convertRect(r, root), CGRectMake(11, 22, 3, 4))
  spec.equal(view:convertRect_toView(r, view), r)
  spec.equal(view:convertRect_fromView(r, root), CGRectMake(-9, -18, 3, 4))
end)

spec("a hit is looked for in the superview's coordinates, or in its own", function()
  local root, view = made(100, 100, 50, 50), made(10, 10, 20, 20)
  root:addSubview(view)
  spec.equal(root:hitTest(CGPointMake(115, 115)) == view, true)
  spec.equal(root:hitTest_withEvent(CGPointMake(15, 15), nil) == view, true)
  spec.equal(root:hitTest(CGPointMake(145, 145)) == root, true)
  spec.equal(root:hitTest(CGPointMake(15, 15)), nil)
  spec.equal(view:pointInside(CGPointMake(0, 0)), true)
  spec.equal(view:pointInside_withEvent(CGPointMake(20, 0), nil), false)
  view.hidden = true
  spec.equal(root:hitTest(CGPointMake(115, 115)) == root, true)
  root.userInteractionEnabled = false
  spec.equal(root:hitTest(CGPointMake(115, 115)), nil)
end)

spec("a script's class overrides either form, and what it calls is the host's", function()
  local V, asked = UIView:subclass("V"), {}
  function V:hitTest(point, event)
    asked[#asked + 1] = point.x
    return V.super.hitTest(self, point, event)
  end
  function V:pointInside_withEvent(point, event)
    asked[#asked + 1] = point.x
    return V.super.pointInside(self, point, event)
  end
  local root, view = made(0, 0, 50, 50), V(CGRectMake(10, 10, 20, 20))
  root:addSubview(view)
  spec.equal(root:hitTest(CGPointMake(15, 15)) == view, true)
  spec.equal(asked, { 15.0, 5.0 })
  local W = UIView:subclass("W")
  function W:hitTest() return root end
  local w = W.new{ frame = CGRectMake(0, 0, 1, 1), note = "mine" }
  spec.equal({ w.note, w.other, w:hitTest(CGPointZero) == root }, { "mine", nil, true })
end)

spec("touches that nobody takes go up", function()
  local Taker, phases = UIView:subclass("Taker"), {}
  for _, name in ipairs{ "touchesBegan", "touchesMoved", "touchesEnded", "touchesCancelled" } do
    Taker[name] = function(_, touches, event) phases[#phases + 1] = name .. #touches .. tostring(event) end
  end
  local taker, view = Taker(), UIView()
  taker:addSubview(view)
  view:touchesBegan({}, nil)
  view:touchesMoved_withEvent({}, nil)
  view:touchesEnded({}, nil)
  view:touchesCancelled_withEvent({}, nil)
  view:touchesBegan_withEvent({}, nil)
  view:touchesMoved({}, nil)
  view:touchesEnded_withEvent({}, nil)
  view:touchesCancelled({}, nil)
  spec.equal(#phases, 8)
  spec.equal({ phases[1], phases[2], phases[3], phases[4] },
    { "touchesBegan0nil", "touchesMoved0nil", "touchesEnded0nil", "touchesCancelled0nil" })
  spec.equal({ view.nextResponder == taker, UIResponder.is(view) }, { true, true })
end)

spec("subviews follow the size as their masks say", function()
  local parent, view = made(0, 0, 100, 100), made(10, 10, 20, 20)
  view.autoresizingMask = UIViewAutoresizingFlexibleWidth + UIViewAutoresizingFlexibleTopMargin
  parent:addSubview(view)
  parent.frame = CGRectMake(0, 0, 150, 130)
  spec.equal(view.frame, CGRectMake(10, 40, 70, 20))
  parent.autoresizesSubviews = false
  parent.frame = CGRectMake(0, 0, 10, 10)
  spec.equal(view.frame, CGRectMake(10, 40, 70, 20))
  spec.equal(
    UIViewAutoresizingFlexibleLeftMargin + UIViewAutoresizingFlexibleRightMargin
      + UIViewAutoresizingFlexibleHeight + UIViewAutoresizingFlexibleBottomMargin + UIViewAutoresizingNone,
    1 + 4 + 16 + 32)
end)

spec("a map lays its subviews out after the script", function()
  local V = UIView:subclass("Laid")
  function V:layoutSubviews()
    self.count = (self.count or 0) + 1
    V.super.layoutSubviews(self)
  end
  local map, view = MKMapView(), V()
  map:addSubview(view)
  spec.equal(view.count, nil)
  spec.atEnd("a map has laid its subviews out", function()
    spec.equal(view.count, 1)
    view:setNeedsLayout()
    map:removeFromSuperview()
  end)
end)

spec("a label is as large as its text in whole points", function()
  local label = UILabel.new{ text = "abcd", font = UIFont:systemFontOfSize(10), numberOfLines = 0 }
  spec.equal(label:sizeThatFits(CGSizeZero), CGSizeMake(25, 12))
  label:sizeToFit()
  spec.equal(label.frame.size, CGSizeMake(25, 12))
  label.textColor, label.textAlignment = "#0000ff", NSTextAlignmentCenter
  spec.equal({ label.textColor == UIColor:blueColor(), label.textAlignment }, { true, 1 })
  spec.equal({ NSTextAlignmentLeft, NSTextAlignmentRight, NSTextAlignmentJustified, NSTextAlignmentNatural },
    { 0, 2, 3, 4 })
  spec.raises("NSTextAlignment… expected, got ", function() label.textAlignment = 9 end)
  spec.equal(label.font.pointSize, 10.0)
end)

spec("fonts are the same where name and size are", function()
  spec.equal(UIFont:systemFontOfSize(14) == UIFont.systemFontOfSize(14), true)
  spec.equal(UIFont:systemFontOfSize(14) == UIFont:boldSystemFontOfSize(14), false)
  spec.equal(UIFont:fontWithName("DejaVu Sans", 9).fontName, "DejaVu Sans")
  spec.equal(UIFont:fontWithName_size("DejaVu Sans", 9).pointSize, 9.0)
  spec.raises("size above 0 points expected", UIFont.systemFontOfSize, 0)
end)

spec("an image has the size that its file says", function()
  local image = UIImage:imageNamed("images/bullseye32.png")
  spec.equal({ image.size, image.scale }, { CGSizeMake(32, 32), 1.0 })
  spec.equal(NSImage:imageNamed("images/bullseye32").size, CGSizeMake(32, 32))
  spec.equal(UIImage:imageNamed("images/sideways.jpg").size, CGSizeMake(19, 37))
  local large = UIImage:imageNamed("images/large.png")
  spec.equal({ large.size, large.scale }, { CGSizeMake(25, 15), 2.0 })
  spec.equal(UIImage:imageNamed("images/huge@3x.png").size, CGSizeMake(10, 20))
  spec.equal(UIImage:imageNamed("images/none.png"), nil)
  spec.equal(UIImage:imageNamed("images/sizes.txt"), nil)
  spec.equal(UIImage:imageNamed(""), nil)
  spec.raises("--allow-read", function() UIImage:imageNamed("/etc/passwd") end)
end)

spec("an image view is as large as its image", function()
  local view = UIImageView.new{ image = UIImage:imageNamed("images/wide.png") }
  spec.equal(view.frame, CGRectMake(0, 0, 40, 10))
  view.image = nil
  spec.equal({ view.image, view.frame.size, view.userInteractionEnabled }, { nil, CGSizeMake(40, 10), false })
end)

spec("views that only views hold are charged to the script", function()
  local function fill()
    local root = UIView()
    for _ = 1, 100000 do root:addSubview(UIView()) end
  end
  spec.raises("not enough memory", fill)
  spec.raises("not enough memory", fill)
end)

spec("a subclass's initWith… is called as on a phone (D5)", function()
  local V = MKAnnotationView:subclass("Sized")
  function V:initWithAnnotation_reuseIdentifier(annotation, identifier)
    self = V.super.initWithAnnotation_reuseIdentifier(self, annotation, identifier)
    self.frame = CGRectMake(0, 0, 30, 40)
    return self
  end
  local view = V(MKPointAnnotation.new{ coordinate = CLLocationCoordinate2DMake(45, 14) }, "sized")
  spec.equal(view.frame.size.height, 40.0)
  spec.equal(view.reuseIdentifier, "sized")
  local W = V:subclass("Further")
  spec.equal(W(nil, "w").frame.size.width, 30.0)
end)

-- S25: listing 6-8, showing the custom callout.
return function(_ENV)
  function CalloutPin:setSelected(selected, animated)
    CalloutPin.super.setSelected(self, selected, animated)
    local callout = self.calloutView
    if not selected or callout.superview == self then   -- selecting again also removes it
      return callout:removeFromSuperview()
    end
    local f = callout.frame
    f.origin.x = -(f.size.width - self.bounds.size.width) * 0.5
    f.origin.y = -f.size.height + 15
    callout.frame = f
    self:addSubview(callout)
  end
end

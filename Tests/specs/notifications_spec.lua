-- Notifications by Apple's names become alerts.
local spec = require "spec"

local center = UNUserNotificationCenter:currentNotificationCenter()
local content = UNMutableNotificationContent()
content.title, content.subtitle, content.body = "Home", "Rex", "is there"
content.userInfo = { vehicle = "7" }
local granted
center:requestAuthorization({ "alert" })
center:requestAuthorizationWithOptions({ "alert" }, function(isGranted, err) granted = isGranted and err == nil end)
local added
center:addNotificationRequest(UNNotificationRequest("now", content, nil), function(err) added = err == nil end)
center:add(UNNotificationRequest.new{ identifier = "later", content = content,
  trigger = UNTimeIntervalNotificationTrigger(5, false) })
center:add(UNNotificationRequest("again", content, UNTimeIntervalNotificationTrigger(60, true)))

spec("requests are known until they come", function()
  assert(granted and added and UNUserNotificationCenter:current() == center)
  local pending = center.pendingNotificationRequests
  spec.equal({ #pending, pending[1].identifier, pending[2].trigger.repeats, pending[1].trigger.timeInterval },
    { 2, "later", true, 5 })
  spec.equal({ pending[1].content.title, content.subtitle, content.body, content.userInfo.vehicle },
    { "Home", "Rex", "is there", "7" })
  center:removePendingNotificationRequestsWithIdentifiers{ "again" }
  spec.equal(#center.pendingNotificationRequests, 1)
  center:removeAllPendingNotificationRequests()
  spec.equal(#center.pendingNotificationRequests, 0)
end)

spec("what cannot be brought is an error", function()
  spec.raises("needs a title or a body", function()
    center:add(UNNotificationRequest("empty", UNMutableNotificationContent(), nil))
  end)
  spec.raises("at least 60 s", function() return UNTimeIntervalNotificationTrigger(5, true) end)
  spec.raises("above 0 s", function() return UNTimeIntervalNotificationTrigger(0, false) end)
  spec.raises("a name that alerts do not have", function() content.userInfo = { device = "x" } end)
end)

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

spec("the forms of Objective-C", function()
  local trigger = UNTimeIntervalNotificationTrigger:triggerWithTimeInterval_repeats(60, true)
  spec.equal({ trigger.timeInterval, trigger.repeats }, { 60, true })
  spec.equal(UNTimeIntervalNotificationTrigger:triggerWithTimeInterval(5).repeats, false)
  local region = CLCircularRegion(CLLocationCoordinate2DMake(45, 14.02), 100, "spot")
  local place = UNLocationNotificationTrigger:triggerWithRegion_repeats(region, true)
  spec.equal({ place.region == region, place.repeats }, { true, true })
  spec.equal(UNLocationNotificationTrigger:triggerWithRegion(region).repeats, false)
  local request = UNNotificationRequest:requestWithIdentifier_content_trigger("place", content, place)
  spec.equal({ request.trigger.repeats, request.trigger:isKindOfClass(UNLocationNotificationTrigger) }, { true, true })
  spec.equal(UNNotificationRequest:requestWithIdentifier("x", content, nil).trigger, nil)
  center:add(request)
  spec.equal({ #center.pendingNotificationRequests, center.pendingNotificationRequests[1].identifier }, { 1, "place" })
  center:removePendingNotificationRequestsWithIdentifiers{ "place" }
  spec.equal(#center.pendingNotificationRequests, 0)
  spec.raises("UNLocationNotificationTrigger", function()
    return UNNotificationRequest("x", content, region)
  end)
end)

spec("the form before iOS 10", function()
  local app = UIApplication:sharedApplication()
  spec.equal({ app == UIApplication:shared(), app:isKindOfClass(UIApplication), app.applicationState },
    { true, true, UIApplicationStateActive })
  spec.equal({ UIApplicationStateInactive, UIApplicationStateBackground }, { 1, 2 })
  local notification = UILocalNotification()
  spec.raises("set alertBody", function() app:presentLocalNotificationNow(notification) end)
  notification.alertTitle, notification.alertBody = "Rex", "is there"
  notification.userInfo = { vehicle = "8" }
  app:presentLocalNotificationNow(notification)
  notification.fireDate = NSDate() + 3600
  app:scheduleLocalNotification(notification)
  spec.equal({ #app.scheduledLocalNotifications, app.scheduledLocalNotifications[1] == notification },
    { 1, true })
  spec.equal(center.pendingNotificationRequests[1].identifier, "local 1")
  spec.near(center.pendingNotificationRequests[1].trigger.timeInterval, 3600, 1e-6)
  notification.region = CLCircularRegion(CLLocationCoordinate2DMake(45, 14.02), 100, "spot")
  spec.raises("either a region or a fireDate", function() app:scheduleLocalNotification(notification) end)
  app:cancelLocalNotification(notification)
  spec.equal(#app.scheduledLocalNotifications, 0)
  notification.fireDate, notification.regionTriggersOnce = nil, false
  app:scheduleLocalNotification(notification)
  spec.equal({ center.pendingNotificationRequests[1].trigger.repeats, notification.regionTriggersOnce,
    notification.fireDate, notification.region.identifier, notification.alertTitle, notification.alertBody,
    notification.userInfo.vehicle }, { true, false, nil, "spot", "Rex", "is there", "8" })
  app:cancelAllLocalNotifications()
  spec.equal(#center.pendingNotificationRequests, 0)
  assert(notification:isKindOfClass(UILocalNotification))
end)

spec("the accuracy is always full", function()
  local manager, answered = CLLocationManager(), nil
  spec.equal({ manager.accuracyAuthorization, CLAccuracyAuthorizationReducedAccuracy },
    { CLAccuracyAuthorizationFullAccuracy, 1 })
  manager:requestTemporaryFullAccuracyAuthorizationWithPurposeKey("track", function(err) answered = err == nil end)
  manager:requestTemporaryFullAccuracyAuthorization("track")
  manager:requestTemporaryFullAccuracyAuthorizationWithPurposeKey_completion("track", function(err) assert(not err) end)
  assert(answered)
end)

spec("the first lines of Apple's samples", function()
  local answers = {}
  center:requestAuthorizationWithOptions_completionHandler(UNAuthorizationOptionAlert | UNAuthorizationOptionSound,
    function(isGranted) answers[#answers + 1] = isGranted end)
  center:getNotificationSettings(function(settings)
    answers[#answers + 1] = settings.authorizationStatus == UNAuthorizationStatusAuthorized
  end)
  center:getNotificationSettingsWithCompletionHandler(function(settings)
    assert(settings:isKindOfClass(UNNotificationSettings))
  end)
  local settings = center:notificationSettings()
  spec.equal({ settings.alertSetting, settings.soundSetting, settings.badgeSetting },
    { UNNotificationSettingEnabled, UNNotificationSettingNotSupported, UNNotificationSettingNotSupported })
  spec.equal({ UNNotificationSettingNotSupported, UNNotificationSettingDisabled, UNNotificationSettingEnabled },
    { 0, 1, 2 })
  center:getPendingNotificationRequests(function(requests) spec.equal(#requests, 0) end)
  center:addNotificationRequest_withCompletionHandler(
    UNNotificationRequest("first", content, UNTimeIntervalNotificationTrigger(3600, false)),
    function(err) answers[#answers + 1] = err == nil end)
  center:getPendingNotificationRequestsWithCompletionHandler(function(requests)
    answers[#answers + 1] = #requests == 1 and requests[1].identifier
  end)
  spec.equal(answers, { true, true, true, "first" })
  center:removeAllPendingNotificationRequests()
  spec.equal({ UNAuthorizationOptionBadge, UNAuthorizationOptionSound, UNAuthorizationOptionAlert,
    UNAuthorizationOptionCarPlay, UNAuthorizationOptionCriticalAlert,
    UNAuthorizationOptionProvidesAppNotificationSettings, UNAuthorizationOptionProvisional },
    { 1, 2, 4, 8, 16, 32, 64 })
  spec.equal({ UNAuthorizationStatusNotDetermined, UNAuthorizationStatusDenied, UNAuthorizationStatusAuthorized,
    UNAuthorizationStatusProvisional, UNAuthorizationStatusEphemeral }, { 0, 1, 2, 3, 4 })
end)

spec("what alerts do not have says so", function()
  spec.raises("'sound': alerts do not choose a sound", function() content.sound = "default" end)
  spec.raises("'badge': there is no icon", function() content.badge = 1 end)
  spec.raises("'delegate': alerts go to the sinks", function() center.delegate = {} end)
  spec.raises("alerts do not choose a sound", function() return _ENV.UNNotificationSound end)
end)

-- Asking permission to use notifications (current documentation)
-- https://developer.apple.com/documentation/usernotifications/asking-permission-to-use-notifications
-- run: --from park.ndjson

--   let center = UNUserNotificationCenter.current()
--   do { try await center.requestAuthorization(options: [.alert, .sound, .badge]) } catch { … }
local center = UNUserNotificationCenter:current()
center:requestAuthorization(UNAuthorizationOptionAlert | UNAuthorizationOptionSound | UNAuthorizationOptionBadge,
  function(granted, err) print("granted", granted, err) end)

--   let settings = await center.notificationSettings()
--   guard (settings.authorizationStatus == .authorized) || (settings.authorizationStatus == .provisional) else { return }
local settings = center:notificationSettings()
if settings.authorizationStatus ~= UNAuthorizationStatusAuthorized
  and settings.authorizationStatus ~= UNAuthorizationStatusProvisional then return end

--   if settings.alertSetting == .enabled { // Schedule an alert-only notification.
--   } else { // Schedule a notification with a badge and sound. }
if settings.alertSetting == UNNotificationSettingEnabled then
  local content = UNMutableNotificationContent()
  content.title = "Weekly Staff Meeting"
  content.body = "Every Tuesday at 2pm"
  center:add(UNNotificationRequest("meeting", content, UNTimeIntervalNotificationTrigger(60, false)), function(err)
    print("added", err)
  end)
end

--   [center getPendingNotificationRequestsWithCompletionHandler:^(NSArray *requests) { … }];
center:getPendingNotificationRequestsWithCompletionHandler(function(requests) print("pending", #requests) end)

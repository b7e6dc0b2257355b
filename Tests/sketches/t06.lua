-- T6: Apple's «Scheduling a notification locally from your app».
return function(_ENV)
  local content = UNMutableNotificationContent()
  content.title = "Weekly Staff Meeting"
  content.body = "Every Tuesday at 2pm"

  local trigger = UNTimeIntervalNotificationTrigger(30 * 60, false)
  local request = UNNotificationRequest("meeting", content, trigger)

  local notificationCenter = UNUserNotificationCenter:current()
  notificationCenter:requestAuthorizationWithOptions({ "alert", "sound" }, function(granted, error)
    if granted then notificationCenter:add(request) else print(error.localizedDescription) end
  end)
end

-- Scheduling a notification locally from your app: a trigger of a region.
-- https://developer.apple.com/documentation/usernotifications/unlocationnotificationtrigger
-- run: --from park.ndjson
local center = CLLocationCoordinate2D(37.3346, -122.0090)
local region = CLCircularRegion(center, 200.0, "Headquarters")
region.notifyOnEntry = true
region.notifyOnExit = false
local trigger = UNLocationNotificationTrigger:triggerWithRegion_repeats(region, false)
local content = UNMutableNotificationContent()
content.title = "You are there"
UNUserNotificationCenter:current():add(UNNotificationRequest("there", content, trigger))

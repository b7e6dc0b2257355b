-- UNCalendarNotificationTrigger: listing 1, a notification every morning at 8:30.
-- https://developer.apple.com/documentation/usernotifications/uncalendarnotificationtrigger
-- run:
local date = NSDateComponents()
date.hour = 8
date.minute = 30
-- Different: there is no such trigger, and the message says what to use.
local trigger = UNCalendarNotificationTrigger(date, true)
print(trigger)

print(NSCalendar.currentCalendar:component(NSCalendarUnitHour, geoscript.now()))

-- NSDate: a moment, measured against the device's clock.
local spec = require "spec"
local start = NSDate(1000)

spec("is made from seconds since 1970, in order or by name", function()
  spec.equal(start:timeIntervalSince1970(), 1000.0)
  spec.equal(NSDate.new{ timeIntervalSince1970 = 1000 }, start)
end)

spec("timeIntervalSinceNow is negative in the past", function()
  spec.equal(geoscript.now():timeIntervalSinceNow(), 0.0)
  spec.equal(NSDate:date(), geoscript.now())
  spec.equal(NSDate(), geoscript.now())
  spec.equal((geoscript.now() - 15):timeIntervalSinceNow(), -15.0)
end)

spec("two dates stand for what is not known, and say so", function()
  spec.equal(NSDate.distantPast() < NSDate(0), true)
  spec.equal(NSDate:distantFuture() > geoscript.now(), true)
  spec.equal(tostring(NSDate.distantPast()), "distantPast")
  spec.equal(tostring(NSDate.distantFuture()), "distantFuture")
end)

spec("date - date is seconds, date ± seconds a date", function()
  spec.equal(NSDate(1010) - start, 10.0)
  spec.equal(start + 10, NSDate(1010))
  spec.equal(10 + start, NSDate(1010))
  spec.equal(start - 10, NSDate(990))
  spec.equal(NSDate(1010):timeIntervalSince(start), 10.0)
  spec.equal(NSDate(1010):timeIntervalSinceDate(start), 10.0)
end)

spec("dates compare", function()
  spec.equal(start < NSDate(1001), true)
  spec.equal(start <= NSDate(1000), true)
  spec.equal(start == NSDate(1000), true)
  spec.equal(start == NSDate(1001), false)
  spec.equal(start == 1000, false)
end)

spec("tostring is ISO 8601", function()
  spec.equal(tostring(start), "1970-01-01T00:16:40Z")
  spec.equal(tostring(NSDate(0.25)), "1970-01-01T00:00:00.250Z")
  spec.equal(string.format("%s", NSDate(0)), "1970-01-01T00:00:00Z")
end)

spec("isKindOfClass", function() spec.equal(start:isKindOfClass(NSDate), true) end)

spec("what is no date says so", function()
  spec.raises("operator '<' of NSDate: NSDate expected, got number", function() return start < 5 end)
  spec.raises("operator '+' of NSDate: number expected, got string", function() return start + "a day" end)
  spec.raises("number expected, got NaN", NSDate, 0 / 0)
end)

spec("what is of another class is not equal", function()
  local values = {
    NSDate(3), CLLocation(1, 2), UIColor:redColor(), CLLocationManager(),
    CLCircularRegion(CLLocationCoordinate2D(1, 2), 3, "r"), CGPathCreateMutable(),
    UIFont:systemFontOfSize(12), CLLocationCoordinate2D(1, 2), CGPointMake(1, 2),
  }
  for i, one in ipairs(values) do
    for k, other in ipairs(values) do spec.equal(one == other, i == k) end
    spec.equal(one == 3, false)
    spec.equal(one == "3", false)
    spec.equal(one == nil, false)
  end
end)

spec("dates from others, by the names of Objective-C and Swift", function()
  spec.equal(start:dateByAddingTimeInterval(10), NSDate(1010))
  spec.equal(start:addingTimeInterval(-10), NSDate(990))
  spec.equal(NSDate:dateWithTimeIntervalSince1970(1000), start)
  spec.equal(NSDate:dateWithTimeIntervalSinceNow(60), geoscript.now() + 60)
  spec.equal({ start:isEqualToDate(NSDate(1000)), start:isEqualToDate(NSDate(1001)) }, { true, false })
  spec.equal({ start:earlierDate(NSDate(5)), start:laterDate(NSDate(5)) }, { NSDate(5), start })
  spec.equal({ start:compare(NSDate(1001)), start:compare(NSDate(1000)), start:compare(NSDate(999)) },
    { NSOrderedAscending, NSOrderedSame, NSOrderedDescending })
  spec.equal({ NSOrderedAscending, NSOrderedSame, NSOrderedDescending }, { -1, 0, 1 })
end)

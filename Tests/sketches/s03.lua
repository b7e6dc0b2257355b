-- S3: listing 1-3, staleness check.
return function(_ENV)
  function app:didUpdateToLocation(manager, new, old)
    local age = math.abs(new.timestamp:timeIntervalSinceNow())
    if age >= 15.0 then return end               -- cached fix: wait for the next
    print(string.format("latitude %+.6f, longitude %+.6f",
      new.coordinate.latitude, new.coordinate.longitude))
  end

  function app:didFailWithError(sender, err)
    print("no fix", err.domain, err.code)
  end
end

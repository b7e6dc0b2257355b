-- The constants of Core Location (F-6, F-7).
local spec = require "spec"

local function group(name, values)
  spec(name, function()
    for constant, value in pairs(values) do
      if _G[constant] ~= value then error(constant .. " is " .. tostring(_G[constant]) .. ", not " .. value, 2) end
    end
  end)
end

group("accuracies", {
  kCLLocationAccuracyBestForNavigation = -2, kCLLocationAccuracyBest = -1,
  kCLLocationAccuracyNearestTenMeters = 10, kCLLocationAccuracyHundredMeters = 100,
  kCLLocationAccuracyKilometer = 1000, kCLLocationAccuracyThreeKilometers = 3000,
})
group("filters", { kCLDistanceFilterNone = -1, kCLHeadingFilterNone = -1 })
group("authorization statuses", {
  kCLAuthorizationStatusNotDetermined = 0, kCLAuthorizationStatusRestricted = 1,
  kCLAuthorizationStatusDenied = 2, kCLAuthorizationStatusAuthorizedAlways = 3,
  kCLAuthorizationStatusAuthorized = 3, kCLAuthorizationStatusAuthorizedWhenInUse = 4,
})
group("region states", { CLRegionStateUnknown = 0, CLRegionStateInside = 1, CLRegionStateOutside = 2 })
group("activity types", {
  CLActivityTypeOther = 1, CLActivityTypeAutomotiveNavigation = 2, CLActivityTypeFitness = 3,
  CLActivityTypeOtherNavigation = 4, CLActivityTypeAirborne = 5,
})
group("device orientations", {
  CLDeviceOrientationUnknown = 0, CLDeviceOrientationPortrait = 1, CLDeviceOrientationPortraitUpsideDown = 2,
  CLDeviceOrientationLandscapeLeft = 3, CLDeviceOrientationLandscapeRight = 4, CLDeviceOrientationFaceUp = 5,
  CLDeviceOrientationFaceDown = 6,
})
group("errors", {
  kCLErrorLocationUnknown = 0, kCLErrorDenied = 1, kCLErrorNetwork = 2, kCLErrorHeadingFailure = 3,
  kCLErrorRegionMonitoringDenied = 4, kCLErrorRegionMonitoringFailure = 5,
  kCLErrorRegionMonitoringSetupDelayed = 6, kCLErrorRegionMonitoringResponseDelayed = 7,
  kCLErrorGeocodeFoundNoResult = 8, kCLErrorGeocodeFoundPartialResult = 9, kCLErrorGeocodeCanceled = 10,
  kCLErrorDeferredFailed = 11, kCLErrorDeferredNotUpdatingLocation = 12, kCLErrorDeferredAccuracyTooLow = 13,
  kCLErrorDeferredDistanceFiltered = 14, kCLErrorDeferredCanceled = 15, kCLErrorRangingUnavailable = 16,
  kCLErrorRangingFailure = 17, kCLErrorPromptDeclined = 18, kCLErrorHistoricalLocationError = 19,
})

spec("limits are the largest double", function()
  spec.equal(CLLocationDistanceMax, 0x1.fffffffffffffp+1023)
  spec.equal(CLTimeIntervalMax, 0x1.fffffffffffffp+1023)
end)

spec("kCLErrorDomain", function() spec.equal(kCLErrorDomain, "kCLErrorDomain") end)

spec("whole numbers print without a point", function()
  spec.equal(tostring(kCLErrorDenied), "1")
  spec.equal(kCLLocationAccuracyKilometer .. " m", "1000 m")
end)

-- Turning an iOS device into an iBeacon device: listings 1 to 3.
-- https://developer.apple.com/documentation/corelocation/turning-an-ios-device-into-an-ibeacon-device
-- run: --from park.ndjson
local function createBeaconRegion()
  local proximityUUID = "39ED98FF-2900-441A-802F-9C398FC199D2"
  local major, minor = 100, 1
  local beaconID = "com.example.myDeviceRegion"
  return CLBeaconRegion(proximityUUID, major, minor, beaconID)
end

local function advertiseDevice(region)
  local peripheral = CBPeripheralManager()
  local peripheralData = region:peripheralDataWithMeasuredPower(nil)
  peripheral:startAdvertising(peripheralData)
end

advertiseDevice(createBeaconRegion())

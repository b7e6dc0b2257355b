-- What hooks of OwnTracks Recorder do, each function of its documentation once.
function otr_init()
  otr.log("hooks start, as for Recorder " .. otr.version)
end

function otr_hook(topic, _type, data)
  place = data['addr']
  if place == nil then
    place = 'nowhere'
  end
  print(otr.strftime("%T", data.tst) .. " " .. topic .. " " .. _type .. " " .. data.lat .. "," .. data.lon)
  print("  " .. data.username .. " " .. data.device .. " " .. data.ghash .. " " .. place)
  print("  vel " .. tostring(data.vel) .. ", alt " .. tostring(data.alt) .. ", _http " .. tostring(data._http)
    .. ", inregions " .. tostring(data.inregions) .. ", _id " .. tostring(data._id) .. ", tst " .. data.tst)
  print("  before: " .. tostring(otr.getdb(data.username)))
  otr.putdb(data.username, data.tst)
  data.batt = nil
end

function hooklet_batt(topic, _type, data)
  print("  hooklet_batt " .. data.batt)
end

function hooklet_beverage(topic, _type, data)
  print("  hooklet_beverage " .. data.beverage)
end

function otr_transition(topic, _type, data)
  print("  " .. _type .. " " .. topic .. " " .. data.event .. " " .. data.desc .. " " .. data.wplat .. "," .. data.wplon
    .. " " .. data.dist)
  otr.publish('special/topic', data['event'] .. " " .. data['desc'])
  geoscript.alert{ title = data.tid .. ": " .. data.event .. " " .. data.desc, late = true }
end

function tea(topic, user, device, lat, lon)
  return { cc = "FR", addr = "Some place of " .. user .. " at " .. lat .. "," .. lon, beverage = "tea" }
end

function otr_exit()
  print("jane " .. otr.getdb("jane") .. ", joe " .. otr.getdb("joe") .. ", nobody " .. tostring(otr.getdb("nobody")))
end

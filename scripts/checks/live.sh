#!/usr/bin/env bash
# Live runs from end to end: phones through a real broker and lines over UDP at once, recorded while the broker is killed
# and comes back; the recording replays to the same output, byte for byte.
#
#   scripts/checks/live.sh
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
# shellcheck source=scripts/fixtures/servers.sh
source scripts/fixtures/servers.sh

need_built "$program"
good=0 bad=0

# claim TITLE COMMAND…: counts whether the command succeeds.
claim() {
  local title=$1
  shift
  if "$@"; then
    good=$((good + 1))
  else
    bad=$((bad + 1))
    say "WRONG: $title"
  fi
}

cat >"$server_files/home.lua" <<'END'
-- Tells of whatever comes, and counts on a clock of its own.
local home = CLCircularRegion.new{
  identifier = "home", center = CLLocationCoordinate2DMake(45.4526, 14.0182), radius = 150, dwell = 0.5,
}
local family = {}
for _, name in ipairs{ "didEnterRegion", "didExitRegion", "didDwellInRegion" } do
  family[name] = function(_, region) geoscript.alert{ title = name .. " " .. region.identifier } end
end
function family:didUpdateLocations(_, locations)
  for _, fix in ipairs(locations) do print(fix.coordinate, fix.timestamp, geoscript.now()) end
end
geoscript.onMessage(function(message) print(message.form, message.type, message.desc) end)
local ticks = 0
geoscript.every(0.3, function() ticks = ticks + 1 end)
geoscript.onFinish(function() print("over", geoscript.now(), geoscript.device.attributes.batt) end)
local manager = CLLocationManager.new{ delegate = family }
manager:startMonitoringForRegion(home, 20)
manager:startUpdatingLocation()
END

# No two neighbors are the same, or two of one second would be a fix that was sent again.
places=("45.461 14.03" "45.4526 14.0182" "45.4527 14.0183" "45.4600 14.0300")

# phone NAME PLACE BATTERY: what OwnTracks sends.
phone() {
  mosquitto_pub -q 1 -p "$broker" -t "owntracks/family/$1" -m "{\"_type\":\"location\",\"lat\":${2% *},\"lon\":${2#* },\
\"tst\":$(date +%s),\"acc\":5,\"batt\":$3}"
}

# line DEVICE PLACE: a line of the event log.
line() {
  printf '{"device":"%s","latitude":%s,"longitude":%s,"horizontalAccuracy":4,"timestamp":%s}\n' "$1" "${2% *}" \
    "${2#* }" "$(date +%s)" >"/dev/udp/127.0.0.1/$lines"
}

told() { (($(grep -c "$2" "$server_files/$1") >= $3)); }

# The output but the summary, which tells the counts of the skipped as well.
records() { grep -v '^{"type":"summary"'; }

# live JOBS: a run with whatever its options are, and its recording.
live() {
  local jobs=$1 recording=$server_files/log-$1.ndjson.gz run=$server_files/run-$1 round place status=0
  : >"$run.out"
  : >"$run.err"
  broker=$(free_port) lines=$(free_port)
  start_mosquitto "$broker"
  "$program" run "$server_files/home.lua" --json --jobs "$jobs" --record "$recording" \
    --from "mqtt://127.0.0.1:$broker/owntracks/#?client=check-live" --from "udp://127.0.0.1:$lines" \
    >"$run.out" 2>"$run.err" &
  local pid=$!
  server_pid[geoscript]=$pid
  wait_until told "run-$jobs.err" 'listens to' 1 || { cat "$run.err"; die 70 "the run does not begin"; }
  for round in 1 2 3; do
    for place in "${places[@]}"; do
      phone ann "$place" "$round"
      phone bob "${places[round]}" 7
      line van "$place"
    done
    mosquitto_pub -q 1 -p "$broker" -t owntracks/family/ann/event \
      -m '{"_type":"transition","event":"enter","desc":"school","tst":1,"acc":5,"lat":1,"lon":2,"t":"c"}'
    # All have come before the broker goes.
    wait_until told "run-$jobs.out" '"device":"family/ann".*school' "$round" || true
    if ((round < 3)); then
      stop_server mosquitto KILL
      sleep 0.2
      start_mosquitto "$broker"
      wait_until told "run-$jobs.err" 'is back' "$round" || true
    fi
  done
  sleep 0.7
  kill -INT "$pid"
  wait "$pid" || status=$?
  unset 'server_pid[geoscript]'
  stop_server mosquitto
  claim "Ctrl-C ends with 130, got $status" test "$status" = 130
  for device in family/ann van; do
    claim "each of 12 places of $device is printed" \
      test "$(grep '"type":"didUpdateLocations"' "$run.out" | grep -c "\"device\":\"$device\"")" = 12
  done
  claim "messages arrive" test "$(grep -c school "$run.out")" = 3
  claim "each loss of the broker is reported once" test "$(grep -c 'connection was lost' "$run.err")" = 2
  records <"$run.out" >"$run.records"
  sort "$run.records" >"$run.sorted"
  for jobs in 1 2 4; do
    "$program" run "$server_files/home.lua" --json --jobs "$jobs" --from "$recording" 2>"$run.again.err" |
      records | sort >"$run.again"
    claim "the recording of --jobs $1 replays the same with --jobs $jobs" diff "$run.sorted" "$run.again"
  done
  if (($1 == 1)); then
    "$program" run "$server_files/home.lua" --json --from "$recording" 2>"$run.again.err" | records >"$run.again"
    claim "in the same order, byte for byte" cmp "$run.records" "$run.again"
  fi
}

live 1
live 2
count_checks "$good" "$bad"
say "$good good, $bad bad"
((bad == 0))

#!/usr/bin/env bash
# Records live runs on loopback and replays them: the output is the same, byte for byte.
#
#   scripts/checks/recording.sh
#
# A receiver speaks NMEA over TCP to a script with timers, delays and a circle. It is stopped by Ctrl-C once, killed once,
# and its recording is compressed, cut into parts, held in a window, and given to several workers. A replay is stopped as
# well, and so is a run that records into a pipe without a reader.
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
# shellcheck source=scripts/fixtures/servers.sh
source scripts/fixtures/servers.sh

need_built "$program"
work=$server_files
good=0 bad=0

check() { # check TITLE COMMAND…
  local title=$1
  shift
  if "$@"; then good=$((good + 1)); else
    bad=$((bad + 1))
    say "✘ $title"
  fi
}

cat >"$work/script.lua" <<'END'
-- Everything that time does: a delay, a dwell, timers of three kinds.
local app = {}
local function tell(word) return function(_, region) print(word, region and region.identifier, geoscript.now()) end end
app.didEnterRegion, app.didExitRegion, app.didDwellInRegion = tell "in", tell "out", tell "dwell"
function app.didUpdateToLocation(_, new)
  print("fix", geoscript.device.id, new.coordinate.latitude, new.timestamp, geoscript.now())
  geoscript.after(0.03, tell "soon")
end
local manager = CLLocationManager.new{ delegate = app }
local circle = CLCircularRegion.new{
  identifier = "bay", center = CLLocationCoordinate2DMake(48.1, 11.5), radius = 500 }
circle.enterDelay, circle.dwell = 0.2, 0.5
manager:startMonitoringForRegion(circle, 0)
manager:startUpdatingLocation()
geoscript.every(0.05, tell "tick")
geoscript.onFinish(tell "end")
END

# A receiver at a port: a fix each 20 ms, dated now, in and out of the circle.
cat >"$work/receiver.py" <<'END'
import datetime, socket, sys, time
server = socket.create_server(("127.0.0.1", int(sys.argv[1])))
def sentence(text):
    total = 0
    for letter in text:
        total ^= ord(letter)
    return ("$%s*%02X\r\n" % (text, total)).encode()
while True:
    client, _ = server.accept()
    number = 0
    try:
        while True:
            now = datetime.datetime.now(datetime.timezone.utc)
            place = 6.0 if number // 60 % 2 else 7.5
            fields = (now.strftime("%H%M%S.") + "%03d" % (now.microsecond // 1000), "48%09.6f" % (place + number / 1e5))
            client.sendall(sentence("GPRMC,%s,A,%s,N,01130.000000,E,1.0,90.0,%s,,,A" % (*fields, now.strftime("%d%m%y"))))
            number += 1
            time.sleep(0.02)
    except OSError:
        client.close()
END

run() { # run NAME WORD…: starts a live run that prints into NAME.live
  local name=$1
  shift
  "$program" run "$work/script.lua" --from "tcp://127.0.0.1:$port" --json "$@" >"$work/$name.live" 2>"$work/$name.err" &
  runner=$!
}

# same A B: whether two outputs are the same but for the summaries: a replay reads the clock from the file, so it counts
# more events.
same() { cmp <(grep -v '^{"type":"summary"' "$1") <(grep -v '^{"type":"summary"' "$2"); }

has_lines() { [[ $(wc -l <"$1") -ge $2 ]]; }

replay() { # replay NAME OUTPUT WORD…
  local name=$1 target=$2
  shift 2
  "$program" run "$work/script.lua" --json "$@" >"$work/$name.$target" 2>>"$work/$name.err"
}

port=$(free_port)
start_server receiver "$port" python3 "$work/receiver.py" "$port"

# Ctrl-C: the end is recorded as well.
run plain --record "$work/plain.ndjson"
check "the run prints lines" wait_until has_lines "$work/plain.live" 300
check "every kind of time was tried" wait_until grep -q '"type":"didDwellInRegion"' "$work/plain.live"
kill -INT "$runner"
status=0
wait "$runner" || status=$?
check "stopped by a signal" test "$status" = 130
replay plain again --from "$work/plain.ndjson"
check "the recording of a live run" same "$work/plain.live" "$work/plain.again"
check "the recording can be summarized" "$program" replay-info "$work/plain.ndjson"

# Compressed, in parts, and with several workers.
run parts --record "$work/parts.ndjson.gz" --record-rotate 4k --jobs 2
wait_until has_lines "$work/parts.live" 300
sleep 2.5
kill -TERM "$runner"
wait "$runner" || true
from=()
for part in "$work"/parts*.ndjson.gz; do
  from+=(--from "$part")
  check "whole: $part" gzip -t "$part"
done
check "there are parts" test "${#from[@]}" -gt 2
replay parts again "${from[@]}" --jobs 2
check "the recording in parts" same "$work/parts.live" "$work/parts.again"

# Killed: what was written replays to the beginning of the output.
run killed --record "$work/killed.ndjson"
wait_until has_lines "$work/killed.live" 300
sleep 1.2
kill -KILL "$runner"
wait "$runner" 2>/dev/null || true
replay killed again --from "$work/killed.ndjson"
# The killed run had no end and no summary, unlike its replay.
grep -v -e '"type":"print".*"end' -e '^{"type":"summary"' "$work/killed.again" >"$work/killed.start" || true
check "the recording of a killed run has something" has_lines "$work/killed.start" 100
check "the recording of a killed run" cmp -n "$(wc -c <"$work/killed.start")" "$work/killed.start" "$work/killed.live"

# With a window, what still waits at the end is also recorded.
run window --record "$work/window.ndjson" --reorder-window 0.4
wait_until has_lines "$work/window.live" 300
kill -INT "$runner"
wait "$runner" || true
replay window again --from "$work/window.ndjson"
check "the recording of a run with a window" same "$work/window.live" "$work/window.again"

# A stopped replay leaves its clocks where they are, and so does a replay of its recording.
"$program" run "$work/script.lua" --from "$work/plain.ndjson" --speed 2 --json --record "$work/cut.ndjson" \
  >"$work/cut.live" 2>"$work/cut.err" &
runner=$!
wait_until has_lines "$work/cut.live" 100
kill -INT "$runner"
wait "$runner" || true
replay cut again --from "$work/cut.ndjson"
check "the recording of a replay that was stopped" same "$work/cut.live" "$work/cut.again"
check "it was stopped before its end" test "$(wc -l <"$work/cut.live")" -lt "$(wc -l <"$work/plain.live")"

# A pipe whose reader has stopped does not delay the end.
mkfifo "$work/pipe"
(exec 3<"$work/pipe" && exec sleep 600) &
reader=$!
seq -f '{"device":"a","latitude":48,"longitude":11,"time":%.0f}' 1780000000 1780100000 >"$work/many.ndjson"
"$program" run "$work/script.lua" --from "$work/many.ndjson" --reorder-window 0 --record "$work/pipe" >/dev/null \
  2>"$work/pipe.err" &
runner=$!
sleep 1
begin=$SECONDS
kill -INT "$runner"
wait "$runner" || true
check "a pipe delays Ctrl-C for at most 3 s" test $((SECONDS - begin)) -le 4
check "the loss is reported" grep -q 'lost: its reader has stopped reading' "$work/pipe.err"
kill "$reader"
wait "$reader" 2>/dev/null || true

stop_server receiver
count_checks "$good" "$bad"
say "$good passed, $bad failed"
((bad == 0))

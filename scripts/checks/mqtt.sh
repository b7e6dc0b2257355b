#!/usr/bin/env bash
# Runs scripts on a real mosquitto, ends and kills both, and counts the messages: nothing crashes, and no acknowledged
# message is lost.
#
#   scripts/checks/mqtt.sh [--kills N]
# shellcheck disable=SC2016 # conditions are expanded by eval, each time they are asked
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
# shellcheck source=scripts/fixtures/servers.sh
source scripts/fixtures/servers.sh
# shellcheck source=scripts/fixtures/mqtt/run.sh
source scripts/fixtures/mqtt/run.sh

kills=10
[[ ${1:-} != --kills ]] || kills=$2
port=$(free_port)
keeping=("allow_anonymous true" "persistence true" "persistence_location $work/" "max_queued_messages 100000")

# --- The broker is ended ten times; each message comes, at quality 1 and 2.
for qos in 1 2; do
  fresh
  rm -f "$work/mosquitto.db"
  start_mosquitto "$port" "${keeping[@]}"
  start_run "mqtt://127.0.0.1:$port/owntracks/#?qos=$qos"
  wait_until tells "listens to"
  python3 scripts/fixtures/mqtt/publish.py "$port" owntracks/jane/phone/event "$qos" 1 400 --each 0.01 >"$work/told.txt" &
  publisher=$!
  for ((n = 0; n < kills; n++)); do
    sleep 0.3
    stop_server mosquitto
    start_mosquitto "$port" "${keeping[@]}"
  done
  wait "$publisher"
  wait_until has_all 400 || true
  right "quality $qos: $(distinct) of $(cat "$work/told.txt") messages came through $kills ends of the broker" has_all 400
  right "quality $qos: the run continues" runs_still
  right "quality $qos: losses and returns are reported in turn" eval '(($(told "warning: mqtt") >= 1 && $(told "warning: mqtt") <= kills && $(grep -c "is back" "$work/err.txt") == $(told "warning: mqtt")))'
  right "quality $qos: what we publish does not come back to us" eval '! tells echo'
  if ((qos == 2)); then right "quality 2: nothing comes twice" eval '(($(grep -c "^n" "$work/out.txt") == 400))'; fi
  stop_run
  stop_server mosquitto
done

# --- Killed, with kill -9, with persistence on disk. What mosquitto has acknowledged, but neither forwarded nor
# written, is lost with it: at most one message per kill. mosquitto_sub listens beside us: we get what it gets.
for qos in 1 2; do
  fresh
  rm -f "$work/mosquitto.db"
  start_mosquitto "$port" "${keeping[@]}" "autosave_on_changes true" "autosave_interval 1"
  mosquitto_sub -p "$port" -c -i witness -q "$qos" -t 'owntracks/#' >"$work/witness.txt" 2>/dev/null &
  witness=$!
  disown
  start_run "mqtt://127.0.0.1:$port/owntracks/#?qos=$qos" --state "$work/kept-$qos"
  wait_until tells "listens to"
  python3 scripts/fixtures/mqtt/publish.py "$port" owntracks/jane/phone/event "$qos" 1 400 --each 0.01 >"$work/told.txt" &
  publisher=$!
  for ((n = 0; n < kills; n++)); do
    sleep 0.3
    stop_server mosquitto KILL
    start_mosquitto "$port" "${keeping[@]}" "autosave_on_changes true" "autosave_interval 1"
  done
  wait "$publisher"
  # One more message without a kill: by then both are connected again.
  wait_until eval '(($(grep -c "is back" "$work/err.txt") == $(grep -c "trying again" "$work/err.txt")))' || true
  python3 scripts/fixtures/mqtt/publish.py "$port" owntracks/jane/phone/event "$qos" 401 1 >/dev/null
  for file in out witness; do wait_until grep -q '\b401\b' "$work/$file.txt" || true; done
  kill "$witness" 2>/dev/null || true
  grep -o '"n":[0-9]*' "$work/witness.txt" | cut -d: -f2 | sort -u >"$work/witnessed"
  awk '$1 == "n" { print $2 }' "$work/out.txt" | sort -u >"$work/heard"
  missed=$(comm -23 "$work/witnessed" "$work/heard" | wc -l)
  count=$(distinct)
  say "quality $qos: $count of 401 messages came through $kills kills of the broker, $(wc -l <"$work/witnessed") to mosquitto_sub"
  right "quality $qos: a kill of the broker loses only what it had not written, at most one message" \
    test $((401 - count)) -le "$kills"
  # It may be killed between the one and the other, too; more often than in three kills of ten would not be chance.
  right "quality $qos: mosquitto_sub hears no more than we" test "$missed" -le $((kills * 3 / 10))
  right "quality $qos: the run continues after kills" runs_still
  stop_run
  start_run "mqtt://127.0.0.1:$port/owntracks/#?qos=$qos" --state "$work/kept-$qos"
  wait_until tells "listens to" || true
  stop_run
  right "quality $qos: the script's store is kept" eval "(($(awk '$1 == "seen" { n = $2 } END { print n + 0 }' "$work/out.txt") >= count))"
  stop_server mosquitto
done

# --- The broker is killed, and comes back without its memory.
fresh
rm -f "$work/mosquitto.db"
start_mosquitto "$port"
start_run "mqtt://127.0.0.1:$port/owntracks/#"
wait_until tells "listens to"
for ((n = 0; n < kills; n++)); do
  stop_server mosquitto KILL
  start_mosquitto "$port"
done
right "the run continues after $kills kills of the broker" runs_still
# What is published before the run is connected again is lost with the broker's memory.
wait_until eval '(($(grep -c "is back" "$work/err.txt") == $(grep -c "trying again" "$work/err.txt")))' || true
python3 scripts/fixtures/mqtt/publish.py "$port" owntracks/jane/phone/event 2 1 10 >/dev/null
wait_until has_all 10 || true
right "and gets what comes then" has_all 10
stop_run

# --- geoscript is killed: what it had acknowledged but not yet kept is lost, as the page sources says.
fresh
python3 scripts/fixtures/mqtt/publish.py "$port" owntracks/jane/phone/event 2 1 $((kills * 100)) --each 0.002 >"$work/told.txt" &
publisher=$!
for ((n = 0; n < kills; n++)); do
  start_run "mqtt://127.0.0.1:$port/owntracks/#" --state "$work/state" --checkpoint 0.1
  sleep 0.4
  kill -KILL "$run_pid"
  wait_until eval '! runs_still'
done
wait "$publisher"
start_run "mqtt://127.0.0.1:$port/owntracks/#" --state "$work/state"
wait_until eval "grep -qx $'n\t$((kills * 100))' '$work/out.txt'" || true
sleep 0.3
stop_run
lost=$((kills * 100 - $(distinct)))
say "killed $kills times: $lost of $(cat "$work/told.txt") messages that the broker got are lost"
right "most messages came through $kills kills of the run" eval "((lost >= 0 && lost <= kills * 50))"
right "the last message came" grep -qx $'n\t'"$((kills * 100))" "$work/out.txt"

# --- Replies, waypoints and retained fixes.
fresh
timeout 20 mosquitto_sub -p "$port" -t 'owntracks/jane/phone/cmd' -C 1 >"$work/reply.txt" &
replies=$!
mosquitto_pub -p "$port" -r -q 1 -t owntracks/jane/phone -m '{"_type":"location","lat":50,"lon":8,"tst":1500000000,"acc":5}'
start_run "mqtt://127.0.0.1:$port/owntracks/#?client=replies" --owntracks-waypoints --record "$work/waypoints.ndjson"
wait_until tells "^fix" || true
right "a fix that the broker kept is delivered" tells "^fix.50"
mosquitto_pub -p "$port" -q 1 -t owntracks/jane/phone/waypoint \
  -m '{"_type":"waypoint","desc":"Home","rid":"a1","lat":51,"lon":8,"rad":200,"tst":1500000000}'
mosquitto_pub -p "$port" -q 1 -t owntracks/jane/phone -m "{\"_type\":\"location\",\"lat\":52,\"lon\":8,\"tst\":$(date +%s),\"acc\":5}"
sleep 0.1
mosquitto_pub -p "$port" -q 1 -t owntracks/jane/phone -m "{\"_type\":\"location\",\"lat\":51,\"lon\":8,\"tst\":$(($(date +%s) + 1)),\"acc\":5}"
wait_until tells "^into" || true
right "a waypoint is a region" tells "^into.Home"
python3 scripts/fixtures/mqtt/publish.py "$port" owntracks/jane/phone/event 1 1 1 >/dev/null
wait "$replies" || true
right "a reply reaches the phone" grep -q '"action":"reportLocation"' "$work/reply.txt"
stop_run
cp "$work/out.txt" "$work/live.txt"
"$program" run "$work/count.lua" --from "$work/waypoints.ndjson" --owntracks-waypoints >"$work/replayed.txt" 2>>"$work/err.txt"
right "a replay of the recording has the same regions" cmp "$work/live.txt" "$work/replayed.txt"

# --- Two runs with one client id disconnect each other, which is reported.
fresh
start_run "mqtt://127.0.0.1:$port/owntracks/#?client=twin"
first_pid=$run_pid
start_run "mqtt://127.0.0.1:$port/owntracks/#?client=twin"
wait_until tells "does another run use the client id 'twin'" || true
right "two runs with one client id are reported" tells "does another run use the client id 'twin'"
stop_run
run_pid=$first_pid
stop_run
stop_server mosquitto

finish_checks

#!/usr/bin/env bash
# Runs scripts on a real mosquitto and does to both what happens to such: nothing crashes, nothing that was promised is
# lost.
#
#   scripts/checks/mqtt.sh [--kills N]
# shellcheck disable=SC2016 # conditions are expanded by eval, each time they are asked
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
# shellcheck source=scripts/fixtures/servers.sh
source scripts/fixtures/servers.sh

kills=10
[[ ${1:-} != --kills ]] || kills=$2
need_built "$program"
work=$server_files
good=0 bad=0
run_pid=
trap '[[ -z $run_pid ]] || kill -KILL "$run_pid" 2>/dev/null || true; stop_servers' EXIT

right() { # right TITLE COMMAND…
  local title=$1
  shift
  if "$@"; then
    good=$((good + 1))
    say "ok $title"
  else
    bad=$((bad + 1))
    say "FAILED $title"
    tail -n 20 "$work/err.txt" 2>/dev/null | sed 's/^/   | /' || true
  fi
}

cat >"$work/count.lua" <<'END'
local store = geoscript.store
geoscript.onMessage(function(message)
  if not message.n then return end
  store.seen = (store.seen or 0) + 1
  print("n", message.n)
  if message.n == 1 then geoscript.owntracks.publish({ _type = "cmd", action = "reportLocation" }) end
  if message.type == "cmd" then print("echo") end
end)
geoscript.onFinish(function() if store.seen then print("seen", store.seen) end end)
local manager = CLLocationManager.new{ delegate = {
  didUpdateLocations = function(_, locations) print("fix", locations[#locations].coordinate.latitude) end,
  didEnterRegion = function(_, region) print("into", region.identifier) end,
} }
manager:startUpdatingLocation()
END

start_run() { # start_run ADDRESS OPTION…: output goes to the ends of out.txt and err.txt
  local address=$1
  shift
  "$program" run "$work/count.lua" --from "$address" "$@" >>"$work/out.txt" 2>>"$work/err.txt" </dev/null &
  run_pid=$!
  disown
}
runs_still() { [[ -n $run_pid ]] && kill -0 "$run_pid" 2>/dev/null; }
stop_run() {
  kill -INT "$run_pid" 2>/dev/null || true
  wait_until eval '! runs_still' || kill -KILL "$run_pid"
  run_pid=
}
# How many times a line that begins so was told since the last «fresh».
told() { grep -c "^$1" "$work/err.txt" "$work/out.txt" | awk -F: '{ n += $2 } END { print n + 0 }'; }
tells() { grep -q -- "$1" "$work/err.txt" "$work/out.txt"; }
fresh() { cat "$work/err.txt" "$work/out.txt" >>"$work/all.txt" 2>/dev/null || true; : >"$work/err.txt"; : >"$work/out.txt"; }
distinct() { awk '$1 == "n" && !seen[$2]++ { n++ } END { print n + 0 }' "$work/out.txt"; }
has_all() { (($(distinct) == $1)); }
# Runs to its end, which must come with this status.
ends_with() {
  local status=$1 address=$2
  shift 2
  fresh
  timeout 20 "$program" run "$work/count.lua" --from "$address" "$@" >>"$work/out.txt" 2>>"$work/err.txt" </dev/null
  (($? == status))
}

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
  right "quality $qos: the run goes on" runs_still
  right "quality $qos: losses and returns are told in turn" eval '(($(told "warning: mqtt") >= 1 && $(told "warning: mqtt") <= kills && $(grep -c "is back" "$work/err.txt") == $(told "warning: mqtt")))'
  right "quality $qos: what we publish does not come back to us" eval '! tells echo'
  if ((qos == 2)); then right "quality 2: nothing comes twice" eval '(($(grep -c "^n" "$work/out.txt") == 400))'; fi
  stop_run
  stop_server mosquitto
done

# --- Killed, with kill -9, while it keeps what it has on disk. What mosquitto has acknowledged and neither sent on nor
# written dies with it, a message a kill at the most. mosquitto_sub listens beside us: what it hears, we hear.
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
  # One more, with nobody who kills: both are heard again by then.
  wait_until eval '(($(grep -c "is back" "$work/err.txt") == $(grep -c "trying again" "$work/err.txt")))' || true
  python3 scripts/fixtures/mqtt/publish.py "$port" owntracks/jane/phone/event "$qos" 401 1 >/dev/null
  for file in out witness; do wait_until grep -q '\b401\b' "$work/$file.txt" || true; done
  kill "$witness" 2>/dev/null || true
  grep -o '"n":[0-9]*' "$work/witness.txt" | cut -d: -f2 | sort -u >"$work/witnessed"
  awk '$1 == "n" { print $2 }' "$work/out.txt" | sort -u >"$work/heard"
  missed=$(comm -23 "$work/witnessed" "$work/heard" | wc -l)
  count=$(distinct)
  say "quality $qos: $count of 401 messages came through $kills kills of the broker, $(wc -l <"$work/witnessed") to mosquitto_sub"
  right "quality $qos: a kill of the broker costs what it had not written, a message at the most" \
    test $((401 - count)) -le "$kills"
  # Between the one and the other it may be killed, too.
  right "quality $qos: mosquitto_sub hears no more than we" test "$missed" -le 1
  right "quality $qos: the run goes on after kills" runs_still
  stop_run
  start_run "mqtt://127.0.0.1:$port/owntracks/#?qos=$qos" --state "$work/kept-$qos"
  wait_until tells "listens to" || true
  stop_run
  right "quality $qos: the script's store is kept" eval "(($(awk '$1 == "seen" { n = $2 } END { print n + 0 }' "$work/out.txt") >= count))"
  stop_server mosquitto
done

# --- The broker is killed, and comes back without what it knew.
fresh
rm -f "$work/mosquitto.db"
start_mosquitto "$port"
start_run "mqtt://127.0.0.1:$port/owntracks/#"
wait_until tells "listens to"
for ((n = 0; n < kills; n++)); do
  stop_server mosquitto KILL
  start_mosquitto "$port"
done
right "the run goes on after $kills kills of the broker" runs_still
# What is published before it is there again is lost with the broker's memory.
wait_until eval '(($(grep -c "is back" "$work/err.txt") == $(grep -c "trying again" "$work/err.txt")))' || true
python3 scripts/fixtures/mqtt/publish.py "$port" owntracks/jane/phone/event 2 1 10 >/dev/null
wait_until has_all 10 || true
right "and hears what comes then" has_all 10
stop_run

# --- geoscript is killed: what the broker had been told and was not yet kept is lost, which the page sources says.
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
say "killed $kills times: $lost of $(cat "$work/told.txt") messages that the broker was told of are lost"
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

# --- Two runs with one name fight; it is said.
fresh
start_run "mqtt://127.0.0.1:$port/owntracks/#?client=twin"
first_pid=$run_pid
start_run "mqtt://127.0.0.1:$port/owntracks/#?client=twin"
wait_until tells "does another run use the client id 'twin'" || true
right "two runs with one client id are told so" tells "does another run use the client id 'twin'"
stop_run
run_pid=$first_pid
stop_run
stop_server mosquitto

# --- Brokers that refuse.
secret=geheim-$RANDOM
mosquitto_passwd -b -c "$work/passwords" jane "$secret"
chmod 600 "$work/passwords"
printf 'user jane\ntopic read fleet/#\n' >"$work/acl"
printf 'wrong-%s\n' "$secret" >"$work/wrong"
printf '%s\n' "$secret" >"$work/right"
start_mosquitto "$port" "allow_anonymous false" "password_file $work/passwords" "acl_file $work/acl"
right "a wrong password ends the run" ends_with 69 "mqtt://jane@127.0.0.1:$port/fleet/#?password-file=$work/wrong"
right "and says what would be right" tells "refuses user 'jane' (is the password right?)"
right "no password ends the run" ends_with 69 "mqtt://jane@127.0.0.1:$port/fleet/#"
right "and says where one goes" tells "no password is given: ?password-file=FILE or \$GEOSCRIPT_MQTT_PASSWORD"
right "nobody without a name may come" ends_with 69 "mqtt://127.0.0.1:$port/fleet/#"
right "a password in the address is refused" ends_with 64 "mqtt://jane:$secret@127.0.0.1:$port/fleet/#"
fresh
GEOSCRIPT_MQTT_PASSWORD=$secret start_run "mqtt://jane@127.0.0.1:$port/fleet/#"
wait_until tells "listens to" || true
right "the right password is taken from the environment" tells "listens to fleet/#"
right "and is in no command line" eval "! tr '\0' ' ' </proc/$run_pid/cmdline | grep -q '$secret'"
stop_run
fresh
start_run "mqtt://jane@127.0.0.1:$port/fleet/#?password-file=$work/right"
wait_until tells "listens to" || true
right "and from a file" tells "listens to fleet/#"
stop_run
stop_server mosquitto

# --- A broker that refuses the subscription. mosquitto's own rules never do: it takes it and sends nothing.
start_server refusing "$port" python3 scripts/fixtures/mqtt/refuse.py "$port"
right "a topic that may not be read ends the run" ends_with 69 "mqtt://jane@127.0.0.1:$port/secret/#?password-file=$work/right"
right "and names it" tells "the broker's access rules do not let user 'jane' subscribe to secret/#"
stop_server refusing

# --- The last will: whoever looks at ?status= learns whether we listen, however we end.
state_is() { [[ $(timeout 2 mosquitto_sub -p "$port" -t fleet/state -C 1 2>/dev/null) == "$1" ]]; }
start_mosquitto "$port"
fresh
start_run "mqtt://127.0.0.1:$port/owntracks/#?status=fleet/state"
wait_until tells "listens to" || true
right "who listens is online" wait_until state_is online
kill -KILL "$run_pid"
right "who is killed is offline" wait_until state_is offline
start_run "mqtt://127.0.0.1:$port/owntracks/#?status=fleet/state"
right "and online when it listens again" wait_until state_is online
stop_run
right "who ends is offline" state_is offline
# Without what the broker kept of it.
start_run "mqtt://127.0.0.1:$port/owntracks/#?status=fleet/state"
wait_until state_is online || true
stop_server mosquitto KILL
start_mosquitto "$port"
right "a broker that has forgotten is told again" wait_until state_is online
stop_run
stop_server mosquitto

# --- TLS.
sign() { # sign NAME AUTHORITY OPTION…: a key and a certificate of it
  local name=$1 authority=$2
  shift 2
  openssl req -newkey rsa:2048 -nodes -keyout "$name.key" -out "$name.csr" -subj "/CN=$name"
  openssl x509 -req -in "$name.csr" -CA "$authority.pem" -CAkey "$authority.key" -CAcreateserial \
    -extfile extensions -out "$name.pem" "$@"
}
(
  cd "$work"
  printf 'subjectAltName=DNS:localhost\n' >extensions
  for authority in ca other; do
    openssl req -x509 -newkey rsa:2048 -nodes -keyout "$authority.key" -out "$authority.pem" -days 2 -subj "/CN=$authority"
  done
  sign broker ca -days 2
  sign phone ca -days 2
  sign stranger other -days 2
  # Before OpenSSL 3.4 a certificate's dates are only counted from now.
  sign old ca -not_before 20200101000000Z -not_after 20200201000000Z || sign old ca -days -1
  openssl rsa -aes256 -passout pass:geheim -in phone.key -out locked.key
) >/dev/null 2>&1
broker_of() { # broker_of CERTIFICATE [LINE…]
  local certificate=$1
  shift
  start_mosquitto "$port" "allow_anonymous true" "cafile $work/ca.pem" "certfile $work/$certificate.pem" \
    "keyfile $work/$certificate.key" "$@"
}
hears() { # hears ADDRESS: listens, and what is published comes
  fresh
  start_run "$1"
  wait_until tells "listens to" && wait_until pulse && stop_run
}
pulse() {
  mosquitto_pub -h localhost -p "$port" --cafile "$work/ca.pem" --cert "$work/phone.pem" --key "$work/phone.key" -q 1 \
    -t owntracks/jane/phone/event -m '{"_type":"transition","n":7,"tst":1}' && tells "^n.7"
}
# Tells it once however often it tries, goes on, and ends at once when it is asked to.
goes_on() { # goes_on ADDRESS MESSAGE
  fresh
  start_run "$1"
  wait_until tells "trying again" || true
  # The second try comes a second later.
  sleep 1.5
  right "… which is told once, and tried again" eval "runs_still && (($(told "warning: mqtt") == 1))"
  right "… as: $2" tells "$2"
  kill -INT "$run_pid"
  sleep 0.5
  right "… and ends at once" eval '! runs_still'
  stop_run
}
secure="mqtts://localhost:$port/owntracks/#"
broker_of broker
right "a certificate that nobody trusts ends the run" ends_with 69 "$secure"
right "and says how to trust it" tells "not signed by an authority that is trusted here (?ca=FILE names its own)"
right "a certificate for another host ends the run" ends_with 69 "mqtts://127.0.0.1:$port/owntracks/#?ca=$work/ca.pem"
right "and says so" tells "certificate is not for 127.0.0.1"
right "with its authority TLS works" hears "$secure?ca=$work/ca.pem"
right "an authority that is none ends the run" ends_with 69 "$secure?ca=$work/extensions"
right "and its file is named" tells "$work/extensions: holds no certificate in PEM"
right "a key of another certificate ends the run" \
  ends_with 69 "$secure?ca=$work/ca.pem&cert=$work/phone.pem&key=$work/stranger.key"
right "and says so" tells "$work/stranger.key: is not the private key of $work/phone.pem"
right "a key with a password ends the run, and nobody is asked" \
  ends_with 69 "$secure?ca=$work/ca.pem&cert=$work/phone.pem&key=$work/locked.key"
right "and says so" tells "$work/locked.key: is not the private key of $work/phone.pem, in PEM and without a password"
fresh
SSL_CERT_FILE=$work/ca.pem start_run "$secure"
wait_until tells "listens to" || true
right "the system's authorities are those of SSL_CERT_FILE" tells "listens to"
stop_server mosquitto
broker_of broker
wait_until tells "is back" || true
right "the broker is found again with them" tells "is back"
right "its loss is called one" tells "the connection was lost; trying again"
stop_run
say "A broker that wants TLS and hears none"
goes_on "mqtt://localhost:$port/owntracks/#" "closes the connection before it answers (is it a broker? does it want TLS"
stop_server mosquitto
broker_of old
right "a certificate that has expired ends the run" ends_with 69 "$secure?ca=$work/ca.pem"
right "and says so" tells "the broker's certificate has expired (is this machine's clock right?)"
stop_server mosquitto
broker_of broker "require_certificate true"
right "our certificate opens the broker" hears "$secure?ca=$work/ca.pem&cert=$work/phone.pem&key=$work/phone.key"
# The broker hangs up with what it says; the system may throw that away, and it is tried again.
right "no certificate ends the run" ends_with 69 "$secure?ca=$work/ca.pem"
right "and says what is wanted" tells "the broker wants a certificate of ours (?cert=FILE&key=FILE)"
right "another's certificate ends the run" \
  ends_with 69 "$secure?ca=$work/ca.pem&cert=$work/stranger.pem&key=$work/stranger.key"
right "and says that it is not taken" tells 'the broker does not take our certificate: it says "tlsv1 alert unknown ca"'
stop_server mosquitto
start_mosquitto "$port"
say "A broker that does not speak TLS"
goes_on "$secure" "does port $port speak TLS?"
stop_server mosquitto

# --- What answers is no broker, or none that speaks as it should.
impostor() { # impostor HOW SCHEME MESSAGE
  start_server impostor "$port" python3 scripts/fixtures/mqtt/refuse.py "$port" "$1"
  say "An impostor of $1 at $2"
  goes_on "$2://127.0.0.1:$port/owntracks/#?timeout=1" "$3"
  stop_server impostor KILL
}
impostor silence mqtt "does not answer within 1 s (is it a broker? does it want TLS: mqtts://?)"
impostor silence mqtts "does not answer within 1 s (is it a broker that speaks TLS?)"
impostor words mqtt "does not answer within 1 s"
impostor words mqtts "TLS fails: wrong version number (does port $port speak TLS? mqtt:// goes without)"
impostor noise mqtt "says what is not MQTT (is it a broker?)"
impostor noise mqtts "TLS fails: wrong version number"
impostor pings mqtt "does not answer within 1 s"
impostor hello mqtt "says what is not MQTT"
impostor hello mqtts "does not answer within 1 s"
impostor parting mqtt "closes the connection before it answers"
impostor parting mqtts "does port $port speak TLS?"
start_server impostor "$port" python3 scripts/fixtures/mqtt/refuse.py "$port" crowd
fresh
start_run "mqtt://127.0.0.1:$port/owntracks/#"
sleep 0.5
kill -INT "$run_pid"
sleep 0.5
right "who still looks for its broker ends at once, too" eval '! runs_still'
stop_run
stop_server impostor KILL

# --- A broker that accepts and does not answer, at the start and later.
start_mosquitto "$port"
kill -STOP "${server_pid[mosquitto]}"
fresh
start_run "mqtt://127.0.0.1:$port/owntracks/#?timeout=1"
wait_until tells "does not answer within 1 s" || true
right "a broker that does not answer is told of" tells "does not answer within 1 s (is it a broker? does it want TLS"
kill -CONT "${server_pid[mosquitto]}"
wait_until tells "is back" || true
right "and heard when it does" tells "is back"
stop_run
fresh
start_run "mqtt://127.0.0.1:$port/owntracks/#?keepalive=5"
wait_until tells "listens to" || true
kill -STOP "${server_pid[mosquitto]}"
wait_until tells "trying again" || true
right "a broker that falls silent is noticed" tells "trying again"
kill -CONT "${server_pid[mosquitto]}"
wait_until tells "is back" || true
right "and heard when it speaks again" tells "is back"
stop_run
stop_server mosquitto
fresh
right "no password is told anywhere" eval "! grep -q '$secret' '$work/all.txt'"

count_checks "$good" "$bad"
say "$good passed, $bad failed"
((bad == 0))

#!/usr/bin/env bash
# Runs scripts on brokers that refuse, that use TLS, that are silent, and on servers that are not brokers: each gets the
# right message.
#
#   scripts/checks/mqtt_brokers.sh
# shellcheck disable=SC2016 # conditions are expanded by eval, each time they are asked
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
# shellcheck source=scripts/fixtures/servers.sh
source scripts/fixtures/servers.sh
# shellcheck source=scripts/fixtures/mqtt/run.sh
source scripts/fixtures/mqtt/run.sh

port=$(free_port)
# --- Brokers that refuse.
secret=geheim-$RANDOM
mosquitto_passwd -b -c "$work/passwords" jane "$secret"
chmod 600 "$work/passwords"
printf 'user jane\ntopic read fleet/#\n' >"$work/acl"
printf 'wrong-%s\n' "$secret" >"$work/wrong"
printf '%s\n' "$secret" >"$work/right"
start_mosquitto "$port" "allow_anonymous false" "password_file $work/passwords" "acl_file $work/acl"
right "a wrong password ends the run" ends_with 69 "mqtt://jane@127.0.0.1:$port/fleet/#?password-file=$work/wrong"
right "and gives advice" tells "refuses user 'jane' (is the password right?)"
right "no password ends the run" ends_with 69 "mqtt://jane@127.0.0.1:$port/fleet/#"
right "and says where to give one" tells "no password is given: ?password-file=FILE or \$GEOSCRIPT_MQTT_PASSWORD"
right "a client without a user name is refused" ends_with 69 "mqtt://127.0.0.1:$port/fleet/#"
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
right "a listening run is online" wait_until state_is online
kill -KILL "$run_pid"
right "a killed run is offline" wait_until state_is offline
start_run "mqtt://127.0.0.1:$port/owntracks/#?status=fleet/state"
right "and online when it listens again" wait_until state_is online
stop_run
right "an ended run is offline" state_is offline
# Without what the broker kept of it.
start_run "mqtt://127.0.0.1:$port/owntracks/#?status=fleet/state"
wait_until state_is online || true
stop_server mosquitto KILL
start_mosquitto "$port"
right "a broker that has forgotten gets the state again" wait_until state_is online
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
# Reports the fault once however often it tries, continues, and ends at once when it is stopped.
goes_on() { # goes_on ADDRESS MESSAGE
  fresh
  start_run "$1"
  wait_until tells "trying again" || true
  # The second try comes a second later.
  sleep 1.5
  right "… which is reported once, and tried again" eval "runs_still && (($(told "warning: mqtt") == 1))"
  right "… as: $2" tells "$2"
  kill -INT "$run_pid"
  sleep 0.5
  right "… and ends at once" eval '! runs_still'
  stop_run
}
secure="mqtts://localhost:$port/owntracks/#"
broker_of broker
right "a certificate that nobody trusts ends the run" ends_with 69 "$secure"
right "and says how to trust it" tells "not signed by a trusted authority (name its authority with ?ca=FILE)"
right "a certificate for another host ends the run" ends_with 69 "mqtts://127.0.0.1:$port/owntracks/#?ca=$work/ca.pem"
right "and says so" tells "certificate is not for 127.0.0.1"
right "with its authority TLS works" hears "$secure?ca=$work/ca.pem"
right "an invalid authority ends the run" ends_with 69 "$secure?ca=$work/extensions"
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
right "its loss is reported as one" tells "the connection was lost; trying again"
stop_run
say "A broker that requires TLS, without TLS"
goes_on "mqtt://localhost:$port/owntracks/#" "closes the connection before it answers (is it a broker? does it want TLS"
stop_server mosquitto
broker_of old
right "a certificate that has expired ends the run" ends_with 69 "$secure?ca=$work/ca.pem"
right "and says so" tells "the broker's certificate has expired (is this machine's clock right?)"
stop_server mosquitto
broker_of broker "require_certificate true"
right "our certificate opens the broker" hears "$secure?ca=$work/ca.pem&cert=$work/phone.pem&key=$work/phone.key"
# The broker closes the connection with its reason; the system may drop that, and the run tries again.
right "no certificate ends the run" ends_with 69 "$secure?ca=$work/ca.pem"
right "and says what is wanted" tells "the broker requires a client certificate (?cert=FILE&key=FILE)"
right "another's certificate ends the run" \
  ends_with 69 "$secure?ca=$work/ca.pem&cert=$work/stranger.pem&key=$work/stranger.key"
right "and says that it is not accepted" tells 'the broker rejects our certificate with "tlsv1 alert unknown ca"'
stop_server mosquitto
start_mosquitto "$port"
say "A broker that does not speak TLS"
goes_on "$secure" "does port $port speak TLS?"
stop_server mosquitto

# --- The server is not a broker, or does not follow the protocol.
impostor() { # impostor HOW SCHEME MESSAGE
  start_server impostor "$port" python3 scripts/fixtures/mqtt/refuse.py "$port" "$1"
  say "An impostor of $1 at $2"
  goes_on "$2://127.0.0.1:$port/owntracks/#?timeout=1" "$3"
  stop_server impostor KILL
}
impostor silence mqtt "does not answer within 1 s (is it a broker? does it want TLS: mqtts://?)"
impostor silence mqtts "does not answer within 1 s (is it a broker that speaks TLS?)"
impostor words mqtt "does not answer within 1 s"
impostor words mqtts "TLS fails: wrong version number (does port $port speak TLS? mqtt:// connects without it)"
impostor noise mqtt "does not answer in MQTT (is it a broker?)"
impostor noise mqtts "TLS fails: wrong version number"
impostor pings mqtt "does not answer within 1 s"
impostor hello mqtt "does not answer in MQTT"
impostor hello mqtts "does not answer within 1 s"
impostor parting mqtt "closes the connection before it answers"
impostor parting mqtts "does port $port speak TLS?"
start_server impostor "$port" python3 scripts/fixtures/mqtt/refuse.py "$port" crowd
fresh
start_run "mqtt://127.0.0.1:$port/owntracks/#"
sleep 0.5
kill -INT "$run_pid"
sleep 0.5
right "a run that still looks for its broker also ends at once" eval '! runs_still'
stop_run
stop_server impostor KILL

# --- A broker that accepts and does not answer, at the start and later.
start_mosquitto "$port"
kill -STOP "${server_pid[mosquitto]}"
fresh
start_run "mqtt://127.0.0.1:$port/owntracks/#?timeout=1"
wait_until tells "does not answer within 1 s" || true
right "a broker that does not answer is reported" tells "does not answer within 1 s (is it a broker? does it want TLS"
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
right "no password is printed anywhere" eval "! grep -q '$secret' '$work/all.txt'"

finish_checks

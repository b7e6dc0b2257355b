# shellcheck shell=bash
# Real servers for checks: on loopback, on free ports, ended by their process ids when the check ends. Sourced, after
# scripts/lib.sh; scripts/setup --test installs them.
#
#   work=$server_files                       a temporary folder, gone at the end
#   port=$(free_port)                        of TCP and UDP
#   start_mosquitto PORT [LINE…]             lines of its configuration; else whoever comes may publish and subscribe
#   start_gpsd PORT SOURCE…                  a device, or what else gpsd reads: tcp://…, udp://…
#   start_server NAME PORT COMMAND…          any other; its output goes to $server_files/NAME.log
#   stop_server NAME [SIGNAL]                ends it and waits until it is gone; «stop_server mosquitto KILL»
#   restart: stop_server, then start_… with the same port
#   wait_until COMMAND…                      until it succeeds, 20 s at most
#
# A server of one name runs once at a time; ${server_pid[NAME]} is its process.

server_files=$(mktemp -d)
declare -A server_pid=()
trap stop_servers EXIT
# The trap runs for these, too.
trap 'exit 130' INT
trap 'exit 143' TERM

# A port that nobody has, neither for TCP nor UDP.
free_port() {
  python3 - <<'END'
import socket
while True:
    tcp, udp = socket.socket(), socket.socket(type=socket.SOCK_DGRAM)
    tcp.bind(("127.0.0.1", 0))
    try:
        udp.bind(tcp.getsockname())
        break
    except OSError:
        continue
print(tcp.getsockname()[1])
END
}

# Whether somebody listens at a port of TCP on loopback.
listens() { (: <"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

wait_until() {
  local end=$((SECONDS + 20))
  until "$@"; do
    ((SECONDS < end)) || return 1
    sleep 0.02
  done
}

start_server() {
  local name=$1 port=$2
  shift 2
  "$@" >>"$server_files/$name.log" 2>&1 </dev/null &
  server_pid[$name]=$!
  # Else bash tells of each that is killed.
  disown
  wait_until serves "$name" "$port" && runs "$name" && return
  tail -n 20 "$server_files/$name.log" >&2
  die 69 "$name did not start: $*"
}

runs() { [[ -n ${server_pid[$1]:-} ]] && kill -0 "${server_pid[$1]}" 2>/dev/null; }

# Listens, or has ended, which is no use to wait for.
serves() { listens "$2" || ! runs "$1"; }

start_mosquitto() {
  local port=$1 configuration=$server_files/mosquitto-$1.conf
  shift
  (($# > 0)) || set -- "allow_anonymous true"
  # Run by root it would become another user, who may not write here.
  printf '%s\n' "listener $port 127.0.0.1" "user $(id -un)" "$@" >"$configuration"
  start_server mosquitto "$port" "$(server_program mosquitto)" -c "$configuration"
}

start_gpsd() {
  local port=$1
  shift
  # In the foreground, reading at once, without a socket for commands.
  start_server gpsd "$port" "$(server_program gpsd)" -N -n -S "$port" "$@"
}

# Debian has servers where not everybody looks.
server_program() { PATH=$PATH:/usr/sbin:/usr/local/sbin command -v "$1" || die 69 "no $1 here; run scripts/setup --test"; }

stop_server() {
  local name=$1 signal=${2:-TERM}
  if runs "$name"; then
    kill -"$signal" "${server_pid[$name]}" 2>/dev/null || true
    if ! wait_until eval "! runs $name"; then kill -KILL "${server_pid[$name]}" 2>/dev/null || true; fi
  fi
  unset "server_pid[$name]"
}

stop_servers() {
  local name
  for name in "${!server_pid[@]}"; do stop_server "$name"; done
  rm -rf "$server_files"
}

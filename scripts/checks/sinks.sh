#!/usr/bin/env bash
# Sinks of alerts against real receivers, all on loopback: mosquitto, aiosmtpd, Apprise, a web hook that verifies
# signatures with standardwebhooks, a receiver with the rules of ntfy, and Home Assistant's own schemas. The cases are in sinks.py.
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
# shellcheck source=scripts/fixtures/servers.sh
source scripts/fixtures/servers.sh

python=.build/check-venv/bin/python
for one in "$python" .build/home-venv/bin/python; do
  [[ -x $one ]] || die 69 "$one is not there: run scripts/setup --test"
done
work=$server_files/sinks
mkdir -p "$work"
export WORK=$work MQTT_PORT MQTT_LOGIN_PORT HTTP_PORT SMTP_PORT
HOOK_SECRETS="whsec_$(openssl rand -base64 32) whsec_$(openssl rand -base64 24)"
export HOOK_SECRETS
MQTT_PORT=$(free_port)
start_mosquitto "$MQTT_PORT"
HTTP_PORT=$(free_port)
start_server receiver "$HTTP_PORT" "$python" scripts/fixtures/receiver.py "$HTTP_PORT" "$work/requests"
SMTP_PORT=$(free_port)
start_server smtp "$SMTP_PORT" "$python" scripts/fixtures/smtp_server.py "$SMTP_PORT" "$work/mails"
PATH=$PWD/.build/check-venv/bin:$PATH "$python" scripts/checks/sinks.py "$@"

#!/usr/bin/env python3
"""The cases of sinks.sh, which starts the receivers: `sinks.py [CASE…]`. The status is 1 when one fails."""
import base64
import json
import os
import signal
import sys
import time

import common
import sinks_parts
from sinks_home_assistant import home_assistant, home_assistant_limit
from sinks_kills import kills
from sinks_parts import HTTP, MQTT, REGION, SMTP, Folder, Subscriber, is_picture, mails, requests, right
from sinks_recipes import owntracks_modes, recipes


def mqtt():
    subscriber = Subscriber("home/#")
    folder = Folder()
    code, _, errors = folder.run(
        "--alerts", "ndjson:alerts", "--alerts",
        "mqtt://127.0.0.1:%d/home/{device}/{event}?availability=home/status" % MQTT,
        "--channel", "lights=mqtt://127.0.0.1:%d/home/lights?retain=1" % MQTT)
    right("mqtt: the run ends with 0", code == 0, code, errors)
    found = subscriber.messages(14)
    subscriber.stop()
    alerts = {alert["id"]: alert for alert in folder.alerts()}
    sent = [json.loads(message[3]) for message in found if message[0].endswith("/alert")]
    right("mqtt: each alert comes once", sorted(alert["id"] for alert in sent) == sorted(alerts), len(sent))
    right("mqtt: as the file has it", all(alerts.get(alert["id"]) == alert for alert in sent))
    for device in ("rex", "jane/phone"):
        own = [json.loads(message[3])["count"] for message in found if message[0] == "home/%s/alert" % device]
        right("mqtt: in the order of %s" % device, own == [1, 2, 3], own)
    right("mqtt: quality 1", {message[1] for message in found} == {"1"})
    lights = [json.loads(message[3]) for message in found if message[0] == "home/lights"]
    right("mqtt: messages of the channel", len(lights) == 6 and lights[0] == {"count": 1, "on": False}, lights)
    status = [message[3] for message in found if message[0] == "home/status"]
    right("mqtt: online and offline", status == ["online", "offline"], status)
    kept = Subscriber("home/#")
    left = {message[0]: message[2:] for message in kept.messages(2)}
    kept.stop()
    right("mqtt: what is retained", set(left) == {"home/lights", "home/status"} and left["home/status"] == ("1", "offline"), left)


def last_will():
    subscriber = Subscriber("will/#")
    folder = Folder(fixes=200)
    process = folder.start("--speed", "20", "--alerts", "mqtt://127.0.0.1:%d/will/alerts?availability=will/status&only=device:rex" % MQTT)
    subscriber.messages(3)
    process.send_signal(signal.SIGKILL)
    process.wait()
    time.sleep(1)
    found = subscriber.messages(1)
    subscriber.stop()
    right("last will: the broker says offline for a killed run", found[-1][0::3] == ("will/status", "offline"), found[-1])


def ntfy():
    requests()
    folder = Folder(fixes=1)
    folder.write("t.txt", "{{device}} at {{latitude|3}}")
    code, _, errors = folder.run(
        "--alerts", "ntfy://127.0.0.1:%d/family" % HTTP, "--alerts",
        "ntfy://127.0.0.1:%d/other?template=@t.txt&only=device:rex" % HTTP)
    right("ntfy: the run ends with 0", code == 0, code, errors)
    found = requests()
    right("ntfy: taken by its rules", [request["status"] for request in found] == [200] * 3, found)
    messages = [json.loads(request["body"]) for request in found]
    family = [message for message in messages if message["topic"] == "family"]
    right("ntfy: title, text, priority", all(
        message["title"] == "Räx is out 1" and message["message"] == "south of the\nroad" and message["priority"] == 4
        for message in family) and len(family) == 2, family)
    other = [message["message"] for message in messages if message["topic"] == "other"]
    right("ntfy: a template makes the text", other == ["rex at 45.400"], other)


def signatures():
    requests()
    folder = Folder(fixes=2, devices=["rex"])
    new, old = os.environ["HOOK_SECRETS"].split()
    folder.write("new", new + "\n")
    folder.write("both", "whsec_%s\n%s\n" % (base64.b64encode(b"z" * 32).decode(), old))
    folder.write("wrong", "whsec_%s\n" % base64.b64encode(b"y" * 32).decode())
    hook = "http://127.0.0.1:%d/hook" % HTTP
    for secret in ("new", "both"):
        code, _, errors = folder.run("--alerts", hook, "--channel", "lights=" + hook, "--alert-secret", "@" + secret)
        found = requests()
        right("signatures: %s is verified" % secret, code == 0 and len(found) == 4, code, errors, found)
        right("signatures: the id is that of the message", all(
            '"%s"' % request["headers"]["webhook-id"] == request["headers"]["idempotency-key"] for request in found))
    right("signatures: one for each secret", all(
        len(request["headers"]["webhook-signature"].split()) == 2 for request in found))
    code, _, errors = folder.run("--alerts", hook, "--alert-secret", "@wrong", "--alert-timeout", "1")
    right("signatures: a wrong secret is said to be wrong", code == 74 and "No matching signature found" in errors, code, errors)


def smtp():
    folder = Folder(devices=["rex"])
    folder.write("t.html", "<b>{{title}}</b> <i>{{device}}</i>")
    server = "smtp://127.0.0.1:%d?to=" % SMTP
    code, _, errors = folder.run("--alerts", server + "ann@example.org,bob@example.org", "--alerts", "ndjson:alerts")
    right("smtp: the run ends with 0", code == 0, code, errors)
    found = mails()
    ids = [alert["id"] for alert in folder.alerts()]
    right("smtp: a mail for each alert, with its id", [mail["Message-ID"] for mail in found] == ["<%s@127.0.0.1>" % one for one in ids], [mail["Message-ID"] for mail in found])
    mail = found[0]
    right("smtp: subject", mail["Subject"] == "Räx is out 1", mail["Subject"])
    right("smtp: sender and recipients", (mail["X-From"], mail["X-To"]) == ("geoscript@127.0.0.1", "ann@example.org bob@example.org"), mail["X-To"])
    right("smtp: no defects", not mail.defects and not any(part.defects for part in mail.walk()))
    right("smtp: a date of today", abs(mail["Date"].datetime.timestamp() - time.time()) < 300, mail["Date"])
    right("smtp: text", mail.get_body(("plain",)).get_content().startswith("south of the\nroad\n\nhttps://www.openstreetmap.org/"), mail.get_body(("plain",)).get_content())
    right("smtp: HTML", "south of the<br>\nroad" in mail.get_body(("html",)).get_content())
    right("smtp: priority", mail["Importance"] == "high")
    folder.run("--alerts", server + "ann@example.org&template=@t.html&only=count:2")
    found = mails()
    right("smtp: a template of HTML", len(found) == 1 and found[0].get_body(("html",)).get_content().strip() == "<b>Räx is out 2</b> <i>rex</i>", found)
    for name, words in (("unknown", "550 5.1.1 no mailbox of that name here"), ("spam", "554 5.7.1 this looks like spam")):
        code, _, errors = folder.run("--alerts", server + name + "@example.org&only=count:1")
        right("smtp: %s is lost, with the server's words" % name, code == 74 and words in errors and "1 alert was lost" in errors, code, errors)
    code, _, errors = folder.run("--alerts", server + "busy@example.org&only=count:1")
    right("smtp: 451 is tried again", code == 0 and len(mails()) == 1, code, errors)
    login = "smtp://user@127.0.0.1:%d?to=ann@example.org&only=count:1" % SMTP
    code, _, errors = folder.run("--alerts", login, GEOSCRIPT_SMTP_PASSWORD="tiger-42")
    right("smtp: a log-in", code == 0 and len(mails()) == 1, code, errors)
    folder.write("password", "lion-17\n")
    code, _, errors = folder.run("--alerts", login + "&password-file=password", "--alert-timeout", "15")
    right("smtp: a wrong password loses nothing and is said", code == 74 and "the log-in failed" in errors and "was lost" not in errors and "lion" not in errors, code, errors)


def apprise():
    requests()
    folder = Folder(devices=["rex"])
    folder.write("urls", "# two services\njson://127.0.0.1:%d/json/one\n\njson://127.0.0.1:%d/json/two\n" % (HTTP, HTTP))
    code, _, errors = folder.run("--alerts", "apprise:@urls", "--alerts", "ndjson:alerts")
    right("apprise: the run ends with 0", code == 0, code, errors)
    found = requests()
    for path in ("/json/one", "/json/two"):
        bodies = [json.loads(request["body"]) for request in found if request["path"] == path]
        right("apprise: each alert, in order, at %s" % path, [body["title"] for body in bodies] == ["Räx is out %d" % n for n in (1, 2, 3)], bodies)
        right("apprise: text and type", all(body["message"].startswith("south of the\nroad") and body["type"] == "warning" for body in bodies), bodies)
    folder = Folder(REGION, fixes=4, devices=["rex"])
    code, _, errors = folder.run("--alerts", "apprise:json://127.0.0.1:%d/json/map#map=1&why=1" % HTTP)
    body = json.loads(requests()[0]["body"])
    is_picture(base64.b64decode(body["attachments"][0]["base64"]), "apprise")
    right("apprise: the reason", "outside of Höhle" in body["message"], body["message"])
    code, _, errors = folder.run("--alerts", "apprise:nosuch://tiger-42")
    right("apprise: an address that it does not know is 64", code == 64 and "Apprise does not take this address" in errors and "tiger" not in errors, code, errors)
    code, _, errors = folder.run("--alerts", "apprise:json://localhost", PATH="/usr/bin:/bin")
    right("apprise: without the command 73", code == 73 and "pipx install apprise" in errors, code, errors)
    code, _, errors = folder.run("--alerts", "apprise:json://127.0.0.1:%d/fail/500" % HTTP, "--alert-timeout", "1")
    right("apprise: a failure is tried again", code == 74 and "not delivered: Apprise exited with status 1" in errors and len(requests()) >= 2, code, errors)


def pictures():
    requests()
    folder = Folder(REGION, fixes=4, devices=["rex"])
    words = "map=1&why=1"
    code, _, errors = folder.run(
        "--state", "state", "--alerts", "ntfy://127.0.0.1:%d/family?%s" % (HTTP, words),
        "--alerts", "http://127.0.0.1:%d/json#%s" % (HTTP, words),
        "--alerts", "smtp://127.0.0.1:%d?to=ann@example.org&%s" % (SMTP, words), "--alerts", "ndjson:alerts")
    right("pictures: the run ends with 0", code == 0, code, errors)
    found = {request["path"]: request for request in requests()}
    put = found["/family"]
    right("pictures: ntfy takes a PUT", put["method"] == "PUT" and put["status"] == 200)
    is_picture(put["body"], "pictures: ntfy")
    fields = put["decoded"]
    right("pictures: title and text", fields["x-title"] == "Räx is out" and fields["x-message"].startswith("line one\\nline two\\n") and fields["x-message"].endswith("m outside of Höhle, accuracy 5 m, needed 20 m; d > 20 m"), fields["x-message"])
    right("pictures: priority, tags, file, link", (fields["x-priority"], fields["x-tags"], fields["x-filename"]) == ("5", "dog", "map.png") and fields["x-click"].startswith("https://www.openstreetmap.org/"), fields)
    body = json.loads(found["/json"]["body"])
    head, _, data = body["map"].partition(",")
    right("pictures: an address of data", head == "data:image/png;base64", head)
    is_picture(base64.b64decode(data), "pictures: web hook")
    right("pictures: the reason", body["why"].endswith("m outside of Höhle, accuracy 5 m, needed 20 m; d > 20 m"), body["why"])
    alert, = folder.alerts()
    right("pictures: a plain sink gets neither", "map" not in alert and "why" not in alert)
    mail, = mails()
    image = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    right("pictures: inline in the mail", len(image) == 1 and image[0]["Content-ID"] == "<map>" and image[0].get_content_disposition() == "inline")
    is_picture(image[0].get_content(), "pictures: mail")
    html = mail.get_body(("related", "html"))
    right("pictures: the page shows it", "cid:map" in "".join(part.get_content() for part in mail.walk() if part.get_content_type() == "text/html"), html)


CASES = [mqtt, last_will, ntfy, signatures, smtp, pictures, home_assistant, home_assistant_limit, apprise, recipes, owntracks_modes, kills]

for case in CASES:
    if not sys.argv[1:] or case.__name__ in sys.argv[1:]:
        case()
good, bad = sinks_parts.good, sinks_parts.bad
common.count_checks(good, bad)
print("%d right, %d wrong" % (good, bad))
sys.exit(bad > 0)

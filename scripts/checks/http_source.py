#!/usr/bin/env python3
"""Sends to a running `geoscript run --from http://127.0.0.1:PORT` the requests of phones, with curl, and of attackers.

  scripts/checks/http_source.py

Each check starts a run of its own on a free port of this machine and ends it by its process id. The status is 1 when
something is not as it should be.
"""
import json
import os
import socket
import ssl
import subprocess
import tempfile
import threading
import time

from common import program
from http_run import LOCATION, Server, check, finish, request, statuses


def upload(server, data, path, *fields):
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        return server.curl(path, *fields, "--data-binary", f"@{file.name}", timeout=30)


def apps():
    """What each app sends, by curl."""
    with Server() as server:
        answer = server.curl("/pub", "-H", "X-Limit-U: jane", "-H", "X-Limit-D: phone", "-d", LOCATION,
                             "-H", "Content-Type: application/json")
        check("OwnTracks is answered with an array", answer == (200, "[]"), answer)
        check("and so is an empty body", server.curl("/pub?u=jane&d=phone", "-X", "POST") == (200, "[]"))
        answer = server.curl("/?id=902064&lat=42.06288&lon=-88.23412&timestamp=1442068686579&hdop=6.0&speed=0.0")
        check("OsmAnd is accepted", answer == (200, ""), answer)
        answer = server.curl("/", "-d", "id=902064&lat=42.06288&lon=-88.23412&timestamp=1442068687")
        check("Traccar Client's form is accepted", answer == (200, ""), answer)
        body = {"location": {"timestamp": "2025-06-15T13:45:12.862Z", "coords": {
            "latitude": 37.4219983, "longitude": -122.084, "accuracy": 5, "speed": 0, "heading": -1, "altitude": 5}},
            "device_id": "48241179"}
        answer = server.curl("/", "-H", "Content-Type: application/json", "-d", json.dumps(body))
        check("Traccar Client's JSON is accepted", answer == (200, ""), answer)
        feature = {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-122.03, 37.33]},
                   "properties": {"timestamp": "2015-10-01T08:00:00-0700", "device_id": "over"}}
        answer = server.curl("/overland", "-d", json.dumps({"locations": [feature] * 3}))
        check("Overland is answered ok", answer == (200, '{"result":"ok"}'), answer)
        answer = server.curl("/locative", "-d", "latitude=1&longitude=2&device=loc&id=home&trigger=enter")
        check("Locative is accepted", answer[0] == 200, answer)
        answer = server.curl("/geojson", "-d", json.dumps({"type": "FeatureCollection", "features": [feature]}))
        check("GeoJSON is counted", json.loads(answer[1]).get("accepted") == 1, answer)
        lines = "".join(json.dumps({"time": 1700000000 + n, "device": "bulk", "latitude": 1, "longitude": n / 1e4}) + "\n"
                        for n in range(5000)) + "nonsense\n"
        answer = upload(server, lines.encode(), "/events")
        check("lines are counted", (answer[0], json.loads(answer[1]).get("accepted")) == (200, 5000), answer)
        packed = subprocess.run(["gzip", "-c"], input=lines.encode(), capture_output=True).stdout
        answer = upload(server, packed, "/events", "-H", "Content-Encoding: gzip")
        check("compressed lines are counted", (answer[0], json.loads(answer[1]).get("accepted")) == (200, 5000), answer)
        check("a request through a proxy is refused",
              server.curl("/pub?u=a&d=b", "-H", "X-Forwarded-For: 192.0.2.1", "-d", LOCATION)[0] == 403)
        check("a request from a web page is refused", server.curl("/pub?u=a&d=b", "-H", "Origin: http://evil.example", "-d", LOCATION)[0] == 403)
        check("another host name is refused", server.curl("/pub?u=a&d=b", "-H", "Host: evil.example", "-d", LOCATION)[0] == 403)
        health = json.loads(server.curl("/health")[1])
        check("health reports events", health["events"] >= 10000, health)
        out = server.end()
        check("each device had its script", "jane/phone 1" in out and "over" in out and "bulk" in out, out)


def hooks():
    """The table of a hook of OwnTracks Recorder goes along with the answer, from the first request on."""
    script = """local n = 0
function otr_httpobject() n = n + 1 return { _type = "cmd", action = "n" .. n } end
"""
    for words in (("--record", "r.ndjson"), ("--state", "state")):
        with Server("--otr", *words, text=script) as server:
            # A message that comes again is handled once.
            fixes = [LOCATION.replace("1700000000", f"170000000{n}") for n in range(3)]
            seen = [json.loads(server.curl("/pub?u=jane&d=phone", "-d", fix)[1]) for fix in fixes]
            wanted = [[{"_type": "cmd", "action": f"n{n}"}] for n in (1, 2, 3)]
            check(f"each answer with {words[0]} has its table", seen == wanted, seen)
            check("nothing is lost", "no source can send" not in server.told(), server.told())


def keys():
    """Access control."""
    result = subprocess.run([program(), "run", "none.lua", "--from", "http://0.0.0.0:18999"], capture_output=True, text=True)
    check("an address for all needs keys", result.returncode in (64, 66), result)
    with tempfile.TemporaryDirectory() as folder:
        users, token = os.path.join(folder, "users"), os.path.join(folder, "token")
        line = subprocess.run([program(), "http-user", "jane"], input="secret\n", capture_output=True, text=True)
        check("http-user makes a line", line.stdout.startswith("jane:$"), line)
        with open(users, "w") as file:
            file.write(line.stdout)
        with open(token, "w") as file:
            file.write("0123456789abcdef0123456789abcdef\n")
        with Server("--http-users", users, "--http-token", token, host="0.0.0.0") as server:
            def post(*words):
                return server.curl("/pub?d=phone", "-d", LOCATION, *words)[0]
            check("a request without a key is refused", post() == 401)
            check("the right password is accepted", post("-u", "jane:secret") == 200)
            check("a wrong password is refused", post("-u", "jane:wrong") == 401)
            check("the token is accepted", server.curl(
                "/pub?u=a&d=b", "-d", LOCATION, "-H", "Authorization: Bearer 0123456789abcdef0123456789abcdef")[0] == 200)
            seen = [post("-u", f"jane:guess{n}") for n in range(14)]
            check("guessing is stopped", seen[-1] == 429, seen)
            check("an authenticated user continues", post("-u", "jane:secret") == 200)
            bearer = "Authorization: Bearer "
            seen = [post("-H", bearer + f"guess{n}") for n in range(14)]
            check("guessing a token is stopped", seen[-1] == 429, seen)
            check("the right token is still accepted",
                  server.curl("/pub?u=a&d=b", "-d", LOCATION, "-H", bearer + "0123456789abcdef" * 2)[0] == 200)
            with open(f"/proc/{server.process.pid}/cmdline", "rb") as file:
                check("no secret is in the process's title", b"secret" not in file.read())
            server.curl("/nowhere", "-H", bearer + "0123456789abcdef" * 2)
            server.curl("/pub", "-X", "DELETE", "-H", bearer + "0123456789abcdef" * 2)
            wanted = ("refused a request with 401: ", "refused a request with 404: ", "refused a request with 405: ",
                      "refused a request with 429: ")
            for _ in range(60):
                told = server.told()
                if all(words in told for words in wanted):
                    break
                time.sleep(0.1)
            check("the first refusal of each status is told at once", all(told.count(words) == 1 for words in wanted), told)
            check("no secret is printed", "0123456789abcdef" not in server.told() and "secret" not in server.told())


def bodies():
    """Bodies of a gigabyte, announced and in chunks: refused, and never held in memory."""
    with Server() as server:
        before = server.memory()
        answer = server.raw(b"POST /events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1073741824\r\n\r\n" + b"x" * 4096)
        check("an announced gigabyte is refused at once", statuses(answer) == [413], answer[:200])
        with server.connect(20) as client:
            client.sendall(b"POST /events HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
            chunk = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
            sent = 0
            try:
                for _ in range(1024):
                    client.sendall(chunk)
                    sent += 1
            except OSError:
                pass
            check("a gigabyte in chunks is cut off", sent < 1024, sent)
        answer = server.curl("/events", "-T", "/dev/zero", "-H", "Transfer-Encoding: chunked", "-X", "POST", timeout=20)
        check("curl's endless body is refused", answer[0] in (413, 0), answer)
        bomb = subprocess.run("head -c 300000000 /dev/zero | gzip -c", shell=True, capture_output=True).stdout
        answer = upload(server, bomb, "/events", "-H", "Content-Encoding: gzip")
        check("a bomb is not unpacked", answer[0] == 413, answer)
        nested = b"[" * 3_000_000
        check("deep nesting is refused", upload(server, nested, "/overland")[0] == 400)
        check("NUL bytes are refused", upload(server, b"\0" * 100_000, "/geojson")[0] == 400)
        check("memory stays bounded", server.memory() < before + 200, (before, server.memory()))
        check("it still answers", server.is_alive())


HEAD = b"POST /pub?u=a&d=b HTTP/1.1\r\nHost: localhost\r\n"


def smuggling(server):
    """Broken chunks, and requests that servers interpret differently."""
    taken = json.loads(server.curl("/health")[1])["events"]
    smuggled = request(LOCATION, "/pub?u=evil&d=x")
    bad = {
        "a length and chunks": HEAD + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + smuggled,
        "two lengths": HEAD + b"Content-Length: 0\r\nContent-Length: 5\r\n\r\n" + smuggled,
        "a length that is no number": HEAD + b"Content-Length: +5\r\n\r\nhello" + smuggled,
        "a negative length": HEAD + b"Content-Length: -1\r\n\r\n" + smuggled,
        "an unknown coding": HEAD + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + smuggled,
        "chunked, then more": HEAD + b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n" + smuggled,
        "a space before the colon": HEAD + b"Content-Length : 5\r\n\r\nhello" + smuggled,
        "a chunk without a size": HEAD + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\nhello\r\n0\r\n\r\n" + smuggled,
        "a chunk longer than it says": HEAD + b"Transfer-Encoding: chunked\r\n\r\n2\r\nhello\r\n0\r\n\r\n" + smuggled,
        "a chunk size beyond all bounds":
            HEAD + b"Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nhello\r\n0\r\n\r\n" + smuggled,
        "two hosts": HEAD + b"Host: evil.example\r\nContent-Length: 0\r\n\r\n",
        "no host": b"POST /pub?u=a&d=b HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
        "a field that begins with a space": HEAD + b" X: y\r\nContent-Length: 0\r\n\r\n",
        "a NUL in a field": HEAD + b"X: a\0b\r\nContent-Length: 0\r\n\r\n",
        "no HTTP at all": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 200,
        "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0" * 100,
        "a header of a megabyte": HEAD + b"X: " + b"a" * (1 << 20) + b"\r\n\r\n",
        "ten thousand fields": HEAD + b"".join(b"X%d: 1\r\n" % n for n in range(10000)) + b"\r\n",
    }
    for what, data in bad.items():
        answer = server.raw(data, timeout=4)
        codes = statuses(answer)
        check(f"{what}: refused", not any(code < 400 for code in codes) and len(codes) <= 1, codes, answer[:200])
    after = json.loads(server.curl("/health")[1])["events"]
    check("nothing was smuggled in", after == taken, taken, after)


def unusual(server):
    """Requests that are seldom but right, or of another protocol."""
    hello = client_hello()
    answer = server.raw(hello + b"\0" * 100_000)
    check("a TLS client gets advice", statuses(answer) == [400] and b"for TLS" in answer, answer[-300:])
    address = b"http://localhost:%d" % server.port
    for what, data, codes in (
            ("a target in absolute form", b"GET " + address + b"/health HTTP/1.1\r\nHost: localhost\r\n\r\n", [200]),
            ("CONNECT", b"CONNECT example.org:443 HTTP/1.1\r\nHost: localhost\r\n\r\n" + hello, [404]),
            ("a wish for HTTP/2", b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\n"
             b"Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n", [200]),
            ("a body that waits for leave", HEAD + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n%s"
             % (len(LOCATION), LOCATION.encode()), [100, 200]),
            ("a body that gets no leave", b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
             b"Content-Length: 5\r\n\r\n", [404])):
        answer = server.raw(data, timeout=2)
        check(f"{what}: answered", statuses(answer) == codes, statuses(answer), answer[-300:])


def protocol():
    """Pipelining, odd requests, and clients that close their side."""
    with Server() as server:
        count = 1000
        with server.connect(20) as client:
            sender = threading.Thread(target=lambda: client.sendall(request(LOCATION) * count))
            sender.start()
            answer = b""
            while answer.count(b"HTTP/1.1 200") < count:
                part = client.recv(65536)
                if not part:
                    break
                answer += part
            sender.join()
            check("pipelined requests are all answered", answer.count(b"HTTP/1.1 200") == count, answer.count(b"200"))
        smuggling(server)
        unusual(server)
        with server.connect() as client:
            client.sendall(request(LOCATION))
            client.shutdown(socket.SHUT_WR)
            check("a client that closes its side still gets an answer", statuses(server.rest(client)) == [200])
        with server.connect() as client:
            client.sendall(request(LOCATION)[:-10])
            client.shutdown(socket.SHUT_WR)
            check("half a request is not accepted", all(code >= 400 for code in statuses(server.rest(client))))
        check("it still answers", server.is_alive())


def client_hello():
    """The first bytes of a real TLS client."""
    read, written = ssl.MemoryBIO(), ssl.MemoryBIO()
    try:
        ssl.create_default_context().wrap_bio(read, written, server_hostname="localhost").do_handshake()
    except ssl.SSLWantReadError:
        pass
    return written.read()


if __name__ == "__main__":
    for body in (apps, hooks, keys, bodies, protocol):
        print(f"{body.__name__}: {body.__doc__.splitlines()[0]}", flush=True)
        body()
    finish()

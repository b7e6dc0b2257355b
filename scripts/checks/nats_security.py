#!/usr/bin/env python3
"""Gateway, worker and `doctor` at NATS servers that ask who they are: passwords, NKeys, credentials, TLS both ways.

  scripts/checks/nats_security.py [password] [nkey] [creds] [tls]

Keys and tokens are made by PyPI's nkeys, certificates by openssl. With the right words a fix goes from a phone through the
gateway into the stream, and the worker raises its alert. With wrong ones each command ends with 69 or 77, says why, and
shows no secret. The status is 1 when something is not as it should be.
"""
import base64
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

import common

common.use_packages()
import nkeys  # noqa: E402 # of the environment that use_packages continues in
from nats_parts import Process, check, counted, until  # noqa: E402

SCRIPT = """\
local app = {}
function app.didUpdateLocations() geoscript.alert{ title = "seen" } end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
"""
SECRET = "the password of nobody"


def begin(folder, lines):
    """A server with JetStream; returns it with its port."""
    port = common.free_port()
    path = os.path.join(folder, "nats%d.conf" % port)
    with open(path, "w") as file:
        file.write('listen: "127.0.0.1:%d"\njetstream { store_dir: "%s/js%d" }\n%s\n' % (port, folder, port, lines))
    server = Process(folder, "nats%d" % port, ["nats-server", "-c", path])
    check("the server starts", until(20, lambda: "Server is ready" in server.told()), server.told()[-1500:])
    return server, port


def write(folder, name, text, mode=0o600):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, mode)
    return path


def carries(folder, what, address, environment=None):
    """A fix goes through a gateway and a worker."""
    name, program = what.replace(" ", "-"), common.program()
    where = os.path.join(folder, name)
    os.makedirs(where)
    done = subprocess.run([program, "doctor", address], capture_output=True, text=True,
                          env={**os.environ, **(environment or {})})
    check("doctor reaches the server with " + what, "NATS 2." in done.stdout and SECRET not in done.stdout, done.stdout,
          done.stderr)
    port = common.free_port()
    with Process(folder, name + "-gateway", [program, "gateway", "--from", "http://127.0.0.1:%d" % port, "--to", address],
                 environment) as gateway:
        check("a gateway connects with " + what, until(20, lambda: "listening for phones" in gateway.told()),
              gateway.told())
        fix = b'{"device":"%s","timestamp":%d,"latitude":52.5,"longitude":13.4}\n' % (name.encode(), time.time())
        with urllib.request.urlopen("http://127.0.0.1:%d/events" % port, fix, timeout=30) as answer:
            check("the stream has the fix with " + what, answer.status == 200, answer.status)
        with Process(folder, name + "-worker", [
                "env", "-C", where, program, "run", os.path.join(folder, "s.lua"), "--from", address, "--state",
                os.path.join(where, "state"), "--alerts", "ndjson:alerts.ndjson"], environment) as worker:
            found = until(30, lambda: any(each.startswith("alerts") and os.path.getsize(os.path.join(where, each))
                                          for each in os.listdir(where)))
            check("a worker raises the alert with " + what, found, worker.told())
            check("no secret is shown with " + what, SECRET not in gateway.told() + worker.told())


def refused(what, address, *words, environment=None):
    """Each command ends with 69 or 77, and says why."""
    program = common.program()
    for command in (["gateway", "--from", "http://127.0.0.1:%d" % common.free_port(), "--to", address],
                    ["run", "s.lua", "--from", address, "--state", "state"], ["doctor", address]):
        with tempfile.TemporaryDirectory() as folder:
            write(folder, "s.lua", SCRIPT)
            try:
                done = subprocess.run([program, *command], capture_output=True, text=True, cwd=folder, timeout=60,
                                      env={**os.environ, **(environment or {})})
            except subprocess.TimeoutExpired as error:
                check("%s refuses %s" % (command[0], what), False, "did not end", error.stderr)
                continue
            told = done.stdout + done.stderr
            code = done.returncode in (69, 77) if command[0] != "doctor" else done.returncode != 0
            check("%s refuses %s" % (command[0], what), code and any(word in told for word in words), done.returncode, told)
            check("%s shows no secret with %s" % (command[0], what), SECRET not in told, told)


def password(folder):
    server, port = begin(folder, 'authorization { user: geo, password: "%s" }' % SECRET)
    file = write(folder, "password", SECRET + "\n")
    carries(folder, "a password file", "nats://geo@127.0.0.1:%d?partitions=1&password-file=%s" % (port, file))
    carries(folder, "a password of the environment", "nats://geo@127.0.0.1:%d?partitions=1" % port,
            {"GEOSCRIPT_NATS_PASSWORD": SECRET})
    refused("no password", "nats://127.0.0.1:%d?partitions=1" % port, "refuses", "Authorization")
    wrong = write(folder, "wrong", "wrong " + SECRET[::-1])
    refused("a wrong password", "nats://geo@127.0.0.1:%d?partitions=1&password-file=%s" % (port, wrong), "refuses",
            "Authorization")
    server.end()


def pair(prefix):
    """A new key of NATS: its seed and its public part."""
    seed = nkeys.encode_seed(os.urandom(32), prefix)
    return seed.decode(), nkeys.from_seed(bytearray(seed))


def nkey(folder):
    seed, key = pair(nkeys.PREFIX_BYTE_USER)
    public = key.public_key.decode()
    server, port = begin(folder, "authorization { users: [ { nkey: %s } ] }" % public)
    file = write(folder, "user.nk", seed + "\n")
    carries(folder, "an NKey", "nats://127.0.0.1:%d?partitions=1&nkey=%s&seed=%s" % (port, public, file))
    other = write(folder, "other.nk", pair(nkeys.PREFIX_BYTE_USER)[0])
    refused("another seed", "nats://127.0.0.1:%d?partitions=1&nkey=%s&seed=%s" % (port, public, other), "refuses",
            "Authorization", "seed")
    broken = write(folder, "broken.nk", SECRET)
    refused("a broken seed", "nats://127.0.0.1:%d?partitions=1&nkey=%s&seed=%s" % (port, public, broken), "seed",
            "refuses")
    server.end()


def token(signer, subject, name, claims):
    """A JWT as NATS has it, signed by an NKey. Source: NATS' ADR-14 and its jwt library, version 2."""
    def text(value):
        return base64.urlsafe_b64encode(json.dumps(value, separators=(",", ":")).encode()).rstrip(b"=")
    body = {"iat": 1700000000, "iss": signer.public_key.decode(), "name": name, "sub": subject, "nats": claims}
    body["jti"] = base64.b32encode(hashlib.sha256(json.dumps(body).encode()).digest()).decode().rstrip("=")
    signed = text({"typ": "JWT", "alg": "ed25519-nkey"}) + b"." + text(body)
    return (signed + b"." + base64.urlsafe_b64encode(signer.sign(signed)).rstrip(b"=")).decode()


def creds(folder):
    _, operator = pair(nkeys.PREFIX_BYTE_OPERATOR)
    _, account = pair(nkeys.PREFIX_BYTE_ACCOUNT)
    limits = {"subs": -1, "data": -1, "payload": -1, "conn": -1, "leaf": -1, "imports": -1, "exports": -1, "wildcards": True,
              "mem_storage": -1, "disk_storage": -1, "streams": -1, "consumer": -1}
    public = account.public_key.decode()
    # JetStream belongs to accounts only where the server has one of its own.
    system = pair(nkeys.PREFIX_BYTE_ACCOUNT)[1].public_key.decode()
    none = {**limits, "mem_storage": 0, "disk_storage": 0, "streams": 0, "consumer": 0}
    accounts = ", ".join("%s: %s" % (key, token(operator, key, name, {"limits": most, "type": "account", "version": 2}))
                         for key, name, most in ((public, "geo", limits), (system, "system", none)))
    server, port = begin(folder, "operator: %s\nsystem_account: %s\nresolver: MEMORY\nresolver_preload: { %s }" % (
        token(operator, operator.public_key.decode(), "operator", {"type": "operator", "version": 2}), system, accounts))

    def file(name, signer):
        seed, user = pair(nkeys.PREFIX_BYTE_USER)
        jwt = token(signer, user.public_key.decode(), "worker", {
            "pub": {}, "sub": {}, "subs": -1, "data": -1, "payload": -1, "type": "user", "version": 2})
        return write(folder, name, "-----BEGIN NATS USER JWT-----\n%s\n------END NATS USER JWT------\n\n"
                     "-----BEGIN USER NKEY SEED-----\n%s\n------END USER NKEY SEED------\n" % (jwt, seed))

    carries(folder, "credentials", "nats://127.0.0.1:%d?partitions=1&creds=%s" % (port, file("user.creds", account)))
    _, stranger = pair(nkeys.PREFIX_BYTE_ACCOUNT)
    refused("credentials of another account", "nats://127.0.0.1:%d?partitions=1&creds=%s" % (
        port, file("other.creds", stranger)), "refuses", "Authorization")
    refused("a file without credentials", "nats://127.0.0.1:%d?partitions=1&creds=%s" % (
        port, write(folder, "empty.creds", "nothing")), "creds", "refuses")
    server.end()


def tls(folder):
    def run(*words):
        subprocess.run(["openssl", *words], check=True, capture_output=True, cwd=folder)

    def authority(name):
        run("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30", "-subj",
            "/CN=" + name, "-keyout", name + ".key", "-out", name + ".pem")

    def certificate(name, ca):
        write(folder, name + ".ext", "subjectAltName=IP:127.0.0.1,DNS:localhost\n")
        run("req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=" + name,
            "-keyout", name + ".key", "-out", name + ".csr")
        run("x509", "-req", "-in", name + ".csr", "-CA", ca + ".pem", "-CAkey", ca + ".key", "-CAcreateserial", "-days", "30",
            "-extfile", name + ".ext", "-out", name + ".pem")

    authority("ca")
    authority("stranger")
    certificate("server", "ca")
    certificate("client", "ca")
    certificate("intruder", "stranger")
    server, port = begin(folder, 'tls { cert_file: "%s/server.pem", key_file: "%s/server.key", ca_file: "%s/ca.pem", '
                         "verify: true }" % (folder, folder, folder))
    address = "nats://127.0.0.1:%d?partitions=1" % port

    def words(ca, name):
        return "&ca=%s/%s.pem" % (folder, ca) + ("&cert=%s/%s.pem&key=%s/%s.key" % (folder, name, folder, name) if name
                                                 else "")
    carries(folder, "certificates", address + words("ca", "client"))
    refused("a server of another authority", address + words("stranger", "client"), "certificate", "TLS", "SSL")
    refused("no certificate of ours", address + words("ca", None), "?cert=FILE")
    refused("a certificate of a stranger", address + words("ca", "intruder"), "?cert=FILE")
    refused("no authority", address, "?ca=FILE")
    server.end()


def main():
    os.environ["PATH"] += ":/usr/sbin"
    if not shutil.which("nats-server"):
        raise SystemExit("nats-server is not there: run scripts/setup --test")
    known = {each.__name__: each for each in (password, nkey, creds, tls)}
    random.seed(common.seed())
    for name in sys.argv[1:] or known:
        with tempfile.TemporaryDirectory() as folder:
            write(folder, "s.lua", SCRIPT)
            known[name](folder)
    sys.exit(counted())


main()

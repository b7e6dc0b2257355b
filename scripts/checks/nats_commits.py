"""What the checks of `--state nats` share: workers without a disk, and what the stream OUT has of them."""
import asyncio
import json
import os
import random
import shutil
import sys
import tempfile

import common

common.use_packages()
from nats.js.errors import NotFoundError  # noqa: E402 # of the environment that use_packages continues in
from nats_parts import Process, counted  # noqa: E402
from nats_stream import SCRIPT, Worker, connected  # noqa: E402

DWELLS = SCRIPT + """\
function app.didDwellInRegion(_, region) tell("long in " .. region.identifier) end
manager:startMonitoringForRegion(CLCircularRegion.new{
  center = CLLocationCoordinate2DMake(52.5, 13.4), radius = 3000, identifier = "around", dwell = 1 })
"""


def ask(urls, what):
    """What a coroutine finds with a connection to the servers."""
    async def work():
        client = await connected(urls)
        try:
            return await what(client.jetstream())
        finally:
            await client.close()
    return asyncio.run(work())


async def messages(js, stream):
    """The messages of a stream by number: (subject, time, bytes)."""
    found = {}
    state = (await js.stream_info(stream)).state
    if state.messages:
        source = await js.subscribe(">", stream=stream, ordered_consumer=True)
        while True:
            message = await source.next_msg(timeout=10)
            meta = message.reply.split(".")
            found[int(meta[5])] = message.subject, int(meta[7]) * 1e-9, message.data
            if meta[8] == "0":
                break
    return found


def out(urls):
    """The commits of each partition: [(number, time, record)], and its alerts as a file has them."""
    try:
        found = ask(urls, lambda js: messages(js, "OUT"))
    except NotFoundError:
        return {}, {}
    commits, files = {}, {}
    for number, (subject, at, data) in found.items():
        kind, partition = subject.split(".")
        if kind != "out":
            continue
        head, _, lines = data.partition(b"\n")
        record = json.loads(head)
        commits.setdefault(int(partition), []).append((number, at, record))
        text = b"".join(found[part][2] for part in record.get("parts", [])) + lines
        if text:
            files["alerts.%s.ndjson" % partition] = files.get("alerts.%s.ndjson" % partition, b"") + text
    return commits, files


class Diskless(Worker):
    """A worker whose folder has nothing that lasts."""

    def __init__(self, folder, name, servers, *words, script="s.lua"):
        self.folder, self.servers = os.path.join(folder, name), servers
        os.makedirs(self.folder)
        Process.__init__(self, folder, name, [
            "env", "-C", self.folder, common.program(), "run", os.path.join(folder, script), "--from", servers.address,
            "--state", "nats", *words])

    def files(self):
        return out(self.servers.urls)[1]


def play(*parts):
    """Runs the parts that the command names, or all, each with a folder."""
    os.environ["PATH"] += ":/usr/sbin"
    if not shutil.which("nats-server"):
        raise SystemExit("nats-server is not there: run scripts/setup --test")
    draw = random.Random(common.seed())
    known = {each.__name__: each for each in parts}
    for name in sys.argv[1:] or known:
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "s.lua"), "w") as file:
                file.write(DWELLS)
            known[name](folder, draw)
    sys.exit(counted())

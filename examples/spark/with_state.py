"""Runs geoscript with the state of one partition: unpacks that of the day before, and prints that at the end as a line.

replay.py starts it on the executors. The first line of the input is its own, the others are geoscript's.
"""
import base64
import io
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile

head = sys.stdin.buffer.readline()
if not head:
    sys.exit()  # a partition without a device, now and before
head = json.loads(head)
with tempfile.TemporaryDirectory() as folder:
    if head["files"]:
        with tarfile.open(fileobj=io.BytesIO(base64.b64decode(head["files"])), mode="r:gz") as archive:
            archive.extractall(folder)
    process = subprocess.Popen([*sys.argv[1:], "--state", folder], stdin=subprocess.PIPE)
    try:
        shutil.copyfileobj(sys.stdin.buffer, process.stdin)
        process.stdin.close()
    except BrokenPipeError:
        pass  # it says itself why it has ended
    if process.wait() != 0:
        sys.exit(process.returncode)
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        archive.add(folder, ".")
    print(json.dumps({"type": "partition-state", **head, "files": base64.b64encode(packed.getvalue()).decode()}))

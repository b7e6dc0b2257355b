#!/usr/bin/env python3
"""Runs generated scripts over the whole catalog of Lua members; no script may end the process or outgrow its limits.

  scripts/fuzz scripts [COUNT [FIRST_SEED]]

Each device of a run is a script of its own, drawn by its name and the seed: one process runs $FUZZ_DEVICES of them, 20
unless told otherwise. When a process ends badly, its devices run again one by one, and those that end badly alone are
findings. $GEOSCRIPT names the program, such as one that was built with --sanitize=address. What ends badly is kept in
.build/fuzz/scripts/ by its name, with the command that shows it again.
"""
import concurrent.futures
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
OUT = pathlib.Path(".build/fuzz/scripts")
PROGRAM = os.environ.get("GEOSCRIPT", ".build/release/geoscript")
# Of one script; a build for debugging, with the sanitizer, takes some seconds. So many of them share a process.
SECONDS = int(os.environ.get("FUZZ_SECONDS", "120"))
DEVICES = int(os.environ.get("FUZZ_DEVICES", "20"))
MEGABYTES = int(os.environ.get("FUZZ_MEGABYTES", "2048"))
# 0, callbacks that failed, a script that was stopped: what a run may end with.
EXPECTED = {0, 1, 65, 69, 73, 74, 77}


def names():
    """The catalog as a Lua module, from what `geoscript stubs` prints: never behind the bindings."""
    stubs = subprocess.run([PROGRAM, "stubs"], capture_output=True, text=True, check=True).stdout
    classes = set(re.findall(r"^---@class (?:\(\w+\) )?(\w+)", stubs, re.M))
    fields = set(re.findall(r"^---@field (?:\w+ )?(\w+)\?? ", stubs, re.M))
    functions = set(re.findall(r"^function (\w+)\(", stubs, re.M))
    methods = set(re.findall(r"^function [\w.]+:(\w+)\(", stubs, re.M))
    statics = set(re.findall(r"^function ([\w.]+)[.:](\w+)\(", stubs, re.M))
    if min(map(len, (classes, fields, functions, methods, statics))) < 20:
        sys.exit("fuzz: what `geoscript stubs` prints is not understood")
    def words(items):
        return "{" + ",".join(f'"{item}"' for item in sorted(items)) + "}"
    pairs = ",".join(f'{{"{a}","{b}"}}' for a, b in sorted(statics))
    return (f"return {{functions={words(functions)},methods={words(methods)},fields={words(fields | methods)},"
            f"classes={words(classes)},statics={{{pairs}}}}}\n")


def command(name):
    return [PROGRAM, "run", str(OUT / "scripts.lua"), "--seed", name.split("-")[0], "--map", str(OUT / f"{name}.png"),
            "--from", str(OUT / f"{name}.ndjson"), "--max-memory-device", "64", "--max-memory", "2000", "--quiet"]


def limit():
    # The sanitizer reserves more address space than there is memory.
    if "ASAN_OPTIONS" not in os.environ:
        resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES * 4 << 20, MEGABYTES * 4 << 20))


def run(name, devices):
    """What went wrong with the scripts of some devices; nothing when all is well."""
    lines = (OUT / "scripts.ndjson").read_text()
    with open(OUT / f"{name}.ndjson", "w") as log:
        log.writelines(line.replace('"device": "a"', f'"device": "{device}"') + "\n"
                       for line in lines.splitlines() for device in devices if '"device": "a"' in line)
    begin = time.monotonic()
    with open(OUT / f"{name}.log", "wb") as log:
        try:
            status = subprocess.run(command(name), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                    timeout=SECONDS * len(devices), preexec_fn=limit).returncode
        except subprocess.TimeoutExpired:
            status = f"more than {SECONDS * len(devices)} s"
    text = (OUT / f"{name}.log").read_text(errors="replace")
    for picture in OUT.glob(f"{name}*.png"):
        picture.unlink()
    if status in EXPECTED and "ERROR: AddressSanitizer" not in text and "runtime error:" not in text:
        (OUT / f"{name}.log").unlink()
        (OUT / f"{name}.ndjson").unlink()
        return None
    return f"{name}: {status} after {time.monotonic() - begin:.0f} s: {' '.join(command(name))}"


def batch(seed, count):
    """The findings among the scripts of a process; the whole process when none ends badly alone."""
    devices = [f"d{number}" for number in range(count)]
    fault = run(str(seed), devices)
    if not fault or count == 1:
        return [fault] if fault else []
    alone = [run(f"{seed}-{device}", [device]) for device in devices]
    return [each for each in alone if each] or [fault]


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    OUT.mkdir(parents=True, exist_ok=True)
    for file in ("scripts.lua", "scripts.ndjson"):
        shutil.copy(HERE / file, OUT / file)
    (OUT / "names.lua").write_text(names())
    os.environ["SWIFT_BACKTRACE"] = "enable=no"
    sizes = [DEVICES] * (count // DEVICES) + ([count % DEVICES] if count % DEVICES else [])
    found = done = 0
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("FUZZ_JOBS", os.cpu_count() or 2))) as pool:
        for size, faults in zip(sizes, pool.map(batch, range(first, first + len(sizes)), sizes)):
            for fault in faults:
                found += 1
                print(fault, flush=True)
            done += size
            if done // 100 > (done - size) // 100:
                print(f"{done} scripts, {found} findings", file=sys.stderr, flush=True)
    print(f"{count} scripts, {found} findings")
    sys.exit(1 if found else 0)


main()

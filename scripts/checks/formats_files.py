"""The files of formats.py: random fixes, and what geoscript and gpsbabel read in a file."""
import json
import os
import subprocess

START = 1777622400  # 2026-05-01T08:00:00Z
faults = []


def check(what, ours, theirs, tolerance=0.0):
    if ours is None or theirs is None or not abs(ours - theirs) <= tolerance:
        faults.append("%s: %r instead of %r" % (what, ours, theirs))


class Files:
    def __init__(self, program, folder, draw):
        self.program, self.folder = program, folder
        self.fixes = []
        latitude, longitude = draw.uniform(-60, 60), draw.uniform(-170, 170)
        for number in range(200):
            latitude += draw.uniform(-1e-3, 1e-3)
            longitude += draw.uniform(-1e-3, 1e-3)
            self.fixes.append({"time": START + 5 * number, "lat": round(latitude, 6), "lon": round(longitude, 6),
                               "ele": round(draw.uniform(-50, 3000), 1), "hr": draw.randint(50, 200),
                               "cad": draw.randint(1, 120), "temp": draw.randint(-20, 40)})

    def path(self, name):
        return os.path.join(self.folder, name)

    def babel(self, *words):
        done = subprocess.run(["gpsbabel", *words], capture_output=True, text=True, cwd=self.folder)
        if done.returncode != 0:
            faults.append("gpsbabel %s: %s" % (" ".join(words), done.stderr))
        return done.stdout

    def events(self, name):
        """What geoscript reads: fixes, each with the attributes at its time, and messages."""
        done = subprocess.run([self.program, "convert", name, "out.ndjson", "-f", "--quiet"], capture_output=True,
                              text=True, cwd=self.folder)
        if done.returncode != 0:
            faults.append("convert %s: %s" % (name, done.stderr))
            return [], []
        fixes, messages, attributes = [], [], {}
        with open(self.path("out.ndjson")) as file:
            for line in map(json.loads, file):
                if line.get("type") == "attributes":
                    attributes = line["attributes"]
                elif line.get("type") == "message":
                    messages.append(line)
                elif "latitude" in line:
                    fixes.append({**line, **attributes})
        return fixes, messages

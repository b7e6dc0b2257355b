"""The cases of golden.py: a folder each, and how it is run."""
import os
import re
import shlex
import subprocess

from common import ROOT

CASES = os.path.join(ROOT, "Tests", "golden")
SECONDS = 60  # that one run may take
TIMES = r" in [\d.,]+ s \([\d,]+ events/s\)"  # how long a run took
LINES = ("geocode", "commands")
# Options for reading sources, which a recording no longer needs.
OF_SOURCES = ("--from", "--jitter", "--dropout", "--reorder", "--duplicate", "--outliers", "--interval", "--pace",
              "--device-by", "--device-column", "--lat-column", "--lon-column", "--time-column", "--time-format",
              "--time-zone", "--stale-after", "--start", "--end", "--reorder-window", "--speed")


class Case:
    def __init__(self, name):
        self.name = name
        self.folder = os.path.join(CASES, name)
        self.words, self.shuffled, self.written, self.jobs = [], [], [], ("2", "3")
        for line in self.read("run").splitlines():
            words = shlex.split(line, comments=True)
            if words[:1] == ["shuffle"]:
                self.shuffled += words[1:]
            elif words[:1] == ["writes"]:
                self.written += words[1:]
            elif words == ["one-thread"]:
                self.jobs = ()
            else:
                self.words += words

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8", newline="") as r:
            return r.read()

    def files(self):
        """What the run has written, by the names of what is expected."""
        found = {}
        for name in self.written:
            with open(os.path.join(ROOT, ".build", name), encoding="utf-8", newline="") as r:
                found["expected." + name] = r.read()
        return found

    def of_recording(self, path):
        """The words with a recording instead of the sources and their options."""
        words, rest = [], list(self.words)
        while rest and rest[0] != "--":
            word = rest.pop(0)
            # A group watches the silence of its members itself; a recording has no events of it.
            if word == "--stale-after" and self.name.startswith("group-"):
                words += [word, rest.pop(0)]
            elif word in OF_SOURCES:
                rest.pop(0)
                # Further sources follow the first.
                while word == "--from" and rest and (rest[0] == "-" or not rest[0].startswith("-")):
                    rest.pop(0)
            elif word.split("=")[0] not in OF_SOURCES:
                words.append(word)
        return [*words, "--from", path, *rest]

    def run(self, program, *more, replaced=(), words=None):
        words = [dict(replaced).get(word, word) for word in words or self.words]
        # Options go before a «--», which ends them.
        end = words.index("--") if "--" in words else len(words)
        command = [program, "run", "--json", *words[:end], *more, *words[end:]]
        stdin = open(self.path("stdin"), "rb") if os.path.exists(self.path("stdin")) else subprocess.DEVNULL
        try:
            done = subprocess.run(command, cwd=self.folder, stdin=stdin, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, timeout=SECONDS)
        finally:
            if stdin is not subprocess.DEVNULL:
                stdin.close()
        said = re.sub(TIMES, "", done.stderr.decode("utf-8", "replace"))
        output = re.sub(r'\{"type":"summary".*\n\Z', "", done.stdout.decode("utf-8"))
        return output, "exit code %d\n%s" % (done.returncode, said)


class LinesCase:
    def __init__(self, name, kind):
        self.name = name
        self.kind = kind
        self.prefix = ["geocode"] if kind == "geocode" else []
        self.folder = os.path.join(CASES, name)

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8", newline="") as r:
            return r.read()

    def run(self, program):
        """The total of all its lines."""
        text = []
        for line in self.read(self.kind).splitlines():
            words = shlex.split(line, comments=True)
            if not words:
                continue
            source = subprocess.DEVNULL
            if "<" in words:
                source = open(self.path(words[-1]), "rb")
                words = words[:words.index("<")]
            done = subprocess.run([program, *self.prefix, *words], cwd=self.folder, stdin=source, timeout=SECONDS,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if source is not subprocess.DEVNULL:
                source.close()
            command = " ".join(["geoscript", *self.prefix, line])
            text.append("$ %s\n%s" % (command, done.stdout.decode("utf-8")))
            said = re.sub(TIMES, "", done.stderr.decode("utf-8")).replace(self.folder, "FOLDER")
            text.append("".join("! %s\n" % each for each in said.splitlines()))
            text.append("exit code %d\n\n" % done.returncode)
        return "".join(text)

    def check(self, program, checks):
        found = self.run(program)
        checks.same("%s: what is printed" % self.name, self.read("expected.txt"), found)
        checks.same("%s: a second run" % self.name, found, self.run(program))

    def update(self, program):
        with open(self.path("expected.txt"), "w", encoding="utf-8", newline="") as w:
            w.write(self.run(program))

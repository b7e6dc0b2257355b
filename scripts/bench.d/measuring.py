"""Rows, and the tools to measure them: programs, references, workloads, instructions."""
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
DATA = ".build/bench-data"
COMPILED = ".build/bench-reference"
HERE = "scripts/bench.d/reference/"
UNITS = {
    "ns": ("s", 1e-9), "us": ("s", 1e-6), "µs": ("s", 1e-6), "ms": ("s", 1e-3), "s": ("s", 1),
    "B": ("B", 1), "KiB": ("B", 1024), "kB": ("B", 1e3), "MB": ("B", 1e6), "MiB": ("B", 1 << 20),
}
PYTHON = [".build/bench-venv/bin/python", "-B"]


@dataclasses.dataclass(frozen=True)
class Row:
    """One of our figures, and its reference.

    A row with a reference is compared with the cost of the reference. One whose unit is «ratio» or «%» is a comparison
    already. Of memory, the recorded figure of bench.d/recorded.json is the other one; of every other row, the
    instructions of its group are compared with the recorded ones. `must` and `aim` are bounds on what comes out.
    """

    name: str
    unit: str
    must: float
    aim: float
    group: str  # of geobench, or a measurement of bench.d whose name begins with «process-»
    data: str = ""  # the workload
    reference: str = ""  # of REFERENCES
    prints: tuple = ()  # names of the printed lines, added up; without any the row's own name
    theirs: str = ""  # name of the reference's line, where it prints several

    @property
    def lines(self):
        return tuple(name.format(data=self.data) for name in self.prints or (self.name,))

    @property
    def is_ratio(self):
        return self.unit in ("ratio", "%")

    @property
    def is_memory(self):
        return self.unit in ("B", "KiB", "MB")


@dataclasses.dataclass(frozen=True)
class Reference:
    """A program in bench.d/reference."""

    packages: tuple = ()  # whose flags pkg-config knows
    flags: tuple = ()  # what it leaves out
    arguments: tuple = ("--data", "{folder}", "--runs", "1")


@dataclasses.dataclass
class Programs:
    """The two programs of one checkout."""

    geoscript: str
    geobench: str

    @staticmethod
    def of(folder):
        release = os.path.join(os.path.abspath(folder), ".build", "release")
        return Programs(os.path.join(release, "geoscript"), os.path.join(release, "geobench"))

    def commit(self):
        """The commit of the checkout in which the programs were built."""
        folder = os.path.dirname(os.path.abspath(self.geobench))
        return run(["git", "-C", folder, "rev-parse", "--short", "HEAD"]).decode().strip()


class Unmeasured(Exception):
    """Why a row has no figure."""


# Our programs, unless bench --against measures those of another checkout.
programs = Programs.of(ROOT)
programs.geoscript = os.environ.get("GEOSCRIPT", programs.geoscript)
programs.geobench = os.environ.get("GEOBENCH", programs.geobench)


def note(*words):
    print(*words, file=sys.stderr, flush=True)


def run(command, **options):
    """Standard output of `command`."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
    except FileNotFoundError as e:
        raise Unmeasured("%s is not there" % command[0]) from e
    if done.returncode != 0:
        last = (done.stderr or done.stdout).decode("utf-8", "replace").strip().splitlines()[-1:]
        raise Unmeasured("%s ended with %d: %s" % (" ".join(command), done.returncode, "".join(last)))
    return done.stdout


def newer(target, *sources):
    return os.path.exists(target) and all(os.path.getmtime(target) >= os.path.getmtime(s) for s in sources)


def figures(command):
    """The lines a geobench group or a reference prints: name → (value, unit)."""
    found = {}
    for line in run(command).decode("utf-8").splitlines():
        if line.strip():
            figure = json.loads(line)
            if "seconds" in figure:
                figure = {"name": "seconds", "value": figure["seconds"], "unit": "s"}
            found[figure["name"]] = (float(figure["value"]), figure["unit"])
    return found


# --- Workloads -------------------------------------------------------------------------------------------------

# Arguments of scripts/generate/workload.py. The first one carries a GPX file too.
WORKLOADS = {
    "C100": ["--preset", "C100", "--formats", "bin,ndjson,geojson,gpx", "--max-track-fixes", "200000"],
    "C10k": ["--preset", "C10k", "--formats", "bin,ndjson,geojson"],
    "N100k": ["--preset", "N100k", "--formats", "bin,ndjson,geojson"],
    "W1M": ["--preset", "W1M", "--formats", "bin"],
    # 400 polygons of 5,000 corners.
    "P5000": ["--preset", "C100", "--polygons", "400", "--vertices", "5000", "--formats", "bin"],
}
# Small enough to have their instructions counted.
FEW = {
    "C100": ["--preset", "C100", "--fixes", "50000", "--formats", "bin,ndjson,geojson,gpx", "--max-track-fixes", "20000"],
    "C10k": ["--preset", "C10k", "--fixes", "20000", "--formats", "bin,ndjson,geojson"],
    "N100k": ["--preset", "N100k", "--fixes", "20000", "--formats", "bin,ndjson,geojson"],
    "W1M": ["--preset", "W1M", "--fixes", "20000", "--formats", "bin"],
    "P5000": ["--preset", "C100", "--fixes", "20000", "--polygons", "40", "--vertices", "5000", "--formats", "bin"],
}
# Workloads with their own generator: name → function that returns the folder.
MAKERS = {}


def workload(name, is_small=False):
    """The folder of a workload, made once for each version of its generator and arguments."""
    if not name:
        return ""
    if name in MAKERS:
        return MAKERS[name]()
    arguments = FEW[name] if is_small and name in FEW else WORKLOADS[name]
    folder = os.path.join(DATA, "few" if is_small and name in FEW else "", name)
    stamp = os.path.join(folder, "made-by")
    generator = "scripts/generate/workload.py"
    parts = b"".join(part.read_bytes() for part in sorted(pathlib.Path("scripts/generate").glob("workload*.py")))
    made_by = hashlib.sha256(parts).hexdigest() + " " + " ".join(arguments)
    if os.path.exists(stamp):
        with open(stamp) as r:
            if r.read() == made_by:
                return folder
    note("making workload", folder)
    os.makedirs(folder, exist_ok=True)
    run([sys.executable, "-B", generator, "--out", folder] + arguments)
    with open(stamp, "w") as w:
        w.write(made_by)
    return folder


def written(name, text):
    os.makedirs(DATA, exist_ok=True)
    path = os.path.join(DATA, name)
    with open(path, "w") as w:
        w.write(text)
    return path


# --- References ------------------------------------------------------------------------------------------------


def reference_command(name, reference=Reference()):
    """The command line of a reference, which is compiled if necessary."""
    if os.path.exists(HERE + name + ".py"):
        return PYTHON + [HERE + name + ".py"]
    target = os.path.join(COMPILED, name)
    for ending, compiler in ((".c", ["cc"]), (".cpp", ["c++", "-std=c++17"])):
        source = HERE + name + ending
        if not os.path.exists(source):
            continue
        if not newer(target, source, HERE + "workload.hpp"):
            flags = list(reference.flags)
            if reference.packages:
                flags = run(["pkg-config", "--cflags", "--libs", *reference.packages]).decode().split() + flags
            os.makedirs(COMPILED, exist_ok=True)
            run(compiler + ["-O2", "-o", target, source] + flags)
        return [target]
    raise Unmeasured("%s has no %s" % (HERE, name))


def measure(arguments, program=None):
    """The cost of one run of geoscript, or of another program: {"cpu" s, "wall" s, "first" s, "rss" KiB}."""
    command = reference_command("measure") + [program or programs.geoscript] + arguments
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["nothing was printed"]
    if done.returncode != 0:
        raise Unmeasured("%s %s ended with %d: %s"
                         % (os.path.basename(program or "geoscript"), " ".join(arguments), done.returncode, " ".join(lines[:-1][-1:])))
    return json.loads(lines[-1])


# --- Instructions ----------------------------------------------------------------------------------------------


def has_perf():
    if not shutil.which("perf"):
        return False
    done = subprocess.run(["perf", "stat", "-x,", "-e", "instructions:u", "true"], capture_output=True, text=True)
    return done.returncode == 0 and done.stderr[:1].isdigit()


def instructions(command, **options):
    """The instructions of a command in user mode, from the processor's counter or from valgrind."""
    if not hasattr(instructions, "perf"):
        instructions.perf = has_perf()
    if instructions.perf:
        done = subprocess.run(["perf", "stat", "-x,", "-e", "instructions:u", *command], stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, **options)
        counted = re.search(r"^(\d+),.*instructions", done.stderr, re.M)
    else:
        # Valgrind cannot read the debug information of Swift.
        program = os.path.join(COMPILED, hashlib.sha256(os.path.abspath(command[0]).encode()).hexdigest()[:8])
        if not newer(program, command[0]):
            os.makedirs(COMPILED, exist_ok=True)
            run(["strip", "--strip-debug", "-o", program, command[0]])
        done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, *command[1:]],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **options)
        counted = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not counted:
        raise Unmeasured("%s: %s" % (" ".join(command), done.stderr.strip()[-200:]))
    return int(counted[1])

"""The shared parts of the checks in Python: paths, the random seed, and reporting."""
import os
import random
import socket
import sys

# Expected output has times of this zone.
os.environ["TZ"] = "UTC"
ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.path.insert(1, os.path.join(ROOT, "scripts", "fixtures"))


def program(name="geoscript"):
    """The release build of geoscript or geobench; $GEOSCRIPT and $GEOBENCH name other programs."""
    path = os.path.abspath(os.environ.get(name.upper()) or os.path.join(ROOT, ".build", "release", name))
    if not os.access(path, os.X_OK):
        sys.exit("%s is not built: swift build -c release --product %s" % (path, name))
    return path


def use_packages():
    """Continues in the Python that scripts/setup --test makes, which has the packages that checks compare with."""
    folder = os.path.join(ROOT, ".build", "check-venv")
    if os.path.realpath(sys.prefix) == os.path.realpath(folder):
        return
    python = os.path.join(folder, "bin", "python")
    if not os.access(python, os.X_OK):
        sys.exit("%s is not there: run scripts/setup --test" % python)
    os.execv(python, [python, *sys.argv])


def seed():
    """$CHECK_SEED, which scripts/test sets; otherwise a new one. It is printed, so that a failure can be repeated."""
    value = int(os.environ.get("CHECK_SEED") or random.SystemRandom().randrange(1, 10000))
    print("CHECK_SEED=%d" % value, flush=True)
    return value


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def count_checks(good, bad):
    """Tells scripts/test the number of checks of a step."""
    path = os.environ.get("CHECK_COUNTS")
    if path:
        with open(path, "w") as w:
            w.write("%d %d\n" % (good, bad))

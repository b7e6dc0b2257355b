"""The part of peers.py that fetches the data, and the programs to compare with."""
import hashlib
import os
import subprocess
import sys
import tarfile

from common import ROOT

FOLDER = os.path.join(ROOT, ".build", "peers")
VENV = os.path.join(FOLDER, "venv")
PACKAGES = ["gpxpy==1.6.2", "fastkml==1.0.0", "pynmea2==1.19.0", "shapely==2.1.2"]
SUITE = "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s bookworm main"  # the archive's address
ARCHIVES = {  # SHA-256 of what the test data is in
    "gpsd_3.22.orig.tar.xz": "68d2a04e237a02ce42158ceda462a24afe11eeaa2b13482e94ac7ef66693f3a0",
    "gpxpy-1.6.2.tar.gz": "a72c484b97ec42b80834353b029cc8ee1b79f0ffca1179b2210bb3baf26c01ae",
    "pynmea2-1.19.0.tar.gz": "1daa79b93279f887d1c235e5cc5c79e32644564138ce46989ab0f4a2fc970d7c",
}


def quietly(words, **options):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode:
        sys.exit("%s: %s" % (" ".join(words), done.stdout.strip()))


def path(*names):
    return os.path.join(FOLDER, *names)


def archive():
    """The address from which the machine has its own Debian packages."""
    words = ["apt-get", "indextargets", "--format", "$(SITE)", "Codename: bookworm", "Created-By: Packages"]
    sites = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    if not sites:
        sys.exit("apt knows no archive of Debian 12, whose source of gpsd this check reads: add one to apt's sources")
    return sites[0]


def fetch_gpsd():
    """The source package by apt, with lists of its own, so that neither root nor the machine's sources are needed."""
    for name in ("apt/lists/partial", "apt/cache/archives/partial"):
        os.makedirs(path(name), exist_ok=True)
    with open(path("apt", "sources.list"), "w") as w:
        w.write(SUITE % archive() + "\n")
    options = ["-o", "Dir::Etc::sourcelist=" + path("apt", "sources.list"), "-o", "Dir::Etc::sourceparts=/dev/null",
               "-o", "Dir::State::lists=" + path("apt", "lists"), "-o", "Dir::Cache=" + path("apt", "cache")]
    quietly(["apt-get", *options, "update"])
    quietly(["apt-get", *options, "source", "--download-only", "-qq", "gpsd"], cwd=FOLDER)


def fetch():
    os.makedirs(FOLDER, exist_ok=True)
    if not os.path.exists(os.path.join(VENV, "bin", "python")):
        quietly([sys.executable, "-m", "venv", VENV])
        quietly([os.path.join(VENV, "bin", "pip"), "install", "--quiet", "--disable-pip-version-check", *PACKAGES])
    for name, digest in ARCHIVES.items():
        if not os.path.exists(path(name)):
            if name.startswith("gpsd"):
                fetch_gpsd()
            else:
                package = "==".join(name[:-len(".tar.gz")].rsplit("-", 1))
                quietly([os.path.join(VENV, "bin", "pip"), "download", "--quiet", "--disable-pip-version-check",
                         "--no-deps", "--no-binary", ":all:", "--dest", FOLDER, package])
        with open(path(name), "rb") as r:
            if hashlib.sha256(r.read()).hexdigest() != digest:
                sys.exit("%s is another file than the one that this check knows" % path(name))
        folder = path(name.split("-")[0].split("_")[0])
        if not os.path.isdir(folder):
            with tarfile.open(path(name)) as archive:
                archive.extractall(folder, filter="data")

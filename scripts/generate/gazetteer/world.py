"""What both sets of files begin with: towns, nations and their areas, as the packages have them."""

import dataclasses

import areas
import cities
import countries
import japan
import languages


@dataclasses.dataclass
class World:
    towns: dict  # by key
    nations: dict  # by code
    called: dict  # names of nations
    translated: dict  # names of towns and areas in other languages
    regions: dict  # names of first-level areas by (country, code)
    municipalities: japan.Municipalities


def read(files):
    """Reads the packages; towns know their kinds, capitals their nations, Japanese ones how they are written."""
    towns = cities.read(files)
    nations = countries.read(files)
    cities.add_kinds(towns, files)
    cities.add_capitals(towns, countries.capitals(nations))
    called, translated = countries.names(files), languages.translations(files)
    regions = areas.regions(towns, files, translated)
    municipalities = japan.Municipalities(files, regions, towns)
    japan.add_names(municipalities)
    return World(towns, nations, called, translated, regions, municipalities)

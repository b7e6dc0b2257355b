"""The set that is part of the program: cities above 100,000 people, borders, lakes, seas, and the documents' places."""

from shapely.ops import unary_union

import areas
import borders
import cities
import countries
import islands
import japan
import languages
import world

LEAST = 100_000
# Smaller ones that the documents speak of: Cupertino.
NAMED = {5341145}
# Names of cities in these languages, and in those of their country.
LANGUAGES = {"ar", "de", "es", "fr", "ja", "ko", "ru", "zh"}
# Names of countries in these.
OF_COUNTRIES = LANGUAGES | {"it", "pt", "nl", "pl", "tr", "uk", "hi", "th", "el", "he"}


def write(files, target):
    known = world.read(files)
    towns, nations, regions = known.towns, known.nations, known.regions
    called, translated = known.called, known.translated
    large = {key: town for key, town in towns.items() if town.population >= LEAST or town.kind == "PPLC" or key in NAMED}

    names = languages.Writer(target / "alternateNamesV2.txt")
    for town in large.values():
        known = dict(languages.of(town, translated.get(str(town.key), {})))
        spoken = {word.split("-")[0] for word in (nations.get(town.country, {}).get("languages") or "").split(",")}
        kept = {tag: name for tag, name in known.items() if tag in LANGUAGES | spoken}
        for tag, name in kept.items():
            names.add(town.key, tag, name)
        # Of names without a language only what Japanese ones are written and read like: 東京 beside 東京都.
        town.names = [name for name in town.names if town.country == "JP" and "\u3040" <= name[0] <= "\u9fff"]
    names.close()
    cities.write(target / "cities100000.txt", large)
    shown = borders.states(files, list(towns.values()))
    every = countries.area_names(regions, called, translated, japan.prefectures(files, regions))
    every = {(kind, code): (name, others) for kind, code, name, others in every}
    nation_shapes = borders.countries(files)
    borders.write_points(borders.HERE / "countries.csv", nation_shapes)
    islands.write(target / "islands.csv", files, nation_shapes)
    features = []
    for code in sorted(nation_shapes.keys() | nations.keys()):
        name, others = every.get(("country", code), (nations.get(code, {}).get("name", code), {}))
        others = {tag: other for tag, other in others.items() if tag in OF_COUNTRIES and other != name}
        features.append(borders.feature(nation_shapes.get(code), "country", code, name, others))
    # All of them: the default gazetteer has its translations from here.
    for area, name in regions.items():
        code = ".".join(area)
        others = every["region", code][1]
        others = {tag: other for tag, other in others.items() if tag in LANGUAGES}
        features.append(borders.feature(shown.get(area), "region", code, name, others))
    borders.write(target / "borders.geojson", features)
    land = unary_union(list(nation_shapes.values()))
    waters = [
        borders.feature(shape, kind, f"{kind}:{name}", name, {})
        for kind, found in (("lake", borders.lakes(files, land)), ("ocean", borders.oceans()))
        for name, shape in found.items()
    ]
    borders.write(target / "waters.geojson", waters)

#!/usr/bin/env python3
"""Checks that modules import only what they may, and that Sources/README.md shows the imports.

  scripts/checks/modules.py            checks
  scripts/checks/modules.py --update   writes the picture into Sources/README.md
"""
import os
import re
import sys

# A module may import the modules behind its name, and what those may import; of our other modules only C faces.
MAY = {
    "GeoCore": [],
    "GeoRegions": ["GeoCore"],
    "GeoLocation": ["GeoRegions"],
    "GeoMap": ["GeoLocation"],
    "Geo": ["GeoMap"],
    "SQLite": ["GeoCore"],
    "GeoFormats": ["Geo"],
    "GeoFeeds": ["GeoFormats"],
    "GeoGazetteer": ["GeoFormats", "SQLite"],
    "GeoStore": ["Geo", "SQLite"],
    "GeoRender": ["Geo"],
    "LuaBridge": [],
    "GeoLua": ["LuaBridge", "Geo"],
    "GeoDelivery": ["GeoLua", "GeoFeeds", "GeoStore"],
    "GeoHost": ["GeoDelivery", "GeoGazetteer", "GeoRender"],
    "GeoPage": ["GeoHost"],
    "GeoCluster": ["GeoHost"],
    "GeoWorkshop": ["GeoHost"],
    "geoscript": ["GeoPage", "GeoCluster", "GeoWorkshop"],
    "geobench": ["GeoHost"],
}
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PAGE = "Sources/README.md"
IMPORT = re.compile(r"^\s*(?:@\w+ )*(?:(?:public|package|internal|private|fileprivate) )?import (?:\w+ )?(\w+)", re.M)


def imports():
    """The files that import each module, by the module that they belong to."""
    found = {module: {} for module in MAY}
    for folder, _, files in sorted(os.walk("Sources")):
        module = (folder.split(os.sep) + [""])[1]
        for name in sorted(files):
            if not name.endswith(".swift"):
                continue
            if module not in MAY:
                sys.exit("modules: Sources/%s stands nowhere in the list of scripts/checks/modules.py" % module)
            path = os.path.join(folder, name)
            for other in IMPORT.findall(open(path, encoding="utf-8").read()):
                found[module].setdefault(other, []).append(path)
    return found


def reach(module):
    """Everything that a module may import."""
    return set(MAY[module]).union(*(reach(other) for other in MAY[module]))


def picture(found):
    """One line per module: the direct imports that no other import brings, then its C faces."""
    faces = {name for name in os.listdir("Sources") if re.match(r"C[A-Z]", name)}
    lines = []
    for module in MAY:
        ours = [other for other in MAY if other in found[module]]
        direct = [other for other in ours if not any(other in reach(between) for between in ours)]
        text = "%-13s" % module + ("→ " + ", ".join(direct) if direct else "")
        own = sorted(faces.intersection(found[module]))
        lines.append((text + ("  (%s)" % ", ".join(own) if own else "")).rstrip())
    return "```modules\n" + "\n".join(lines) + "\n```\n"


def main():
    os.chdir(ROOT)
    found = imports()
    faults = [
        "%s: %s may not import %s" % (path, module, other)
        for module in MAY for other in found[module] if other in MAY and other not in reach(module)
        for path in found[module][other]]
    drawn = picture(found)
    page = open(PAGE, encoding="utf-8").read() if os.path.exists(PAGE) else ""
    block = re.search(r"```modules\n.*?```\n", page, re.S)
    if "--update" in sys.argv:
        page = page.replace(block[0], drawn) if block else page + ("\n" if page else "") + drawn
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(page)
    elif block is None or block[0] != drawn:
        faults.append("%s does not have this picture (scripts/checks/modules.py --update writes it):\n%s" % (PAGE, drawn))
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


main()

#!/usr/bin/env python3
"""Checks that each C file of a module calls only files listed before it at the top of the module's header."""
import pathlib
import re
import sys

DEFINITION = re.compile(r"^[a-z][^;{}()=#]*?\b([a-z]+_\w+)\([^;{}]*\)\s*\{(.*?)(?:^\}|\}$)", re.M | re.S)
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)
wrong = []

for room, header in (("CLuaBridge", "include/CLuaBridge.h"), ("CCairo", "include/CCairo.h")):
    folder = pathlib.Path(__file__).resolve().parents[2] / "Sources" / room
    code = {path.stem: NOT_CODE.sub("", path.read_text()) for path in folder.glob("*.c")}
    listed = re.findall(r"\w+", (folder / header).read_text().split("#pragma once")[0])
    order = [word for word in listed if word in code]
    wrong += [f"{room}: {name}.c stands in no layer" for name in sorted(code.keys() - set(order))]
    home = {m[1]: name for name in order for m in DEFINITION.finditer(code[name]) if not m[0].startswith("static")}
    # Calls of an inline function in a header count as calls of its callers.
    inline = {m[1]: m[2] for path in folder.glob("*.h") for m in DEFINITION.finditer(NOT_CODE.sub("", path.read_text()))}
    for place, name in enumerate(order):
        used = set(re.findall(r"\w+", code[name]))
        used |= {word for each in used & inline.keys() for word in re.findall(r"\w+", inline[each])}
        for function in sorted(used & home.keys()):
            if order.index(home[function]) > place:
                wrong.append(f"{room}: {name}.c calls {function} of {home[function]}.c, which stands above it")

print("\n".join(wrong) or "C layers: in order")
sys.exit(1 if wrong else 0)

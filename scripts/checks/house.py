#!/usr/bin/env python3
"""Checks what keeps the house small: the top level holds only what it should, files and functions have bounds.

  scripts/checks/house.py

No file in Swift, C, JavaScript, Python or Lua has more than 264 lines, of the command none more than 100, and no Swift
function of Sources more than 60. Tables may be longer: lists of names, numbers and rows, of which nobody reads one line
after the other. So may headers, which are tables of declarations.
"""
import os
import re
import subprocess
import sys

TOP = {"Package.swift", "README.md", "LICENSE", "Sources", "Tests", "scripts", "examples"}
TABLES = {
    "Sources/GeoGazetteer/Text/TextFolding+Table.gen.swift",
    "Sources/geoscript/Commands/Options/OptionRows.swift",
    "Tests/GeoLuaTests/TimeZoneTable.swift",
}
ENDINGS = (".swift", ".c", ".js", ".py", ".lua")
FILE, COMMAND, FUNCTION = 264, 100, 60
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
# What begins a function or a computed property; its body ends with a brace at the same indent.
BEGIN = re.compile(
    r"^( *)(?:(?:@\w+(?:\([^)]*\))?|public|package|private|fileprivate|internal|static|final|override|mutating|class"
    r"|nonisolated|convenience|required|consuming|borrowing|prefix|postfix)(?:\(\w+\))? )*(?:func|init|deinit|subscript|var)\b")


def functions(lines):
    """The functions of a Swift file: (number of the first line, its text, how many lines)."""
    for start, line in enumerate(lines):
        found = BEGIN.match(line)
        if not found:
            continue
        indent = found[1]
        opening = start
        # A stored property is followed by something else at the same indent.
        while not lines[opening].endswith("{") and opening + 1 < len(lines) and lines[opening + 1].startswith(
                (indent + " ", indent + ")", indent + "{", indent + "where ")):
            opening += 1
        if not lines[opening].endswith("{"):
            continue
        end = next((n for n in range(opening + 1, len(lines)) if lines[n].startswith(indent + "}")), opening)
        yield start + 1, line.strip(), end - start + 1


def main():
    os.chdir(ROOT)
    files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=True).stdout.splitlines()
    faults = [
        "%s is not of the top level" % name
        for name in sorted({path.split("/")[0] for path in files}) if name not in TOP and not name.startswith(".")]
    for path in files:
        if not path.endswith(ENDINGS) or path in TABLES or not os.path.exists(path):
            continue
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
        most = COMMAND if path.startswith("Sources/geoscript/") else FILE
        if len(lines) > most:
            faults.append("%s has %d lines, the bound is %d" % (path, len(lines), most))
        if path.startswith("Sources/") and path.endswith(".swift"):
            faults += [
                "%s:%d: %s has %d lines, the bound is %d" % (path, number, text, count, FUNCTION)
                for number, text, count in functions(lines) if count > FUNCTION]
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


main()

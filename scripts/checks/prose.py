#!/usr/bin/env python3
"""Checks prose against .github/CONTRIBUTING.md's rules: no phrase that readers read twice, American spelling.

  scripts/checks/prose.py             README, manual, examples, and the string literals of all Swift sources
  scripts/checks/prose.py FILE…       these files

Of Markdown it reads what is not code, of Swift string literals without their interpolations. A phrase between
backticks is a name, not prose. The status is 1 when something is found.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Files that must stay clean.
CLEAN = ["README.md", "examples/README.md", "Sources"]
# What a folder or file holds that is not prose: columns of a stored table, words that people type, a Lua program.
NAMES = {
    "Sources/GeoGazetteer": {"licence", "centre"},
    "Sources/geobench": {"9 %"},
}

CLAUSE = r"\b(?:that|what|who|which)\b"
RULES = [(re.compile(pattern, re.IGNORECASE), advice) for pattern, advice in [
    (r"\b(?:is|are|was) none\b", "say what does not exist"),
    (r"(?<!there )\b(?:is|are) no (?!longer|more\b|less\b)[a-z]+", "«is not a …»"),
    (r"\btold of\b|\b(?:is|are|was|were|be|been) told\b", "«gets», «reports», «prints»"),
    (r"\b(?:goes|go|went|going) on\b", "«continues»"),
    (r"\bso many\b", "«N», «that many»"),
    (r"\bin the mean\b", "«on average»"),
    (r"\bwhom\b", "name the actor"),
    (r"\bsuch as for\b", "«for example»"),
    (r"\bof (?:its|their|his|her|my|your|one's) own\b", "«its own …»"),
    (r"\b(?:passed|pass|passes) over\b", "«skips»"),
    (r"\bfor want of\b", "«without»"),
    (r"\bstands? (?:behind|in place of|there)\b|\b(?:can|may|must) (?:also )?stand in\b", "«follows», «appears», «is»"),
    (r"\b(?:inside|outside) of\b", "«inside», «outside»"),
    (r"\balso if\b", "«even if»"),
    (r", too(?=[.:;]|$)", "«also …» before the verb"),
    (r"\banew\b", "«again»"),
    (r"\d %", "no space before %"),
    (r"\bwords of an address\b", "«parameters»"),
    (rf"{CLAUSE}[^.;:!?|]*{CLAUSE}[^.;:!?|]*{CLAUSE}", "a chain of clauses: make it two sentences"),
    (r"\b\w*(?:colour|metre(?!d)|centre|licence|neighbour|behaviour|favour|honour|catalogue)\w*\b", "American spelling"),
    (r"\b(?:gr[e]y|misspelt|cancelled|cancelling|labelled|modelled|travelled|whilst|afterwards|towards)\b",
     "American spelling"),
    (r"\b\w+(?:nise|lise|mise|tise)[ds]?\b(?<!promise)(?<!promises)(?<!promised)(?<!premise)(?<!precise)(?<!noise)(?<!enterprise)", "American spelling"),
]]


def markdown(text):
    """The prose of a page with line numbers; a paragraph is one piece."""
    pieces, piece, start, is_code = [], [], 0, False
    for number, line in enumerate(text.splitlines() + [""], 1):
        if line.startswith("```"):
            is_code = not is_code
            line = ""
        if is_code or not line.strip() or line.startswith(("#", "|", "- ")) or re.match(r"\d+\. ", line):
            if piece:
                pieces.append((start, " ".join(piece)))
            piece = []
        if is_code or not line.strip():
            continue
        if not piece:
            start = number
        piece.append(line.strip())
    return [(number, prose(piece)) for number, piece in pieces]


def prose(text):
    """The text without code, link targets and comments."""
    text = re.sub(r"<!--.*?-->", " ", text)
    text = re.sub(r"`[^`]*`", "`…`", text)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    return re.sub(r"https?://\S+", "…", text)


def literals(text):
    """The string literals of a Swift file with their lines."""
    pieces, index = [], 0
    opening = re.compile(r'//[^\n]*|/\*.*?\*/|(#*)("""|")', re.DOTALL)
    while match := opening.search(text, index):
        index = match.end()
        if not match[2]:
            continue
        start, body, closing = match.start(), [], match[2] + match[1]
        while index < len(text) and not text.startswith(closing, index):
            if text.startswith("\\" + match[1], index):
                index += 1 + len(match[1])
                if text.startswith("(", index):
                    index = after_parenthesis(text, index)
                    body.append("…")
                    continue
                body.append(" " if text[index] in "\n\"n" else "")
                index += 1
                continue
            body.append(text[index])
            index += 1
        index += len(closing)
        piece = " ".join("".join(body).split())
        # A single word is a name, such as a member of JSON.
        if " " in piece:
            pieces.append((text.count("\n", 0, start) + 1, prose(piece)))
    return pieces


def after_parenthesis(text, index):
    """The index after the parenthesis that closes the one at `index`."""
    depth = 0
    while index < len(text):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        index += 1
        if depth == 0:
            break
    return index


def files(names):
    for name in names:
        path = ROOT / name
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.suffix in (".md", ".swift"))
        else:
            yield path


def main():
    count, seen = 0, set()
    for path in files(sys.argv[1:] or CLEAN):
        if path in seen or "rulings" in path.parts:
            continue
        seen.add(path)
        names = NAMES.get("/".join(path.relative_to(ROOT).parts[:2]), set())
        text = path.read_text(encoding="utf-8")
        for line, piece in markdown(text) if path.suffix == ".md" else literals(text):
            for pattern, advice in RULES:
                for match in pattern.finditer(piece):
                    if match[0] in names:
                        continue
                    count += 1
                    print(f"{path.relative_to(ROOT)}:{line}: «{match[0][:90]}»: {advice}")
    print(f"{count} phrases in {len(seen)} files", file=sys.stderr)
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())

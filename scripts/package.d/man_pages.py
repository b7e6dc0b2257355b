#!/usr/bin/env python3
"""Makes manual pages for man(1) of the pages of the manual.

  scripts/package.d/man_pages.py PROGRAM FOLDER DATE

PROGRAM is geoscript, which prints the pages with their tables; FOLDER gets man1 and man7. DATE stands in their feet.
The markup is that of man(7); tables are those of tbl(1).
"""
import gzip
import os
import re
import subprocess
import sys
import tempfile

# Pages about commands; all others are about subjects.
COMMANDS = {"README": "geoscript", "run": "geoscript-run", "options": "geoscript-options"}
PAGES = "Sources/Manual/pages"


def name_of(page):
    return COMMANDS.get(page, "geoscript-" + page)


def section_of(page):
    return 1 if page in COMMANDS else 7


def escaped(text):
    """Text as roff reads it: no escape, no typographic dash or quote, and no line that looks like a request."""
    return text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga").replace("^", "\\(ha").replace("~", "\\(ti")


def inline(text):
    """A line of Markdown: code and strong words are bold, links to pages name the page of man."""
    result = []
    for code, strong, label, target, other in re.findall(
            r"`([^`]+)`|\*\*(.+?)\*\*|\[([^\]]+)\]\(([^)]+)\)|((?:[^`*\[]|\*(?!\*)|\[(?![^\]]+\]\())+|.)", text):
        if code:
            result.append("\\fB%s\\fR" % escaped(code))
        elif strong:
            result.append("\\fB%s\\fR" % escaped(strong.replace("`", "")))
        elif label:
            page = target.rsplit("/", 1)[-1].removesuffix(".md")
            if os.path.exists("%s/%s.md" % (PAGES, page)):
                result.append("\\fB%s\\fR(%d)" % (escaped(name_of(page)), section_of(page)))
            else:
                result.append(escaped(label.replace("`", "")))
        else:
            result.append(escaped(other))
    line = "".join(result)
    return "\\&" + line if line.startswith(".") else line


def cells(line):
    inner = re.sub(r"(?<!\\)\|", "\0", line.strip().strip("|"))
    return [cell.strip().replace("\\|", "|") for cell in inner.split("\0")]


def table(rows):
    """A table of tbl, whose last column takes the room that is left."""
    width = max(map(len, rows))
    rows = [row + [""] * (width - len(row)) for row in rows]
    head, body = rows[0], rows[1:]
    formats = [" ".join(["lb"] * (width - 1) + ["lbx"])] if any(head) else []
    formats.append(" ".join(["l"] * (width - 1) + ["lx"]) + ".")
    lines = [".TS"] + formats + (["\t".join(inline(cell) for cell in head)] if any(head) else [])
    for row in body:
        lines.append("\t".join("T{\n%s\nT}" % inline(cell) for cell in row))
    return lines + [".TE"]


def blocks(text):
    """Pairs of a kind and its lines."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.startswith("```"):
            end = next(index for index in range(at + 1, len(lines)) if lines[index].startswith("```"))
            yield "code", lines[at + 1:end]
            at = end + 1
        elif line.startswith("|"):
            end = next((index for index in range(at, len(lines)) if not lines[index].startswith("|")), len(lines))
            yield "table", lines[at:end]
            at = end
        elif re.match(r"#+ ", line):
            yield "heading", [line]
            at += 1
        elif not line.strip() or line.startswith("<!--"):
            at += 1
        else:
            item = re.match(r"(- |\d+\. )", line)
            end = at + 1
            while end < len(lines) and lines[end].strip() and not re.match(r"- |\d+\. |\||#+ |```", lines[end]):
                end += 1
            words = " ".join(part.strip() for part in lines[at:end])
            yield ("item", [item.group(1).strip(), words[len(item.group(1)):]]) if item else ("text", [words])
            at = end


def page(name, text, date, version):
    """The page in roff."""
    parts = list(blocks(text))
    title = parts[0][1][0].lstrip("# ")
    subject = title.split(": ", 1)[-1]
    lines = ["'\\\" t", '.TH %s %d %s "geoscript %s" "Manual of geoscript"' % (
        name_of(name).upper(), section_of(name), date, version)]
    lines += [".SH NAME", "%s \\- %s" % (name_of(name).replace("-", "\\-"), inline(subject)), ".SH DESCRIPTION"]
    for kind, inner in parts[1:]:
        # A heading begins a paragraph by itself.
        paragraph = [] if lines[-1].startswith((".SH", ".SS")) else [".PP"]
        if kind == "heading":
            level = len(inner[0]) - len(inner[0].lstrip("#"))
            lines.append("%s \"%s\"" % (".SH" if level == 2 else ".SS", inline(inner[0].lstrip("# ")).replace('"', '\\(dq')))
        elif kind == "code":
            lines += paragraph + [".RS 4", ".nf"]
            lines += [("\\&" if line[:1] in (".", "'") else "") + escaped(line) for line in inner]
            lines += [".fi", ".RE"]
        elif kind == "table":
            rows = [cells(line) for line in inner]
            lines += paragraph + table([rows[0]] + rows[2:])
        elif kind == "item":
            lines += ['.IP "%s" 4' % ("\\(bu" if inner[0] == "-" else inner[0]), inline(inner[1])]
        else:
            lines += paragraph + [inline(inner[0])]
    return "\n".join(lines) + "\n"


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: scripts/package.d/man_pages.py PROGRAM FOLDER DATE")
    program, folder, date = sys.argv[1:]
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    with tempfile.TemporaryDirectory() as made:
        subprocess.run([program, "docs", "--to", made], check=True)
        for file in sorted(os.listdir(PAGES)):
            name = file.removesuffix(".md")
            with open("%s/%s" % (made, file), encoding="utf-8") as text:
                roff = page(name, text.read(), date, version)
            target = "%s/man%d" % (folder, section_of(name))
            os.makedirs(target, exist_ok=True)
            path = "%s/%s.%d.gz" % (target, name_of(name), section_of(name))
            with open(path, "wb") as output, gzip.GzipFile("", "wb", 9, output, mtime=0) as packed:
                packed.write(roff.encode("utf-8"))


main()

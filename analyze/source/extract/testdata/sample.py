"""Reads the notes of a reading group: one text file a meeting, with a head and a list of remarks."""
from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from re import VERBOSE, compile as build

NAME = r"[A-Z][a-z]+(?:-[A-Z][a-z]+)?"
DATE = "\\d{4}-\\d{2}-\\d{2}"
HEAD = re.compile(r"^(?P<date>" + DATE + r")\s+(?P<host>" + NAME + ")$")
REMARK = build(
    r"""
    ^\s* (?P<who>[a-z]+) \s* :     # who said it
    \s* (?P<what>.*?) \s* $        # and what
    """,
    VERBOSE | re.IGNORECASE,
)
PAGE = re.compile(f"p{{1,2}}\\. ?({NAME}|\\d+)", flags=re.I)


class BrokenNote(ValueError):
    """A note that has no head."""


@dataclass
class Note:
    path: str
    date: str
    host: str
    remarks: list[tuple[str, str]] = field(default_factory=list)

    SPLIT = re.compile(r"\s*;\s*")

    def words(self) -> int:
        return sum(len(self.SPLIT.split(what)) for _, what in self.remarks)

    def pages(self):
        for who, what in self.remarks:
            for m in PAGE.finditer(what):
                yield who, int(m.group(1)) if m.group(1).isdigit() else m.group(1)


def read(path: str) -> Note:
    """Reads one file. A line that is no remark belongs to the remark before it."""
    with open(path, encoding="utf-8") as f:
        lines = [line.rstrip("\n") for line in f]
    m = HEAD.match(lines[0]) if lines else None
    if m is None:
        raise BrokenNote(f"{path}: no head in {lines[0]!r}" if lines else f"{path}: empty")
    note = Note(path, m["date"], m["host"])
    for number, line in enumerate(lines[1:], 2):
        if not line.strip() or re.match(r"\s*(#|--)", line):
            continue
        if m := REMARK.match(line):
            note.remarks.append((m["who"].lower(), m["what"]))
        elif note.remarks:
            who, what = note.remarks.pop()
            note.remarks.append((who, what + " " + re.sub(r"\s{2,}", " ", line.strip())))
        else:
            print("%s:%d: nobody said %r" % (path, number, line))
    return note


def folder(root: str, hidden: bool = False) -> list[Note]:
    notes = []
    for place, folders, files in os.walk(root):
        folders[:] = sorted(f for f in folders if hidden or not f.startswith("."))
        for name in sorted(files):
            if re.fullmatch(r"[\w.-]+\.(?:txt|note)", name):  # snag-ignore: names are short
                notes.append(read(os.path.join(place, name)))
    return notes


def report(notes: list[Note]) -> str:
    width = max((len(n.host) for n in notes), default=0)
    rows = [f"{n.date} {n.host:<{width}} {n.words():5d}" for n in notes]
    return "\n".join(rows) or "nothing"


if __name__ == "__main__":
    print(report(folder(os.environ.get("NOTES", "."))))

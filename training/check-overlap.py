"""Shows that no training text occurs in an evaluation set, exactly or nearly.

    python training/check-overlap.py --evaluations DIR TRAIN.jsonl... [--list] [--clean FILE]

TRAIN has one JSON object a line. Its texts are the members text, claim, source, premise, hypothesis (a text or a list of texts).
Evaluation files are `*.jsonl` and `*.tsv` at any depth below DIR; a file whose name holds `train` is left out.

Two texts are the same if they are equal without case, marks, addresses and names of users. They are near duplicates if the shorter one
has half of its word 5-grams, and at least four (or all, where it has three), in common with the other one. Texts of less than seven words can only be
the same: "in this paper we propose" is in every set. Texts of less than three words are not compared. `--clean` writes the rows without a finding, and `--drop`
takes what was found out of the evaluation files. Without either the exit code is 1 if there is a finding.
"""

import argparse
import json
import pathlib
import re
import sys
import unicodedata
from collections import Counter

SHINGLE = 5
CONTAINED = 0.5
MIN_SHARED = 4
MIN_SHINGLES = 3
MIN_WORDS = 3
FIELDS = ("text", "claim", "source", "premise", "hypothesis", "target")
ADDRESS = re.compile(r"(?:https?|http)(?:://\S+|\b)|www\.\S+|@\w+")
WORD = re.compile(r"\w+")


def words_of(text: str) -> list[str]:
    text = unicodedata.normalize("NFKC", ADDRESS.sub(" ", text)).lower()
    return [word for word in WORD.findall(text) if word not in ("user", "rt")]


def shingles_of(words: list[str]) -> set[int]:
    return {hash(tuple(words[start:start + SHINGLE])) for start in range(len(words) - SHINGLE + 1)}


def texts_of(row: dict):
    for field in FIELDS:
        value = row.get(field)
        for text in value if isinstance(value, list) else [value]:
            if isinstance(text, str):
                yield text
        if isinstance(value, list):
            yield " ".join(text for text in value if isinstance(text, str))


def evaluation_texts(folder: pathlib.Path):
    for file in sorted(folder.rglob("*")):
        if "train" in file.name:
            continue
        if file.suffix == ".jsonl":
            for line in file.read_text("utf-8").split("\n"):
                if line.strip():
                    for text in texts_of(json.loads(line)):
                        yield file.name, text
        elif file.suffix == ".tsv":
            for line in file.read_text("utf-8").split("\n"):
                yield file.name, max(line.split("\t"), key=len)


class Evaluations:
    """All evaluation texts, and which of them hold a shingle."""

    def __init__(self, folder: pathlib.Path):
        self.same = {}
        self.texts = []
        self.by_shingle = {}
        for file, text in evaluation_texts(folder):
            words = words_of(text)
            key = " ".join(words)
            if len(words) < MIN_WORDS or key in self.same:
                continue
            self.same[key] = file
            shingles = shingles_of(words)
            for shingle in shingles:
                self.by_shingle.setdefault(shingle, []).append(len(self.texts))
            self.texts.append((file, len(shingles), text))

    def find(self, text: str):
        """(kind, file, the evaluation text), or None."""
        words = words_of(text)
        if len(words) < MIN_WORDS:
            return None
        key = " ".join(words)
        if key in self.same:
            return "same", self.same[key], text
        shingles = shingles_of(words)
        shared = Counter(place for shingle in shingles for place in self.by_shingle.get(shingle, ()))
        for place, count in shared.items():
            file, size, other = self.texts[place]
            shorter = min(size, len(shingles))
            if shorter >= MIN_SHINGLES and count >= min(MIN_SHARED, shorter) and count >= CONTAINED * shorter:
                return "near", file, other
        return None


def drop(file: pathlib.Path, texts: set[str]) -> None:
    lines = [line for line in file.read_text("utf-8").split("\n") if line.strip()]
    kept = [line for line in lines if not any(" ".join(words_of(text)) in texts for text in texts_of(json.loads(line)))]
    if len(kept) < len(lines):
        file.write_text("\n".join(kept) + "\n", "utf-8")
        print(f"{file.name}: {len(lines) - len(kept)} rows dropped")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--evaluations", required=True)
    parser.add_argument("--list", action="store_true", help="print every finding")
    parser.add_argument("--clean", help="write the rows without a finding here")
    parser.add_argument("--drop", action="store_true", help="take what was found out of the evaluation files (*.jsonl)")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    evaluations = Evaluations(pathlib.Path(options.evaluations))
    print(f"{len(evaluations.texts)} evaluation texts")
    clean = open(options.clean, "w", encoding="utf-8") if options.clean else None
    total, dropped = Counter(), set()
    for name in options.files:
        rows, found = 0, Counter()
        for line in open(name, encoding="utf-8"):
            if not line.strip():
                continue
            rows += 1
            row = json.loads(line)
            finding = next((one for one in map(evaluations.find, texts_of(row)) if one), None)
            if finding is None:
                if clean:
                    clean.write(line)
                continue
            kind, file, other = finding
            dropped.update(finding[2] for finding in map(evaluations.find, texts_of(row)) if finding)
            found[kind, file] += 1
            if options.list:
                print(json.dumps({"kind": kind, "file": file, "evaluation": other[:200], "row": row}, ensure_ascii=False))
        total.update(found)
        print(f"{pathlib.Path(name).name}: {rows} rows, {sum(found.values())} overlap", *(f"{kind} {file}: {count}" for (kind, file), count in sorted(found.items())), sep="\n  ")
    if clean:
        clean.close()
    elif options.drop:
        for file in pathlib.Path(options.evaluations).rglob("*.jsonl"):
            drop(file, {" ".join(words_of(text)) for text in dropped})
    elif total:
        sys.exit(1)


if __name__ == "__main__":
    main()

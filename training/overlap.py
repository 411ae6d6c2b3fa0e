"""Keeps training texts away from evaluation sets: the same text, and near duplicates of it."""

import glob
import html
import json
import os
import re
import unicodedata

_WORD = re.compile(r'[^\W_]+')
# Sets name users and addresses in their own ways: `@user`, `@Anna`, `http`, `https://t.co/x`.
_NAMES = re.compile(r'(?:https?|http)(?:://\S+|\b)|www\.\S+|@\w+|\bpic\.twitter\S+|\brt\b', re.IGNORECASE)
_SENTENCE = re.compile(r'(?<=[.!?])\s+|\n+')
SHINGLE = 6


def words(text: str) -> list[str]:
    plain = unicodedata.normalize('NFKC', html.unescape(html.unescape(text)))
    return _WORD.findall(_NAMES.sub(' ', plain).lower())


def evaluation_texts(folder: str) -> list[str]:
    """Every text of the evaluation files: claims, sources, tweets, sentences, summaries. Files to train on are left out."""
    texts: list[str] = []
    for path in sorted(glob.glob(os.path.join(folder, '*', '*'))):
        if path.endswith('sst2-train.tsv'):
            continue
        with open(path, encoding='utf8') as file:
            for line in file:
                if path.endswith('.jsonl'):
                    for value in json.loads(line).values():
                        texts.extend(value if isinstance(value, list) else [value])
                else:
                    texts.extend(field for field in line.rstrip('\n').split('\t') if len(field) > 2)
    return [text for text in texts if isinstance(text, str)]


class Overlap:
    """Knows the evaluation texts by their sentences and by runs of six words."""

    def __init__(self, texts: list[str]):
        self.sentences: set[str] = set()
        self.shingles: set[tuple[str, ...]] = set()
        self.bags: dict[str, list[frozenset[str]]] = {}
        for text in texts:
            for sentence in [text, *_SENTENCE.split(text)]:
                found = words(sentence)
                if len(found) < 3:
                    continue
                self.sentences.add(' '.join(found))
                for start in range(len(found) - SHINGLE + 1):
                    self.shingles.add(tuple(found[start : start + SHINGLE]))
                bag = frozenset(found)
                if 4 <= len(bag) <= 30:
                    for word in sorted(bag, key=lambda word: (-len(word), word))[:3]:
                        self.bags.setdefault(word, []).append(bag)

    def holds(self, text: str) -> bool:
        """Whether a sentence of the text is one of an evaluation set: the same, half of its runs of six words, four of five words, or nine of ten of the shorter one."""
        for sentence in {text, *_SENTENCE.split(text)}:
            found = words(sentence)
            if len(found) < 3:
                continue
            if ' '.join(found) in self.sentences:
                return True
            runs = [tuple(found[start : start + SHINGLE]) for start in range(len(found) - SHINGLE + 1)]
            if runs and sum(run in self.shingles for run in runs) >= max(1, len(runs) / 2):
                return True
            bag = frozenset(found)
            for word in sorted(bag, key=lambda word: (-len(word), word))[:3]:
                for other in self.bags.get(word, ()):
                    shared = len(bag & other)
                    # A post that was cut off is held by the whole one.
                    if shared >= 0.8 * len(bag | other) or shared >= max(5, 0.9 * min(len(bag), len(other))):
                        return True
        return False

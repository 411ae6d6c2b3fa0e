"""Collects pairs of claim and source for the small model that decides: pairs that the encoder was not trained on, and others.

    python pairs_data.py EVALUATIONS ENCODER_PAIRS ENCODER_TRAINED OUT [HARD_HELD_OUT]

ENCODER_PAIRS is what encoder/pairs_data.py wrote, ENCODER_TRAINED the rows of it that the encoder was trained on, HARD_HELD_OUT
rows of encoder/hard_data.py that it was not trained on. Each row of OUT is
{claim, source, label, origin, unseen}: label 0 contradicted, 1 supported, 2 unverifiable; unseen says that the encoder does not know it.
Pairs that are in an evaluation set, or nearly, are left out.
"""

import csv
import io
import json
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from overlap import Overlap, evaluation_texts  # noqa: E402
from repositories import read  # noqa: E402

LABELS = {
    'SUPPORT': 1, 'Supports': 1, 'SUPPORTS': 1,
    'REFUTE': 0, 'Refutes': 0, 'REFUTES': 0,
    'NOTENOUGHINFO': 2, 'Neutral': 2,
}  # fmt: skip
# Of what the encoder was trained on, for the model without encoder.
SEEN_OF_ORIGIN = 2500


def healthver():
    for split in ('dev', 'test'):
        for row in csv.DictReader(io.StringIO(read('sarrouti/HealthVer', f'data/healthver_{split}.csv'))):
            if row['label'] in LABELS:
                yield row['claim'], row['evidence'], LABELS[row['label']], 'healthver'


def check_covid():
    abstracts = {}
    for line in read('posuer/Check-COVID', 'Check-COVID/corpus.json').splitlines():
        row = json.loads(line)
        abstracts[row['cord_id']] = row['abstract']
    for line in read('posuer/Check-COVID', 'Check-COVID/Check-COVID_all.json').splitlines():
        row = json.loads(line)
        sentences = abstracts.get(row['cord_id'], [])
        if row['label'] not in LABELS or not sentences:
            continue
        marked = {evidence['sent_index'] for evidence in row['evidence_set']}
        # Without enough information only the marked sentence is known to say nothing; otherwise the abstract holds the evidence.
        chosen = [s for at, s in enumerate(sentences) if at in marked] if row['label'] == 'NOTENOUGHINFO' else sentences
        yield row['claim'], ' '.join(chosen), LABELS[row['label']], 'check-covid'


def fool_me_twice():
    for line in read('google-research/fool-me-twice', 'dataset/dev.jsonl').splitlines():
        row = json.loads(line)
        texts = list(dict.fromkeys(part['text'] for part in row['gold_evidence'] + row['retrieved_evidence']))
        random.shuffle(texts)
        yield row['text'], ' '.join(texts), LABELS[row['label']], 'fool-me-twice'
        gold = ' '.join(part['text'] for part in row['gold_evidence'])
        yield row['text'], gold, LABELS[row['label']], 'fool-me-twice-gold'


def encoder_rows(pairs, trained):
    with open(trained, encoding='utf8') as lines:
        known = {(row['claim'], row['source']) for row in map(json.loads, lines)}
    seen = {}
    with open(pairs, encoding='utf8') as lines:
        for row in map(json.loads, lines):
            unseen = (row['claim'], row['source']) not in known
            if unseen:
                yield row['claim'], row['source'], row['label'], row['origin'], True
            else:
                seen.setdefault(row['origin'], []).append((row['claim'], row['source'], row['label'], row['origin'], False))
    for rows in seen.values():
        random.shuffle(rows)
        yield from rows[:SEEN_OF_ORIGIN]


def main(evaluations, pairs, trained, out, hard=None):
    random.seed(20)
    overlap = Overlap(evaluation_texts(evaluations))
    rows = [(*row, True) for source in (healthver(), check_covid(), fool_me_twice()) for row in source]
    rows = [row for row in rows if not overlap.holds(row[0]) and not overlap.holds(row[1])]
    rows += list(encoder_rows(pairs, trained))
    if hard:
        with open(hard, encoding='utf8') as lines:
            rows += [(row['claim'], row['source'], row['label'], row['origin'], True) for row in map(json.loads, lines)]
    random.shuffle(rows)
    fillers = [source for _, source, _, origin, _ in rows if origin in ('edits', 'fever', 'wikipedia') and 60 < len(source) < 600]
    counts = {}
    with open(out, 'w', encoding='utf8') as file:
        for claim, source, label, origin, unseen in rows:
            # Callers send whole articles: some sources get sentences about something else before and behind them.
            if len(source) < 800 and random.random() < 0.35:
                before, behind = random.sample(fillers, random.randint(0, 4)), random.sample(fillers, random.randint(1, 5))
                source = ' '.join([*before, source, *behind])
            row = {'claim': claim, 'source': source, 'label': label, 'origin': origin, 'unseen': unseen}
            file.write(json.dumps(row, ensure_ascii=False) + '\n')
            counts[(origin, unseen, label)] = counts.get((origin, unseen, label), 0) + 1
    for key, count in sorted(counts.items()):
        print(*key, count)


if __name__ == '__main__':
    main(*sys.argv[1:])

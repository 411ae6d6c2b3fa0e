"""Collects pairs of claim and source. Labels: contradicted 0, supported 1, unverifiable 2. Writes JSON lines {claim, source, label, origin, weight}.

    python pairs_data.py EVALUATIONS PROSE OUT     (PROSE: written by prose.py)
"""

import csv
import io
import json
import random
import re
import sys
import os

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from edits import CONSEQUENCES, CONTRADICTIONS, Pool, with_detail
from overlap import Overlap, evaluation_texts
from repositories import read

CONTRADICTED, SUPPORTED, UNVERIFIABLE = 0, 1, 2
_NLI = {'c': 0, 'e': 1, 'n': 2, 'contradiction': 0, 'entailment': 1, 'neutral': 2, 'C': 0, 'E': 1, 'N': 2}


def fever():
    folder = 'RTE-Fever/processed/dev'
    columns = [read('asaakyan/covidfact', f'{folder}.{name}').splitlines() for name in ('raw.input1', 'raw.input0', 'label')]
    for claim, source, label in zip(*columns):
        source = re.sub(r'-[LR][SR]B-', '', source).replace("``", '"').replace("''", '"').replace(' ,', ',').replace(' .', '.')
        yield claim, ' '.join(source.split()), SUPPORTED if label == 'entailment' else CONTRADICTED


def tables():
    """Rows of a table as sentences: the rows that share words with the claim, and two others."""
    choose = random.Random(2)
    cached: dict[str, list[str]] = {}
    for row in csv.DictReader(io.StringIO(read('infotabs/infotabs', 'data/maindata/infotabs_train.tsv')), delimiter='\t', quoting=csv.QUOTE_NONE):
        key = row['table_id']
        if key not in cached:
            table = json.loads(read('infotabs/infotabs', f'data/tables/json/{key}.json'))
            title = table.pop('title')[0]
            cached[key] = [choose.choice(['The {0} of {1}: {2}.', '{1}: {0} {2}.', '{1} has the {0} {2}.', 'The {0} of {1} is {2}.']).format(name.lower(), title, ', '.join(values)) for name, values in table.items()]
        wanted = set(re.findall(r'\w{3,}', row['hypothesis'].lower()))
        rows = sorted(cached[key], key=lambda text: -len(wanted & set(re.findall(r'\w{3,}', text.lower()))))
        kept = rows[:3] + choose.sample(rows[3:], min(1, len(rows[3:])))
        choose.shuffle(kept)
        yield row['hypothesis'], ' '.join(kept), _NLI[row['label']]


def wikipedia():
    for name in ('base_wiki', 'sim_wiki', 'translate_wiki'):
        for line in read('nyu-mll/semi-automatic-nli', f'data/{name}/train.jsonl').splitlines():
            row = json.loads(line)
            if row['label'] in _NLI:
                yield row['hypothesis'], row['premise'], _NLI[row['label']]


def captions():
    for row in csv.DictReader(io.StringIO(read('acmi-lab/counterfactually-augmented-data', 'NLI/all_combined/train.tsv')), delimiter='\t', quoting=csv.QUOTE_NONE):
        yield row['sentence2'], row['sentence1'], _NLI[row['gold_label']]


def conjunctions():
    for line in read('swarnaHub/ConjNLI', 'data/NLI/adversarial_train_15k.tsv').splitlines():
        premise, hypothesis, label = line.split('\t')
        if label in _NLI:
            yield hypothesis, premise, _NLI[label]


def genres():
    for row in csv.reader(io.StringIO(read('felipessalvatore/NLI_datasets', 'nli_datasets/mnli/dev.csv'))):
        if row[-1] in _NLI:
            yield row[1], row[0], _NLI[row[-1]]


def _chosen(edits, sentence, choose, pool):
    names = list(edits)
    for name in sorted(names, key=lambda name: -(choose.random() ** (1 / edits[name][1]))):
        new = edits[name][0](sentence, choose, pool)
        if new is not None and new != sentence:
            return new
    return None


def edited(path: str, rows: int):
    """Own edits of prose. The source is the sentence with up to two neighbours."""
    choose = random.Random(5)
    with open(path, encoding='utf8') as file:
        documents = [json.loads(line) for line in file]
    pool = Pool(documents)
    places = [(document, index) for document in documents for index in range(len(document)) if not document[index].endswith('?')]
    choose.shuffle(places)
    for document, index in places[: rows]:
        sentence = document[index]
        before, after = choose.choice([(0, 0), (0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (2, 0)])
        source = ' '.join(document[max(0, index - before) : index + after + 1])
        base = sentence if choose.random() < 0.5 else _chosen(CONSEQUENCES, sentence, choose, pool) or sentence
        kind = choose.random()
        if kind < 0.42:
            claim = _chosen(CONTRADICTIONS, base, choose, pool)
            if claim:
                yield claim, source, CONTRADICTED
        elif kind < 0.76:
            yield base if base != sentence or choose.random() < 0.4 else _chosen(CONSEQUENCES, sentence, choose, pool) or sentence, source, SUPPORTED
        elif kind < 0.86:
            claim = with_detail(base, choose, pool)
            if claim:
                yield claim, source, UNVERIFIABLE
        elif kind < 0.91:
            shorter = CONSEQUENCES['clause'][0](sentence, choose, pool)
            if shorter:
                yield sentence, source.replace(sentence, shorter), UNVERIFIABLE
        elif len(document) > 6:
            far = [other for place, other in enumerate(document) if abs(place - index) > 3 and not other.endswith('?')]
            if far:
                yield choose.choice(far), source, UNVERIFIABLE


def mismatched(rows: list[dict], count: int):
    """Claims with the source of another claim that shares a rare word with it."""
    choose = random.Random(7)
    by_word: dict[str, list[int]] = {}
    for index, row in enumerate(rows):
        for word in set(re.findall(r'[A-Z]\w{3,}', row['source'])):
            by_word.setdefault(word, []).append(index)
    order = list(range(len(rows)))
    choose.shuffle(order)
    made = 0
    for index in order:
        claim = rows[index]['claim']
        near = [other for word in set(re.findall(r'[A-Z]\w{3,}', claim)) for other in by_word.get(word, [])[:40] if rows[other]['source'] != rows[index]['source'] and rows[other]['claim'] != claim]
        other = choose.choice(near) if near and choose.random() < 0.8 else choose.choice(order)
        wanted = set(re.findall(r'\w{4,}', claim.lower()))
        shared = wanted & set(re.findall(r'\w{4,}', rows[other]['source'].lower()))
        if other != index and len(shared) <= 0.5 * len(wanted):
            yield claim, rows[other]['source'], UNVERIFIABLE
            made += 1
        if made == count:
            return


# Origin: rows at most, weight.
SHARES = {'fever': (14000, 1), 'tables': (12000, 1), 'wikipedia': (16000, 1), 'captions': (5000, 0.7), 'conjunctions': (4000, 0.3), 'genres': (20000, 1), 'edits': (34000, 1)}


def main(evaluations: str, prose: str, out: str) -> None:
    overlap = Overlap(evaluation_texts(evaluations))
    origins = {'fever': fever(), 'tables': tables(), 'wikipedia': wikipedia(), 'captions': captions(), 'conjunctions': conjunctions(), 'genres': genres(), 'edits': edited(prose, 60000)}
    kept: list[dict] = []
    left_out: dict[str, int] = {}
    for origin, pairs in origins.items():
        found, seen = [], set()
        for claim, source, label in pairs:
            if not claim or not source or (claim, source) in seen:
                continue
            seen.add((claim, source))
            if overlap.holds(claim) or overlap.holds(source):
                left_out[origin] = left_out.get(origin, 0) + 1
                continue
            found.append({'claim': claim, 'source': source, 'label': label, 'origin': origin, 'weight': SHARES[origin][1]})
        random.Random(1).shuffle(found)
        kept += found[: SHARES[origin][0]]
    real = [row for row in kept if row['origin'] in ('fever', 'wikipedia', 'tables')]
    kept += [{'claim': claim, 'source': source, 'label': label, 'origin': 'mismatched', 'weight': 1} for claim, source, label in mismatched(real, 7000)]
    random.Random(1).shuffle(kept)
    with open(out, 'w', encoding='utf8') as file:
        for row in kept:
            file.write(json.dumps(row, ensure_ascii=False) + '\n')
    counts: dict[str, list[int]] = {}
    for row in kept:
        counts.setdefault(row['origin'], [0, 0, 0])[row['label']] += 1
    print(json.dumps({'rows': len(kept), 'by origin (contradicted, supported, unverifiable)': counts, 'left out as near duplicates': left_out}))


if __name__ == '__main__':
    main(*sys.argv[1:])

"""Trains the small models that decide, from the features that dump-features.ts wrote, and writes models/fact-check.json. Seeded.

    python train.py FEATURES OUT [--keep-classical]

`classical` knows exact signals and words alone. `withEncoder` knows the encoder's probabilities too: it is trained only on pairs that
the encoder was not trained on. Each origin in turn is left out of training and predicted: temperature and bias are fitted to these
predictions, so that the probabilities are calibrated for data of another origin than the trees know.
"""

import json
import sys

import numpy as np
import xgboost
from scipy.optimize import minimize

# Edited prose and unrelated sources are easy: they count less than pairs that people wrote. What is asked of the right passage and not said there
# counts more: it is what callers ask, and mismatched passages alone teach nothing of it.
ORIGIN_WEIGHTS = {
    'edits': 0.5, 'mismatched': 0.5, 'captions': 0.3, 'conjunctions': 0.2, 'genres': 0.7, 'there': 0.8, 'roles': 0.5, 'both': 0.4, 'tables': 0.7,
    'left-out': 2.0, 'detail': 1.2, 'simpler': 1.2, 'gist': 1.2,
}  # fmt: skip
SETTINGS = {
    'objective': 'multi:softprob', 'num_class': 3, 'subsample': 0.7, 'colsample_bytree': 0.6,
    'min_child_weight': 12, 'lambda': 4.0, 'base_score': 0.0, 'seed': 20, 'nthread': 1, 'verbosity': 0,
}  # fmt: skip
# Rounds and depth. The encoder's features say more, and the pairs it does not know are few: small trees predict other origins better.
SIZES = {'classical': (90, 4, 0.08), 'withEncoder': (60, 3, 0.06)}


def weights_of(rows):
    """Every origin and every label in it counts the same, times the weight of the origin."""
    counts = {}
    for row in rows:
        counts[(row['origin'], row['label'])] = counts.get((row['origin'], row['label']), 0) + 1
    sizes = {}
    for (origin, _), count in counts.items():
        sizes[origin] = sizes.get(origin, 0) + count
    labels = {origin: len({label for o, label in counts if o == origin}) for origin in sizes}
    return np.array([
        ORIGIN_WEIGHTS.get(row['origin'], 1.0) * np.sqrt(sizes[row['origin']]) / counts[(row['origin'], row['label'])] / labels[row['origin']]
        for row in rows
    ])  # fmt: skip


def matrix_of(rows, names):
    return np.array([[row['features'].get(name, 0.0) for name in names] for row in rows], dtype=np.float32)


def fit(rows, names, size):
    rounds, depth, rate = size
    weights = weights_of(rows)
    data = xgboost.DMatrix(matrix_of(rows, names), [row['label'] for row in rows], weight=weights / weights.mean())
    return xgboost.train({**SETTINGS, 'max_depth': depth, 'eta': rate}, data, rounds)


def left_out(rows, names, size):
    """Logits for every row by a model that does not know its origin; origins of one data set go together."""
    family = lambda origin: origin.split('-gold')[0]  # noqa: E731
    logits = np.zeros((len(rows), 3))
    for one in sorted({family(row['origin']) for row in rows}):
        model = fit([row for row in rows if family(row['origin']) != one], names, size)
        held = [at for at, row in enumerate(rows) if family(row['origin']) == one]
        logits[held] = model.predict(xgboost.DMatrix(matrix_of([rows[at] for at in held], names)), output_margin=True)
    return logits


def probabilities(logits, temperature, bias):
    scaled = (logits + bias) / temperature
    powers = np.exp(scaled - scaled.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def calibrate(rows, logits):
    labels, weights = np.array([row['label'] for row in rows]), weights_of(rows)

    def loss(x):
        chosen = probabilities(logits, np.exp(x[0]), np.array([x[1], x[2], 0.0]))[np.arange(len(rows)), labels]
        return -(weights * np.log(chosen + 1e-9)).sum() / weights.sum() + 0.01 * (x[1] ** 2 + x[2] ** 2)

    x = minimize(loss, np.zeros(3), method='Nelder-Mead').x
    return float(np.exp(x[0])), [float(x[1]), float(x[2]), 0.0]


def report(rows, scores):
    labels, guesses = np.array([row['label'] for row in rows]), scores.argmax(1)
    for origin in sorted({row['origin'] for row in rows}):
        here = np.array([row['origin'] == origin for row in rows])
        recalls = [(guesses[here & (labels == label)] == label).mean() for label in range(3) if (here & (labels == label)).any()]
        print(f'  {origin:20} n {here.sum():5}  mean recall left out {np.mean(recalls):.3f}')


def flat(model):
    """The trees as flat arrays; a leaf has feature -1 and its value in `thresholds`."""
    trees = []
    for at, text in enumerate(model.get_dump(dump_format='json')):
        arrays = {'label': at % 3, 'features': [], 'thresholds': [], 'left': [], 'right': []}

        def add(node):
            here = len(arrays['features'])
            for key in ('features', 'thresholds', 'left', 'right'):
                arrays[key].append(-1)
            if 'leaf' in node:
                arrays['thresholds'][here] = float(f"{node['leaf']:.5g}")
                return here
            arrays['features'][here] = int(node['split'].removeprefix('f'))
            arrays['thresholds'][here] = float(np.float32(node['split_condition']))
            children = {child['nodeid']: child for child in node['children']}
            arrays['left'][here] = add(children[node['yes']])
            arrays['right'][here] = add(children[node['no']])
            return here

        add(json.loads(text))
        trees.append(arrays)
    return trees


def train(rows, names, size):
    logits = left_out(rows, names, size)
    temperature, bias = calibrate(rows, logits)
    report(rows, probabilities(logits, temperature, bias))
    model = fit(rows, names, size)
    important = sorted(model.get_score(importance_type='gain').items(), key=lambda item: -item[1])[:14]
    print('  ', ', '.join(f'{names[int(name[1:])]} {gain:.0f}' for name, gain in important))
    return {'features': names, 'trees': flat(model), 'temperature': round(temperature, 4), 'bias': [round(b, 4) for b in bias]}


def main(features, out, keep=''):
    with open(features, encoding='utf8') as lines:
        rows = [json.loads(line) for line in lines]
    lexical = sorted(rows[0]['features'].keys() - encoder_names(rows))
    result = {'version': '2', 'classical': None, 'withEncoder': None}
    if keep == '--keep-classical':
        with open(out, encoding='utf8') as file:
            result['classical'] = json.load(file)['classical']
    else:
        print('classical', len(rows))
        result['classical'] = train(rows, lexical, SIZES['classical'])
    read = [row for row in rows if row['unseen'] and 'decides' in row['features']]
    if read:
        print('with encoder', len(read))
        result['withEncoder'] = train(read, lexical + sorted(encoder_names(rows)), SIZES['withEncoder'])
    with open(out, 'w', encoding='utf8') as file:
        json.dump(result, file, separators=(',', ':'))
        file.write('\n')


# How names of encoder-features.ts begin, where those of features.ts do not.
_OF_ENCODER = ('sentenceContradicted', 'sentenceSupported', 'sentenceUnverifiable', 'union', 'most', 'least', 'mean')


def encoder_names(rows):
    with_encoder = next((row for row in rows if 'decides' in row['features']), None)
    return set() if with_encoder is None else {name for name in with_encoder['features'] if name.startswith(_OF_ENCODER) or name == 'decides'}


if __name__ == '__main__':
    main(*sys.argv[1:])

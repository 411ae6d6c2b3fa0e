"""Trains the n-gram model of one language: a logistic regression on words and letters, cut and quantised.

    python training/sentiment/train.py --language es --texts CLEAN.jsonl --n-grams CLEAN.bin --lexicon FILE --out FILE

CLEAN.jsonl comes from collect.py through check-overlap.py, CLEAN.bin from extract.ts. The lexicon is JSON, {word: {coeff: number}}. Its words get a
common weight before each gets its own, which helps words that are rare in the texts. Texts that are not tweets count less, and a column of their own takes
up what is different about them. Figures are from three-fold cross-validation on the tweets, before n-grams are cut away. Deterministic.

The model is little-endian: the number of word n-grams and of letter n-grams (uint32), three biases (float32), for both groups the scale of weights and of
rarities (4 float32); then for each group its n-grams (uint32, ascending), rarities (uint8) and weights (int8, three each).
"""

import argparse
import json
import os
import pathlib
import re

os.environ.setdefault("OMP_NUM_THREADS", "1")
import numpy as np
import scipy.optimize
import scipy.sparse as sparse
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

LABELS = ["negative", "neutral", "positive"]
WEIGHTS = {"tweets": 1.0, "relative": 0.3, "subtitles": 0.2, "sb10k": 0.5, "semeval": 0.5, "sst": 0.5}
KEPT = 16_000
FOLDS = 3


def hash_of(feature: str) -> int:
    """FNV-1a over UTF-16 units, as in n-grams.ts."""
    value = 0x811C9DC5
    units = feature.encode("utf-16-le")
    for at in range(0, len(units), 2):
        value = ((value ^ (units[at] | units[at + 1] << 8)) * 0x01000193) & 0xFFFFFFFF
    return value


def key_of(text: str) -> str:
    return " ".join(word for word in re.findall(r"\w+", re.sub(r"http\S*|@\w+", " ", text).lower()) if word != "rt")


def read(options):
    """The rows of the language, and their word and letter n-grams."""
    rows, grams = [], []
    numbers = np.fromfile(options.n_grams, np.uint32)
    at, counts = 0, {}
    for line in open(options.texts, encoding="utf-8"):
        words, letters = int(numbers[at]), int(numbers[at + 1])
        row = json.loads(line)
        if row["language"] == options.language:
            rows.append(row)
            grams.append((numbers[at + 2:at + 2 + words], numbers[at + 2 + words:at + 2 + words + letters]))
        elif row["language"] in options.relatives and row["origin"] == "tweets":
            rows.append({**row, "origin": "relative"})
            grams.append((numbers[at + 2:at + 2 + words], numbers[at + 2 + words:at + 2 + words + letters]))
        at += 2 + words + letters
    tweets = {key_of(row["text"]) for row in rows if row["origin"] == "tweets"}
    order = np.random.default_rng(0).permutation(len(rows))
    kept = []
    for place in order:
        origin = rows[place]["origin"]
        counts[origin] = counts.get(origin, 0) + 1
        if origin == "tweets" or (counts[origin] <= options.max_rows and key_of(rows[place]["text"]) not in tweets):
            kept.append(place)
    return [rows[place] for place in sorted(kept)], [grams[place] for place in sorted(kept)]


def counted(lists):
    """One row for each text, one column for each n-gram that occurs twice. Returns the n-grams too."""
    flat = np.concatenate(lists)
    grams, columns, times = np.unique(flat, return_inverse=True, return_counts=True)
    ends = np.concatenate([[0], np.cumsum([len(one) for one in lists])])
    matrix = sparse.csr_matrix((np.ones(len(flat), np.float32), columns, ends), shape=(len(lists), len(grams)))
    kept = np.where(times >= 2)[0]
    return matrix[:, kept].tocsr(), grams[kept]


def rarity(matrix):
    return np.log((1 + matrix.shape[0]) / (1 + np.asarray((matrix > 0).sum(0)).ravel())) + 1


def scaled(matrix, rarities):
    """Every row times the rarities, at length 1."""
    weighed = matrix @ sparse.diags(rarities)
    lengths = np.sqrt(np.asarray(weighed.multiply(weighed).sum(1)).ravel())
    lengths[lengths == 0] = 1
    return (sparse.diags(1 / lengths) @ weighed).tocsr()


def lexicon_columns(file, grams):
    """For each word n-gram the scores of its word: positive, negative, and both for negated words."""
    columns = np.zeros((len(grams), 4))
    if file is None:
        return columns
    places = {int(gram): place for place, gram in enumerate(grams)}
    for word, entry in json.loads(pathlib.Path(file).read_text("utf-8")).items():
        for kind, first in (("w", 0), ("n", 2)):
            place = places.get(hash_of(f"{kind} {word}"))
            if place is not None:
                columns[place, first + (0 if entry["coeff"] > 0 else 1)] = entry["coeff"] / 3
    return columns


class Problem:
    """What is learned: matrices of both groups, the lexicon, labels, weights."""

    def __init__(self, words, letters, lexicon, rows):
        self.rarities = [rarity(words), rarity(letters)]
        self.parts = [scaled(words, self.rarities[0]), scaled(letters, self.rarities[1])]
        self.lexicon = lexicon
        self.labels = np.array([LABELS.index(row["label"]) for row in rows])
        self.weights = np.array([WEIGHTS[row["origin"]] for row in rows])
        origins = np.array([[row["origin"] == one for one in WEIGHTS if one != "tweets"] for row in rows])
        self.tweets = ~origins.any(axis=1)
        self.matrix = sparse.hstack([*self.parts, sparse.csr_matrix(self.parts[0] @ lexicon), sparse.csr_matrix(origins * 2.0)]).tocsr()

    def fit(self, rows):
        """Weights of words and letters (each n-grams by labels) and biases. The lexicon's weights are in those of its words."""
        model = LogisticRegression(C=1, max_iter=100, tol=1e-3).fit(self.matrix[rows], self.labels[rows], sample_weight=self.weights[rows])
        first, second = self.parts[0].shape[1], self.parts[0].shape[1] + self.parts[1].shape[1]
        words = model.coef_[:, :first].T + self.lexicon @ model.coef_[:, second:second + 4].T
        return [words, model.coef_[:, first:second].T], model.intercept_

    def logits(self, weights, bias, rows):
        return self.parts[0][rows] @ weights[0] + self.parts[1][rows] @ weights[1] + bias


def best_columns(weights, rarities):
    spread = (weights.max(axis=1) - weights.min(axis=1)) * rarities
    return np.sort(np.argsort(-spread, kind="stable")[:KEPT])


def cross_validate(problem):
    """Out-of-fold accuracy and macro recall on tweets, and the scale of logits that makes probabilities true."""
    tweets, others = np.where(problem.tweets)[0], np.where(~problem.tweets)[0]
    logits = np.zeros((len(tweets), 3))
    for train, test in StratifiedKFold(FOLDS, shuffle=True, random_state=0).split(tweets, problem.labels[tweets]):
        weights, bias = problem.fit(np.concatenate([tweets[train], others]))
        logits[test] = problem.logits(weights, bias, tweets[test])
    labels = problem.labels[tweets]
    right = logits.argmax(axis=1) == labels
    recall = np.mean([right[labels == label].mean() for label in range(3)])

    def loss(scale):
        scores = logits * scale
        return np.mean(np.logaddexp.reduce(scores, axis=1) - scores[np.arange(len(labels)), labels])

    return right.mean(), recall, scipy.optimize.minimize_scalar(loss, bounds=(0.2, 5), method="bounded").x


def write(file, grams, rarities, weights, bias):
    scales = [np.abs(one).max() / 127 for one in weights]
    rarity_scales = [one.max() / 255 for one in rarities]
    with open(file, "wb") as out:
        out.write(np.array([len(one) for one in grams], "<u4").tobytes())
        out.write(np.array([*bias, scales[0], rarity_scales[0], scales[1], rarity_scales[1]], "<f4").tobytes())
        for group in range(2):
            out.write(grams[group].astype("<u4").tobytes())
            out.write(np.round(rarities[group] / rarity_scales[group]).astype(np.uint8).tobytes())
            out.write(np.round(weights[group] / scales[group]).astype(np.int8).tobytes())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--language", required=True)
    parser.add_argument("--texts", required=True)
    parser.add_argument("--n-grams", required=True)
    parser.add_argument("--lexicon")
    parser.add_argument("--relatives", nargs="*", default=[], help="other languages, whose tweets share emoji, marks, roots and foreign words")
    parser.add_argument("--max-rows", type=int, default=8_000, help="of each origin but tweets; more cost time and change little")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    rows, grams = read(options)
    words, word_grams = counted([one for one, _ in grams])
    letters, letter_grams = counted([one for _, one in grams])
    whole = Problem(words, letters, lexicon_columns(options.lexicon, word_grams), rows)
    weights, _ = whole.fit(np.arange(len(rows)))
    kept = [best_columns(weights[group], whole.rarities[group]) for group in range(2)]
    cut = Problem(words[:, kept[0]], letters[:, kept[1]], whole.lexicon[kept[0]], rows)
    # Of all n-grams: those of the cut were chosen with every text in view.
    accuracy, recall, scale = cross_validate(whole)
    weights, bias = cut.fit(np.arange(len(rows)))
    write(options.out, [word_grams[kept[0]], letter_grams[kept[1]]], cut.rarities, [one * scale for one in weights], bias * scale)
    print(f"{options.language}: {len(rows)} texts, {len(kept[0])} word and {len(kept[1])} letter n-grams of {len(word_grams)} and {len(letter_grams)}; "
          f"tweets {int(whole.tweets.sum())}, before the cut accuracy {accuracy:.3f}, macro recall {recall:.3f}, scale {scale:.2f}, {os.path.getsize(options.out)} bytes", flush=True)


if __name__ == "__main__":
    main()

"""Trains the scorer that chooses sentences for a summary.

    python training/summary/train.py --train FEATURES.jsonl VECTORS.bin --tune FEATURES.jsonl VECTORS.bin --out FILE

The label of a sentence is how much better it fits the reference than the other sentences of its document do (ROUGE-1 and ROUGE-2). Two models
learn it: a ridge regression on the sentence vectors, and gradient-boosted trees on the features and on what the regression says of
documents that it has not seen. Deterministic.
"""

import argparse
import json
import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
import numpy as np
import xgboost
from sklearn.linear_model import Ridge

FOLDS = 5
ALPHA = 10
DIMENSIONS = 384


class Set:
    def __init__(self, features: str, vectors: str):
        documents = [json.loads(line) for line in open(features, encoding="utf-8")]
        self.sizes = [len(document["features"]) for document in documents]
        self.document = np.repeat(np.arange(len(documents)), self.sizes)
        self.features = np.array([row for document in documents for row in document["features"]], np.float32)
        self.rouge = np.array([row for document in documents for row in zip(document["rouge1"], document["rouge2"], document["rougeL"])])
        plain = np.fromfile(vectors, "<f4").reshape(-1, DIMENSIONS)
        self.vectors = np.hstack([plain, plain - self.means(plain)])
        fit = self.rouge[:, 0] * 0.7 + self.rouge[:, 1] * 0.3
        self.labels = fit - self.means(fit)

    def means(self, values):
        """Of each document, once for each of its sentences."""
        sums = np.zeros((len(self.sizes),) + values.shape[1:])
        np.add.at(sums, self.document, values)
        return (sums.T / np.array(self.sizes)).T[self.document]

    def figures(self, scores):
        """Mean ROUGE-1, 2 and L of the sentences with the highest score."""
        start, chosen = 0, []
        for size in self.sizes:
            chosen.append(self.rouge[start + int(np.argmax(scores[start:start + size]))])
            start += size
        return (np.mean(chosen, axis=0) * 100).round(2)


def ridge(rows, labels):
    return Ridge(alpha=ALPHA).fit(rows, labels)


def nodes(tree):
    """A tree as rows [feature, threshold, yes, no], or [-1, value, 0, 0] for a leaf. `yes` means less than the threshold."""
    rows = []

    def add(node):
        place = len(rows)
        rows.append(None)
        if "leaf" in node:
            rows[place] = [-1, round(node["leaf"], 6), 0, 0]
        else:
            children = {child["nodeid"]: child for child in node["children"]}
            yes, no = add(children[node["yes"]]), add(children[node["no"]])
            # The threshold is a 32-bit float: seven digits would move it.
            rows[place] = [int(node["split"][1:]), float(np.float32(node["split_condition"])), yes, no]
        return place

    add(tree)
    return rows


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--train", nargs=2, required=True)
    parser.add_argument("--tune", nargs=2, required=True)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    train, tune = Set(*options.train), Set(*options.tune)

    fold = train.document % FOLDS
    held_out = np.zeros(len(train.labels))
    for number in range(FOLDS):
        held_out[fold == number] = ridge(train.vectors[fold != number], train.labels[fold != number]).predict(train.vectors[fold == number])
    linear = ridge(train.vectors, train.labels)
    weights = linear.coef_.round(5)
    by_vectors = tune.vectors @ weights + linear.intercept_
    trees = xgboost.XGBRegressor(n_estimators=200, max_depth=3, learning_rate=0.05, subsample=0.7, colsample_bytree=0.5,
                                 min_child_weight=20, n_jobs=1, random_state=0)
    trees.fit(np.hstack([train.features, held_out[:, None]]), train.labels)
    both = trees.predict(np.hstack([tune.features, by_vectors[:, None]]))
    for name, scores in (("first", -np.arange(len(tune.labels))), ("vectors", by_vectors), ("trees", both), ("best", tune.rouge[:, 0])):
        print(f"{name}: ROUGE-1, 2, L on the tuning set {tune.figures(scores)}")

    dumped = [nodes(json.loads(tree)) for tree in trees.get_booster().get_dump(dump_format="json")]
    base = json.loads(trees.get_booster().save_config())["learner"]["learner_model_param"]["base_score"]
    model = {"features": train.features.shape[1], "vectorWeights": weights.tolist(), "vectorBias": round(float(linear.intercept_), 6),
             "base": float(base.strip("[]")), "trees": dumped}
    # What the service must compute again, see the test of the scorer.
    with open(options.out, "w", encoding="utf-8") as out:
        json.dump(model, out, separators=(",", ":"))
    print(f"{os.path.getsize(options.out)} bytes")


if __name__ == "__main__":
    main()

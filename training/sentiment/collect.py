"""Collects labelled texts for the n-gram models: one JSON line each, {text, label, language, origin, split}.

Labels are negative, neutral and positive. `split` is `train`, or `tune` for what only chooses settings.

    python training/sentiment/collect.py --clones DIR --sst FILE --out FILE
"""

import argparse
import csv
import io
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from clones import read

TWEETS = "tyqiangz/multilingual-sentiment-datasets"
XED = "Helsinki-NLP/XED"
# Brazilian and European Portuguese are two files there.
SUBTITLES = {"en": ["en"], "es": ["es"], "fr": ["fr"], "de": ["de"], "it": ["it"], "pt": ["pt", "br"]}
LANGUAGES = {"en": "english", "es": "spanish", "fr": "french", "de": "german", "it": "italian", "pt": "portuguese"}
# Plutchik's emotions by their numbers: anger, anticipation, disgust, fear, joy, sadness, surprise, trust. Anticipation and surprise have no pole.
POLES = {1: "negative", 3: "negative", 4: "negative", 6: "negative", 5: "positive", 8: "positive"}


def tweets(clones):
    for code, name in LANGUAGES.items():
        for file, split in (("train", "train"), ("valid", "tune")):
            for row in csv.DictReader(io.StringIO(read(clones, TWEETS, f"data/{name}/{file}.csv"))):
                yield {"text": row["text"], "label": row["label"], "language": code, "origin": "tweets", "split": split}


def pole(numbers: str):
    """The one pole that all emotions with a pole share, or None."""
    named = [int(number) for number in numbers.split(",") if number.strip().isdigit()]
    poles = {POLES[number] for number in named if number in POLES}
    return poles.pop() if len(poles) == 1 else None


def subtitles(clones):
    neutral = {line.split("\t", 1)[1].strip() for line in read(clones, XED, "AnnotatedData/neu_en.txt").split("\n") if "\t" in line}
    for text in sorted(neutral):
        yield {"text": text, "label": "neutral", "language": "en", "origin": "subtitles", "split": "train"}
    for code, files in SUBTITLES.items():
        for file in files:
            path = "AnnotatedData/en-annotated.tsv" if file == "en" else f"Projections/{file}-projections.tsv"
            for line in read(clones, XED, path).split("\n"):
                text, _, numbers = line.rpartition("\t")
                label = pole(numbers) if text else None
                if label:
                    yield {"text": text, "label": label, "language": code, "origin": "subtitles", "split": "train"}


def german_tweets(clones):
    for line in read(clones, "oliverguhr/german-sentiment", "source-data/SB10k/not-preprocessed/corpus_label_text.tsv").split("\n"):
        label, _, text = line.partition("\t")
        if text and label in ("negative", "neutral", "positive"):
            yield {"text": text.strip(), "label": label, "language": "de", "origin": "sb10k", "split": "train"}


def english_sets(clones, sst):
    for path in ("downloaded/twitter-2013train-A", "downloaded/twitter-2013dev-A", "downloaded/twitter-2013test-A",
                 "downloaded/twitter-2014test-A", "downloaded/twitter-2015train-A", "downloaded/twitter-2015test-A",
                 "downloaded/twitter-2016train-A", "downloaded/twitter-2016dev-A", "downloaded/twitter-2016devtest-A",
                 "downloaded/twitter-2016test-A"):
        for line in read(clones, "cbaziotis/datastories-semeval2017-task4", f"dataset/Subtask_A/{path}.tsv").split("\n"):
            parts = [part for part in line.split("\t") if part.strip()]
            if len(parts) >= 3 and parts[1] in ("negative", "neutral", "positive") and parts[2] != "Not Available":
                yield {"text": parts[2].strip('"'), "label": parts[1], "language": "en", "origin": "semeval", "split": "train"}
    for line in pathlib.Path(sst).read_text("utf-8").split("\n") if sst else ():
        text, _, label = line.rpartition("\t")
        yield {"text": text, "label": "positive" if label == "1" else "negative", "language": "en", "origin": "sst", "split": "train"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clones", required=True)
    parser.add_argument("--sst", help="text, tab, 0 or 1")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    counts = {}
    with open(options.out, "w", encoding="utf-8") as out:
        for rows in (tweets(options.clones), subtitles(options.clones), german_tweets(options.clones), english_sets(options.clones, options.sst)):
            for row in rows:
                out.write(json.dumps(row, ensure_ascii=False) + "\n")
                key = (row["language"], row["origin"], row["split"], row["label"])
                counts[key] = counts.get(key, 0) + 1
    for key, count in sorted(counts.items()):
        print(*key, count)


if __name__ == "__main__":
    main()

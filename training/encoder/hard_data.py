"""Collects the pairs that teach an encoder to abstain, and to know what is said in other words.

    python hard_data.py EVALUATIONS PROSE OUT [--prose 14000] [--seed 31]

PROSE was written by prose.py. Rows are {claim, source, label, origin, weight}. The labels follow from how a pair was made:

- `left-out`: a sentence that was taken out of its passage of two to eight sentences, or an edit of it (unverifiable);
- `detail`: a sentence that is there, with a detail that is not, of a list or from another sentence (unverifiable);
- `roles`: two names around a verb in each other's place (contradicted), or in their place in another form (supported);
- `there`: a sentence that is there, reworded by the rules of edits.py (supported), or one with an edit (contradicted);
- `both`: two sentences as one claim: both there (supported), one with an edit (contradicted), one left out (unverifiable);
- `simpler`: what people wrote in place of a sentence of Wikipedia (supported), an edit of that (contradicted), one more detail, or the
  sentence of another article with the same name in it (unverifiable). TurkCorpus, its part for tuning;
- `gist`: the authors' sentence for their abstract (supported), an edit (contradicted), another paper's that shares words (unverifiable). SciTLDR train.
"""

import argparse
import json
import os
import random
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from edits import CONSEQUENCES, CONTRADICTIONS, Pool, names_of, with_detail
from overlap import Overlap, evaluation_texts
from repositories import read

CONTRADICTED, SUPPORTED, UNVERIFIABLE = 0, 1, 2


def chosen(edits, sentence, choose, pool):
    """The sentence by the first edit that applies, tried in a weighted random order; None where none does."""
    for name in sorted(edits, key=lambda name: -(choose.random() ** (1 / edits[name][1]))):
        new = edits[name][0](sentence, choose, pool)
        if new is not None and new != sentence:
            return new
    return None


def reworded(sentence, choose, pool):
    """One to three rewordings on top of each other."""
    for _ in range(choose.choice([1, 2, 2, 3])):
        sentence = chosen(CONSEQUENCES, sentence, choose, pool) or sentence
    return sentence


_LEANS = re.compile(r'^(?:This|These|That|Those|It|Its|He|She|They|Their|Here|Such|However|But|And|So|Also|Then|You can|If)\b')


def stands_alone(sentence: str) -> bool:
    return not _LEANS.match(sentence) and not sentence.endswith('?') and 7 <= len(sentence.split()) <= 32


_END_OF_SENTENCE = re.compile(r' ((?:with|for|after|because of|despite|by|during|without|through|as part of|in order to|based on|according to|on|at|from) [^,;:()"]{12,60})\.$')


def phrases(documents) -> list[str]:
    """How sentences end, to end other sentences with."""
    found = [match.group(1) for document in documents for sentence in document if (match := _END_OF_SENTENCE.search(sentence))]
    return [phrase for phrase in found if 3 <= len(phrase.split()) <= 9]


_ASIDES = ['the oldest of its kind', 'a former teacher', 'which had failed twice before', 'who was 61 at the time', 'the second in four years',
           'against the advice of {name}', 'as {name} had predicted', 'a member of {name}', 'now owned by {name}', 'at least on weekdays']  # fmt: skip


def longer(sentence, ends, choose, pool):
    """The sentence with a detail that nobody gave."""
    kind = choose.random()
    if kind < 0.3 or not sentence.endswith('.'):
        return with_detail(sentence, choose, pool)
    if kind < 0.75:
        return f'{sentence[:-1]} {choose.choice(ends)}.'
    names = [name for name in names_of(sentence) if sentence[name.end() : name.end() + 1] == ' ']
    if not names:
        return f'{sentence[:-1]} {choose.choice(ends)}.'
    name = choose.choice(names)
    aside = choose.choice(_ASIDES).format(name=choose.choice(pool.names.get(2, ['the council'])))
    return f'{sentence[: name.end()]}, {aside},{sentence[name.end() :]}'


_VERBS = """outbid was outbid by|trained was trained by|elected was elected by|chased was chased by|funded was funded by|recruited was recruited by
borrowed from lent to|bought goods from sold goods to|learned from taught|owes money to is owed money by|preceded came after|
is larger than is smaller than|is cheaper than is more expensive than|arrived before arrived after|scored more points than scored fewer points than
outlived was outlived by|employed worked for|inspired was inspired by|betrayed was betrayed by|injured was injured by|fired was fired by
adopted was adopted by|appointed was appointed by|sponsored was sponsored by|trusted was trusted by|copied was copied by
exported wheat to imported wheat from|declared war on was attacked by|invested in got an investment from|acquired was taken over by
complained about was the subject of a complaint by|is north of is south of|speaks more quietly than speaks louder than|helped got help from
voted against lost the vote of|hit was hit by|convinced was convinced by|released was released by|ranks above ranks below|moved away from was left by"""


def from_roles(documents, count, choose, pool):
    verbs = [line.split() for line in re.sub(r'\n', '|', _VERBS).split('|') if line]
    middles = ('was', 'is', 'came', 'arrived', 'scored', 'worked', 'imported', 'got', 'speaks', 'lost', 'ranks', 'lent', 'sold', 'taught')
    names = pool.names.get(1, []) + pool.names.get(2, [])
    places = [document for document in documents if len(document) > 3]
    for _ in range(count):
        words = choose.choice(verbs)
        cut = next((at for at in range(1, len(words)) if words[at] in middles), None)
        if cut is None:
            continue
        one, other = ' '.join(words[:cut]), ' '.join(words[cut:])
        first, second = choose.sample(names, 2)
        tail = choose.choice(['', '', f' in {choose.randint(1900, 2023)}', ' last year', ' after a long dispute', f' near {choose.choice(names)}'])
        true, false = [f'{first} {one} {second}{tail}.', f'{second} {other} {first}{tail}.'], [f'{second} {one} {first}{tail}.', f'{first} {other} {second}{tail}.']
        there = choose.choice(true)
        around = choose.choice(places)
        source = ' '.join([*around[: choose.randint(0, 2)], there, *around[2 : 2 + choose.randint(0, 2)]])
        if choose.random() < 0.62:
            yield choose.choice(false), source, CONTRADICTED, 'roles'
        else:
            yield choose.choice(true), source, SUPPORTED, 'roles'


def from_prose(documents, count, choose, pool):
    places = [(document, at) for document in documents if len(document) > 2 for at in range(len(document)) if stands_alone(document[at])]
    choose.shuffle(places)
    ends = phrases(documents)
    for document, at in places[:count]:
        before, after = choose.randint(0, 4), choose.randint(0, 4)
        around = [*document[max(0, at - before) : at]], [*document[at + 1 : at + 1 + after]]
        if not around[0] and not around[1]:
            around = ([], document[at + 1 : at + 3]) if at + 1 < len(document) else (document[max(0, at - 2) : at], [])
        sentence = document[at]
        without, whole = ' '.join([*around[0], *around[1]]), ' '.join([*around[0], sentence, *around[1]])
        said = sentence if choose.random() < 0.35 else reworded(sentence, choose, pool)
        kind = choose.random()
        if kind < 0.28:
            yield said, without, UNVERIFIABLE, 'left-out'
        elif kind < 0.36:
            edit = chosen(CONTRADICTIONS, said, choose, pool)
            if edit:
                yield edit, without, UNVERIFIABLE, 'left-out'
        elif kind < 0.50:
            claim = longer(said, ends, choose, pool)
            if claim:
                yield claim, whole, UNVERIFIABLE, 'detail'
        elif kind < 0.68:
            yield said, whole, SUPPORTED, 'there'
        elif kind < 0.90:
            edit = chosen(CONTRADICTIONS, said, choose, pool)
            if edit:
                yield edit, whole, CONTRADICTED, 'there'
        else:
            others = [other for other in (*around[0], *around[1]) if stands_alone(other)]
            if not others:
                continue
            other = choose.choice(others)
            what = choose.random()
            if what < 0.4:
                yield f'{said} {other}', whole, SUPPORTED, 'both'
            elif what < 0.7:
                edit = chosen(CONTRADICTIONS, said, choose, pool)
                if edit:
                    yield f'{edit} {other}' if choose.random() < 0.5 else f'{other} {edit}', whole, CONTRADICTED, 'both'
            else:
                yield f'{said} {other}' if choose.random() < 0.5 else f'{other} {said}', without, UNVERIFIABLE, 'both'


def plain(text: str) -> str:
    """Tokenised text as people write it."""
    text = re.sub(r'-[lr][rs]b-', lambda mark: {'-lrb-': '(', '-rrb-': ')', '-lsb-': '[', '-rsb-': ']'}[mark.group()], text, flags=re.I)
    text = re.sub(r'``|\'\'', '"', text)
    text = re.sub(r"\s+([,.;:!?%)\]]|'s\b|n't\b)", r'\1', text)
    return re.sub(r'([(\[$£€])\s+', r'\1', text).strip()


def share(claim: str, source: str) -> float:
    """How many of the claim's longer words the source has."""
    wanted = set(re.findall(r'\w{4,}', claim.lower()))
    return len(wanted & set(re.findall(r'\w{4,}', source.lower()))) / max(1, len(wanted))


def from_simpler(choose, pool):
    folder = 'data/turkcorpus/GEM/tune.8turkers.tok'
    sources = [plain(line) for line in read('cocoxu/simplification', f'{folder}.norm').splitlines()]
    written = [[plain(line) for line in read('cocoxu/simplification', f'{folder}.turk.{place}').splitlines()] for place in range(8)]
    by_name: dict[str, list[int]] = {}
    for at, source in enumerate(sources):
        for name in names_of(source):
            by_name.setdefault(name.group(), []).append(at)
    for at, source in enumerate(sources):
        # Those with the fewest words of the sentence, but not those who wrote half of it: these say something else more often.
        ranked = sorted({column[at] for column in written if column[at] != source and 0.4 <= len(column[at]) / len(source) <= 1.3}, key=lambda claim: share(claim, source))
        for claim in [claim for claim in ranked if share(claim, source) >= 0.3][:2]:
            yield claim, source, SUPPORTED, 'simpler'
        if ranked:
            edit = chosen(CONTRADICTIONS, choose.choice(ranked), choose, pool)
            if edit and choose.random() < 0.8:
                yield edit, source, CONTRADICTED, 'simpler'
            detailed = with_detail(choose.choice(ranked), choose, pool)
            if detailed and choose.random() < 0.3:
                yield detailed, source, UNVERIFIABLE, 'simpler'
        near = [other for name in names_of(source) for other in by_name[name.group()] if other != at]
        if near and choose.random() < 0.6:
            other = choose.choice(near)
            if share(sources[at], sources[other]) < 0.5:
                yield choose.choice(written)[at], sources[other], UNVERIFIABLE, 'simpler'


def from_gists(choose, pool):
    papers = [json.loads(line) for line in read('allenai/scitldr', 'SciTLDR-Data/SciTLDR-A/train.jsonl').splitlines()]
    for at, paper in enumerate(papers):
        claim = paper['target'][0]
        ranked = sorted(range(len(paper['source'])), key=lambda place: -share(claim, paper['source'][place]))
        kept = ' '.join(paper['source'][place] for place in sorted(ranked[: choose.randint(3, 5)]))
        yield claim, kept, SUPPORTED, 'gist'
        edit = chosen(CONTRADICTIONS, claim, choose, pool)
        if edit and choose.random() < 0.5:
            yield edit, kept, CONTRADICTED, 'gist'
        if choose.random() < 0.6:
            near = max(choose.sample(papers, 40), key=lambda other: 0 if other is paper else share(claim, ' '.join(other['source'])))
            yield claim, ' '.join(near['source'][:4]), UNVERIFIABLE, 'gist'


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ('evaluations', 'prose', 'out'):
        parser.add_argument(name)
    parser.add_argument('--prose-rows', type=int, default=14000)
    parser.add_argument('--seed', type=int, default=31)
    options = parser.parse_args()
    choose = random.Random(options.seed)
    with open(options.prose, encoding='utf8') as file:
        documents = [json.loads(line) for line in file]
    pool = Pool(documents)
    overlap = Overlap(evaluation_texts(options.evaluations))
    rows, left_out = [], 0
    for maker in (from_prose(documents, options.prose_rows, choose, pool), from_roles(documents, 1800, choose, pool), from_simpler(choose, pool), from_gists(choose, pool)):
        for claim, source, label, origin in maker:
            if overlap.holds(claim) or overlap.holds(source):
                left_out += 1
            else:
                rows.append({'claim': claim, 'source': source[:900], 'label': label, 'origin': origin, 'weight': 1})
    choose.shuffle(rows)
    counts: dict[str, list[int]] = {}
    with open(options.out, 'w', encoding='utf8') as file:
        for row in rows:
            counts.setdefault(row['origin'], [0, 0, 0])[row['label']] += 1
            file.write(json.dumps(row, ensure_ascii=False) + '\n')
    print(json.dumps({'rows': len(rows), 'by origin (contradicted, supported, unverifiable)': counts, 'left out as near duplicates': left_out}))


if __name__ == '__main__':
    main()

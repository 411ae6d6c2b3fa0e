"""Makes the sets that the fact-check is measured with, of other origin than what it learned from: JSON lines {claim, source, verdict, kind}.

    python evaluation_sets.py OUT_FOLDER        then: npm run eval -- fact-check --set OUT_FOLDER/NAME.jsonl

`verdict` is supported, contradicted, unverifiable, or unsupported: either of the last two. Clone the repositories as repositories.py says.
Nothing of them is committed here, and nothing of them is trained on.

| set | origin | what |
| --- | --- | --- |
| left-out-abc, left-out-stories | Australian radio (nltk_data abc), news for learners (OneStopEnglish) | a sentence asked of the sentences around it, or an edit of it |
| details-abc, details-stories | the same | a sentence that is there, with a detail that is not |
| roles-abc, roles-made | the same, and sentences made here | who did it and to whom, exchanged; and the passive, which says the same |
| reworded-news, reworded-stories | Microsoft's paraphrase corpus (test), OneStopEnglish | sentences in other words |
| wice | Wikipedia claims with the pages they cite (WiCE test) | people judged them |
| news-cnn, news-xsum | summaries by machines (QAGS) | people judged them, sentence by sentence; several sentences a claim in CNN |
| bump | summaries by people, and with one mistake put in by people (BUMP) | by kind of mistake |
| dialogue | answers about Wikipedia by machines (BEGIN, wow) | people judged them |
| exams | statements of reading exams (ConTRoL test) | long passages, reasoning |
"""

import csv
import io
import json
import os
import random
import re
import sys
import zipfile

here = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(here), os.path.join(os.path.dirname(here), 'encoder')]
from edits import CONTRADICTIONS, Pool, names_of, swapped_names  # noqa: E402
from hard_data import chosen, share, stands_alone  # noqa: E402
from prose import split  # noqa: E402
from repositories import read, read_bytes  # noqa: E402

PER_SET = 200
choose = random.Random(43)


def abc() -> list[list[str]]:
    with zipfile.ZipFile(io.BytesIO(read_bytes('nltk/nltk_data', 'packages/corpora/abc.zip'))) as archive:
        texts = [archive.read(f'abc/{name}.txt').decode('latin-1') for name in ('science', 'rural')]
    lines = [line.strip() for text in texts for line in text.splitlines()]
    sentences = [sentence for line in lines for sentence in split(line) if len(sentence.split()) > 4]
    # The file has no marks between its stories: a passage is a run of sentences.
    return [sentences[start : start + 12] for start in range(0, len(sentences) - 12, 12)]


def stories() -> list[list[str]]:
    found = []
    for line in read('nishkalavallabhi/OneStopEnglishCorpus', 'Sentence-Aligned/ADV-ELE.txt').split('*******'):
        lines = [one.strip() for one in line.strip().splitlines() if one.strip()]
        if len(lines) == 2:
            found.append(lines[0])
    # Aligned sentences keep their order, so neighbours are of one story.
    return [found[start : start + 8] for start in range(0, len(found) - 8, 8)]


def marks(text: str) -> set[str]:
    """Figures, and words with a capital inside of a sentence."""
    return set(re.findall(r'\d+', text)) | set(re.findall(r'(?<=[\w,] )[A-Z]\w{2,}', text))


def left_out(documents, pool):
    for document in documents:
        places = [at for at in range(1, len(document) - 1) if stands_alone(document[at]) and names_of(document[at])]
        if not places:
            continue
        at = choose.choice(places)
        around = ' '.join([*document[max(0, at - 4) : at], *document[at + 1 : at + 5]])
        # A story says many things twice: what is asked has a name or a figure that the rest has not.
        if share(document[at], around) < 0.2 or share(document[at], around) > 0.6 or marks(document[at]) <= marks(around):
            continue
        if choose.random() < 0.75:
            yield document[at], around, 'unverifiable', 'left out'
        else:
            edit = chosen(CONTRADICTIONS, document[at], choose, pool)
            if edit:
                yield edit, around, 'unverifiable', 'edit of what is left out'


DETAILS = [
    'on the advice of a retired engineer', 'despite objections from two neighbours', 'in a building that was once a brewery',
    'while a small crowd was watching', 'using money from a lottery', 'at the request of a former mayor', 'with equipment borrowed from Norway',
    'even though it was snowing', 'a week after the original deadline', 'following a tip from a taxi driver', 'in spite of a broken ankle',
    'as part of a bet', 'according to a plan drawn up in secret', 'before a audience of schoolchildren', 'together with his younger brother',
    'to the surprise of most experts', 'thanks to a loan from an aunt', 'during a thunderstorm', 'on the second attempt', 'for religious reasons',
]  # fmt: skip


def details(documents):
    for document in documents:
        places = [at for at in range(len(document)) if stands_alone(document[at]) and document[at].endswith('.') and len(document[at].split()) < 26]
        if places:
            at = choose.choice(places)
            around = ' '.join(document[max(0, at - 3) : at + 4])
            yield f'{document[at][:-1]} {choose.choice(DETAILS)}.', around, 'unverifiable', 'detail'


def roles_in(documents, pool):
    for document in documents:
        for at, sentence in enumerate(document):
            swapped = swapped_names(sentence, choose, pool)
            if swapped:
                yield swapped, ' '.join(document[max(0, at - 2) : at + 3]), 'contradicted', 'roles'


VERBS = """beat was beaten by|defeated was defeated by|sued was sued by|hired was hired by|bought was bought by|visited was visited by
praised was praised by|criticised was criticised by|replaced was replaced by|taught was taught by|rescued was rescued by|invited was invited by
arrested was arrested by|warned was warned by|paid was paid by|attacked was attacked by|accused was accused by|overtook was overtaken by
succeeded was succeeded by|interviewed was interviewed by|supported was supported by|blamed was blamed by|followed was followed by
thanked was thanked by|outscored was outscored by|nominated was nominated by|mentored was mentored by|knocked out was knocked out by
lent money to was lent money by|reported to had a report from|sold a house to bought a house from|wrote to got a letter from
gave a medal to got a medal from|lost to was the winner against|is older than is younger than|earns more than earns less than
moved from Turin to moved to Lima from"""
PEOPLE = """Marko Ilic,Dana Reyes|Harcourt United,Benfield Rovers|Nadia Osei,Peter Lund|Ravenna,Modena|Orbis Air,Delmar Foods|Judge Kohl,Senator Pratt
Lydia Fonseca,Anton Weiss|the Eagles,the Sharks|Keiko Mori,Samuel Adeyemi|Quantec,Ardent Labs|Kenya,Ghana|Inspector Doyle,Ruth Calder"""
TAILS = ['in March', 'last year', 'in Lyon', 'on Tuesday', 'after the final', 'at the congress', 'in 2018', 'in front of the press', '', '']
AROUND = ['The event drew wide attention.', 'Both sides had prepared for months.', 'Local papers carried the story on their front pages.', 'Nobody had expected it.',
          'A spokesman confirmed the report the next morning.', 'It had been raining since dawn.', 'The two had first met ten years earlier.']  # fmt: skip


def roles_made():
    pairs = [tuple(line.split(',')) for line in PEOPLE.replace('\n', '|').split('|')]
    for line in VERBS.replace('\n', '|').split('|'):
        words = line.split()
        cut = next(at for at in range(1, len(words)) if words[at] in ('was', 'had', 'bought', 'got', 'is', 'earns', 'moved'))
        active, passive = ' '.join(words[:cut]), ' '.join(words[cut:])
        if active == 'moved from Turin to':
            continue
        for first, second in choose.sample(pairs, 5):
            tail = choose.choice(TAILS)
            say = lambda one, verb, two, tail=tail: f'{one[0].upper()}{one[1:]} {verb} {two}{" " + tail if tail else ""}.'  # noqa: E731
            there = choose.choice([say(first, active, second), say(second, passive, first)])
            around = choose.sample(AROUND, 2)
            source = ' '.join([around[0], there, around[1]])
            yield choose.choice([say(second, active, first), say(first, passive, second)]), source, 'contradicted', 'roles'
            if choose.random() < 0.5:
                yield choose.choice([say(first, active, second), say(second, passive, first)]), source, 'supported', 'same roles'


def reworded_news():
    for row in csv.DictReader(io.StringIO(read('brmson/dataset-sts', 'data/para/msr/msr-para-test.tsv').lstrip('\ufeff')), delimiter='\t', quoting=csv.QUOTE_NONE):
        one, two = row['#1 String'], row['#2 String']
        if row['Quality'] != '1':
            continue
        claim, source = (one, two) if len(one) <= len(two) else (two, one)
        # People called these the same in the main: what names or figures tell apart, or `not`, is no faithful rewording.
        negations = [len(re.findall(r"\b(?:not|no|never|nothing)\b|n't", text)) for text in (claim, source)]
        if marks(claim) <= marks(source) | set(re.findall(r'\w+', source)) and negations[0] == negations[1] and share(claim, source) < 0.8:
            yield claim, source, 'supported', 'reworded'


def reworded_stories():
    for part in read('nishkalavallabhi/OneStopEnglishCorpus', 'Sentence-Aligned/ADV-ELE.txt').split('*******'):
        lines = [one.strip() for one in part.strip().splitlines() if one.strip()]
        if len(lines) == 2 and len(lines[1]) <= len(lines[0]) and marks(lines[1]) <= marks(lines[0]) | set(re.findall(r'\w+', lines[0])) and 0.35 < share(lines[1], lines[0]) < 0.75:
            yield lines[1], lines[0], 'supported', 'reworded'


def wice():
    names = {'supported': 'supported', 'partially_supported': 'unsupported', 'not_supported': 'unsupported'}
    seen = set()
    for line in read('ryokamoi/wice', 'code_and_resources/entailment_inputs/oracle_chunks/claim/test.jsonl').splitlines():
        row = json.loads(line)
        source = ' '.join(text for text in row['evidence'] if not text.startswith('(meta'))
        if row['claim'] not in seen and len(source) > 60:
            seen.add(row['claim'])
            yield row['claim'], source[:12000], names[row['label']], row['label']


def qags(name):
    for line in read('W4ngatang/qags', f'data/mturk_{name}.jsonl').splitlines():
        row = json.loads(line)
        said = [sum(answer['response'] == 'yes' for answer in one['responses']) * 2 > len(one['responses']) for one in row['summary_sentences']]
        claim = ' '.join(one['sentence'] for one in row['summary_sentences'])
        yield claim, row['article'], 'supported' if all(said) else 'unsupported', f'{len(said)} sentences'


def bump():
    for name in ('task1', 'task2'):
        seen = set()
        for row in json.loads(read('dataminr-ai/BUMP', f'data/{name}_dataset.json')):
            tidy = lambda text: re.sub(r'\s+([.,;:!?])', r'\1', text).strip()  # noqa: E731
            article = row['article']
            yield tidy(row['edited_summary']), article, 'unsupported', row['error_type'].lower()
            if row['article_id'] not in seen:
                seen.add(row['article_id'])
                yield tidy(row['reference_summary']), article, 'supported', 'as written'


def dialogue():
    for row in csv.DictReader(io.StringIO(read('google/BEGIN-dataset', 'wow/begin_test_wow.tsv')), delimiter='\t', quoting=csv.QUOTE_NONE):
        label = row['begin_label']
        if label in ('Fully attributable', 'Not fully attributable') and len(row['response'].split()) >= 5 and len(row['knowledge']) >= 50:
            yield row['response'], row['knowledge'], 'supported' if label.startswith('Fully') else 'unsupported', label.lower()


def exams():
    names = {'e': 'supported', 'c': 'contradicted', 'n': 'unverifiable'}
    for line in read('csitfun/ConTRoL-dataset', 'data/test.jsonl').splitlines():
        row = json.loads(line)
        yield row['hypothesis'], row['premise'][:12000], names[row['label']], 'exam'


def main(folder: str) -> None:
    os.makedirs(folder, exist_ok=True)
    radio, news = abc(), stories()
    pool = Pool(radio)
    sets = {
        'left-out-abc': left_out(radio, pool), 'left-out-stories': left_out(news, pool),
        'details-abc': details(radio), 'details-stories': details(news),
        'roles-abc': roles_in([*radio, *news], pool), 'roles-made': roles_made(),
        'reworded-news': reworded_news(), 'reworded-stories': reworded_stories(),
        'wice': wice(), 'news-cnn': qags('cnndm'), 'news-xsum': qags('xsum'), 'bump': bump(), 'dialogue': dialogue(), 'exams': exams(),
    }  # fmt: skip
    for name, rows in sets.items():
        choose.seed(name)
        usable = [row for row in rows if 10 <= len(row[0]) <= 2000 and 50 <= len(row[1]) <= 15000]
        choose.shuffle(usable)
        with open(os.path.join(folder, f'{name}.jsonl'), 'w', encoding='utf8') as file:
            for claim, source, verdict, kind in usable[:PER_SET]:
                file.write(json.dumps({'claim': claim, 'source': source, 'verdict': verdict, 'kind': kind}, ensure_ascii=False) + '\n')
        counts = {verdict: sum(row[2] == verdict for row in usable[:PER_SET]) for verdict in ('supported', 'contradicted', 'unverifiable', 'unsupported')}
        print(name, len(usable), counts)


if __name__ == '__main__':
    main(*sys.argv[1:])

"""Edits a sentence so that the edited one contradicts it, follows from it, or says more than it. Labels are exact by construction.

An edit takes (sentence, random, pool) and returns the new sentence, or None where it does not apply.
"""

import random
import re
from collections.abc import Callable

from opposites import DAYS, MONTHS, NUMBER_WORDS, ORDINALS, opposites, synonyms

Edit = Callable[[str, random.Random, 'Pool'], str | None]
_OPPOSITES, _SYNONYMS = opposites(), synonyms()
_NUMBER = re.compile(r'(?<![\w.,$€£-])([$€£]?)(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?![\w]|[.,]\d|-\d)')
_YEAR = re.compile(r'\b(1[5-9]\d\d|20[0-3]\d)(?=s?\b)')
_ENTITY = re.compile(r'(?:[A-Z][\w’\'-]+)(?:\s+(?:of|the|and)?\s*[A-Z][\w’\'-]+){0,3}')
_AUXILIARY = re.compile(r'\b(is|are|was|were|will|would|can|could|should|must|may|has|have|had)\b(?! (?:not|never|no)\b)')
_CAPITAL_WORDS = set(MONTHS) | set(DAYS) | {'The', 'A', 'An', 'In', 'On', 'At', 'This', 'These', 'It', 'He', 'She', 'They', 'We', 'I', 'You', 'If', 'As', 'For', 'But', 'And', 'Its', 'Their', 'When', 'While', 'After', 'Before', 'Since', 'Our', 'There', 'That', 'With', 'From', 'By', 'To', 'Of', 'However', 'Although', 'Many', 'Most', 'Some', 'All', 'Each', 'Both', 'What', 'How', 'Your', 'His', 'Her', 'Or', 'Not', 'No', 'So', 'Also', 'During', 'Under', 'More', 'Other', 'One', 'Two', 'Three'}


class Pool:
    """Names that occur in the prose, by their number of words, to put in place of others."""

    def __init__(self, documents: list[list[str]]):
        self.names: dict[int, list[str]] = {}
        seen: set[str] = set()
        for sentences in documents:
            for sentence in sentences:
                for name in names_of(sentence):
                    if name.group() not in seen:
                        seen.add(name.group())
                        self.names.setdefault(len(name.group().split()), []).append(name.group())

    def other(self, name: str, source: str, choose: random.Random) -> str | None:
        names = self.names.get(len(name.split()), [])
        for _ in range(8):
            found = choose.choice(names) if names else name
            if found not in source and name.lower() not in found.lower() and found.isupper() == name.isupper():
                return found
        return None


def names_of(sentence: str) -> list[re.Match]:
    """Capitalised spans that are not just the first word."""
    return [
        found for found in _ENTITY.finditer(sentence)
        if found.group() not in _CAPITAL_WORDS and found.group().split()[0] not in _CAPITAL_WORDS and (found.start() > 0 or ' ' in found.group())
    ]


def _put(sentence: str, found: re.Match, text: str) -> str:
    return sentence[: found.start()] + text + sentence[found.end() :]


def _pick(found: list, choose: random.Random):
    return choose.choice(found) if found else None


def _plain_numbers(sentence: str) -> list[re.Match]:
    return [found for found in _NUMBER.finditer(sentence) if not (_YEAR.fullmatch(found.group(2)) and not found.group(1) and not found.group(3))]


def _format(value: float, like: re.Match) -> str:
    digits = len(like.group(3)) - 1 if like.group(3) else 0
    text = f'{value:,.{digits}f}' if ',' in like.group(2) or value >= 10000 else f'{value:.{digits}f}'
    return like.group(1) + text


def _value(found: re.Match) -> float:
    return float(found.group(2).replace(',', '') + (found.group(3) or ''))


# ---- contradictions

def other_number(sentence, choose, pool):
    found = _pick(_plain_numbers(sentence), choose)
    if found is None:
        return None
    value = _value(found)
    new = choose.choice([value + choose.randint(1, 9), value * choose.choice([2, 3, 10, 0.5, 0.1, 1.5]), max(0, value - choose.randint(1, 9)), value * choose.uniform(0.3, 2.5)])
    text = _format(new, found)
    return None if text == found.group() or abs(new - value) < 0.02 * value else _put(sentence, found, text)


def other_number_word(sentence, choose, pool):
    found = _pick([word for word in re.finditer(r'\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b', sentence)], choose)
    return None if found is None else _put(sentence, found, choose.choice([word for word in NUMBER_WORDS[2:] if word != found.group()]))


def other_ordinal(sentence, choose, pool):
    found = _pick(list(re.finditer(r'\b(?:second|third|fourth|fifth|sixth|seventh)\b', sentence)), choose)
    return None if found is None else _put(sentence, found, choose.choice([word for word in ORDINALS if word != found.group()]))


_UNITS = {'million': ['billion', 'thousand'], 'billion': ['million', 'trillion'], 'thousand': ['million', 'hundred'], 'km': ['m', 'miles'], 'kilometers': ['meters', 'miles'], 'miles': ['feet', 'kilometers'], 'percent': ['percentage points', 'per thousand'], 'hours': ['minutes', 'days'], 'days': ['weeks', 'hours'], 'weeks': ['months', 'days'], 'months': ['years', 'weeks'], 'years': ['months', 'decades'], 'minutes': ['hours', 'seconds'], 'seconds': ['minutes'], 'feet': ['inches', 'miles'], 'meters': ['kilometers', 'feet'], 'tons': ['pounds'], 'pounds': ['tons'], 'century': ['decade'], 'decade': ['century'], 'dollars': ['euros', 'cents']}


def other_unit(sentence, choose, pool):
    found = _pick(list(re.finditer(r'(?<=[\d,.] )(?:' + '|'.join(_UNITS) + r')\b', sentence)), choose)
    return None if found is None else _put(sentence, found, choose.choice(_UNITS[found.group()]))


def other_year(sentence, choose, pool):
    found = _pick(list(_YEAR.finditer(sentence)), choose)
    if found is None:
        return None
    year = int(found.group(1)) + choose.choice([-1, 1]) * choose.choice([1, 2, 3, 5, 7, 10, 20, 50, 100])
    return None if str(year) in sentence else _put(sentence, found, str(year))


def other_month(sentence, choose, pool):
    names = MONTHS if choose.random() < 0.6 else DAYS
    found = _pick(list(re.finditer(r'\b(?:' + '|'.join(names) + r')\b(?! be\b)', sentence)), choose)
    return None if found is None else _put(sentence, found, choose.choice([name for name in names if name not in sentence] or ['Monday']))


def negated(sentence, choose, pool):
    """The main verb with `not`, or without it."""
    removed = re.search(r'\b(is|are|was|were|will|would|can|could|should|must|may|has|have|had|did|does|do) not ', sentence)
    if removed and choose.random() < 0.7:
        return _put(sentence, removed, removed.group(1) + ' ')
    found = _AUXILIARY.search(sentence)
    if found is None or re.search(r'\b(?:that|which|who|if|when|because)\b', sentence[: found.start()]):
        return None
    word = choose.choice(['not', 'not', 'never', 'no longer'])
    contracted = {'is': "isn't", 'are': "aren't", 'was': "wasn't", 'were': "weren't", 'can': "can't", 'will': "won't", 'has': "hasn't"}
    if word == 'not' and choose.random() < 0.3 and found.group() in contracted:
        return _put(sentence, found, contracted[found.group()])
    return sentence[: found.end()] + ' ' + word + sentence[found.end() :]


_PAST = re.compile(r'\b(?:gained|became|joined|won|began|established|declared|adopted|signed|created|launched|received|published|released|held|occupied|defeated|led|ended|remained|won|lost|included|continued|announced|developed|formed|built|made|won|took|gave|increased|started)\b')
_BASE = {'became': 'become', 'won': 'win', 'began': 'begin', 'held': 'hold', 'led': 'lead', 'lost': 'lose', 'built': 'build', 'made': 'make', 'took': 'take', 'gave': 'give', 'declared': 'declare', 'created': 'create', 'received': 'receive', 'released': 'release', 'included': 'include', 'continued': 'continue', 'announced': 'announce', 'increased': 'increase', 'occupied': 'occupy'}


def denied(sentence, choose, pool):
    """`gained` as `did not gain`, `failed to gain`."""
    found = _PAST.search(sentence)
    if found is None or re.search(r'\b(?:was|were|been|had|has|have|be|is|are|that|which|who|when|after|and)\b', sentence[: found.start()]) or found.start() == 0:
        return None
    base = _BASE.get(found.group(), re.sub(r'(?<=[^e])ed$', '', found.group()))
    return _put(sentence, found, choose.choice(['did not ', 'never ', 'failed to ', "didn't ", 'refused to ']).replace('never ', 'never did ') + base)


def opposite(sentence, choose, pool):
    found = _pick([word for word in re.finditer(r"\b[A-Za-z]+\b", sentence) if word.group().lower() in _OPPOSITES and word.start() > 0 and not word.group()[0].isupper()], choose)
    return None if found is None else _put(sentence, found, _OPPOSITES[found.group().lower()])


def other_name(sentence, choose, pool):
    found = _pick(names_of(sentence), choose)
    new = pool.other(found.group(), sentence, choose) if found else None
    return None if new is None else _put(sentence, found, new)


def swapped_names(sentence, choose, pool):
    """Two names that a verb stands between, in each other's place."""
    names = names_of(sentence)
    for first, second in zip(names, names[1:]):
        between = sentence[first.end() : second.start()]
        if re.search(r'\b\w+(?:ed|s|es|took|won|beat|led|gave|from)\b', between) and not re.search(r'\b(?:and|or|with|between)\b|[,;(]', between) and 2 <= len(between.split()) <= 8:
            return sentence[: first.start()] + second.group() + between + first.group() + sentence[second.end() :]
    return None


_QUANTIFIERS = [(r'\ball\b', ['none of', 'only a few']), (r'\bmost\b', ['few', 'hardly any']), (r'\bmany\b', ['no', 'few']), (r'\bevery\b', ['no']), (r'\beach\b', ['no']), (r'\bboth\b', ['neither of']), (r'\balways\b', ['never']), (r'\bmore than\b', ['less than', 'fewer than']), (r'\bless than\b', ['more than']), (r'\bat least\b', ['at most', 'less than']), (r'\bup to\b', ['more than']), (r'\bnearly\b', ['more than']), (r'\bonly\b', ['not only']), (r'\bsome\b', ['no']), (r'\bseveral\b', ['no', 'only one']), (r'\bnever\b', ['always']), (r'\bno\b', ['every', 'some']), (r'\bmost of\b', ['none of'])]


def other_quantifier(sentence, choose, pool):
    found = [(match, choose.choice(new)) for pattern, new in _QUANTIFIERS for match in re.finditer(pattern, sentence)]
    chosen = _pick(found, choose)
    return None if chosen is None else _put(sentence, *chosen)


def wrong_bound(sentence, choose, pool):
    """`12 members` as `fewer than 10 members`."""
    found = _pick([found for found in _plain_numbers(sentence) if _value(found) >= 5 and not re.search(r'(?:than|least|most|about|to|nearly|over|some|almost|approximately|est|of|,) $', sentence[: found.start()])], choose)
    if found is None:
        return None
    over = choose.random() < 0.5
    return _put(sentence, found, ('more than ' if over else 'fewer than ') + _format(_value(found) * (choose.uniform(1.3, 3) if over else choose.uniform(0.3, 0.8)), found))


# ---- what follows

def right_bound(sentence, choose, pool):
    found = _pick([found for found in _plain_numbers(sentence) if _value(found) >= 5 and not re.search(r'(?:than|least|most|about|to|nearly|over|some|almost|approximately|est|of|,) $', sentence[: found.start()])], choose)
    if found is None:
        return None
    over = choose.random() < 0.6
    return _put(sentence, found, (choose.choice(['more than ', 'over ', 'at least ']) if over else choose.choice(['fewer than ', 'under ', 'less than '])) + _format(_value(found) * (choose.uniform(0.4, 0.9) if over else choose.uniform(1.2, 2)), found))


def without_clause(sentence, choose, pool):
    """Without what a comma, a bracket or `which` sets off."""
    forms = [r'\s*\([^)]*\)', r', (?:which|who|where|while|including|as well as|such as|although|with|making|especially)\b[^,;]*(?=[,.;])', r'; .*(?=\.$)', r'(?<=\w), [^,]{12,60}, (?=\w)']
    found = [match for form in forms for match in re.finditer(form, sentence)]
    match = _pick(found, choose)
    if match is None:
        return None
    shorter = _put(sentence, match, ' ' if match.group().endswith(' ') else '').replace(' .', '.').replace('  ', ' ')
    return shorter if len(shorter.split()) >= 5 else None


def first_clause(sentence, choose, pool):
    found = re.match(r'(.{30,}?),? (?:and|but|while) (?:[a-z]+ )?(?:was|were|is|are|has|had|it|they|he|she|the)\b', sentence)
    return found.group(1).rstrip(',') + '.' if found and re.search(_AUXILIARY, found.group(1)) else None


def time_moved(sentence, choose, pool):
    """`In 1990, X did Y.` as `X did Y in 1990.`, and back."""
    front = re.match(r'((?:In|On|By|Since|During|At|After|Until) [^,]{3,40}), (.+)\.$', sentence)
    if front:
        rest = front.group(2)
        rest = rest[0].upper() + rest[1:]
        return f'{rest} {front.group(1)[0].lower()}{front.group(1)[1:]}.'
    back = re.match(r'(.+) ((?:in|on|since) (?:[A-Z][a-z]+ )?(?:\d{1,2}, )?\d{4})\.$', sentence)
    if back and ',' not in back.group(1):
        first = back.group(1)
        lowered = first if names_of(first) and names_of(first)[0].start() == 0 else first[0].lower() + first[1:]
        return f'{back.group(2).capitalize()}, {lowered}.'
    return None


def other_words(sentence, choose, pool):
    found = [word for word in re.finditer(r'\b[a-z]+\b', sentence) if word.group() in _SYNONYMS]
    choose.shuffle(found)
    for word in sorted(found[: choose.randint(1, 3)], key=lambda word: -word.start()):
        sentence = _put(sentence, word, _SYNONYMS[word.group()])
    return sentence if found else None


def other_notation(sentence, choose, pool):
    """Numbers and dates in another notation."""
    date = re.search(r'\b(' + '|'.join(MONTHS) + r') (\d{1,2}), (\d{4})', sentence)
    if date:
        return _put(sentence, date, choose.choice([f'{date.group(2)} {date.group(1)} {date.group(3)}', f'{date.group(1)[:3]} {date.group(2)}, {date.group(3)}', f'{date.group(3)}-{MONTHS.index(date.group(1)) + 1:02d}-{int(date.group(2)):02d}']))
    percent = re.search(r'(\d+(?:\.\d+)?)(%| percent)', sentence)
    if percent:
        return _put(sentence, percent, percent.group(1) + (' percent' if percent.group(2) == '%' else '%'))
    millions = re.search(r'(\d+(?:\.\d+)?) (million|billion)\b', sentence)
    if millions:
        value = round(float(millions.group(1)) * (10**6 if millions.group(2) == 'million' else 10**9))
        return _put(sentence, millions, f'{value:,}')
    grouped = re.search(r'(?<![\w,.])\d{1,3}(?:,\d{3})+(?![\w,.]\d)', sentence)
    if grouped:
        value = int(grouped.group().replace(',', ''))
        return _put(sentence, grouped, choose.choice([str(value), f'about {value / 10**6:.1f} million' if value >= 10**6 else f'about {round(value, -2 if value > 2000 else -1):,}']))
    word = re.search(r'\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b', sentence)
    return _put(sentence, word, str(NUMBER_WORDS.index(word.group()))) if word else None


# ---- what says more

_DETAILS = ['with the help of {name}', 'in {year}', 'for {number} years', 'because of {name}', 'near {name}', 'after a vote of {number} to {small}', 'at a cost of ${number} million', 'with {number} other people', 'under pressure from {name}', 'for the {ordinal} time', 'in front of {number},000 people']


def with_detail(sentence, choose, pool):
    if not sentence.endswith('.') or len(sentence.split()) > 30:
        return None
    names = pool.names.get(choose.choice([1, 2]), ['Smith'])
    detail = choose.choice(_DETAILS).format(name=choose.choice(names), year=choose.randint(1850, 2023), number=choose.randint(11, 95), small=choose.randint(1, 10), ordinal=choose.choice(ORDINALS[1:6]))
    return f'{sentence[:-1]} {detail}.'


CONTRADICTIONS: dict[str, tuple[Edit, float]] = {
    'number': (other_number, 3), 'number word': (other_number_word, 2), 'ordinal': (other_ordinal, 1), 'unit': (other_unit, 2), 'year': (other_year, 2),
    'month': (other_month, 2), 'negation': (negated, 4), 'denial': (denied, 2), 'antonym': (opposite, 5), 'name': (other_name, 4), 'roles': (swapped_names, 4),
    'quantifier': (other_quantifier, 2), 'bound': (wrong_bound, 1),
}
CONSEQUENCES: dict[str, tuple[Edit, float]] = {
    'clause': (without_clause, 3), 'first clause': (first_clause, 2), 'time': (time_moved, 2), 'words': (other_words, 4), 'notation': (other_notation, 3), 'bound': (right_bound, 1),
}

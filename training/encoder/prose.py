"""Sentences of CC0 prose: The World Factbook, and posts of digital.gov. One list of sentences a document."""

import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from repositories import paths, read

_ABBREVIATIONS = re.compile(r'\b(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Inc|Corp|Co|No|vs|e\.g|i\.e|est|approx|sq|[A-Z]|U\.S|a\.m|p\.m)\.$')
_END = re.compile(r'(?<=[.!?])["”’)]*\s+(?=["“‘(]?[A-Z0-9])')


def split(paragraph: str) -> list[str]:
    """Sentences of a paragraph; pieces that end in an abbreviation are joined to the next."""
    found: list[str] = []
    for piece in _END.split(paragraph):
        if found and _ABBREVIATIONS.search(found[-1]):
            found[-1] += ' ' + piece
        else:
            found.append(piece)
    return [' '.join(sentence.split()) for sentence in found]


def whole(sentence: str) -> bool:
    """A sentence with a verb's usual length, and without markup."""
    return (
        7 <= len(sentence.split()) <= 42
        and sentence[-1] in '.!?"”'
        and sentence[0].isupper()
        and not re.search(r'[{}<>|\[\]*_#=]|https?:|\.\.\.', sentence)
    )


def _values(node):
    if isinstance(node, dict):
        for key, value in node.items():
            if key == 'text' and isinstance(value, str):
                yield value
            else:
                yield from _values(value)


def factbook() -> list[list[str]]:
    documents = []
    for path in paths('factbook/factbook.json', '.'):
        if path.endswith('.json') and '/' in path:
            for text in _values(json.loads(read('factbook/factbook.json', path))):
                text = re.sub(r'<[^>]+>', ' ', text).replace('&amp;', '&').replace('&nbsp;', ' ')
                sentences = [sentence for sentence in split(text) if whole(sentence)]
                if sentences:
                    documents.append(sentences)
    return documents


_LINK = re.compile(r'!?\[([^\]]*)\]\([^)]*\)')
_MARKUP = re.compile(r'\{\{.*?\}\}|<[^>]+>|[*_`]{1,3}', re.S)


def digital_gov() -> list[list[str]]:
    documents = []
    for path in paths('GSA/digitalgov.gov', 'content/'):
        if not path.endswith('.md'):
            continue
        body = read('GSA/digitalgov.gov', path).split('\n---', 1)[-1]
        text = _MARKUP.sub('', _LINK.sub(r'\1', body)).replace('&nbsp;', ' ').replace('&amp;', '&').replace('\\', '')
        sentences = []
        for paragraph in re.split(r'\n\s*\n', text):
            if not re.match(r'\s*(?:[#>|-]|\d+\.)', paragraph):
                sentences += [sentence for sentence in split(paragraph) if whole(sentence)]
        if len(sentences) > 1:
            documents.append(sentences)
    return documents


if __name__ == '__main__':
    documents = [*factbook(), *digital_gov()]
    with open(sys.argv[1], 'w', encoding='utf8') as file:
        for sentences in documents:
            file.write(json.dumps(sentences, ensure_ascii=False) + '\n')
    print(len(documents), 'documents', sum(map(len, documents)), 'sentences')

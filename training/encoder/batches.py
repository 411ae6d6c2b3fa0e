"""Turns labelled rows into padded batches of word vectors."""

import json
import random

import torch
from tokenizers import Tokenizer

from base import BASE_TOKENIZER


def load_tokenizer() -> Tokenizer:
    tokenizer = Tokenizer.from_file(BASE_TOKENIZER)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


CLS, SEP = 101, 102


def encode(tokenizer: Tokenizer, texts: list[tuple[str, ...]], longest: int) -> list[tuple[list[int], int]]:
    """For each text, or pair of texts, its pieces, and where the second text begins. The second one is cut where both are too long."""
    columns = [[row.ids for row in tokenizer.encode_batch([text[place] for text in texts], add_special_tokens=False)] for place in range(len(texts[0]))]
    rows = []
    for parts in zip(*columns):
        first = parts[0][: longest - 2 - (1 if len(parts) == 2 else 0)]
        ids = [CLS, *first, SEP]
        begin = len(ids)
        if len(parts) == 2:
            ids += [*parts[1][: max(0, longest - begin - 1)], SEP]
        rows.append((ids, begin))
    return rows


def read_rows(path: str) -> list[dict]:
    with open(path, encoding='utf8') as file:
        return [json.loads(line) for line in file]


def texts_of(row: dict) -> tuple[str, ...]:
    return (row['text'],) if 'text' in row else (row['claim'], row['source'])


def order_of_batches(lengths: list[int], size: int, seed: int) -> list[list[int]]:
    """Batches of rows with about the same length, in a random order."""
    generator = random.Random(seed)
    order = list(range(len(lengths)))
    generator.shuffle(order)
    pool = size * 100
    batches = []
    for start in range(0, len(order), pool):
        chunk = sorted(order[start : start + pool], key=lambda index: lengths[index])
        batches += [chunk[begin : begin + size] for begin in range(0, len(chunk), size)]
    generator.shuffle(batches)
    return batches


def pad(table: torch.Tensor, rows: list[tuple[list[int], int]]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Word vectors, types and mask of a batch."""
    longest = max(len(ids) for ids, _ in rows)
    ids = torch.zeros(len(rows), longest, dtype=torch.int64)
    types = torch.zeros_like(ids)
    mask = torch.zeros_like(ids)
    for index, (row, begin) in enumerate(rows):
        ids[index, : len(row)] = torch.tensor(row)
        types[index, begin : len(row)] = 1
        mask[index, : len(row)] = 1
    return table[ids], types, mask

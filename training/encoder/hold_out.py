"""Divides rows into those to train on and those to watch: 300 of each origin are held out.

    python hold_out.py ROWS TRAIN DEV [--seed 9] [--cap ORIGIN=COUNT]... [--times ORIGIN=COUNT]...

`--cap` keeps so many rows of a large origin; `--times` repeats a small one. What shipped: pairs with `--seed 9`; sentences with `--seed 3 --cap goemotions=20000
--cap xed=6000 --times tweets=3`, and the fourth round with `--cap goemotions=5000 --cap xed=1000 --times tweets=3 --times sst2=2`.
"""

import argparse
import json
import random

HELD_OUT = 300


def pairs(values: list[str]) -> dict[str, int]:
    return {name: int(count) for name, _, count in (value.partition('=') for value in values)}


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ('rows', 'train', 'dev'):
        parser.add_argument(name)
    parser.add_argument('--seed', type=int, default=9)
    parser.add_argument('--cap', action='append', default=[])
    parser.add_argument('--times', action='append', default=[])
    options = parser.parse_args()
    caps, times = pairs(options.cap), pairs(options.times)
    with open(options.rows, encoding='utf8') as file:
        rows = [json.loads(line) for line in file]
    random.Random(options.seed).shuffle(rows)
    seen: dict[str, int] = {}
    dev, train = [], []
    for row in rows:
        count = seen[row['origin']] = seen.get(row['origin'], 0) + 1
        if count <= HELD_OUT:
            dev.append(row)
        elif count - HELD_OUT <= caps.get(row['origin'], len(rows)):
            train += [row] * times.get(row['origin'], 1)
    random.Random(options.seed + 1).shuffle(train)
    for path, kept in ((options.train, train), (options.dev, dev)):
        with open(path, 'w', encoding='utf8') as file:
            for row in kept:
                file.write(json.dumps(row, ensure_ascii=False) + '\n')
    print(len(train), 'to train on,', len(dev), 'held out')


if __name__ == '__main__':
    main()

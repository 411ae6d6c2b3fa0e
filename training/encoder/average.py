"""Writes the mean of two checkpoints: what fine-tuning taught, without all of what it forgot.

    python average.py BEFORE AFTER SHARE_OF_AFTER OUT       what shipped: 0.6
"""

import sys

import torch


def main(before: str, after: str, share: str, out: str) -> None:
    one, other = (torch.load(path, map_location='cpu')['encoder'] for path in (before, after))
    torch.save({'encoder': {name: (1 - float(share)) * weights + float(share) * other[name] for name, weights in one.items()}}, out)


if __name__ == '__main__':
    main(*sys.argv[1:])

"""Fine-tunes the encoder on labelled texts or pairs of texts. Seeded; goes on from its last checkpoint.

    python train.py ROWS CHECKPOINT [--dev ROWS] [--epochs 2] [--batch 32] [--rate 4e-5] [--tokens 96] [--start CHECKPOINT] [--frozen N] [--minutes M]

ROWS: JSON lines {text | claim and source, label, weight?}. The table of word vectors is not trained, and is used as it ships
(rounded to int8), so that several encoders share it. `--frozen` leaves the first N layers as they are; `--minutes` stops after that time:
the next call goes on.
"""

import argparse
import os
import time

import numpy as np
import torch
import torch.nn.functional as F

from base import BASE_WEIGHTS, check_base
from batches import encode, load_tokenizer, order_of_batches, pad, read_rows, texts_of
from bert import read_weights
from export import quantise_words


def settings() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument('rows')
    parser.add_argument('checkpoint')
    parser.add_argument('--dev')
    parser.add_argument('--epochs', type=int, default=2)
    parser.add_argument('--batch', type=int, default=32)
    parser.add_argument('--rate', type=float, default=4e-5)
    parser.add_argument('--tokens', type=int, default=96)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--labels', type=int, default=3)
    parser.add_argument('--smooth', type=float, default=0.05)
    parser.add_argument('--start', help='a checkpoint whose weights to begin with')
    parser.add_argument('--frozen', type=int, default=0, help='how many of the first layers keep their weights')
    parser.add_argument('--minutes', type=float, default=float('inf'))
    return parser.parse_args()


def measure(encoder, table, rows, labels) -> str:
    """Mean recall over the labels present, by origin."""
    encoder.eval()
    found = []
    with torch.no_grad():
        for start in range(0, len(rows), 64):
            with torch.autocast('cpu', dtype=torch.bfloat16):
                found.append(encoder(*pad(table, rows[start : start + 64])).float().argmax(1))
    encoder.train()
    guesses = torch.cat(found).numpy()
    said = []
    origins = np.array([origin for _, origin in labels])
    wanted = np.array([label for label, _ in labels])
    for origin in sorted(set(origins)):
        here = origins == origin
        recalls = [float((guesses[here & (wanted == label)] == label).mean()) for label in sorted(set(wanted[here]))]
        said.append(f'{origin} {np.mean(recalls):.3f}')
    return ', '.join(said)


def main() -> None:
    options = settings()
    check_base()
    torch.manual_seed(options.seed)
    torch.set_num_threads(int(os.environ.get('OMP_NUM_THREADS', '1')))
    table, encoder = read_weights(BASE_WEIGHTS, options.labels)
    whole, scales = quantise_words(table)
    table = torch.from_numpy(whole.astype(np.float32) * scales[:, None])
    tokenizer = load_tokenizer()
    data = read_rows(options.rows)
    rows = encode(tokenizer, [texts_of(row) for row in data], options.tokens)
    labels = torch.tensor([row['label'] for row in data])
    weights = torch.tensor([float(row.get('weight', 1)) for row in data])
    dev = read_rows(options.dev) if options.dev else []
    dev_rows = encode(tokenizer, [texts_of(row) for row in dev], options.tokens) if dev else []
    dev_labels = [(row['label'], row.get('origin', 'dev')) for row in dev]
    if options.frozen:
        for part in (encoder.positions, encoder.types, encoder.norm, *encoder.layers[: options.frozen]):
            part.requires_grad_(False)
    slow = [parameter for name, parameter in encoder.named_parameters() if not name.startswith('head') and parameter.requires_grad]
    optimiser = torch.optim.AdamW(
        [{'params': slow, 'lr': options.rate}, {'params': encoder.head.parameters(), 'lr': options.rate * 5}], weight_decay=0.01
    )
    batches = [batch for epoch in range(options.epochs) for batch in order_of_batches([len(ids) for ids, _ in rows], options.batch, options.seed + epoch)]
    steps = len(batches)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: min(1, (step + 1) / (0.06 * steps)) * max(0.02, 1 - step / steps))
    done = 0
    if options.start:
        encoder.load_state_dict(torch.load(options.start)['encoder'])
    if os.path.exists(options.checkpoint):
        saved = torch.load(options.checkpoint)
        encoder.load_state_dict(saved['encoder'])
        if 'optimiser' in saved:
            optimiser.load_state_dict(saved['optimiser'])
            schedule.load_state_dict(saved['schedule'])
        done = saved['done']
    encoder.train()
    begun, shown, total = time.time(), done, 0.0
    for step in range(done, steps):
        batch = batches[step]
        with torch.autocast('cpu', dtype=torch.bfloat16):
            scores = encoder(*pad(table, [rows[index] for index in batch]))
        losses = F.cross_entropy(scores.float(), labels[batch], label_smoothing=options.smooth, reduction='none')
        loss = (losses * weights[batch]).sum() / weights[batch].sum()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        optimiser.zero_grad()
        total += float(loss.detach())
        if (step + 1) % 200 == 0:
            speed = (step + 1 - done) * options.batch / (time.time() - begun)
            print(f'{step + 1}/{steps} loss {total / (step + 1 - shown):.3f} {speed:.0f} rows/s', flush=True)
            shown, total = step + 1, 0.0
        late = time.time() - begun > 60 * options.minutes
        if (step + 1) % 1000 == 0 or step + 1 == steps or late:
            if dev_rows and not late:
                print(f'{step + 1}/{steps} {measure(encoder, table, dev_rows, dev_labels)}', flush=True)
            state = {'encoder': encoder.state_dict(), 'done': step + 1}
            if step + 1 < steps:
                state |= {'optimiser': optimiser.state_dict(), 'schedule': schedule.state_dict()}
            torch.save(state, options.checkpoint + '.new')
            os.replace(options.checkpoint + '.new', options.checkpoint)
            if late:
                return


if __name__ == '__main__':
    main()

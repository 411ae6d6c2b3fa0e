"""The encoder: BERT's architecture with six layers of 384, read from the weights of all-MiniLM-L6-v2."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from safetensors.torch import load_file

WIDTH, LAYERS, HEADS, INNER, PIECES, POSITIONS = 384, 6, 12, 1536, 30522, 512


class Layer(nn.Module):
    def __init__(self, dropout: float):
        super().__init__()
        self.query = nn.Linear(WIDTH, WIDTH)
        self.key = nn.Linear(WIDTH, WIDTH)
        self.value = nn.Linear(WIDTH, WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.norm1 = nn.LayerNorm(WIDTH, eps=1e-12)
        self.inner = nn.Linear(WIDTH, INNER)
        self.outer = nn.Linear(INNER, WIDTH)
        self.norm2 = nn.LayerNorm(WIDTH, eps=1e-12)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, bias):
        batch, tokens, _ = x.shape
        heads = lambda t: t.view(batch, tokens, HEADS, WIDTH // HEADS).transpose(1, 2)
        weights = heads(self.query(x)) @ heads(self.key(x)).transpose(2, 3) / (WIDTH // HEADS) ** 0.5 + bias
        mixed = (torch.softmax(weights, dim=-1) @ heads(self.value(x))).transpose(1, 2).reshape(batch, tokens, WIDTH)
        x = self.norm1(x + self.dropout(self.out(mixed)))
        return self.norm2(x + self.dropout(self.outer(F.gelu(self.inner(x)))))


class Encoder(nn.Module):
    """Takes word vectors that were looked up before, so that several encoders can share one table."""

    def __init__(self, labels: int | None, dropout: float = 0.1):
        super().__init__()
        self.positions = nn.Embedding(POSITIONS, WIDTH)
        self.types = nn.Embedding(2, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer(dropout) for _ in range(LAYERS))
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(3 * WIDTH, labels) if labels else None

    def forward(self, words, types, mask):
        """words: float [batch, tokens, 384]; types, mask: int64 [batch, tokens]. Scores, or sentence vectors of length one."""
        tokens = words.shape[1]
        x = words + self.positions.weight[:tokens] + self.types(types)
        x = self.dropout(self.norm(x))
        bias = (1.0 - mask[:, None, None, :].float()) * -10000.0
        for layer in self.layers:
            x = layer(x, bias)
        kept = mask[:, :, None].float()
        mean = (x * kept).sum(1) / kept.sum(1)
        if self.head is None:
            return F.normalize(mean, dim=-1)
        highest = (x + (kept - 1.0) * 10000.0).max(1).values
        return self.head(self.dropout(torch.cat([x[:, 0], mean, highest], dim=-1)))


def read_weights(path: str, labels: int | None, dropout: float = 0.1) -> tuple[torch.Tensor, Encoder]:
    """The table of word vectors, and an encoder with a new head."""
    raw = load_file(path)
    encoder = Encoder(labels, dropout)
    state = encoder.state_dict()
    take = lambda name, source: state[name].copy_(raw[source])
    take('positions.weight', 'embeddings.position_embeddings.weight')
    take('types.weight', 'embeddings.token_type_embeddings.weight')
    both = [('weight', 'weight'), ('bias', 'bias')]
    for ours, theirs in both:
        take(f'norm.{ours}', f'embeddings.LayerNorm.{theirs}')
        for index in range(LAYERS):
            base = f'encoder.layer.{index}.'
            for name, source in [
                ('query', 'attention.self.query'), ('key', 'attention.self.key'), ('value', 'attention.self.value'),
                ('out', 'attention.output.dense'), ('norm1', 'attention.output.LayerNorm'),
                ('inner', 'intermediate.dense'), ('outer', 'output.dense'), ('norm2', 'output.LayerNorm'),
            ]:
                take(f'layers.{index}.{name}.{ours}', f'{base}{source}.{theirs}')
    return raw['embeddings.word_embeddings.weight'].clone(), encoder

"""Writes an encoder as int8 ONNX, and the table of word vectors as int8.

    python export.py words OUT                 the table and the vocabulary
    python export.py sentences OUT             the encoder without a head
    python export.py NAME OUT CHECKPOINT       a trained encoder, as OUT/NAME.onnx
    python export.py manifest OUT              manifest.json with sizes and checksums of what is there
"""

import os
import pathlib
import sys
import tempfile

import numpy as np
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import model_files
from base import BASE_WEIGHTS, BASE_VOCABULARY
from bert import WIDTH, read_weights

LABELS = {'pairs': ['contradicted', 'supported', 'unverifiable'], 'sentiment': ['negative', 'neutral', 'positive'], 'sentences': None}
# Vectors of the fourth layer tell sentences apart well enough to find the central ones, and keep all files under 45 MB.
SENTENCE_LAYERS = 4
MAX_TOKENS = {'pairs': 192, 'sentiment': 96, 'sentences': 96}


def quantise_words(table: torch.Tensor) -> tuple[np.ndarray, np.ndarray]:
    """int8 rows and their float32 scales."""
    rows = table.numpy()
    scales = (np.abs(rows).max(axis=1) / 127).astype(np.float32)
    return np.round(rows / np.maximum(scales, 1e-12)[:, None]).astype(np.int8), scales


def write_words(out: str) -> None:
    table, _ = read_weights(BASE_WEIGHTS, None)
    rows, scales = quantise_words(table)
    with open(f'{out}/words.bin', 'wb') as file:
        file.write(rows.tobytes())
        file.write(scales.astype('<f4').tobytes())
    with open(BASE_VOCABULARY, encoding='utf8') as source, open(f'{out}/vocabulary.txt', 'w', encoding='utf8') as file:
        file.write(source.read())


def write_encoder(name: str, out: str, checkpoint: str | None) -> None:
    labels = LABELS[name]
    _, encoder = read_weights(BASE_WEIGHTS, len(labels) if labels else None, 0.0)
    if checkpoint:
        encoder.load_state_dict(torch.load(checkpoint, map_location='cpu')['encoder'])
    if labels is None:
        encoder.layers = encoder.layers[:SENTENCE_LAYERS]
    encoder.positions.weight.data = encoder.positions.weight.data[: MAX_TOKENS[name]].clone()
    encoder.eval()
    words = torch.zeros(2, 16, WIDTH)
    integers = torch.ones(2, 16, dtype=torch.int64)
    axes = {name: {0: 'batch', 1: 'tokens'} for name in ('words', 'types', 'mask')} | {'scores': {0: 'batch'}}
    with tempfile.TemporaryDirectory() as directory:
        whole = os.path.join(directory, 'float.onnx')
        torch.onnx.export(
            encoder, (words, integers, integers), whole, dynamo=False, opset_version=17,
            input_names=['words', 'types', 'mask'], output_names=['scores'], dynamic_axes=axes,
        )
        # Unsigned weights: signed ones overflow in the kernels of processors without VNNI.
        quantize_dynamic(whole, f'{out}/{name}.onnx', weight_type=QuantType.QUInt8, per_channel=True, op_types_to_quantize=['MatMul'])


def write_manifest(out: str) -> None:
    encoders = {
        name: {'file': f'{name}.onnx', 'labels': LABELS[name], 'maxTokens': MAX_TOKENS[name]}
        for name in LABELS if os.path.exists(f'{out}/{name}.onnx')
    }
    model_files.write_manifest(pathlib.Path(out), encoders)


if __name__ == '__main__':
    what, out, *rest = sys.argv[1:]
    torch.manual_seed(1)
    os.makedirs(out, exist_ok=True)
    if what == 'words':
        write_words(out)
    elif what == 'manifest':
        write_manifest(out)
    else:
        write_encoder(what, out, rest[0] if rest else None)

"""Sentence vectors of abstracts, made by the encoder that the service runs.

    python training/summary/embed.py --models DIR IN.jsonl OUT.bin

IN has one document a line, {source: [sentence], target: [reference]}. OUT has 384 numbers (float32, little-endian) for each sentence, in order.
"""

import argparse
import json
import os
import pathlib

os.environ.setdefault("OMP_NUM_THREADS", "1")
import numpy as np
import onnxruntime
from tokenizers import BertWordPieceTokenizer

BATCH = 32


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--models", required=True)
    parser.add_argument("input")
    parser.add_argument("output")
    options = parser.parse_args()
    models = pathlib.Path(options.models)
    encoder = json.loads((models / "manifest.json").read_text())["encoders"]["sentences"]
    tokenizer = BertWordPieceTokenizer(str(models / "vocabulary.txt"), lowercase=True)
    tokenizer.enable_truncation(encoder["maxTokens"])
    rows = tokenizer.get_vocab_size()
    table = np.fromfile(models / "words.bin", dtype=np.int8, count=rows * 384).reshape(rows, 384)
    scales = np.fromfile(models / "words.bin", dtype="<f4", offset=rows * 384)
    threads = onnxruntime.SessionOptions()
    threads.intra_op_num_threads = 1
    threads.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(models / encoder["file"]), threads)

    texts = [text.strip() or "." for line in open(options.input, encoding="utf-8") if line.strip() for text in json.loads(line)["source"]]
    encoded = [encoding.ids for encoding in tokenizer.encode_batch(texts)]
    vectors = np.zeros((len(texts), 384), np.float32)
    by_length = sorted(range(len(texts)), key=lambda place: len(encoded[place]))
    for start in range(0, len(texts), BATCH):
        places = by_length[start:start + BATCH]
        longest = max(len(encoded[place]) for place in places)
        ids = np.zeros((len(places), longest), np.int64)
        mask = np.zeros_like(ids)
        for row, place in enumerate(places):
            ids[row, :len(encoded[place])] = encoded[place]
            mask[row, :len(encoded[place])] = 1
        words = table[ids].astype(np.float32) * scales[ids][..., None]
        vectors[places] = session.run(None, {"words": words, "types": np.zeros_like(ids), "mask": mask})[0]
        if start % (BATCH * 50) == 0:
            print(start, "of", len(texts), flush=True)
    vectors.astype("<f4").tofile(options.output)


if __name__ == "__main__":
    main()

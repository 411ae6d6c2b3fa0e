import torch
from flask import request


def load_model():
    weights = request.files["weights"]
    return torch.load(weights)

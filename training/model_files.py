"""What manifest.json says of the files in a folder of models."""

import hashlib
import json
import pathlib

# Licences and cards beside the models are left out.
SUFFIXES = {".bin", ".json", ".onnx", ".txt"}
MANIFEST = "manifest.json"


def list_files(folder: pathlib.Path) -> dict[str, dict]:
    """Size and SHA-256 of each model, by its name."""
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.name != MANIFEST and file.suffix in SUFFIXES)
    return {file.name: {"bytes": file.stat().st_size, "sha256": hashlib.sha256(file.read_bytes()).hexdigest()} for file in files}


def write_manifest(folder: pathlib.Path, encoders: dict) -> dict:
    """Writes manifest.json, and returns what it says."""
    files = list_files(folder)
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:12]
    manifest = {"version": version, "files": files, "encoders": encoders}
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n")
    return manifest

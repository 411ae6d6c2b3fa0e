"""Lists every model in a folder, with its size and checksum, in its manifest.json. What the manifest says of encoders stays.

    python training/list-models.py DIR
"""

import json
import pathlib
import sys

from model_files import MANIFEST, write_manifest


def main():
    folder = pathlib.Path(sys.argv[1])
    manifest = write_manifest(folder, json.loads((folder / MANIFEST).read_text())["encoders"])
    total = sum(entry["bytes"] for entry in manifest["files"].values())
    print(f"{len(manifest['files'])} files, {total / 1e6:.1f} MB, version {manifest['version']}")


if __name__ == "__main__":
    main()

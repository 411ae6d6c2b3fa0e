"""Reads files of data repositories from local git clones.

Every script takes `--clones DIR`. DIR has one git repository for each data set, as `<owner>+<name>` or `<owner>+<name>/repo`.
"""

import pathlib
import subprocess


def read(clones: str, repository: str, path: str) -> str:
    """The newest text of one file. Raises CalledProcessError where the clone lacks it."""
    folder = pathlib.Path(clones) / repository.replace("/", "+")
    if (folder / "repo").is_dir():
        folder = folder / "repo"
    shown = subprocess.run(["git", "-C", str(folder), "show", f"HEAD:{path}"], check=True, capture_output=True)
    return shown.stdout.decode("utf-8", errors="replace")

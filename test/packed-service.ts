import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const maxBuffer = 64 * 1024 * 1024

/** The name of the package, as its one place has it. */
export const packageName = (JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as { name: string }).name

/**
 * Builds and packs a source tree.
 * @returns the path of the archive in that folder
 */
export async function pack(folder: string, tree = process.cwd()): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: tree, maxBuffer })
  return join(folder, stdout.trim().split('\n').at(-1)!)
}

/**
 * Where the package is installed that end-to-end tests are run against; null: against the sources. Services in the process of the
 * test come from its `dist`, and those in a process of their own from its program. Set by TEST_PACKAGE.
 */
export const installedPackage: string | null = process.env['TEST_PACKAGE'] ?? null

/** What npm says while it installs the archive in a new folder. */
export async function install(archive: string, folder: string, ...options: string[]): Promise<string> {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const { stdout, stderr } = await run('npm', ['install', '--no-audit', '--no-fund', ...options, archive], { cwd: folder, maxBuffer })
  return stdout + stderr
}

/** The program in a folder where the package was installed. */
export const installedProgram = (folder: string) => join(folder, 'node_modules/.bin/farthing')

/** Installs a Node of that version, as npm has it, and gives its path. */
export async function installNode(nodeVersion: string, folder: string): Promise<string> {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  await run('npm', ['install', '--no-audit', '--no-fund', `node-${process.platform}-${process.arch}@${nodeVersion}`], {
    cwd: folder,
    maxBuffer,
  })
  return join(folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
}

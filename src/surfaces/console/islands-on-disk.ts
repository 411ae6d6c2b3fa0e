import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isInstalled } from '../../shared/is-installed.ts'
import { sha256 } from '../../shared/sha256.ts'

/** Scripts for the browser, by file name. */
export type IslandFiles = Readonly<Record<string, string>>

/** What the npm package has: the scripts, bundled when it was packed. */
const packed = join(import.meta.dirname, 'islands.json')
/** What a checkout has: their sources, and the program that bundles them. */
const bundler = join(import.meta.dirname, '../../../packaging/bundle-islands.ts')

const maxBytes = 4_000_000

let version: string | null | undefined
let files: Promise<IslandFiles> | undefined

/** Where a page finds a script: another content has another address. Null where scripts can't be made: pages work without them, but for paying. */
export function islandAddress(name: string): string | null {
  version ??= versionOf()
  return version === null ? null : `/assets/${version}/${name}.js`
}

function versionOf(): string | null {
  if (existsSync(packed)) return sha256(readFileSync(packed)).slice(0, 16)
  if (!existsSync(bundler) || !isInstalled('rolldown')) return null
  const cwd = join(import.meta.dirname, '../..')
  const sources = globSync(['surfaces/console/**/*.ts', 'shared/*.ts'], { cwd }).toSorted()
  return sha256(sources.map((file) => readFileSync(join(cwd, file), 'utf8')).join('\n')).slice(0, 16)
}

/** The scripts. A checkout bundles them at the first request, in a process of its own, in about half a second. */
export function islandFiles(): Promise<IslandFiles> {
  files ??= readFiles().catch((error: unknown) => {
    // The next request tries again.
    files = undefined
    throw error
  })
  return files
}

async function readFiles(): Promise<IslandFiles> {
  if (existsSync(packed)) return JSON.parse(readFileSync(packed, 'utf8')) as IslandFiles
  const { stdout } = await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', bundler], {
    maxBuffer: maxBytes,
  })
  return JSON.parse(stdout) as IslandFiles
}

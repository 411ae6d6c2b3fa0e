import { constants } from 'node:fs'
import { access, open, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where a browser comes from. */
export type BrowserBinary =
  /** The program itself, and no script that starts it. */
  | { readonly kind: 'installed'; readonly path: string }
  /** Packed files of an npm package, to be unpacked. */
  | { readonly kind: 'packed'; readonly directory: string }

const installedPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/usr/lib/chromium/chromium',
]

/**
 * Names of the scripts with which distributions start a browser. Such a script reads settings of the machine, such as Debian's
 * `/etc/chromium.d`, which a locked-down browser can't see.
 */
const scriptNames = /^(?:chromium|google-chrome)(?:-[a-z]+)?(?:\.sh)?$/

/** Where the program behind such a script is: beside it (Google, Alpine), or in the directory of its distribution (Debian, openSUSE, Ubuntu, Fedora). */
const programsBehind = (script: string): readonly string[] => [
  join(dirname(script), 'chrome'),
  join(dirname(script), 'chromium'),
  '/usr/lib/chromium/chromium',
  '/usr/lib64/chromium/chromium',
  '/usr/lib/chromium-browser/chromium-browser',
  '/usr/lib64/chromium-browser/chromium-browser',
]

/**
 * The browser that the operator names, else the one of the npm package (Linux on x64), else an installed Chromium. Null where
 * there is none; a path that is named and cannot be run counts as none.
 */
export async function findBrowser(named: string | null): Promise<BrowserBinary | null> {
  if (named !== null) return installed(await programOf(named))
  const directory = packedDirectory()
  if (directory !== null && process.platform === 'linux' && process.arch === 'x64' && (await isReadable(`${directory}/chromium.br`))) {
    return { kind: 'packed', directory }
  }
  for (const path of installedPaths) {
    const found = installed(await programOf(path))
    if (found) return found
  }
  return null
}

function installed(path: string | null): BrowserBinary | null {
  return path === null ? null : { kind: 'installed', path }
}

/** The program that a path leads to, behind links and the script of a distribution. Null where there is none. An operator's own script is taken as it is. */
async function programOf(path: string): Promise<string | null> {
  if (!(await isExecutable(path))) return null
  const real = await realpath(path)
  if (!(await isScript(real)) || !scriptNames.test(basename(real))) return real
  for (const program of programsBehind(real))
    if (program !== real && (await isExecutable(program)) && !(await isScript(program))) return program
  return null
}

async function isScript(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null)
  try {
    const { buffer } = (await file?.read(Buffer.alloc(2), 0, 2, 0)) ?? { buffer: Buffer.alloc(0) }
    return buffer.toString('latin1') === '#!'
  } finally {
    await file?.close()
  }
}

function packedDirectory(): string | null {
  try {
    return fileURLToPath(new URL('../bin', import.meta.resolve('@sparticuz/chromium')))
  } catch {
    return null
  }
}

function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

function isReadable(path: string): Promise<boolean> {
  return access(path, constants.R_OK).then(
    () => true,
    () => false,
  )
}

import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Where a browser comes from. */
export type BrowserBinary =
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
 * The browser that the operator names, else the one of the npm package (Linux on x64), else an installed Chromium. Null where
 * there is none; a path that is named and cannot be run counts as none.
 */
export async function findBrowser(named: string | null): Promise<BrowserBinary | null> {
  if (named !== null) return (await isExecutable(named)) ? { kind: 'installed', path: named } : null
  const directory = packedDirectory()
  if (directory !== null && process.platform === 'linux' && process.arch === 'x64' && (await isReadable(`${directory}/chromium.br`))) {
    return { kind: 'packed', directory }
  }
  for (const path of installedPaths) if (await isExecutable(path)) return { kind: 'installed', path }
  return null
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

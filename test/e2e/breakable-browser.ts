import { chmodSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findBrowser } from '../../goods/rendering/installation/find-browser.ts'
import { browserHere } from '../../goods/rendering/renderer/rendering.fixture.ts'
import { unpackBrowser } from '../../goods/rendering/installation/unpack-browser.ts'

/** A program for BROWSER_PATH that runs as a browser for as long as a test says so. */
export interface BreakableBrowser {
  readonly path: string
  /** From now on it ends at once. Browsers that run go on. */
  break(): void
  /** From now on it is the browser of the npm package. */
  mend(): Promise<void>
  /** Whether a browser that it started runs. */
  runs(): boolean
  remove(): void
}

const packed = browserHere ? await findBrowser(null) : null

/** Whether `mend` has a browser to run. */
export const canMend = packed?.kind === 'packed'

export function openBreakableBrowser(): BreakableBrowser {
  const folder = mkdtempSync(join(tmpdir(), 'farthing-broken-browser-'))
  chmodSync(folder, 0o755)
  const path = join(folder, 'own-browser')
  const real = join(folder, 'real')
  const write = (script: string) => writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  write('exit 1')
  return {
    path,
    break: () => write('exit 1'),
    async mend() {
      if (packed?.kind !== 'packed') throw new Error('there is no browser of the npm package here')
      const unpacked = await unpackBrowser(packed.directory, join(tmpdir(), `farthing-browser-${process.getuid?.() ?? 0}`))
      copyFileSync(unpacked, real)
      write(`exec ${real} "$@"`)
    },
    runs: () => commandLines().some((line) => line.includes(folder)),
    remove: () => rmSync(dirname(path), { recursive: true, force: true }),
  }
}

function commandLines(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      } catch {
        // The process has ended.
        return ''
      }
    })
}

import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock, systemTimers } from '../../../src/ops/system.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { findBrowser } from './find-browser.ts'
import { openRenderer } from '../renderer/open-renderer.ts'
import { inTime, pdfOf } from '../renderer/rendering.fixture.ts'

const isPacked = (await findBrowser(null))?.kind === 'packed'
const isRoot = process.getuid?.() === 0
if (isPacked && !isRoot)
  console.warn('Only root can give the browser a user of its own: the tests of what that user can read are left out.')

/** What the service sets: nobody else may read what it writes. */
const umaskOfService = 0o077
let before: number
let home: string
let directory: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'farthing-browser-files-'))
  await chmod(home, 0o755)
  directory = join(home, 'made', 'on', 'the', 'way')
  before = process.umask(umaskOfService)
})
afterAll(async () => {
  process.umask(before)
  await rm(home, { recursive: true, force: true })
})

/** Prints a page with the browser in the directory, and gives the number of its pages. */
async function printed(): Promise<number | undefined> {
  const renderer = await openRenderer(
    {
      path: null,
      directories: [directory],
      requireIsolation: isRoot,
      maxPages: 1,
      maxWaiting: 1,
      pageMs: 30_000,
      maxMemoryBytes: 700_000_000,
      idleMs: 60_000,
      contactUrl: 'https://farthing.example',
      allowedEndpoints: new Set(),
    },
    { clock: systemClock, timers: systemTimers, log: silentLog },
  )
  try {
    return (await renderer?.pdf(pdfOf({ html: '<p>x' }), inTime))?.document.pageCount
  } finally {
    await renderer?.close()
  }
}

/** Every file and directory of the browser that others can't read or could write to, with its mode. The record of a copy is only for us. */
async function closedOrOpenToAll(): Promise<readonly string[]> {
  const names = [...(await readdir(home, { recursive: true })), '.'].filter((name) => !name.endsWith('/chromium.json'))
  const found = await Promise.all(names.map(async (name) => ({ name, mode: (await stat(join(home, name))).mode })))
  return found.filter(({ mode }) => (mode & 0o044) !== 0o044 || (mode & 0o022) !== 0).map(({ name, mode }) => `${name} ${mode.toString(8)}`)
}

describe.runIf(isPacked)('the files of the browser', () => {
  test('can be read by the user of the browser and written by us only, though the service makes private files', async () => {
    expect(await printed()).toBe(1)
    expect(await closedOrOpenToAll()).toEqual([])
  })

  test('of an earlier version that others could not read are opened to them, and copies that are not whole are removed', async () => {
    const names = await readdir(directory, { recursive: true })
    for (const name of [...names, '.']) {
      const path = join(directory, name)
      await chmod(path, (await stat(path)).isDirectory() ? 0o700 : (await stat(path)).mode & 0o700)
    }
    const [version = ''] = (await readdir(directory)).filter((name) => name.startsWith('chromium-'))
    await writeFile(join(directory, version, 'chromium.4194304'), 'half a browser')
    expect(await printed()).toBe(1)
    expect(await closedOrOpenToAll()).toEqual([])
    expect((await readdir(join(directory, version))).toSorted()).toEqual(['chromium', 'chromium.json'])
  })
})

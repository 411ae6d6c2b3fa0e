import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemTimers } from '../../../src/ops/system.ts'
import { findBrowser } from '../installation/find-browser.ts'
import { installFonts } from '../installation/install-fonts.ts'
import { launchBrowser } from '../process/launch-browser.ts'
import { nothing, openOn } from './open-renderer.fixture.ts'
import { childrenOf } from '../process/process-memory.ts'
import { browserHere, directoryHere, inTime, isolationHere, pdfOf } from './rendering.fixture.ts'
import { unpackBrowser } from '../installation/unpack-browser.ts'
import { unpackLibraries } from '../installation/unpack-libraries.ts'

const ofDebian = '/usr/bin/chromium'
const hasDebians = existsSync(ofDebian) && existsSync('/etc/chromium.d')
if (!hasDebians) console.warn("Debian's package chromium is not installed: the test that starts it is left out.")

test.runIf(browserHere)('without any isolation the sandbox renders, and the log warns', async () => {
  const { renderer, said } = await openOn(nothing, { isLive: false })
  try {
    await renderer?.trial.tried()
    // As root, Chromium itself refuses to start without a user of its own.
    if (process.getuid?.() === 0) return expect(renderer?.availability()).toBe('down')
    expect((await renderer?.pdf(pdfOf({ html: '<p>x' }), inTime))?.document.pageCount).toBe(1)
  } finally {
    expect(said[0]).toContain('accepted in the sandbox only')
    await renderer?.close()
  }
})

test.runIf(browserHere)('with a user of its own alone a page is rendered, and the log says what that lacks', async () => {
  const { user } = await isolationHere()
  const { renderer, said } = await openOn({ ...nothing, user })
  if (user === null) return expect(renderer).toBeNull()
  expect(said).toEqual([expect.stringContaining('no file system and network of its own: allow user namespaces'), 'pages are rendered'])
  expect((await renderer?.pdf(pdfOf({ html: '<p>x' }), inTime))?.document.pageCount).toBe(1)
  await renderer?.close()
})

test.runIf(browserHere)('a browser takes the libraries that the machine lacks from the npm package', async () => {
  const binary = await findBrowser(null)
  if (binary?.kind !== 'packed') return
  const own = await mkdtemp(join(directoryHere, 'libraries-of-a-test-'))
  await chmod(own, 0o755)
  try {
    const libraries = await unpackLibraries(binary.directory, own)
    const files = await readdir(libraries)
    expect(files).toContain('libnss3.so')
    const [path, { config: fontConfig }] = [await unpackBrowser(binary.directory, directoryHere), await installFonts(directoryHere)]
    const browser = await launchBrowser(
      { path, libraries, fontConfig, isolation: await isolationHere(), scratch: tmpdir(), node: process.execPath },
      systemTimers,
    )
    const [first = browser.pid] = await childrenOf(browser.pid)
    const loaded = await readFile(`/proc/${first}/maps`, 'utf8')
    await browser.close()
    expect(loaded).toContain(`${libraries}/libnss3.so`)
  } finally {
    await rm(own, { recursive: true, force: true })
  }
})

test.runIf(hasDebians)("Debian's Chromium prints a page, though its script needs settings that it can't see", async () => {
  const { renderer } = await openOn(await isolationHere(), { path: ofDebian })
  expect((await renderer?.pdf(pdfOf({ html: '<p>x' }), inTime))?.document.pageCount).toBe(1)
  await renderer?.close()
})

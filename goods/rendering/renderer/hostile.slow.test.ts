import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostilePages, hostileSite } from '../../../sandbox/sites/hostile-site.ts'
import { Problem } from '../../../src/shared/problems.ts'
import { childrenOf, memoryOf } from '../process/process-memory.ts'
import { openSecureRendering, type SecureRendering } from './https.fixture.ts'
import { browserHere, inTime, pictureOf } from './rendering.fixture.ts'

const pageMs = 9_000
let rendering: SecureRendering
beforeAll(async () => {
  if (!browserHere) return
  rendering = await openSecureRendering({ pageMs, maxMemoryBytes: 500_000_000 })
  rendering.pages.set('', hostileSite)
  rendering.pages.set('/calm', '<title>Calm</title><p>calm</p>')
})
afterAll(() => rendering?.close())

/** All processes of the browsers, with their state: Z is a zombie. */
async function states(): Promise<string[]> {
  const pids = await Promise.all([process.pid, ...rendering.renderer.pids()].map(childrenOf))
  const lines = await Promise.all([...new Set(pids.flat())].map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
  return lines.map((line) => line.slice(line.lastIndexOf(')') + 2, line.lastIndexOf(')') + 3))
}

describe.runIf(browserHere).each(['HTTP', 'HTTPS'])('the browser survives, over %s, a page that', (scheme) => {
  const urlOf = (path: string) => (scheme === 'HTTP' ? rendering.url(path) : rendering.secureUrl(path))

  test.each(hostilePages.map((page) => [page.does, page.path] as const))('%s', async (_, path) => {
    const started = performance.now()
    const shown = await rendering.renderer.screenshot(pictureOf(urlOf(path), { waitMs: 3_000, fullPage: true }), inTime).then(
      ({ picture }) => picture.bytes.length,
      (error: unknown) => error,
    )
    // A picture, or a problem in our words.
    if (typeof shown !== 'number') {
      expect(shown).toBeInstanceOf(Problem)
      expect(['page_unreachable', 'rendering_failed']).toContain((shown as Problem).code)
    }
    expect(performance.now() - started).toBeLessThan(pageMs + 3_000)
    const calm = await rendering.renderer.screenshot(pictureOf(urlOf('/calm')), inTime)
    expect(calm.title).toBe('Calm')
    expect(await states()).not.toContain('Z')
  })

  test('and then the memory has come back', async () => {
    for (const pid of rendering.renderer.pids()) expect(await memoryOf(pid)).toBeLessThan(300_000_000)
  })
})

import { expect, test } from 'vitest'
import { systemClock, systemTimers } from '../../ops/system.ts'
import { silentLog } from '../../shared/log.ts'
import type { Isolation } from './isolation.ts'
import { openRenderer } from './open-renderer.ts'
import { browserHere, directoryHere } from './rendering.fixture.ts'

const nothing: Isolation = { namespaces: false, network: false, user: null }

/** Opens a renderer on a machine that allows this isolation. */
async function open(isolation: Isolation, { path = null, isLive = true }: { path?: string | null; isLive?: boolean } = {}) {
  const said: string[] = []
  const note = (_: object, words: string) => void said.push(words)
  const renderer = await openRenderer(
    {
      path,
      directories: [directoryHere],
      requireIsolation: isLive,
      maxPages: 1,
      maxWaiting: 1,
      pageMs: 15_000,
      maxMemoryBytes: 700_000_000,
      idleMs: 60_000,
      contactUrl: 'https://farthing.example',
      allowedEndpoints: new Set(),
    },
    { clock: systemClock, timers: systemTimers, log: { ...silentLog, info: note, warn: note }, detect: async () => isolation },
  )
  return { renderer, said }
}

test.runIf(browserHere)('without any isolation live mode sells no rendering, and the log says how to get it', async () => {
  const { renderer, said } = await open(nothing)
  expect(renderer).toBeNull()
  expect(said).toEqual([expect.stringContaining('allow user namespaces, or start the service as root; until then')])
})

test('a browser that does not start without namespaces is not sold', async () => {
  const { renderer } = await open(
    { ...nothing, user: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 } },
    { path: '/bin/false' },
  )
  await renderer?.trial.tried()
  expect(renderer?.availability()).toBe('down')
  await renderer?.close()
})

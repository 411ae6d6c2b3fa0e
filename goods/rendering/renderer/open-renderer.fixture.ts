import { systemClock, systemTimers } from '../../../src/ops/system.ts'
import { silentLog } from '../../../src/shared/log.ts'
import type { Isolation } from '../process/isolation.ts'
import { openRenderer } from './open-renderer.ts'
import { directoryHere } from './rendering.fixture.ts'

export const nothing: Isolation = { namespaces: false, network: false, user: null }

/** Opens a renderer on a machine that allows this isolation. */
export async function openOn(isolation: Isolation, { path = null, isLive = true }: { path?: string | null; isLive?: boolean } = {}) {
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

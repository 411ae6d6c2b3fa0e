import { openScreening } from '../screening.fixture.ts'
import { systemClock, systemTimers } from '../../../src/ops/system.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import { openMemoryStore, type MemoryStore } from '../../../src/store/sqlite/open-memory-store.ts'
import { memoryStore } from '../../../src/store/sqlite/store.fixture.ts'

const parts = { clock: systemClock, timers: systemTimers, log: silentLog, metrics: silentMetrics }
let image: Promise<Uint8Array> | null = null

export function emptyStore(): MemoryStore {
  return memoryStore(parts)
}

/** A store with all of the sandbox's sanctions lists, as after a restart. The lists are loaded once for all tests. */
export async function loadedStore(): Promise<MemoryStore> {
  return openMemoryStore({ ...parts, image: await (image ??= loadOnce()) })
}

async function loadOnce(): Promise<Uint8Array> {
  const store = emptyStore()
  const world = await openScreening({ store })
  await world.sources.sanctions.load(new AbortController().signal)
  await world.close()
  const bytes = store.serialize()
  await store.close()
  return bytes
}

import { lines } from '../../goods/lines.ts'
import { systemClock, systemRandom, systemTimers } from '../../src/ops/system.ts'
import type { Clock, Timers } from '../../src/shared/clock.ts'
import { silentLog } from '../../src/shared/log.ts'
import { silentMetrics } from '../../src/shared/metrics.ts'
import { memoryStore } from '../../src/store/sqlite/store.fixture.ts'
import { createSources } from '../../src/sources/sources.ts'
import type { Sources, SourcesSettings } from '../../src/sources/sources.ts'
import type { DeclaredSource } from '../../src/sources/declared-source.ts'
import { everyStandIn } from './every-stand-in.ts'
import { startUpstreams } from './start-upstreams.ts'
import type { UpstreamMode, Upstreams } from './start-upstreams.ts'

export interface TestSources {
  readonly sources: Sources
  readonly upstreams: Upstreams
  /** It stands still, at the time of the opening or the one that was asked for, until time is skipped. */
  readonly clock: Clock
  /** The adapter of a source of a line, made once. */
  declared<A>(source: DeclaredSource<A>): A
  /** Skips time. */
  pass(ms: number): void
  setAll(mode: UpstreamMode, ...but: readonly string[]): void
  close(): Promise<void>
}

/** Declares the sources of all lines that come with the service, as a service that sells them does. */
export async function declareLineSources(world: Pick<TestSources, 'declared'>): Promise<void> {
  const loaded = await Promise.all(Object.values(lines).flatMap((load) => load?.() ?? []))
  for (const line of loaded) for (const one of Object.values<DeclaredSource<unknown>>(line.sources ?? {})) world.declared(one)
}

/** A long timeout, because the machine of the stand-ins may be busy. */
const patient = { timeoutMs: 3_000, bulkTimeoutMs: 5_000, budgetMs: 3_500, attempts: { retries: 2, backoffMs: 1 } }

/** For tests with a slow upstream: the time that other upstreams have to answer instead. */
export const hurried = { ...patient, timeoutMs: 500, budgetMs: 700 }

/**
 * Real time, in which a wait of a second ends after twenty. Callers leave a source after 1.2 seconds and ask the next one. On a busy machine
 * 500 callers at once take longer than that, and a test that counts requests would see those of other sources.
 */
const patientTimers: Timers = { ...systemTimers, after: (ms, run) => systemTimers.after(ms >= 1_000 ? ms * 20 : ms, run) }

/**
 * The adapters over real HTTP to stand-ins, with a clock that stands still and can be set forward. For tests: prices that move by the
 * minute are the same however long a busy machine takes between two questions. Tests with a slow upstream name their limits, and then
 * waits have their real length.
 */
export async function openTestSources(settings: Partial<SourcesSettings> & { readonly startAt?: number } = {}): Promise<TestSources> {
  let now = settings.startAt ?? systemClock.now()
  const clock: Clock = { now: () => now }
  const upstreams = await startUpstreams({ log: silentLog, clock, served: await everyStandIn() })
  const declared = new Map<string, unknown>()
  const system = { clock, timers: settings.limits ? systemTimers : patientTimers, log: silentLog, metrics: silentMetrics }
  const store = settings.store ?? memoryStore(system)
  const sources = createSources({
    baseUrls: upstreams.baseUrls,
    simulated: true,
    accepted: 'all',
    disabled: new Set(),
    limits: patient,
    store,
    random: systemRandom,
    ...system,
    ...settings,
  })
  return {
    sources,
    upstreams,
    clock,
    declared<A>(source: DeclaredSource<A>): A {
      if (!declared.has(source.id)) declared.set(source.id, sources.declare(source, {}))
      return declared.get(source.id) as A
    },
    pass: (ms) => void (now += ms),
    setAll: (mode, ...but) => {
      for (const id of Object.keys(upstreams.baseUrls)) if (!but.includes(id)) upstreams.setMode(id, mode)
    },
    async close() {
      await sources.close()
      if (!settings.store) await store.close()
      await upstreams.close()
    },
  }
}

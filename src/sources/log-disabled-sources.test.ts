import { afterEach, expect, test } from 'vitest'
import { declareLineSources, openTestSources } from '../../sandbox/upstreams/open-test-sources.ts'
import type { TestSources } from '../../sandbox/upstreams/open-test-sources.ts'
import { systemRandom, systemTimers } from '../ops/system.ts'
import type { LogFields } from '../shared/log.ts'
import { silentLog } from '../shared/log.ts'
import { silentMetrics } from '../shared/metrics.ts'
import { contracts } from '../../test/own-sources.ts'
import type { SourcesSettings } from './sources.ts'
import { logDisabledSources } from './log-disabled-sources.ts'
import { memoryStore } from '../store/sqlite/store.fixture.ts'

let world: TestSources | null = null
afterEach(async () => {
  await world?.close()
  world = null
})

/** What was said besides warnings. */
let noted: { readonly fields: LogFields; readonly message: string }[] = []

/** What is logged under these settings. */
async function told(settings: Partial<SourcesSettings>) {
  world = await openTestSources(settings)
  await declareLineSources(world)
  const lines: { readonly fields: LogFields; readonly message: string }[] = []
  noted = []
  logDisabledSources({
    settings: {
      store: memoryStore({ clock: world.clock, timers: systemTimers, log: silentLog, metrics: silentMetrics }),
      simulated: true,
      accepted: 'all',
      disabled: new Set(),
      baseUrls: world.upstreams.baseUrls,
      clock: world.clock,
      timers: systemTimers,
      random: systemRandom,
      ...settings,
    } as SourcesSettings,
    sources: world.sources,
    log: {
      ...silentLog,
      info: (fields, message) => void noted.push({ fields, message }),
      warn: (fields, message) => void lines.push({ fields, message }),
    },
  })
  return lines
}

const sourcesIn = (line: { readonly fields: LogFields } | undefined) => ((line?.fields['sources'] ?? []) as string[]).toSorted()

test('live and without contracts, it names the sources that need one', async () => {
  const [line, ...rest] = await told({ simulated: false, accepted: new Set() })
  expect(rest).toEqual([])
  expect(line?.message).toContain('SOURCES_ACCEPTED')
  expect(sourcesIn(line)).toEqual(contracts.toSorted())
})

test('accepted sources are no longer named', async () => {
  const [line] = await told({ simulated: false, accepted: new Set(['coingecko']) })
  expect(sourcesIn(line)).toEqual(contracts.filter((id) => id !== 'coingecko').toSorted())
})

test('sources that are on because they were accepted are named too', async () => {
  await told({ simulated: false, accepted: new Set(['coingecko', 'kraken']), disabled: new Set(['kraken']) })
  expect(noted).toEqual([{ fields: { sources: ['coingecko'] }, message: expect.stringContaining('SOURCES_ACCEPTED') }])
  await world?.close()
  await told({ simulated: false, accepted: new Set() })
  expect(noted).toEqual([])
})

test('sources that the operator switched off are not named', async () => {
  const [line] = await told({ simulated: false, accepted: new Set(), disabled: new Set(contracts.filter((id) => id !== 'kraken')) })
  expect(line?.fields['sources']).toEqual(['kraken'])
})

test('with all accepted, and in the sandbox, nothing is logged', async () => {
  expect(await told({ simulated: false, accepted: new Set(contracts) })).toEqual([])
  expect(await told({})).toEqual([])
  expect(noted).toEqual([])
})

test('a name that is not a source is reported', async () => {
  const [line] = await told({ simulated: false, accepted: new Set([...contracts, 'coingeko']), disabled: new Set(['Kraken']) })
  expect(line?.fields['unknown']).toEqual(['coingeko', 'Kraken'])
})

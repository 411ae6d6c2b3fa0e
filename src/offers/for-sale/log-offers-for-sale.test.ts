import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { declareLineSources, openTestSources, type TestSources } from '../../../sandbox/upstreams/open-test-sources.ts'
import { supplyNode } from '../../../goods/market/stablecoins/supply-node.fixture.ts'
import { silentLog, type LogFields } from '../../shared/log.ts'
import { contracts } from '../../../test/own-sources.ts'
import type { SourcesSettings } from '../../sources/sources.ts'
import { describedOffers } from '../../../test/described-offers.ts'
import { answer, fixedPrice, offer } from '../offer.ts'
import { logOffersForSale, settingsThatSell } from './log-offers-for-sale.ts'

let world: TestSources | null = null
afterEach(async () => {
  await world?.close()
  world = null
})

/** The lines that are logged about the real offers under these settings. */
async function logged(settings: Partial<SourcesSettings>, withNetwork = true) {
  world = await openTestSources(settings)
  await declareLineSources(world)
  const lines: { readonly fields: LogFields; readonly message: string }[] = []
  const node = supplyNode('eip155:8453', world.clock).chain
  logOffersForSale({
    sources: world.sources,
    offers: await describedOffers({
      discovery: { freeCallsPerDay: 25, protocols: ['x402'], networks: [], playMoney: false },
    }),
    chains: new Map(withNetwork ? [['eip155:8453', node]] : []),
    log: { ...silentLog, info: (fields, message) => void lines.push({ fields, message }) },
  })
  return { sold: (lines[0]?.fields['offers'] ?? []) as string[], adds: (lines[1]?.fields ?? {}) as Record<string, string[]>, lines }
}

describe('a live service without contracts', () => {
  test('says in two lines what it sells and what each further setting adds', async () => {
    const { sold, adds, lines } = await logged({ simulated: false, accepted: new Set() })
    expect(lines.map(({ message }) => message)).toEqual([
      'offers for sale with these settings',
      'what further settings add: offers, or sources of offers that are sold already',
    ])
    expect(lines[0]?.fields['count']).toBe(sold.length)
    for (const open of ['data-fx', 'data-risk', 'company-verify', 'trust-score']) expect(sold).toContain(open)
    expect(adds['SOURCES_ACCEPTED=un-sanctions']).toEqual(expect.arrayContaining(['more for data-risk', 'more for company-verify']))
    expect(adds['SOURCES_ACCEPTED=fred']).toEqual(['more for data-macro'])
    expect(adds['COMPANIES_HOUSE_KEY']).toEqual([expect.stringContaining('Companies House')])
    expect(adds['LLM_PROVIDER']).toContain('summarize-llm')
    // Every offer is either sold, or some setting adds it.
    const gained = new Set(Object.values(adds).flat())
    expect(sold.filter((id) => gained.has(id))).toEqual([])
    expect(adds).not.toHaveProperty('another setting')
  })

  test('names no network as long as one is connected, and says what one adds before', async () => {
    expect((await logged({ simulated: false, accepted: new Set() })).adds).not.toHaveProperty('RPC_URL_…')
    await world?.close()
    const { adds } = await logged({ simulated: false, accepted: new Set() }, false)
    expect(adds['RPC_URL_…']).toEqual(expect.arrayContaining(['trust-score', 'wallet-score', 'token-analysis']))
  })

  test('a source that is accepted is no longer named, and what it adds is for sale', async () => {
    const { sold, adds } = await logged({ simulated: false, accepted: new Set(['un-sanctions', 'kraken']) })
    expect(adds).not.toHaveProperty('SOURCES_ACCEPTED=un-sanctions')
    expect(sold).toContain('market-price')
    // One of two venues is there.
    expect(adds['SOURCES_ACCEPTED=bitvavo']).toContain('settlement-estimate')
  })

  test('a source that the operator switched off is not advertised', async () => {
    const { adds } = await logged({ simulated: false, accepted: new Set(), disabled: new Set(contracts) })
    expect(Object.keys(adds).filter((setting) => setting.startsWith('SOURCES_ACCEPTED'))).toEqual([])
  })
})

test('a caller of an offer that is switched off gets to know which settings would sell it, without any value', async () => {
  world = await openTestSources({ simulated: false, accepted: new Set() })
  await declareLineSources(world)
  const offers = await describedOffers({
    discovery: { freeCallsPerDay: 25, protocols: ['x402'], networks: [], playMoney: false },
  })
  const said = (id: string, sources = world!.sources) =>
    settingsThatSell(
      offers.find((offer) => offer.id === id)!,
      { sources, offers, chains: new Map() },
    )
  expect(said('market-price')).toContain('SOURCES_ACCEPTED=coingecko')
  expect(said('market-price')).toContain('RPC_URL_BASE or RPC_URL_ETHEREUM')
  expect(said('whale-alerts')).toMatch(/switch it on: INDEX_TRANSFERS\.$/)
  expect(said('data-fx')).toBeNull()
  await world.close()
  world = await openTestSources({})
  await declareLineSources(world)
  expect(said('whale-alerts', world.sources)).toBeNull()
})

test('an offer from outside is logged with the setting that it declares', async () => {
  world = await openTestSources({ simulated: false, accepted: new Set() })
  await declareLineSources(world)
  const tides = offer({
    id: 'tides',
    route: 'GET /v1/tides',
    access: fixedPrice('0.01'),
    title: 'Tides',
    purpose: 'Tides.',
    answer: z.object({}),
    example: { answer: {} },
    needs: { engine: { setting: 'TIDE_TABLES', by: null } },
    run: () => Promise.resolve(answer({})),
  })
  const parts = { sources: world.sources, offers: [tides], chains: new Map() }
  const lines: LogFields[] = []
  logOffersForSale({ ...parts, log: { ...silentLog, info: (fields) => void lines.push(fields) } })
  expect(lines[1]).toMatchObject({ TIDE_TABLES: ['tides'] })
  expect(settingsThatSell(tides, parts)).toMatch(/switch it on: TIDE_TABLES\.$/)
})

test('the sandbox, which has everything, logs nothing', async () => {
  expect((await logged({})).lines).toEqual([])
})

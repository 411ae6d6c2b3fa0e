import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { declareLineSources, openTestSources, type TestSources } from '../../../sandbox/upstreams/open-test-sources.ts'
import { supplyNode } from '../../../goods/market/stablecoins/supply-node.fixture.ts'
import type { SourcesSettings } from '../../sources/sources.ts'
import { contracts, ownSourceIds, ownSources } from '../../../test/own-sources.ts'
import { marketSources } from '../../../goods/market/market.fixture.ts'
import { silentChains, silentPools } from '../../../goods/market/coins/chain-reader.fixture.ts'
import { describedOffers } from '../../../test/described-offers.ts'
import { knownPlaces } from '../../chain/prices/known-places.ts'
import { sourcesOf } from '../needs.ts'
import { offerSources, type OfferSources } from './offer-sources.ts'

let world: TestSources | null = null
afterEach(async () => {
  await world?.close()
  world = null
})

const offers = await describedOffers({
  discovery: { freeCallsPerDay: 25, protocols: ['x402'], networks: [], playMoney: false },
})

/** The real offers with one network, under these settings of sources. */
async function open(settings: Partial<SourcesSettings> = {}) {
  world = await openTestSources(settings)
  await declareLineSources(world)
  marketSources(world, { chainPrices: silentChains(), poolCandles: silentPools() })
  return { sources: world.sources, chains: new Map([['eip155:8453', supplyNode('eip155:8453', world.clock).chain]] as const) }
}

const ids = (list: readonly string[]) => (list.length === 0 ? '—' : list.map((id) => `\`${id}\``).join(', '))

function contractSaid({ contract, soldWithout, anyOf, twoOf }: OfferSources): string {
  if (contract.length === 0) return '—'
  if (soldWithout) return `richer with ${ids(contract)}`
  const enough: readonly string[] = [...anyOf, ...twoOf]
  const rest = contract.filter((id) => !enough.includes(id))
  const richer = rest.length === 0 ? '' : `; richer with ${ids(rest)}`
  return `sold with ${anyOf.length > 0 ? 'any one' : 'any two'} of ${ids(enough)}${richer}`
}

test('the page about sources has the table of what is sold without a contract and what a contract adds', async () => {
  const rows = offerSources(offers, await open())
  const lines = rows.map((row) => `| \`${row.offer}\` | ${ids(row.open)} | ${row.soldWithout ? 'yes' : 'no'} | ${contractSaid(row)} |`)
  const head = ['| offer | sources without a contract | sold without a contract | with `SOURCES_ACCEPTED` |', '| --- | --- | --- | --- |']
  const page = readFileSync('docs/sources.md', 'utf8')
  expect(/<!-- offer sources -->\n([\s\S]*?)\n?<!-- \/offer sources -->/.exec(page)?.[1]?.trim()).toBe([...head, ...lines].join('\n'))
})

test('the page says what each source adds that only enriches an offer', async () => {
  const enriching = new Set(offerSources(offers, await open()).flatMap((row) => (row.soldWithout ? row.contract : [])))
  const page = readFileSync('docs/sources.md', 'utf8')
  const table = page.slice(page.indexOf('What these sources add'), page.indexOf('## National registers'))
  expect([...enriching].filter((id) => !table.includes(`\`${id}\``))).toEqual([])
})

test('every source that needs a contract adds something to some offer', async () => {
  const used = new Set(offerSources(offers, await open()).flatMap(({ contract }) => contract))
  expect(contracts.filter((id) => !used.has(id))).toEqual([])
})

test('what the table says of an offer is what a live service with these settings does', async () => {
  const rows = offerSources(offers, await open())
  await world?.close()
  for (const accepted of [[], ['coingecko'], ['kraken'], ['kraken', 'bitvavo'], ['binance']] as const satisfies string[][]) {
    const live = await open({ simulated: false, accepted: new Set(accepted) })
    const sold = (id: string) => offers.find((offer) => offer.id === id)?.available(live) !== 'disabled'
    for (const { offer, soldWithout, anyOf, twoOf } of rows) {
      const count = (list: readonly string[]) => accepted.filter((id) => list.includes(id)).length
      expect([offer, accepted, sold(offer)]).toEqual([offer, accepted, soldWithout || count(anyOf) > 0 || count(twoOf) > 1])
    }
    await world?.close()
  }
})

test('every source that an offer names is one of the service, with the parts that it names', async () => {
  const { sources, chains } = await open()
  for (const offer of offers) {
    const named = [...sourcesOf(offer.needs), ...(offer.dataset?.sources ?? [])]
    expect([offer.id, named.filter((id) => !sources.byId.has(id))]).toEqual([offer.id, []])
    offer.available({ sources, chains })
  }
})

test('a source on chain names the networks that have its contracts', () => {
  const networksOf = (places: readonly { readonly network: string }[]) => [...new Set(places.map(({ network }) => network))].toSorted()
  const networksSaid = (id: string) => [...(ownSources.find((one) => one.id === id)?.onChain ?? [])].toSorted()
  expect(networksSaid('chainlink')).toEqual(networksOf(knownPlaces.feeds))
  expect(networksSaid('uniswap-v3')).toEqual(networksOf(knownPlaces.pools))
})

test('looking at the offers asks no source anything', async () => {
  const { sources, chains } = await open()
  offerSources(offers, { sources, chains })
  expect(ownSourceIds.filter((id) => (world?.upstreams.requests(id) ?? 0) > 0)).toEqual([])
})

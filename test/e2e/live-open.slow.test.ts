import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { usdPerEurAt } from '../../sandbox/market/exchange-rates.ts'
import { temporaryWorld } from '../../sandbox/tests/temporary-world.ts'
import { startUpstreams, type Upstreams } from '../../sandbox/upstreams/start-upstreams.ts'
import type { World } from '../../sandbox/world.ts'
import type { AnyOffer, OfferContext } from '../../src/offers/offer.ts'
import { knownPlaces } from '../../src/chain/prices/known-places.ts'
import { systemClock } from '../../src/ops/system.ts'
import { describedOffers } from '../described-offers.ts'
import { offerSources } from '../../src/offers/for-sale/offer-sources.ts'
import type { Service } from '../../src/service/start-service.ts'
import { silentLog } from '../../src/shared/log.ts'
import { contracts } from '../own-sources.ts'
import { everyStandIn } from '../../sandbox/upstreams/every-stand-in.ts'
import { wellKnownSymbols } from '../../goods/market/coins/symbols.ts'
import { exampleRequest, exampleUrl } from '../example-calls.ts'
import { closeService, startInProcess } from '../service-in-process.ts'
import { pay, type Account } from '../signed-payments.ts'
import { databaseFor } from '../test-database.ts'
import { freePlan, limitNodes, probe, type Calls, type LimitedNodes, type NodeLimits } from './limited-nodes.ts'
import { addBlocks, issuedCoins, placeKnownMarket, priceOnChains, yesterdaysShare } from './live-market.fixture.ts'
import { ourselves } from '../../src/shared/caller.ts'

const payTo = '0x00000000000000000000000000000000000a11ce'

/** Offers that need a program or a model of the operator's own, and nobody's permission. */
const needsMore = (id: string) => id.endsWith('-llm') || id === 'translate' || id === 'translate-languages'
/** Their examples are sites of the web, which a test does not visit: they are for sale, and a site that cannot be reached costs nothing. */
const visitsTheWeb = new Set(['agent-readiness', 'check-402', 'screenshot'])

let root: string
/** Its chains are those of the live service, which knows nothing of a sandbox. */
let world: World
let upstreams: Upstreams
let placedAt: number
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'farthing-live-open-'))
  world = await temporaryWorld({ blockMs: 50, population: true })
  placedAt = systemClock.now()
  await placeKnownMarket(world.networks, placedAt)
  // So that all blocks are more than a node looks through at once.
  await Promise.all(world.networks.filter(({ slug }) => ['base', 'optimism'].includes(slug)).map((network) => addBlocks(network, 2_400)))
  upstreams = await startUpstreams({ log: silentLog, served: await everyStandIn() })
}, 600_000)
afterAll(async () => {
  await upstreams?.close()
  await world?.close()
  await rm(root, { recursive: true, force: true })
})

describe.each<[string, NodeLimits | null]>([
  ['nodes without limits', null],
  ['nodes that allow 2,000 blocks a question for logs and three calls a request', freePlan],
])('live on %s', (name, limits) => {
  let nodes: LimitedNodes
  let service: Service
  let account: Account
  beforeAll(async () => {
    nodes = await limitNodes(world.networks, limits)
    const directory = await mkdtemp(join(root, 'data-'))
    service = await startLive(directory, nodes.urls)
    account = privateKeyToAccount(generatePrivateKey())
    await world.fund(account.address, '100')
  }, 600_000)
  afterAll(async () => {
    if (service) await closeService(service)
    await nodes?.close()
  })

  test('every offer is for sale without a contract, except those that need a program or a model', () => {
    const sold = new Set(service.parts.catalog.offers.map(({ id }) => id))
    expect(everyOffer.filter((id) => !sold.has(id) && !needsMore(id))).toEqual([])
    const context = { sources: service.parts.sources, chains: service.parts.dataChains }
    for (const offer of service.parts.catalog.offers) expect([offer.id, offer.available(context)]).toEqual([offer.id, 'available'])
  })

  test('at rest it asks the nodes for little, by the clock', async () => {
    nodes.taken()
    await sleep(restMs)
    const rows = [...nodes.taken()].map(([network, calls]) => ({ network, ...perDay(calls, restMs) }))
    print(`questions a day at rest, ${name}`, rows)
    for (const { network, all } of rows) expect(all, network).toBeLessThan(network === 'base' ? 120_000 : 60_000)
  })

  test('a call asks the nodes a bounded number of questions, and none again while its answer is kept', async () => {
    // From now on questions are those of callers.
    await service.closing.find((step) => step.name === 'jobs')!.run(5_000)
    const rows: object[] = []
    for (const offer of service.parts.catalog.offers) {
      const counted = await countQuestions(service, nodes, offer)
      if (counted === null || counted.first === 0) continue
      rows.push({ offer: offer.id, ...counted })
      expect(counted.first, offer.id).toBeLessThan(300)
      expect(counted.again, offer.id).toBe(0)
    }
    print(`questions to all nodes together, ${name}`, rows)
  })

  test('every offer is bought with its example, and its answer is right within what its page says', async () => {
    for (const offer of service.parts.catalog.offers) {
      const response = await buy(service, account, offer)
      const text = await response.text()
      if (visitsTheWeb.has(offer.id)) {
        expect([200, 422, 502, 503], `${offer.id} ${text}`).toContain(response.status)
        continue
      }
      expect(response.status, `${offer.id} ${text.slice(0, 500)}`).toBe(200)
      const body = JSON.parse(text) as Record<string, any>
      expect(offer.answer.safeParse(body).error, offer.id).toBeUndefined()
      expect(text, offer.id).not.toContain('"simulated":true')
      expect(text, offer.id).not.toContain('Stand-in')
      if (offer.access.kind === 'fixed') expect(await stateOf(service, response), offer.id).toMatch(/settled|free|uncharged/)
      check[offer.id]?.(body)
    }
    if (limits) expect(Math.min(nodes.refused().blocks, nodes.refused().batches), JSON.stringify(nodes.refused())).toBeGreaterThan(0)
  }, 600_000)

  test('no source that needs a contract was asked for anything', () => {
    expect(contracts.filter((id) => upstreams.requests(id) > 0)).toEqual([])
  })

  test('more than thirty coins have a price on chain, and what has none is refused and not charged', async () => {
    const symbols = [...new Set(knownPlaces.feeds.map(({ ticker }) => ticker))].filter((ticker) => wellKnown.has(ticker))
    expect(symbols.length).toBeGreaterThan(90)
    const found = new Map<string, { price: number }>()
    for (let start = 0; start < symbols.length; start += 50) {
      const path = `/v2/x402/crypto/prices?symbols=${symbols.slice(start, start + 50).join(',')}`
      const { prices } = (await (await pay(service.url, account, { path })).json()) as { prices: { asked: string; price: number }[] }
      for (const one of prices) found.set(one.asked, one)
    }
    const wrong = symbols.filter((symbol) => !(Math.abs((found.get(symbol)?.price ?? 0) / priceOnChains(symbol, placedAt) - 1) < 0.005))
    expect(wrong).toEqual([])
    for (const path of ['/v1/market/price/no-such-coin', '/v1/data/stablecoins/NOPE']) {
      const refused = await pay(service.url, account, { path })
      expect([path, refused.status]).toEqual([path, 404])
    }
  })
})

describe('contracts that begin and end while the service runs', () => {
  let service: Service
  let file: string
  beforeAll(async () => {
    const directory = await mkdtemp(join(root, 'data-'))
    file = join(directory, 'accepted')
    await writeFile(file, '# none yet')
    service = await startLive(directory, Object.fromEntries(world.networks.map(({ slug, rpcUrl }) => [slug, rpcUrl])), {
      SOURCES_ACCEPTED_FILE: file,
    })
  }, 600_000)
  afterAll(async () => {
    if (service) await closeService(service)
  })

  /** Answers to the examples of the offers that a contract enriches, from nothing that was kept. */
  async function answers(): Promise<Map<string, Record<string, any>>> {
    const given = new Map<string, Record<string, any>>()
    for (const { offer, contract, soldWithout } of offerSources(service.parts.catalog.offers, partsOf(service))) {
      const found = service.parts.catalog.byId(offer)
      if (found && soldWithout && contract.length > 0 && !visitsTheWeb.has(offer)) given.set(offer, await run(service, found))
    }
    return given
  }
  const onByContract = () => service.parts.sources.state().filter(({ id, enabled }) => enabled && contracts.includes(id)).length
  const listOfUn = () => service.parts.sources.sanctions.lists().find(({ id }) => id === 'un')?.readFrom

  test('answers get richer and never worse, and are those of the open sources again when the contract ends', async () => {
    const before = await answers()
    expect(before.size).toBeGreaterThan(15)
    expect(contracts.filter((id) => sourcesOf(before).has(id))).toEqual([])
    await writeFile(file, contracts.join('\n'))
    await vi.waitUntil(() => onByContract() === contracts.length && listOfUn() === 'publisher', { timeout: 200_000, interval: 200 })
    const rich = await answers()
    const worse = [...before].flatMap(([offer, open]) => {
      const richer = rich.get(offer)
      if (madeOfOne.has(offer)) return []
      const lost = lostMembers(open, richer).filter((path) => !replaced.has(path))
      const [was, is] = [open['meta']?.confidence ?? 0, richer?.['meta']?.confidence ?? 0]
      return [...lost.map((path) => `${offer} lost ${path}`), ...(is < was ? [`${offer} has the confidence ${is} after ${was}`] : [])]
    })
    expect(worse).toEqual([])
    const [one, other] = [before.get('market-price')!['data'], rich.get('market-price')!['data']]
    expect(other).toMatchObject({ name: 'Bitcoin', marketCap: expect.any(Number), originCount: one.originCount + 1 })
    expect(Math.abs(other.price / one.price - 1)).toBeLessThan(0.03)
    await writeFile(file, '')
    await vi.waitUntil(() => onByContract() === 0 && listOfUn() === 'other_lists', { timeout: 200_000, interval: 200 })
    // Reports of addresses and tokens are kept for two minutes at most.
    let after = await answers()
    for (; contracts.some((id) => sourcesOf(after).has(id)); after = await answers()) await sleep(5_000)
    expect(after.get('market-price')!['data']).toMatchObject({ name: null, marketCap: null, originCount: one.originCount })
    expect([...before].flatMap(([offer, open]) => lostMembers(open, after.get(offer)).map((path) => `${offer} ${path}`))).toEqual([])
  }, 600_000)
})

/** Answers that are made of one source: an accepted exchange or list comes first, and the pools answer where it does not. */
const madeOfOne = new Set(['market-ohlcv', 'market-trending'])
/** DefiLlama tells the coins in circulation on all networks in place of those that contracts of our networks issued. */
const replaced = new Set(['data.supply.issued', 'data.networks.0.contract', 'data.networks.1.contract'])

function sourcesOf(given: ReadonlyMap<string, Record<string, any>>): Set<string> {
  return new Set([...given.values()].flatMap(({ meta }) => meta?.sources.map(({ id }: { id: string }) => id) ?? []))
}

/** Lists that are better the shorter they are, reasons why something is not known, and lists that name other sources. */
const isNoMember = /(^|\.)(missing|sources|origins|prices|unknown|throughLists|reasons|reason|notObserved)$/

/** Paths of members that one answer has and another one lacks. */
function lostMembers(had: unknown, has: unknown, path = ''): string[] {
  if (had === null || had === undefined || isNoMember.test(path)) return []
  if (has === null || has === undefined) return [path]
  if (typeof had !== 'object') return []
  return Object.entries(had).flatMap(([name, value]) =>
    lostMembers(value, (has as Record<string, unknown>)[name], path === '' ? name : `${path}.${name}`),
  )
}

/** How long the service is watched while nobody calls. */
const restMs = 30_000
const everyOffer = (
  await describedOffers({
    discovery: { freeCallsPerDay: 25, protocols: ['x402'], networks: [], playMoney: false },
  })
).map(({ id }) => id)
const wellKnown = new Set(wellKnownSymbols.map(({ ticker }) => ticker))

/** What the answers to the examples say of the local chains and of the stand-ins. */
const check: Readonly<Record<string, (body: Record<string, any>) => void>> = {
  'market-price'({ data, meta }) {
    expect(Math.abs(data.price / priceOnChains('BTC', placedAt) - 1)).toBeLessThan(0.001)
    expect(data).toMatchObject({ originCount: 4, marketCap: null, volume24h: null })
    expect(Math.abs(data.priceChange24h - (1 / yesterdaysShare - 1) * 100)).toBeLessThan(0.1)
    expect(meta.missing).toEqual(['name', 'marketCap', 'volume24h', 'namesakes'])
    expect(meta.confidence).toBeGreaterThan(0.75)
  },
  'market-ohlcv'({ venue, candles, gaps }) {
    expect(venue).toMatch(/^uniswap-v3:eip155:\d+:0x/)
    expect(Math.abs(Number(candles.at(-1).close) / priceOnChains('BTC', placedAt) - 1)).toBeLessThan(0.001)
    expect(gaps).toEqual([])
  },
  'market-trending'({ rankedBy, coins, covers }) {
    expect(rankedBy).toBe('pool-activity')
    expect([coins.length, covers.length]).toEqual([15, knownPlaces.pools.length])
  },
  'crypto-prices'({ prices }) {
    expect(prices).toMatchObject([{ symbol: 'BTC' }, { error: { code: 'unknown_symbol' } }])
    expect(Math.abs(prices[0].price / priceOnChains('BTC', placedAt) - 1)).toBeLessThan(0.001)
  },
  'market-rates'({ rates, meta }) {
    expect(Math.abs(Number(rates.crypto.ETH.usd) / priceOnChains('ETH', placedAt) - 1)).toBeLessThan(0.001)
    expect(Math.abs(Number(rates.crypto.ETH.usd) / Number(rates.crypto.ETH.eur) / usdPerEurAt(placedAt) - 1)).toBeLessThan(0.001)
    expect(Object.keys(rates.fx).length).toBeGreaterThan(20)
    expect(meta.missing).toEqual([])
  },
  'settlement-estimate'({ data, meta }) {
    expect(data).toMatchObject({ depth: 'covered', simulated: false })
    expect(Math.abs(data.eurRate * usdPerEurAt(placedAt) - 1)).toBeLessThan(0.005)
    expect(meta.sources.map(({ id }: { id: string }) => id).toSorted()).toEqual(['chainlink', 'ecb', 'uniswap-v3'])
  },
  'data-stablecoins'({ data, meta }) {
    expect(Math.abs(Number(data.priceUsd) / usdPerEurAt(placedAt) - 1)).toBeLessThan(0.01)
    expect(data).toMatchObject({ symbol: 'EURC', depeg: false, supply: { circulating: null, issued: { amount: String(2 * issuedCoins) } } })
    const parts = data.networks.map(({ amount }: { amount: string }) => Number(amount))
    expect(parts.reduce((sum: number, part: number) => sum + part)).toBe(Number(data.supply.issued.amount))
    expect(meta.missing).toContain('supply.circulating')
  },
  'data-risk'({ data }) {
    expect(data).toMatchObject({ verdict: 'match' })
    expect(data.lists.find(({ id }: { id: string }) => id === 'un')).toMatchObject({ readFrom: 'other_lists', throughLists: ['eu', 'uk'] })
  },
}

/** A live service on nodes and stand-ins, when it has read what it keeps. */
async function startLive(
  directory: string,
  nodeUrls: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<Service> {
  const service = await startInProcess({
    env: {
      MODE: 'live',
      DATA_DIR: directory,
      ...(await databaseFor(directory)),
      PUBLIC_URL: 'http://127.0.0.1',
      PAY_TO: payTo,
      SIGNER_KEY: world.signerKeys[0]!,
      ...Object.fromEntries(Object.entries(nodeUrls).map(([slug, url]) => [`RPC_URL_${slug.toUpperCase()}`, url])),
      // Large transfers are read on the networks that an operator names.
      INDEX_TRANSFERS: 'base',
      ...env,
    },
    sandbox: null,
    sourceUrls: upstreams.baseUrls,
  })
  const { sources, lines } = service.parts
  await vi.waitUntil(() => sources.sanctions.standing() === 'available', { timeout: 120_000, interval: 100 })
  await vi.waitUntil(() => lines.indexes().every(({ state }) => state === 'current'), { timeout: 120_000, interval: 100 })
  return service
}

async function buy(service: Service, account: Account, offer: AnyOffer): Promise<Response> {
  const path = exampleUrl(offer)
  const request = exampleRequest(offer)
  return offer.access.kind === 'fixed' ? pay(service.url, account, { path, ...request }) : fetch(service.url + path, request)
}

/** What became of the payment, by the receipt that the answer links to under the public address. */
async function stateOf({ url }: Service, response: Response): Promise<string> {
  const path = /<[^>]*(\/v1\/receipts\/[0-9a-f]+)>/.exec(response.headers.get('link') ?? '')?.[1] ?? ''
  return ((await (await fetch(url + path)).json()) as { state: string }).state
}

const partsOf = ({ parts: { sources, dataChains: chains } }: Service) => ({ sources, chains })

/** An answer without payment, in which nothing is counted for a caller. */
async function run({ parts }: Service, offer: AnyOffer, example = offer.example): Promise<Record<string, any>> {
  const { sources, dataChains: chains, clock, catalog, publicUrl, log } = parts
  const context: OfferContext = {
    sources,
    chains,
    clock,
    catalog,
    publicUrl,
    log,
    caller: ourselves,
    takeFreeUnit: async () => true,
    signal: AbortSignal.timeout(60_000),
  }
  const input = {
    path: offer.path?.parse(example.path ?? {}) ?? {},
    query: offer.query?.parse(example.query ?? {}) ?? {},
    body: offer.body?.parse(example.body) ?? {},
  }
  return (await offer.run(input as never, context)).body as Record<string, any>
}

/** Examples about what no other offer has asked the nodes for before. */
const unasked: Readonly<Record<string, object>> = {
  'market-price': { path: { symbol: 'LDO' } },
  'crypto-prices': { query: { symbols: 'CRV,COMP,AAVE' } },
  'trust-tier': { path: { address: '0x0000000000000000000000000000000000000aab' } },
  'agent-verify': { path: { address: '0x0000000000000000000000000000000000000aac' } },
  'trust-score-batch': { body: { addresses: ['0x0000000000000000000000000000000000000aad'] } },
  'deep-analysis-batch': { body: { addresses: ['0x0000000000000000000000000000000000000aae'] } },
}

/** Calls to all nodes together when nothing is kept, and once more at once; null for offers that did not answer. */
async function countQuestions(service: Service, nodes: LimitedNodes, offer: AnyOffer): Promise<{ first: number; again: number } | null> {
  const count = async () => {
    nodes.taken()
    await run(service, offer, { ...offer.example, ...unasked[offer.id] })
    return [...nodes.taken().values()].reduce((sum, calls) => sum + countOf(calls), 0)
  }
  try {
    return { first: await count(), again: await count() }
  } catch {
    return null
  }
}

function countOf(calls: Calls): number {
  return [...calls].reduce((sum, [method, count]) => sum + (method === probe ? 0 : count), 0)
}

function perDay(calls: Calls, ms: number): { all: number; probes: number; methods: string } {
  const scaled = (count: number) => Math.round((count * 86_400_000) / ms)
  const methods = [...calls].map(([method, count]) => `${method} ${scaled(count)}`).join(', ')
  return { all: scaled(countOf(calls) + (calls.get(probe) ?? 0)), probes: scaled(calls.get(probe) ?? 0), methods }
}

function print(title: string, rows: readonly object[]): void {
  const [first = {}] = rows
  const line = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |`
  const table = [line(Object.keys(first)), line(Object.keys(first).map(() => '---')), ...rows.map((row) => line(Object.values(row)))]
  process.stdout.write(`\n${title}\n${table.join('\n')}\n`)
}

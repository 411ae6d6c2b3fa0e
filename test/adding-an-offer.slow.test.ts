import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryWorld } from '../sandbox/tests/temporary-world.ts'
import type * as upstreamErrors from '../src/net/upstream-errors.ts'
import { checkOffers } from '../src/offers/check-offers.ts'
import type { AnyOffer } from '../src/offers/offer.ts'
import type * as catalogModule from '../src/offers/catalog.ts'
import type * as describing from '../src/service/goods/describe-offers.ts'
import type * as loading from '../src/service/goods/load-goods.ts'
import type * as ownLines from '../goods/lines.ts'
import { systemClock, systemRandom, systemTimers } from '../src/ops/system.ts'
import { silentLog } from '../src/shared/log.ts'
import { silentMetrics } from '../src/shared/metrics.ts'
import { createSources } from '../src/sources/sources.ts'
import { openMemoryStore } from '../src/store/sqlite/open-memory-store.ts'
import { callPayingX402, connectMcp } from './mcp-clients.ts'
import { startProcess } from './service-process.ts'
import { pay, receiptOf } from './signed-payments.ts'
import { codeOf, complaintsOf, copyOfProject, follow } from './support/page-code.ts'

const settings = {
  discovery: { freeCallsPerDay: 25, protocols: ['x402'], networks: [], playMoney: false },
}
// These sources are not used here.
const sources = createSources({
  simulated: true,
  accepted: 'all',
  disabled: new Set(),
  clock: systemClock,
  timers: systemTimers,
  random: systemRandom,
  log: silentLog,
  metrics: silentMetrics,
  store: openMemoryStore({ clock: systemClock, timers: systemTimers, log: silentLog, metrics: silentMetrics }),
})
const dice = 'goods/utilities/dice.ts'
const list = 'goods/utilities/index.ts'
const venuePrice = 'goods/utilities/venue-price.ts'
const page = 'docs/adding-an-offer.md'
let copy = ''

/** All places that list what is sold. */
const toldIn = [
  '/',
  '/openapi.json',
  '/reference/openapi.json',
  '/llms.txt',
  '/llms-full.txt',
  '/.well-known/x402',
  '/.well-known/agent-card.json',
  '/sitemap.xml',
  '/examples',
  '/examples/dice-odds',
]

beforeAll(async () => {
  copy = await copyOfProject('adding-an-offer')
  await follow(page, copy)
})

afterAll(async () => {
  await sources.close()
  await rm(copy, { recursive: true, force: true })
})

async function loadFromCopy(file: string): Promise<unknown> {
  return import(pathToFileURL(join(copy, file)).href)
}

async function catalogOfTheCopy() {
  const { lines } = (await loadFromCopy('goods/lines.ts')) as typeof ownLines
  const { loadGoods } = (await loadFromCopy('src/service/goods/load-goods.ts')) as typeof loading
  const { describeOffers } = (await loadFromCopy('src/service/goods/describe-offers.ts')) as typeof describing
  const { createCatalog } = (await loadFromCopy('src/offers/catalog.ts')) as typeof catalogModule
  const goods = await loadGoods({ goods: [], mode: 'sandbox' }, lines, {})
  return createCatalog(await describeOffers(goods, settings), { sources, chains: new Map() })
}

describe('the worked example of docs/adding-an-offer.md', () => {
  test('is one file, one import and one line', async () => {
    const blocks = await codeOf(page)
    expect(blocks.map(({ kind, file }) => [kind, file])).toEqual([
      ['file', dice],
      ['add-to', list],
      ['file', venuePrice],
    ])
    expect(blocks[1]?.code.trimEnd().split('\n')).toHaveLength(2)
  })

  test('passes the formatter, the linter and the type checks', async () => {
    // Its second offer is only shown, so nothing lists it.
    expect(await complaintsOf(copy, [list, dice, venuePrice])).toBe('')
  })

  test('is for sale once it is listed', async () => {
    const catalog = await catalogOfTheCopy()
    expect(catalog.byId('dice-odds')).toMatchObject({ access: { kind: 'fixed', price: 1500n } })
    const match = catalog.match('GET', '/v1/util/dice/2d6')
    expect(match).toMatchObject({ kind: 'offer', path: { roll: '2d6' } })
  })

  test('sells nothing while its upstream fails, and says so', async () => {
    const { venuePrice: over } = (await loadFromCopy(venuePrice)) as { venuePrice: (venue: object, simulated: boolean) => AnyOffer }
    const offer = over({}, false)
    const { UpstreamGarbage, UpstreamRejected } = (await loadFromCopy('src/net/upstream-errors.ts')) as typeof upstreamErrors
    expect(checkOffers([offer])).toEqual([])
    const run = (get: () => Promise<unknown>) =>
      over({ price: { get } }, false).run({ path: { product: 'BTC-USD' }, query: {}, body: {} }, {} as never)
    const source = { ...offer.example.answer.meta.sources[0], asOf: '2026-10-05T21:34:50.000Z' }
    await expect(run(() => Promise.reject(new UpstreamRejected(500)))).rejects.toMatchObject({ code: 'upstream_unavailable', status: 503 })
    await expect(run(() => Promise.reject(new UpstreamGarbage('wrong_shape')))).rejects.toMatchObject({ code: 'upstream_unavailable' })
    await expect(run(async () => ({ value: null, source }))).rejects.toMatchObject({ code: 'no_data', status: 404 })
    const sold = await run(async () => ({ value: { price: '85843.10' }, source }))
    expect(offer.answer.safeParse(sold.body)).toMatchObject({ success: true, data: { price: '85843.10' } })
  })

  test('gives the answer of its example; what is no roll is refused by its schema', async () => {
    const odds = (await catalogOfTheCopy()).byId('dice-odds')
    const run = (roll: string) => odds?.run({ path: { roll }, query: {}, body: {} }, {} as never)
    expect(await run('2d2')).toEqual({ body: odds?.example.answer, charge: true })
    expect((await run('2d6'))?.body).toMatchObject({ outcomeCount: 36, ways: { '2': 1, '7': 6, '12': 1 } })
    for (const roll of ['0d6', '2d21', '10d6', 'd6', '2d']) expect(odds?.path.safeParse({ roll }).success).toBe(false)
  })

  test('is sold by the real service: asked for, paid, answered, settled', async () => {
    const world = await temporaryWorld()
    const service = await startProcess({ DATA_DIR: join(copy, 'data'), SANDBOX_WORLD: world.file }, copy)
    try {
      const account = privateKeyToAccount(generatePrivateKey())
      await world.fund(account.address, '1')
      const first = await pay(service.url, account, { path: '/v1/util/dice/2d6' })
      expect(await first.json()).toMatchObject({ roll: '2d6', outcomeCount: 36 })
      const second = await pay(service.url, account, { path: '/v1/util/dice/3d6' })
      expect(await receiptOf(second)).toMatchObject({ state: 'settled', charged: { usd: '0.0015' } })
      expect(await (await fetch(`${service.url}/v1/agent/discovery`)).json()).toMatchObject({
        endpoints: { 'dice-odds': { price: { usd: '0.0015' } } },
      })
      for (const path of toldIn) expect(await (await fetch(service.url + path)).text(), path).toMatch(/dice/)
      const client = await connectMcp(service.url)
      const { tools } = await client.listTools()
      expect(tools.find(({ name }) => name === 'dice-odds')).toMatchObject({ inputSchema: { required: ['roll'] } })
      const third = await callPayingX402(client, account, { name: 'dice-odds', arguments: { roll: '4d6' } })
      expect(third).toMatchObject({ structuredContent: { outcomeCount: 1296 }, _meta: { 'farthing/receipt': { state: 'settled' } } })
      await client.close()
    } finally {
      await service.stop()
      await world.close()
    }
  })
})

import { readFileSync } from 'node:fs'
import { evm, Mppx } from 'mppx/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockClient } from '../../sandbox/demo/stock-client.ts'
import { utcDay } from '../../src/shared/clock.ts'
import { receiptOf, usdcOf, type Account } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

const tenders = '/v1/data/tenders/eu/DE/7226'
const day = 86_400_000

let service: TestService
let wallets: { readonly first: Account; readonly other: Account }
beforeAll(async () => {
  service = await startTestService()
  wallets = { first: await service.payingWallet('5'), other: await service.payingWallet('5') }
})
afterAll(() => service?.close())

interface Page {
  readonly data: {
    readonly notices: readonly { readonly id: string; readonly publishedDate: string; readonly repeated: boolean }[]
    readonly next_since: string
    readonly has_more: boolean
    readonly cursor: string | null
  }
}

/** The stock client of a protocol, unmodified. */
function clientOf(protocol: string, account: Account): typeof fetch {
  if (protocol === 'x402') return stockClient(account, [{ network: 'eip155:8453', usdc: service.chain().network.asset }], 'eip155:8453')
  return Mppx.create({ methods: [evm.charge({ account, currencies: [evm.assets.base.USDC] })], polyfill: false }).fetch as typeof fetch
}

const daysAgo = (days: number) => utcDay(Date.now() - days * day)
const ids = (notices: Page['data']['notices']) => notices.map(({ id }) => id)

async function poll(query: string, protocol: string, account: Account) {
  const before = await usdcOf(service.chain(), account.address)
  const answer = await clientOf(protocol, account)(service.url + tenders + query)
  const charged = Number(before - (await usdcOf(service.chain(), account.address))) / 1e6
  if (answer.status !== 200) return { status: answer.status, charged, news: [], repeats: [], data: null, state: null }
  const { data } = (await answer.clone().json()) as Page
  const { state } = await receiptOf(answer)
  const [news, repeats] = [false, true].map((repeated) => ids(data.notices.filter((one) => one.repeated === repeated)))
  return { status: 200, charged, news: news!, repeats: repeats!, data, state }
}

/** The rows of the table in docs/watchlists.md. */
function rowsOfTable() {
  const text = readFileSync(new URL('../../docs/watchlists.md', import.meta.url), 'utf8')
  return text
    .split('\n')
    .filter((line) => line.startsWith('| `?since'))
    .map((line) => {
      const [asked = '', protocol = '', news = '', repeats = '', charged = ''] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
      const query = /`(.*?)`/.exec(asked)![1]!.replace(/since=-(\d+)/, (_, days: string) => `since=${daysAgo(Number(days))}`)
      return {
        query,
        since: Number(/since=-(\d+)/.exec(asked)![1]),
        byCursor: asked.includes('cursor'),
        other: asked.includes('another wallet'),
        protocol,
        news,
        repeats,
        charged: Number(charged.slice(1)),
      }
    })
}

test('each poll of the table in the docs costs what it says, with the stock clients of both protocols', async () => {
  const everything = await poll(`?since=${daysAgo(60)}&limit=100&watch=truth`, 'x402', wallets.other)
  const all = everything.data!.notices
  expect([all.length > 20, everything.data!.has_more]).toEqual([true, false])
  const since = (days: number) => ids(all.filter(({ publishedDate }) => publishedDate >= daysAgo(days)))
  const before = (days: number) => ids(all.filter(({ publishedDate }) => publishedDate < daysAgo(days)))
  const meanings = (days: number): Record<string, readonly string[]> => ({
    none: [],
    '': [],
    429: [],
    'all since that day': since(days),
    'those of the 30 days before': before(30),
    'all others': since(30),
    'the first 5': ids(all).slice(0, 5),
    'the rest': ids(all).slice(5),
  })

  const rows = rowsOfTable()
  expect(rows).toHaveLength(9)
  let cursor: string | null = null
  for (const { query, since: days, byCursor, other, protocol, news, repeats, charged } of rows) {
    const account = other ? wallets.other : wallets.first
    const got = await poll(byCursor ? `${query}&cursor=${cursor}` : query, protocol, account)
    const expected = meanings(days)
    expect([query, got.status, got.charged]).toEqual([query, news === '429' ? 429 : 200, charged])
    expect([query, got.news, got.repeats]).toEqual([query, expected[news], expected[repeats]])
    if (got.state !== null) expect(got.state).toBe(charged > 0 ? 'settled' : 'uncharged')
    if (got.data) cursor = got.data.cursor ?? cursor
  }
})

test('the terms, the documents and the tools say the rule', async () => {
  const terms = (await (await fetch(service.url + tenders)).json()) as { watchlist: { charged: string; note: string } }
  expect(terms.watchlist).toMatchObject({ charged: 'new_items', note: expect.stringContaining('since set to the last next_since') })
  const openapi = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: Record<string, { get: Record<string, unknown> }> }
  for (const path of ['/v1/data/tenders/eu/{country}/{cpv}', '/v1/data/company/signals/{id}']) {
    const { description, 'x-watchlist': rule } = openapi.paths[path]!.get
    expect([description, rule]).toEqual([expect.stringContaining('charged only for'), expect.objectContaining({ charged: 'new_items' })])
  }
  expect(await (await fetch(`${service.url}/llms.txt`)).text()).toContain('charged only for items that it was not given before')
  const listed = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  expect(await listed.text()).toMatch(/data-tenders.*charged only for notices that it was not given before/s)
})

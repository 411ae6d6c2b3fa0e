import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { createIndexes, type Indexes } from '../indexes/create-indexes.ts'
import { memoryStore, quickTime, watching } from '../../../src/chain/follow/index-store.fixture.ts'
import { transferRows } from '../indexes/transfers/transfer-rows.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import type { MemoryStore } from '../../../src/store/sqlite/open-memory-store.ts'
import { readLargeTransfers, type TransferPosition } from './read-large-transfers.ts'
import { cursorOf, whaleQuery } from './whale-query.ts'

const networks = ['eip155:8453', 'eip155:1', 'eip155:10'] as const
const token: Hex = `0x${'70'.repeat(20)}`
const other: Hex = `0x${'0e'.repeat(20)}`
const hash: Hex = `0x${'cd'.repeat(32)}`

let store: MemoryStore
let indexes: Indexes
beforeEach(() => {
  store = memoryStore()
  indexes = createIndexes({
    settings: { agents: new Set(), transfers: new Map(networks.map((id) => [id, [{ address: token, large: 1n }]])), historySeconds: 0 },
    chains: new Map(),
    store,
    ...quickTime(),
    log: silentLog,
    metrics: silentMetrics,
    simulated: false,
    watched: watching(),
  })
})
afterEach(() => store.close())

interface Written {
  readonly network: (typeof networks)[number]
  readonly at: number
  readonly block: number
  readonly log: number
  readonly amount: number
}

/** As the index keeps them: of two transfers at one position only the first. */
async function write(rows: readonly Written[]): Promise<Written[]> {
  const kept = [...new Map(rows.toReversed().map((row) => [`${row.network} ${row.block} ${row.log}`, row])).values()]
  await store.write(
    {
      name: 'seed',
      sqlite(transaction) {
        transaction.run('DELETE FROM token_transfers')
        for (const { network, at, block, log, amount } of kept) {
          const place = { blockNumber: BigInt(block), logIndex: log, blockHash: hash, transactionHash: hash, at: BigInt(at) }
          const fact = { token, sender: other, recipient: other, amount: BigInt(amount), large: true }
          transferRows.insert(transaction, network, [{ place, fact }])
        }
      },
    },
    undefined,
  )
  return kept
}

async function pagesOf(limit: number, wish: { readonly least?: bigint; readonly since?: bigint } = {}): Promise<string[]> {
  const tokens = networks.map((network) => ({ network, token, least: wish.least ?? 1n }))
  const found: string[] = []
  let after: TransferPosition | undefined
  for (let page = 1; ; page++) {
    const { transfers, next } = await readLargeTransfers(indexes.transfers, { tokens, since: wish.since ?? 0n, after, limit })
    expect(transfers.length).toBeLessThanOrEqual(limit)
    found.push(...transfers.map(({ network, at, blockNumber, logIndex }) => `${network} ${at} ${blockNumber} ${logIndex}`))
    // Only a single page may be empty, and no page comes twice.
    expect(page === 1 || transfers.length > 0).toBe(true)
    expect(page).toBeLessThan(100)
    if (!next) return found
    // The cursor in its wire form.
    after = whaleQuery.parse({ cursor: cursorOf(next) }).cursor
  }
}

// Few places, so that several networks have one at the same.
const row = fc.record({
  network: fc.constantFrom(...networks),
  at: fc.integer({ min: 1_700_000_000, max: 1_700_000_003 }),
  block: fc.integer({ min: 1, max: 3 }),
  log: fc.integer({ min: 0, max: 2 }),
  amount: fc.integer({ min: 1, max: 5 }),
})

test('the pages hold each transfer once, newest first, whatever the page size', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 25 }), fc.integer({ min: 1, max: 7 }), async (rows, limit) => {
      const kept = await write(rows)
      const sorted = kept.toSorted(
        (one, two) =>
          two.at - one.at || two.block - one.block || two.log - one.log || networks.indexOf(one.network) - networks.indexOf(two.network),
      )
      expect(await pagesOf(limit)).toEqual(sorted.map(({ network, at, block, log }) => `${network} ${at} ${block} ${log}`))
    }),
    { numRuns: runsOf(40) },
  )
})

test('new transfers above a page, or removed ones below it, do not move the others', async () => {
  const rows: Written[] = [1, 2, 3, 4].map((block) => ({ network: 'eip155:1', at: 1_700_000_000 + block, block, log: 0, amount: 1 }))
  await write(rows)
  const tokens = networks.map((network) => ({ network, token, least: 1n }))
  const first = await readLargeTransfers(indexes.transfers, { tokens, since: 0n, after: undefined, limit: 2 })
  await write([...rows.slice(1), { network: 'eip155:10', at: 1_700_000_009, block: 9, log: 0, amount: 1 }])
  const second = await readLargeTransfers(indexes.transfers, { tokens, since: 0n, after: first.next ?? undefined, limit: 2 })
  expect(first.transfers.map(({ blockNumber }) => blockNumber)).toEqual([4n, 3n])
  expect(second.transfers.map(({ blockNumber }) => blockNumber)).toEqual([2n])
})

test('only transfers from an amount and a time on are listed', async () => {
  await write([1, 2, 3].map((block) => ({ network: 'eip155:1', at: 1_700_000_000 + block, block, log: 0, amount: block })))
  expect(await pagesOf(5, { least: 2n })).toHaveLength(2)
  expect(await pagesOf(5, { since: 1_700_000_003n })).toHaveLength(1)
})

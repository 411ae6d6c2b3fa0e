import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { createIndexes, type Indexes } from '../indexes/create-indexes.ts'
import { memoryStore, quickTime, watching } from '../../../src/chain/follow/index-store.fixture.ts'
import { transferRows } from '../indexes/transfers/transfer-rows.ts'
import { networks } from '../../../src/chain/networks.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import type { MemoryStore } from '../../../src/store/sqlite/open-memory-store.ts'
import { readPollCursor, writePollCursor, type PollPositions } from './poll-cursor.ts'
import { readNewTransfers, startOfPolling } from './read-new-transfers.ts'
import type { TransferCoverage } from './transfer-coverage.ts'

const followed = networks.filter(({ id }) => id === 'eip155:8453' || id === 'eip155:1')
const token: Hex = `0x${'70'.repeat(20)}`
const other: Hex = `0x${'0e'.repeat(20)}`
const hash: Hex = `0x${'cd'.repeat(32)}`
const began = 1_700_000_000
/** Blocks of a network, a second apart. */
const timeOf = (block: number) => began + block

let store: MemoryStore
let indexes: Indexes
beforeEach(() => {
  store = memoryStore()
  indexes = createIndexes({
    settings: {
      agents: new Set(),
      transfers: new Map(followed.map(({ id }) => [id, [{ address: token, large: 1n }]])),
      historySeconds: 0,
    },
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

/** Writes one transfer for each of these blocks of each network. */
async function write(blocks: readonly (readonly number[])[]): Promise<void> {
  await store.write(
    {
      name: 'seed',
      sqlite(transaction) {
        transaction.run('DELETE FROM token_transfers')
        for (const [index, { id }] of followed.entries()) {
          for (const block of new Set(blocks[index])) {
            const place = { blockNumber: BigInt(block), logIndex: 0, blockHash: hash, transactionHash: hash, at: BigInt(timeOf(block)) }
            const fact = { token, sender: other, recipient: other, amount: 5n, large: true }
            transferRows.insert(transaction, id, [{ place, fact }])
          }
        }
      },
    },
    undefined,
  )
}

/** Where the indexes are: the last block that each has read, or null. */
function coverageAt(blocks: readonly (number | null)[]): TransferCoverage[] {
  return followed.map((network, index) => {
    const block = blocks[index] ?? null
    const read = { from: began, upTo: block === null ? null : timeOf(block) * 1_000, block }
    return { network, state: 'current', blocksBehind: 0, historyRead: 1, threshold: 1n, ...read, ...(block === null ? { from: null } : {}) }
  })
}

async function poll(positions: PollPositions, blocks: readonly (number | null)[], limit = 100) {
  const coverage = coverageAt(blocks)
  const tokens = coverage.filter(({ upTo }) => upTo !== null).map(({ network }) => ({ network: network.id, token, least: 1n }))
  const read = await readNewTransfers(indexes.transfers, { tokens, coverage, positions, since: 0, limit })
  const sent = readPollCursor(writePollCursor(read.next))
  if (!sent) throw new Error('the cursor cannot be read')
  return { found: read.transfers.map(({ network, blockNumber }) => `${network} ${blockNumber}`), next: sent }
}

test('a network whose index lags is not skipped when it catches up', async () => {
  await write([[5, 12], [6]])
  const start = startOfPolling(coverageAt([10, 3]), timeOf(10) * 1_000)
  const first = await poll(start, [12, 3])
  expect(first.found).toEqual(['eip155:8453 12'])
  const second = await poll(first.next, [12, 8])
  expect(second.found).toEqual(['eip155:1 6'])
  expect((await poll(second.next, [12, 8])).found).toEqual([])
})

test('a network that was not read yet begins at the time of the first answer', async () => {
  await write([[], [4, 11]])
  const start = startOfPolling(coverageAt([10, null]), timeOf(10) * 1_000)
  const waiting = await poll(start, [10, null])
  expect(waiting.found).toEqual([])
  expect((await poll(waiting.next, [10, 20])).found).toEqual(['eip155:1 11'])
})

test('a transfer in a block that the index had not read when the poll began waits for the next poll', async () => {
  await write([[11], []])
  const start = startOfPolling(coverageAt([10, 10]), timeOf(10) * 1_000)
  const first = await poll(start, [10, 10])
  expect(first.found).toEqual([])
  expect((await poll(first.next, [11, 11])).found).toEqual(['eip155:8453 11'])
})

test('a position from before the oldest kept transfer is refused, and says what to do', async () => {
  const old: PollPositions = new Map([['eip155:8453', { place: { blockNumber: 1n, logIndex: 0n }, at: began - 1 }]])
  await expect(poll(old, [10, 10])).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('too old'),
    options: { field: 'query.poll' },
  })
})

test.each([
  ['', 'nothing'],
  ['1795334400-71-0-8453', 'a cursor of a page'],
  [Buffer.from('[0,[[8453,1,0,1]]]').toString('base64url'), 'another version'],
  [Buffer.from('[1,[[5,1,0,1]]]').toString('base64url'), 'a network that does not exist'],
  [Buffer.from('[1,[[8453,1,0,1],[8453,2,0,1]]]').toString('base64url'), 'a network twice'],
  [Buffer.from('[1,[[8453,-1,0,1]]]').toString('base64url'), 'a negative block'],
  [Buffer.from('[1,[[8453,1e300,0,1]]]').toString('base64url'), 'a block that is too high'],
  ['W'.repeat(1_001), 'a text that is too long'],
])('%s is no poll cursor: %s', (text) => {
  expect(readPollCursor(text)).toBeNull()
})

const blocks = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 12 })
const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 8 })), { minLength: 1, maxLength: 8 })

test('however the indexes move and whatever the limit, polls give each new transfer once', async () => {
  await fc.assert(
    fc.asyncProperty(blocks, blocks, steps, fc.integer({ min: 1, max: 4 }), async (one, two, moves, limit) => {
      await write([one, two])
      let at: [number, number] = [0, 0]
      let next = startOfPolling(coverageAt(at), timeOf(0) * 1_000)
      const found: string[] = []
      const ask = async () => {
        const page = await poll(next, at, limit)
        expect(page.found.length).toBeLessThanOrEqual(limit)
        found.push(...page.found)
        next = page.next
        return page.found.length
      }
      for (const [more, moreToo] of moves) {
        at = [at[0] + more, at[1] + moreToo]
        await ask()
      }
      for (let pages = 0; (await ask()) > 0; pages++) expect(pages).toBeLessThan(40)
      const read = (list: readonly number[], index: number) =>
        [...new Set(list)].filter((block) => block <= (at[index] ?? 0)).map((block) => `${followed[index]?.id} ${block}`)
      expect(found.toSorted()).toEqual([...read(one, 0), ...read(two, 1)].toSorted())
    }),
    { seed: 23, numRuns: runsOf(40) },
  )
})

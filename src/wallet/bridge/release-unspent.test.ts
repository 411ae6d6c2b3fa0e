import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { networks } from '../../chain/networks.ts'
import { systemTimers } from '../../ops/system.ts'
import { openSharedFile, type SharedFile } from '../../store/sqlite/open-shared-file.ts'
import { releaseUnspent } from './release-unspent.ts'
import { createSpendingBook, spendingSchema, type Outcome, type SpendingBook } from './spending-book.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const later = noon + 600_000
const base = networks[0]!
const nonces = { unused: `0x${'0a'.repeat(32)}`, used: `0x${'0b'.repeat(32)}` } as const

let directory: string
let file: SharedFile
let book: SpendingBook
const closing: (() => Promise<unknown>)[] = []
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'farthing-test-'))
  file = openSharedFile(join(directory, 'spending.db'), spendingSchema)
  book = createSpendingBook(file)
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  file.close()
  rmSync(directory, { recursive: true, force: true })
})

/** A node that knows one authorization as used, on a chain whose newest block has a given time. */
async function node({ chainId = base.chainId, time = later }: { chainId?: number; time?: number } = {}): Promise<Map<string, string>> {
  const hex = (value: number) => `0x${value.toString(16)}`
  const answers: Record<string, (params: { data: string }[]) => unknown> = {
    eth_chainId: () => hex(chainId),
    eth_getBlockByNumber: () => ({ timestamp: hex(time / 1000) }),
    eth_call: ([call]) => `0x${(call!.data.endsWith(nonces.used.slice(2)) ? '1' : '0').padStart(64, '0')}`,
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const asked = JSON.parse(Buffer.concat(chunks).toString()) as unknown
      const one = ({ id, method, params }: { id: number; method: string; params: [] }) => ({
        jsonrpc: '2.0',
        id,
        result: answers[method]!(params),
      })
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(Array.isArray(asked) ? asked.map(one) : one(asked as never)))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return new Map([[base.id, `http://127.0.0.1:${(server.address() as AddressInfo).port}`]])
}

function signed(outcome: Outcome | null, nonce: keyof typeof nonces = 'unused'): void {
  const purchase = {
    id: `id-${nonce}`,
    call: `call-${nonce}`,
    world: 'live',
    tool: 'quote',
    payer: '0x0000000000000000000000000000000000000001',
    network: base.id,
    payTo: '0x0000000000000000000000000000000000000002',
    amount: 40n,
    nonce: nonces[nonce],
    validBefore: BigInt(noon / 1000 + 300),
    terms: '{}',
  } as const
  expect(book.reserve(purchase, { perDay: 1000n, service: 'x' }, noon)).toMatchObject({ kind: 'reserved' })
  if (outcome) book.close(purchase.id, outcome, noon)
}

async function spentAfter(rpcUrls: ReadonlyMap<string, string>, now = later): Promise<bigint> {
  const parts = { book, clock: { now: () => now }, timers: { ...systemTimers, sleep: () => systemTimers.sleep(1) } }
  await releaseUnspent('live', rpcUrls, parts)
  return book.spending('live', noon).spent
}

test.each(['uncharged', 'refused', 'unused', null] as const)('a payment that expired unspent no longer counts (%s)', async (outcome) => {
  signed(outcome)
  expect(await spentAfter(await node())).toBe(0n)
})

test('a spent payment counts, whatever the service said', async () => {
  signed('uncharged', 'used')
  expect(await spentAfter(await node())).toBe(40n)
})

test('the chain is not asked about a charged payment', async () => {
  signed('charged')
  expect(await spentAfter(await node())).toBe(40n)
})

test('a payment that can still be spent by our clock or by the clock of the chain counts', async () => {
  signed('uncharged')
  expect(await spentAfter(await node(), noon + 400_000)).toBe(40n)
  expect(await spentAfter(await node({ time: noon + 400_000 }))).toBe(40n)
})

test('nothing is freed by a node of another chain, by a node that does not answer, or without a node', async () => {
  signed('uncharged')
  expect(await spentAfter(await node({ chainId: 1 }))).toBe(40n)
  expect(await spentAfter(new Map([[base.id, 'http://127.0.0.1:1']]))).toBe(40n)
  expect(await spentAfter(new Map())).toBe(40n)
})

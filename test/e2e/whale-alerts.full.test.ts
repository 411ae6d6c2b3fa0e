import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '../../sandbox/population/inhabitants.ts'
import type { Chain } from '../../src/chain/chain.ts'
import { whaleAlerts } from '../../goods/onchain/whale-alerts/whale-alerts.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import type { Problem } from '../../src/shared/problems.ts'
import { startTestService, untilIndexed, type TestService } from '../start-test-service.ts'
import { pay, receiptOf, type Account } from '../signed-payments.ts'
import { onchainOf } from '../support/onchain-of.ts'

interface Party {
  readonly address: string
  readonly labels: readonly { readonly kind: string; readonly name: string; readonly source: string }[]
}
interface Transfer {
  readonly network: string
  readonly kind: string
  readonly symbol: string
  readonly amountBaseUnits: string
  readonly amount: string
  readonly amountUsd: string | null
  readonly from: Party
  readonly to: Party
  readonly transaction: string
  readonly blockNumber: number
  readonly occurredAt: string
}
interface Whales {
  readonly transfers: readonly Transfer[]
  readonly nextCursor: string | null
  readonly nextPoll: string | null
  readonly indexed: readonly Record<string, unknown>[]
  readonly meta: {
    readonly degraded: boolean
    readonly missing: readonly string[]
    readonly simulated: boolean
    readonly sources: readonly { id: string }[]
  }
}

const base = 'eip155:8453'
const ethereum = 'eip155:1'
const path = '/v1/crypto/whale-alerts'
const honey = addressOf('honeypot-token')

let directory: string
let service: TestService
let account: Account
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'farthing-test-'))
  const labels = join(directory, 'labels.json')
  await writeFile(
    labels,
    JSON.stringify([{ address: addressOf('second-whale'), kind: 'exchange', name: 'Moby Exchange', networks: ['base'] }]),
  )
  service = await startTestService({
    env: { LABELS_FILE: labels, INDEX_TRANSFERS: 'base,ethereum,polygon', WHALE_TOKENS: `base:${honey}:${10n ** 21n}` },
  })
  account = await service.payingWallet('100')
  await untilIndexed(service, 'transfers')
})
afterAll(async () => {
  await service?.close()
  await rm(directory, { recursive: true, force: true })
})

async function buy(query = ''): Promise<Whales> {
  const response = await pay(service.url, account, { path: path + query })
  expect(response.status).toBe(200)
  return (await response.json()) as Whales
}
async function refused(query: string) {
  const response = await pay(service.url, account, { path: path + query })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
/** Transfers of inhabitants, from before the sandbox began. */
const told = ({ transfers }: Whales) => transfers.map(({ network, kind, amount }) => `${network} ${kind} ${amount}`)

describe('large transfers', () => {
  test('of all chains, newest first: the two of the whale and the mint, and not the one that is too small', async () => {
    const body = await buy('?min=250000')
    expect(told(body)).toEqual([`${base} transfer 400000`, `${ethereum} transfer 2500000`, `${ethereum} mint 5000000`])
    expect(JSON.stringify(body)).not.toContain('249999')
    const [first] = body.transfers
    expect(first).toMatchObject({
      symbol: 'USDC',
      amountBaseUnits: '400000000000',
      from: { address: addressOf('whale') },
      to: { address: addressOf('second-whale') },
    })
    const receipt = await service.chain(base).rpc.call<{ blockNumber: string }>('eth_getTransactionReceipt', [first!.transaction])
    expect(Number(receipt.blockNumber)).toBe(first!.blockNumber)
    expect(Date.now() - Date.parse(first!.occurredAt)).toBeGreaterThan(2 * 3_600_000)
    expect(body.meta).toMatchObject({ simulated: true })
    expect(body.meta.sources.map(({ id }) => id)).toContain(`index:${base}`)
  })

  test("with who they are: inhabitants, the operator's own table, where it holds, and where money is made", async () => {
    const [onBase, onEthereum, mint] = (await buy('?min=250000')).transfers
    expect(onBase!.from.labels).toEqual([{ kind: 'other', name: 'whale', source: 'sandbox population' }])
    expect(onBase!.to.labels.map(({ name }) => name)).toEqual(['Moby Exchange', 'second-whale'])
    expect(onEthereum!.to.labels.map(({ name }) => name)).toEqual(['second-whale'])
    expect(mint!.from.labels).toMatchObject([{ kind: 'burn' }])
  })

  test('of one chain, from an amount and a time on', async () => {
    for (const chain of ['ethereum', 'Ethereum', ethereum]) expect(await buy(`?chain=${chain}`).then(told)).toHaveLength(2)
    expect(told(await buy('?min=2500000.000001'))).toEqual([`${ethereum} mint 5000000`])
    const fourHoursAgo = Math.floor(Date.now() / 1_000) - 4 * 3_600
    const since = [`${fourHoursAgo}`, encodeURIComponent(new Date(fourHoursAgo * 1_000).toISOString())]
    for (const moment of since) expect(told(await buy(`?chain=ethereum&since=${moment}`))).toEqual([`${ethereum} transfer 2500000`])
    expect(told(await buy('?chain=polygon'))).toEqual([])
  })

  test('an empty page costs nothing', async () => {
    const response = await pay(service.url, account, { path: `${path}?chain=polygon` })
    expect([response.status, ((await response.json()) as Whales).transfers]).toEqual([200, []])
    const receipt = JSON.parse(Buffer.from(response.headers.get('payment-response') ?? '', 'base64').toString()) as object
    expect(receipt).toMatchObject({ amount: '0', transaction: '' })
  })

  test('with the value of USDC in dollars, by its price of now', async () => {
    const { transfers, meta } = await buy('?chain=base')
    const usdc = transfers.find(({ symbol }) => symbol === 'USDC')
    // The sandbox's dollar coins move by about a hundredth of a per cent a day.
    expect(Math.abs(Number(usdc?.amountUsd) / 400_000 - 1)).toBeLessThan(0.002)
    expect(transfers.filter(({ symbol }) => symbol !== 'USDC').every(({ amountUsd }) => amountUsd === null)).toBe(true)
    expect(meta.sources.map(({ id }) => id)).toContain('coingecko')
  })

  test('page by page, each once', async () => {
    const pages: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Whales = await buy(`?min=250000&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`)
      expect(page.transfers).toHaveLength(1)
      pages.push(...told(page))
      cursor = page.nextCursor
    }
    expect(pages).toEqual(told(await buy('?min=250000')))
    expect((await buy('?min=250000')).nextCursor).toBeNull()
  })

  test('a poll lists only what is new, and one that finds nothing costs nothing', async () => {
    const { nextPoll } = await buy('?min=250000&chain=base')
    const response = await pay(service.url, account, { path: `${path}?min=250000&chain=base&poll=${nextPoll}` })
    const body = (await response.json()) as Whales
    expect([response.status, body.transfers, body.nextCursor]).toEqual([200, [], null])
    expect(body.nextPoll).toMatch(/^[\w-]+$/)
    const receipt = JSON.parse(Buffer.from(response.headers.get('payment-response') ?? '', 'base64').toString()) as object
    expect(receipt).toMatchObject({ amount: '0', transaction: '' })
  })

  test('of other tokens that the operator names, counted as the token counts', async () => {
    const { transfers, meta } = await buy('?chain=base')
    const others = transfers.filter(({ symbol }) => symbol !== 'USDC')
    expect(others.map(({ symbol, kind, amount }) => `${symbol} ${kind} ${amount}`)).toEqual([
      ...Array.from({ length: 5 }, () => 'HONEY transfer 1000'),
      'HONEY mint 1000000000',
    ])
    expect(meta.missing.filter((one) => one.startsWith('decimals'))).toEqual([])
    // Their value in dollars is unknown.
    expect((await buy('?chain=base&min=250000')).transfers.every(({ symbol }) => symbol === 'USDC')).toBe(true)
  })

  test('with what is indexed, from when to when, and what is not', async () => {
    const body = await buy()
    expect(body.indexed).toHaveLength(6)
    const [onBase, onEthereum, , arbitrum] = body.indexed
    expect(onBase).toMatchObject({ network: base, state: 'current', lagBlocks: 0, minAmountUsdc: '250000' })
    expect(onBase!['lagSeconds']).toBeLessThan(30)
    expect(Date.now() - Date.parse(onBase!['keptSince'] as string)).toBeLessThan(31 * 86_400_000)
    expect(onEthereum).toMatchObject({ minAmountUsdc: '1000000' })
    expect(arbitrum).toMatchObject({ state: 'not_indexed', keptSince: null, readUntil: null, minAmountUsdc: null })
    expect(body.meta.degraded).toBe(true)
    expect(body.meta.missing).toContain('transfers.eip155:42161 (not_indexed)')
    const early = await buy('?chain=base&since=1000000000')
    expect(early.meta.missing).toContain(`transfers.${base} (begins_later)`)
  })
})

describe('what cannot be answered', () => {
  test('is refused with what can, and not charged', async () => {
    const low = await refused('?chain=ethereum&min=999999')
    expect(low).toMatchObject({ status: 400, body: { code: 'invalid_input', field: 'query.min', expected: 'at least 1000000' } })
    const elsewhere = await refused('?chain=arbitrum')
    expect(elsewhere).toMatchObject({ status: 404, body: { code: 'unsupported_network', field: 'query.chain' } })
    expect(elsewhere.body['expected']).toContain('eip155:8453 (base)')
    expect((await refused('?chain=moon')).status).toBe(404)
  })

  test.each([
    'min=-1',
    'min=1e6',
    'min=1.0000001',
    'since=yesterday',
    'since=2026-13-45T00:00:00Z',
    'limit=0',
    'limit=101',
    'cursor=abc',
    'cursor=1-1-1-5',
    'poll=abc',
    'poll=1795334400-71-0-8453',
  ])('%s is no question', async (query) => {
    const response = await fetch(`${service.url}${path}?${query}`)
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_input', field: `query.${query.split('=')[0]}` }])
  })

  test('nothing that was read is a 503, and where nothing is to be read there is no such offer', () => {
    const { chains, sources: declared } = service.parts
    const { indexes, sources } = onchainOf(service.parts)
    const labels = { of: () => [] }
    const standing = (state: ReturnType<typeof indexes.state>) =>
      whaleAlerts({ indexes: { ...indexes, state: () => state }, labels, sources }).available({ chains, sources: declared })
    const now = indexes.state()
    expect(standing(now)).toBe('available')
    expect(standing(now.map((one) => ({ ...one, state: 'waiting', asOf: null, since: null })))).toBe('down')
    expect(standing([])).toBe('disabled')
  })

  test('an index that has not looked at its chain for long is told to be far behind', async () => {
    const { chains, clock } = service.parts
    const { indexes, sources } = onchainOf(service.parts)
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
    const state = () => indexes.state().map((one) => (one.network === base ? { ...one, state: 'failing' as const, asOf: hourAgo } : one))
    const offer = whaleAlerts({ indexes: { ...indexes, state }, labels: { of: () => [] }, sources })
    const context = { chains, clock, signal: AbortSignal.timeout(60_000) }
    const { body } = (await offer.run({ path: {}, query: { limit: 10 }, body: {} }, context as never)) as { body: Whales }
    expect(body.indexed[0]).toMatchObject({ state: 'failing' })
    expect(body.indexed[0]!['lagSeconds']).toBeGreaterThanOrEqual(3_600)
    expect(body.meta).toMatchObject({ degraded: true })
    expect(body.meta.missing).toContain(`transfers.${base} (far_behind)`)
  })
})

test('a party on a sanctions list is labelled with the list', async () => {
  const { chains, clock } = service.parts
  const { indexes, sources } = onchainOf(service.parts)
  for (let waited = 0; !sources.sanctions.lists().every(({ fresh }) => fresh); waited++) {
    if (waited === 100) throw new Error('the lists were not loaded in time')
    await sleep(200)
  }
  // A small account, treated as if its transfers were large.
  const listed = addressOf('sanctioned').toLowerCase() as Hex
  const large: typeof indexes.transfers.large = async (asked) =>
    (await indexes.transfers.large(asked)).map((row) => ({ ...row, sender: listed }))
  const offer = whaleAlerts({ indexes: { ...indexes, transfers: { ...indexes.transfers, large } }, labels: { of: () => [] }, sources })
  const context = { chains, clock, signal: AbortSignal.timeout(60_000) }
  const query = { limit: 10, chain: 'base', min: 250_000_000_000n }
  const { body } = (await offer.run({ path: {}, query, body: {} }, context as never)) as { body: Whales }
  expect(body.transfers[0]!.from.labels).toMatchObject([{ kind: 'sanctioned', source: 'ofac-sdn' }])
  expect(body.transfers[0]!.to.labels).toEqual([])
  expect(body.meta.missing).toEqual([])
})

test('a call asks no chain', async () => {
  const { chains, clock } = service.parts
  const { indexes, sources } = onchainOf(service.parts)
  let asked = 0
  const counted = new Map(
    [...chains].map(([id, chain]): [typeof id, Chain] => [
      id,
      { ...chain, rpc: { call: () => (asked++, Promise.reject(new Error('asked'))) } },
    ]),
  )
  const offer = whaleAlerts({ indexes, labels: { of: () => [] }, sources })
  const context = { chains: counted, clock, signal: AbortSignal.timeout(60_000) }
  const { body } = (await offer.run({ path: {}, query: { limit: 10, min: 250_000_000_000n }, body: {} }, context as never)) as {
    body: Whales
  }
  expect(body.transfers).toHaveLength(3)
  expect(asked).toBe(0)
})

test('a paid answer has a receipt that says what was charged', async () => {
  const response = await pay(service.url, account, { path })
  expect(await receiptOf(response)).toMatchObject({ state: 'settled', charged: { usd: '0.03' } })
})

test('the problem of an index that was never read says when to come again', async () => {
  const { chains, clock } = service.parts
  const { indexes, sources } = onchainOf(service.parts)
  const state = () => indexes.state().map((one) => ({ ...one, asOf: null, since: null }))
  const offer = whaleAlerts({ indexes: { ...indexes, state }, labels: { of: () => [] }, sources })
  const context = { chains, clock, signal: AbortSignal.timeout(60_000) }
  const problem = (await offer
    .run({ path: {}, query: { limit: 10 }, body: {} }, context as never)
    .catch((error: unknown) => error)) as Problem
  expect(problem).toMatchObject({ code: 'offer_unavailable', status: 503 })
})

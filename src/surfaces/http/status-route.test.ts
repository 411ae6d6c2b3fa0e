import { pageFacts } from '../console/console.fixture.ts'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { CreditStatus } from '../../operate/refunds/credit-report.ts'
import { statusRoute, type SourceStatus } from './status-route.ts'
import type { IndexStatus } from '../../shared/index-status.ts'

const fine: SourceStatus = {
  id: 'ecb',
  name: 'European Central Bank',
  enabled: true,
  off: null,
  breaker: 'closed',
  lastSuccess: '2026-10-05T14:20:00.000Z',
  lastError: null,
  latencyMs: 84,
  quota: null,
}

function open() {
  const held: Record<string, string> = {}
  const state = { now: Date.parse('2026-10-05T15:00:00Z'), ready: true, asked: 0, sources: [fine], indexes: [] as IndexStatus[] }
  const credits: { status: CreditStatus | undefined } = { status: undefined }
  const checks: Record<string, string> = { process: 'ready', ledger: 'ok', 'eip155:8453': 'ok' }
  const app = new Hono()
  statusRoute(app, {
    page: pageFacts,
    history: async () => null,
    clock: { now: () => state.now },
    health: { ready: () => ({ ready: state.ready, checks }) },
    networks: [{ id: 'eip155:8453', name: 'Base' }],
    readNetworks: [],
    playMoney: true,
    heldBy: (network) => held[network] ?? null,
    sources: () => {
      state.asked++
      return state.sources
    },
    indexes: () => state.indexes,
    credits: () => credits.status,
    simulated: true,
  })
  const read = async () => {
    // Later than the cached answer is valid.
    state.now += 1_000
    return (await (await app.request('/status')).json()) as { status: string; sources: { state: string }[]; networks: unknown[] }
  }
  return { app, state, checks, held, credits, read }
}

test('has the state of the process, the ledger, the networks and every source', async () => {
  const { read, state } = open()
  expect(await read()).toEqual({
    status: 'ok',
    at: new Date(state.now).toISOString(),
    simulated: true,
    playMoney: true,
    process: 'ready',
    ledger: 'ok',
    networks: [{ network: 'eip155:8453', name: 'Base', state: 'ok', settlement: 'ok' }],
    sources: [
      {
        id: 'ecb',
        name: 'European Central Bank',
        state: 'ok',
        off: null,
        breaker: 'closed',
        lastSuccess: '2026-10-05T14:20:00.000Z',
        lastError: null,
        latencyMs: 84,
      },
    ],
    indexes: [],
  })
})

test.each([
  [{ lastSuccess: null, latencyMs: null }, 'unasked', 'ok'],
  [{ lastError: 'rejected_404' }, 'ok', 'ok'],
  [{ lastSuccess: null, lastError: 'rejected_404' }, 'ok', 'ok'],
  [{ lastError: 'rejected_401' }, 'failing', 'degraded'],
  [{ lastError: 'unreachable_timeout' }, 'failing', 'degraded'],
  [{ lastError: 'unreachable_timeout', breaker: 'half-open' }, 'failing', 'degraded'],
  [{ lastError: 'rejected_429', breaker: 'paused' }, 'paused', 'degraded'],
  [{ lastError: 'garbage_not_json', breaker: 'open' }, 'down', 'degraded'],
  [{ enabled: false, off: 'no_contract', lastSuccess: null }, 'off', 'ok'],
])('a source with %j is %s, and the whole %s', async (facts, word, whole) => {
  const { read, state } = open()
  state.sources = [{ ...fine, ...facts }]
  const { status, sources } = await read()
  expect([sources[0]?.state, status]).toEqual([word, whole])
})

test('a failing network degrades the service; a failing ledger takes it down', async () => {
  const { read, checks, state } = open()
  checks['eip155:8453'] = 'failed'
  expect(await read()).toMatchObject({ status: 'degraded', networks: [{ state: 'failed' }] })
  checks['ledger'] = 'failed'
  state.ready = false
  expect(await read()).toMatchObject({ status: 'down', ledger: 'failed' })
})

test('is made once a second for any number of requests, also when the clock is set back', async () => {
  const { app, state } = open()
  for (let index = 0; index < 100; index++) await app.request('/status')
  expect(state.asked).toBe(1)
  state.now += 999
  expect((await app.request('/status')).headers.get('cache-control')).toBe('public, max-age=1')
  expect(state.asked).toBe(1)
  state.now += 1
  await app.request('/status')
  expect(state.asked).toBe(2)
  state.now -= 3_600_000
  await app.request('/status')
  expect(state.asked).toBe(3)
})

test('accepts HEAD, and no method that writes', async () => {
  const { app } = open()
  const head = await app.request('/status', { method: 'HEAD' })
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'application/json', ''])
  expect((await app.request('/status', { method: 'POST' })).status).toBe(404)
})

test('has the progress of each index, and is degraded while a node fails one', async () => {
  const { read, state } = open()
  const index: IndexStatus = {
    index: 'agents',
    network: 'eip155:8453',
    state: 'reading',
    block: 90,
    head: 100,
    behind: 40,
    progress: 0.6,
    since: null,
    asOf: null,
  }
  state.indexes = [index]
  expect(await read()).toMatchObject({ status: 'ok', indexes: [index] })
  state.indexes = [{ ...index, state: 'failing' }]
  expect(await read()).toMatchObject({ status: 'degraded', indexes: [{ state: 'failing' }] })
})

test('says what payers are owed as credits, in dollars, and nothing where there can be none', async () => {
  const { read, credits } = open()
  expect(await read()).not.toHaveProperty('credits')
  const [some, none] = [
    { payments: 2, amount: 300_000n },
    { payments: 0, amount: 0n },
  ]
  const networks = [{ network: 'eip155:8453', waiting: some, refunding: none, refunded: none, asked: some }]
  credits.status = { networks, limits: { perDay: 5_000_000n, perPayer: 1_000_000n } }
  const shown = [
    {
      network: 'eip155:8453',
      waiting: { payments: 2, usd: '0.3' },
      refunding: { payments: 0, usd: '0' },
      refundedToday: { payments: 0, usd: '0' },
    },
  ]
  expect(await read()).toMatchObject({
    credits: { limitPerDayUsd: '5', limitPerPayerPerDayUsd: '1', askedTodayUsd: '0.3', networks: shown },
  })
  credits.status = { networks, limits: null }
  expect(await read()).toMatchObject({ credits: { limitPerDayUsd: null, limitPerPayerPerDayUsd: null, networks: shown } })
})

test('says why nothing can be settled on a network', async () => {
  const { read, held } = open()
  held['eip155:8453'] = 'no_gas_money'
  expect(await read()).toMatchObject({ status: 'degraded', networks: [{ state: 'ok', settlement: 'no_gas_money' }] })
})

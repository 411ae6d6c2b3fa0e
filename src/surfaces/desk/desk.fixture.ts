import { z } from 'zod'
import { openTable } from '../../goods/tables/open-table.ts'
import { createClientKeys, trustedProxies } from '../../gate/limits/client-address.ts'
import { createLedger } from '../../ledger/create-ledger.ts'
import { noon } from '../../ledger/contract/open-ledger.fixture.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { createLedgerReading } from '../../ledger/reading/ledger-reading.ts'
import { answerQuestion } from '../../operate/desk/desk-questions.ts'
import { createSwitches, type SwitchRow } from '../../operate/desk/switches.ts'
import { createWrongNow, type MuteRow, type ServiceFacts } from '../../operate/desk/wrong-now.ts'
import { createAlarmMemory, type AlarmMemory } from '../../operate/desk/alarm-memory.ts'
import type { PriceChanges } from '../../operate/prices/change-prices.ts'
import { systemRandom } from '../../ops/system.ts'
import { silentLog } from '../../shared/log.ts'
import { OperatorError } from '../../shared/operator-error.ts'
import type { MemoryStore } from '../../store/sqlite/open-memory-store.ts'
import { memoryStore } from '../../store/sqlite/store.fixture.ts'
import { createDeskApp, type DeskParts } from './desk-app.ts'
import { createLockout } from './door/lockout.ts'
import { createOperatorTokens, type NamedToken } from './door/operator-tokens.ts'
import { createSessions, type SessionRow } from './door/sessions.ts'

export const tokens = {
  admin: 'admin-admin-admin-admin-admin-admin',
  reader: 'read-read-read-read-read-read-read-',
  refunder: 'refund-refund-refund-refund-refund-',
  pricer: 'price-price-price-price-price-price',
} as const

const named: readonly NamedToken[] = [
  { name: 'admin', scope: 'admin', token: tokens.admin },
  { name: 'anna', scope: 'read', token: tokens.reader },
  { name: 'bo', scope: 'refund', token: tokens.refunder },
  { name: 'cleo', scope: 'price', token: tokens.pricer },
]

export interface TestDesk {
  readonly store: MemoryStore
  readonly ledger: Ledger
  readonly memory: AlarmMemory
  /** What fails, and other facts of the service. */
  readonly facts: { -readonly [Key in keyof ServiceFacts]: ServiceFacts[Key] }
  /** The clock of all of it. */
  now: number
  /** Payments that were given back, and prices that were ordered. */
  readonly done: string[]
  send(path: string, init?: RequestInit & { readonly from?: string }): Promise<Response>
  /** Signs in, and gives the cookie. */
  signIn(token?: string, from?: string): Promise<string>
  /** The token that forms of this session carry. */
  formToken(cookie: string): Promise<string>
  close(): Promise<void>
}

const rows = {
  sessions: z.object({ mark: z.string(), formToken: z.string(), begunAt: z.number(), usedAt: z.number() }),
  mutes: z.object({ until: z.number(), by: z.string() }),
  switches: z.object({ by: z.string(), at: z.number() }),
}

/** A desk over a real ledger in memory; what the rest of the service would do is noted. */
export function openTestDesk(store: MemoryStore = memoryStore()): TestDesk {
  const ledger = createLedger({ store, answerFiles: undefined as never })
  const clock = { now: () => desk.now }
  const reading = createLedgerReading(store)
  const memory = createAlarmMemory(clock)
  const facts: TestDesk['facts'] = {
    checks: () => ({}),
    heldBy: () => null,
    usedUpSources: () => [],
    lastBackup: () => null,
    gas: () => [],
    oldestSince: () => new Map(),
  }
  const done: string[] = []
  const table = <Row>(name: keyof typeof rows) => openTable<Row>('desk', { name, kept: 'shared', row: rows[name] as never }, store)
  const mutes = table<MuteRow>('mutes')
  const operatorTokens = createOperatorTokens(named)
  const app = createDeskApp({
    ...noted(done),
    ask: (name, input) => answerQuestion(reading, name, input),
    wrong: createWrongNow({ facts, memory, mutes, clock }),
    gas: () => facts.gas(),
    mutes,
    switches: createSwitches({
      rows: table<SwitchRow>('switches'),
      known: (what) => (what === 'offer' ? ['market-price'] : ['eip155:8453']),
      sell: async () => void done.push('sold again'),
      clock,
      log: silentLog,
    }),
    explorerOf: () => undefined,
    hooks: {
      redeliver: async (event) => ({ events: await ledger.redeliverHooks({ id: event ?? '', now: desk.now }) }),
      async test() {
        done.push('a test was sent')
        return { id: 'test-1' }
      },
    },
    networks: () => [{ id: 'eip155:8453', name: 'Base', heldBy: null }],
    offers: () => [{ id: 'market-price', title: 'Price of a coin', line: 'market' }],
    adviceOf: (reason) => (reason === 'insufficient_funds' ? 'Fund the payer.' : null),
    ledger,
    clock,
    tokens: operatorTokens,
    lockout: createLockout(clock),
    sessions: createSessions({ rows: table<SessionRow>('sessions'), tokens: operatorTokens, random: systemRandom, clock }),
    clientKeys: createClientKeys(),
    proxies: trustedProxies([]),
    frame: { base: '', name: 'Farthing', playMoney: true },
    hosts: new Set(),
    hasTls: true,
    timeZone: 'Europe/Paris',
    version: '1',
    log: silentLog,
  })
  const send: TestDesk['send'] = async (path, { from = '192.0.2.1', ...init } = {}) =>
    app.fetch(new Request(`https://desk.example${path}`, { redirect: 'manual', ...init }), {
      incoming: { socket: { remoteAddress: from } },
    })
  const desk: TestDesk = {
    store,
    ledger,
    memory,
    facts,
    now: noon,
    done,
    send,
    async signIn(token = tokens.admin, from = '192.0.2.1') {
      const answer = await send('/operator/sign-in', { method: 'POST', body: new URLSearchParams({ token }), from })
      if (answer.status !== 303) throw new Error(`not signed in: ${answer.status}`)
      return answer.headers.get('set-cookie')!.split(';')[0]!
    },
    async formToken(cookie) {
      const page = await (await send('/operator', { headers: { cookie } })).text()
      return /name="form-token" value="([^"]+)"/.exec(page)![1]!
    },
    close: () => store.close(),
  }
  return desk
}

/** The parts of the service that move money and prices. */
function noted(done: string[]): Pick<DeskParts, 'operating' | 'refunds' | 'prices' | 'reconcile' | 'viewOfPayer'> {
  const order = { offer: 'market-price', usd: '0.02', from: '2026-11-21T12:00:00.000Z', notOffered: [] }
  const prices: Pick<PriceChanges, 'list' | 'order' | 'plan'> = {
    list: async () => [],
    async order({ offer, price }) {
      done.push(`price of ${offer}: ${price}`)
      return order
    },
    plan: async () => ({ ...order, presentUsd: '0.0075' }),
  }
  return {
    operating: {} as never,
    prices: prices as PriceChanges,
    refunds: {
      round: async () => {},
      plan: async () => ({ result: 'possible', to: '0x01', network: 'eip155:8453', amount: 7_500n, cost: 500n, net: 7_000n }),
      async giveBack(receipt) {
        if (done.includes(`refund ${receipt}`)) return { result: 'not_given_back', why: 'no_credit' }
        done.push(`refund ${receipt}`)
        return { result: 'asked', refund: 'ab'.repeat(16), net: 7_000n }
      },
    },
    reconcile: async () => {
      throw new OperatorError('no node answers')
    },
    viewOfPayer: async () => ({
      refusesSanctioned: false,
      screening: [],
      held: [],
      told: [],
      admitted: true,
      limits: { unchargedRunsPerHour: 30, unsettledPayments: 10, maxUnsettledPayments: 100, freeCallsPerDay: 25 },
    }),
  }
}

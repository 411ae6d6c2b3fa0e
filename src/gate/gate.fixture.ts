import { growingInMemory } from '../ledger/answers/growing-in-memory.fixture.ts'
import { generatePrivateKey } from 'viem/accounts'
import { z } from 'zod'
import { signAuthorization } from '../../sandbox/tests/sign-authorization.ts'
import type { Chain, Chains, PayerState, TransactionFacts } from '../chain/chain.ts'
import { networks } from '../chain/networks.ts'
import { createLedger } from '../ledger/create-ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { answer, byteOffer, offer, type Access, type AnyOffer, type OfferInput, type Outcome } from '../offers/offer.ts'
import { systemRandom, systemTimers } from '../ops/system.ts'
import { watchlistParameters } from '../offers/watchlist/watchlist-query.ts'
import type { MppChallenges } from '../payments/mpp/challenge.ts'
import type { Credential } from '../payments/wire/credential.ts'
import type { Settler } from '../settler/settler.ts'
import type { Hex } from '../shared/bytes.ts'
import { noFailPoint } from '../shared/fail-point.ts'
import { silentLog, type Log } from '../shared/log.ts'
import { silentMetrics } from '../shared/metrics.ts'
import { sha256 } from '../shared/sha256.ts'
import { memoryStore } from '../store/sqlite/store.fixture.ts'
import { createEarlyAnswers, type EarlySettings } from './early/early-answers.ts'
import { createGate, type Gate } from './gate.ts'
import { createPaidCalls } from './paid-call.ts'
import { prepareInput } from './input/prepared-input.ts'
import type { OfferCall } from './offer-call.ts'
import { createDailyQuota } from './limits/quota.ts'
import { createRecentPayerRefusals } from './verify/recent-payer-refusals.ts'
import type { LostPayments } from './known-payments/lost-payments.ts'
import { createRateLimit } from '../shared/rate-limit.ts'
import type { RecentClaims } from './known-payments/recent-claims.ts'
import { createRecentRefusals, type RecentRefusals } from './limits/recent-refusals.ts'
import type { PayerScreening } from './payer-screening.ts'
import { createTerms } from './terms/terms.ts'
import { problem } from '../shared/problems.ts'

/** A problem of the offer's own. */
export const noSuchThing = problem({
  code: 'no_such_thing',
  decidedBy: 'caller',
  status: 404,
  title: 'No such thing',
  fix: 'Name another thing.',
})

export const network = networks[0]!
export const payTo: Hex = `0x${'fe'.repeat(20)}`
export const price = 50_000n

type Broken = keyof Ledger

/** A gate with a real ledger in memory whose units fail on demand, and a chain and a settler that the test controls. */
export interface GateFixture {
  readonly gate: Gate
  readonly offer: AnyOffer
  readonly ledger: Ledger
  /** Units that fail now, as on a full disk. */
  readonly broken: Set<Broken>
  /** Units that are carried out and then fail, as when a connection breaks before the answer. */
  readonly unanswered: Set<Broken>
  readonly clock: { at: number }
  run: (input: OfferInput<unknown, unknown, unknown>) => Promise<Outcome<unknown>>
  available: 'available' | 'down' | 'disabled'
  /** No signer can send. */
  stalled: boolean
  /** What is said of payers, where they are screened. */
  screening: PayerScreening
  /** Whether payments of wallets are accepted at all. */
  acceptsPayers: boolean
  /** The settler's outcome; by default it settles at once. */
  settle: Settler['settle']
  readonly state: { -readonly [Member in keyof PayerState]: PayerState[Member] }
  /** The chain's answer; by default `state`. */
  payerState: () => Promise<PayerState>
  /** What the chain says of any transaction; by default that it does not know it. */
  transaction: () => Promise<TransactionFacts | null>
  /** What our HMAC says of any MPP challenge; by default that it is not ours. */
  challenge: ReturnType<MppChallenges['verify']>
  /** The code of accounts, as the chain answers; by default that of `state`. */
  codes: () => Promise<Hex[]>
  /** What the settler says that payers have settled. */
  readonly history: Map<string, { payments: number; value: bigint }>
  pay(wish?: { validBefore?: bigint; value?: bigint; privateKey?: Hex }): Promise<Credential>
  ask(credential: Credential | null, more?: Partial<OfferCall>): ReturnType<Gate['call']>
  inFlight(): number
  readonly recentRefusals: RecentRefusals
}

const watched = { items: 'things', subject: ({ query }: { query: { topic?: string } }) => query.topic ?? null }

/** @param whole the ledger of another fixture, as after a restart or at another instance */
export function openGateFixture(
  access: Access = { kind: 'fixed', price },
  whole: Ledger = createLedger({ store: memoryStore(), answerFiles: { grow: async () => growingInMemory() } as never }),
  {
    priceGraceSeconds = 300,
    settle = 'after',
    firstCallFree = true,
    early,
    watchlist = false,
    answer: shape = z.object({}),
    answers,
    query,
    log = silentLog,
    admit,
    engine,
    refuse,
    fairUse,
    givesBack,
    lostPayments,
    recentClaims,
    bareHashes = true,
  }: Partial<Pick<AnyOffer, 'answer' | 'answers' | 'query' | 'settle' | 'firstCallFree' | 'admit' | 'engine' | 'refuse' | 'fairUse'>> & {
    readonly givesBack?: boolean
    readonly log?: Log
    readonly priceGraceSeconds?: number
    readonly early?: EarlySettings
    /** The offer is charged by the watchlist rule. */
    readonly watchlist?: boolean
    readonly lostPayments?: LostPayments
    readonly recentClaims?: RecentClaims
    readonly bareHashes?: boolean
  } = {},
): GateFixture {
  const clock = { at: noonToday(), now: () => clock.at }
  const [broken, unanswered] = [new Set<Broken>(), new Set<Broken>()]
  const ledger = new Proxy(whole, {
    get(target, name: Broken) {
      if (broken.has(name)) return () => Promise.reject(new Error(`${name}: disk full`))
      if (!unanswered.has(name)) return target[name]
      return async (input: never) => {
        await target[name](input)
        throw new Error(`${name}: no answer`)
      }
    },
  })
  const state = {
    block: 100n,
    timestamp: BigInt(Math.floor(clock.at / 1000)),
    balance: 10_000_000n,
    authorizationUsed: false,
    code: '0x' as Hex,
  }
  const chain = {
    network,
    payerState: () => fixture.payerState(),
    codes: () => fixture.codes(),
    transaction: () => fixture.transaction(),
    contractAccepts: async () => false,
  } as unknown as Chain
  const chains: Chains = new Map([[network.id, chain]])
  const declared = {
    id: 'thing',
    route: 'GET /v1/thing',
    access,
    title: 'Thing',
    purpose: 'To be sold.',
    problems: [noSuchThing],
    settle,
    firstCallFree,
    ...(watchlist ? { query: z.object({ ...watchlistParameters, topic: z.string().optional() }), watchlist: watched } : {}),
    needs: { engine: { by: { availability: () => (engine?.standing() === 'failed' ? 'down' : fixture.available) } } },
    ...(engine ? { engine } : {}),
    ...(admit ? { admit } : {}),
    ...(refuse ? { refuse } : {}),
    ...(fairUse ? { fairUse } : {}),
    ...(query ? { query } : {}),
    run: async (input: OfferInput<unknown, unknown, unknown>) => fixture.run(input) as never,
  } as const
  const thing: AnyOffer = answers
    ? byteOffer({ ...declared, answers, example: {} } as never)
    : offer({ ...declared, answer: shape as z.ZodType, example: { answer: {} } } as never)
  const history: GateFixture['history'] = new Map()
  const settler: Settler = {
    networks: new Set([network.id]),
    canSettle: () => !fixture.stalled,
    accepted: () => {},
    settledBy: (payer) => history.get(payer)?.payments ?? 0,
    settledValueBy: (payer) => history.get(payer)?.value ?? 0n,
    hasSettledBefore: async (payer) => history.has(payer),
    barredUntil: () => 0,
    heldBy: () => null,
    settle: (payment, waitMs) => fixture.settle(payment, waitMs),
    recover: async () => {},
    start() {},
    drain: async () => {},
  }
  const context = { sources: {} as never, chains, clock, catalog: { offers: [thing] }, publicUrl: 'http://shop' }
  const common = { clock, timers: systemTimers, log, context }
  const terms = createTerms({ chains, settler, payTo, ledger, clock, priceGraceSeconds, costs: null })
  const unsettled = { base: 100, max: 100 }
  const recentRefusals = createRecentRefusals(clock)
  const paid = createPaidCalls({
    ...common,
    verify: {
      chains,
      settler,
      ledger,
      clock,
      terms,
      acceptsPayer: () => fixture.acceptsPayers,
      neededSeconds: () => 30,
      payerRefusals: createRecentPayerRefusals(),
      contracts: null,
    },
    ledger,
    settler,
    random: systemRandom,
    lostPayments,
    recentClaims,
    transfers: { bareHashes, theftLimitPerDay: 1_000_000n },
    mppChallenges: { verify: () => fixture.challenge },
    noteRefusal: () => {},
    recentRefusals,
    screenPayer: async () => fixture.screening,
    refusalLimit: createRateLimit({ burst: 1000, perSecond: 1000, clock }),
    earlyAnswers:
      early &&
      createEarlyAnswers({ ...common, settings: early, offers: () => [thing], ledger, settler, unsettled, metrics: silentMetrics }),
    givesBack,
    failPoint: noFailPoint,
    instance: 'here',
    limits: {
      freeCallsPerClientPerDay: 25,
      dearFreeCallsPerClientPerDay: 10,
      runs: { unchargedPerPayer: 30, unchargedPerClient: 1000, refusedContractsPerClient: 3, unsettled },
      answerWithinMs: 1000,
    },
  })
  const gate = createGate({
    ...common,
    rateLimit: createRateLimit({ burst: 1000, perSecond: 1000, clock }),
    quota: createDailyQuota({ ledger, clock, limit: 25, maxGiveBacks: 30 }),
    ledger,
    runsPerClient: 1000,
    paid,
    terms,
    recordCall: () => {},
  })
  const privateKey = generatePrivateKey()
  const fixture: GateFixture = {
    gate,
    offer: thing,
    ledger: whole,
    broken,
    unanswered,
    clock,
    history,
    run: async () => answer({ thing: 1 }),
    available: 'available',
    stalled: false,
    acceptsPayers: true,
    screening: { verdict: 'clear' },
    async settle(payment) {
      const paidAt: { transaction: Hex; blockNumber: bigint; blockHash: Hex; logIndex: number; occurrence: number } = {
        transaction: `0x${'7a'.repeat(32)}`,
        blockNumber: 101n,
        blockHash: `0x${'b1'.repeat(32)}`,
        logIndex: 1,
        occurrence: 0,
      }
      const [settled] = await whole.settle([{ id: payment.id, ...paidAt, at: clock.at }])
      return settled ? { kind: 'settled', payment: settled } : { kind: 'settled', payment: (await whole.find(payment.id))! }
    },
    state,
    payerState: async () => ({ ...state }),
    codes: async () => [state.code],
    transaction: async () => null,
    challenge: { ok: false, problem: 'invalid-challenge', field: 'challenge.id', expected: '', received: '' },
    async pay({ validBefore, value = price, privateKey: key = privateKey } = {}) {
      const authorization = await signAuthorization({
        privateKey: key,
        network: { chainId: network.chainId, usdc: network.asset, ...network.domain },
        to: payTo,
        value,
        validBefore: validBefore ?? BigInt(Math.floor(clock.at / 1000) + 300),
      })
      return {
        protocol: 'x402',
        hash: sha256(authorization.signature),
        proof: { kind: 'authorization', network: network.id, asset: network.asset, authorization },
        accepted: { payTo, amount: value, maxTimeoutSeconds: 300, extra: {} },
        paymentIdentifier: null,
      }
    },
    ask: (credential, more = {}) =>
      gate.call({
        offer: thing,
        input: prepareInput(thing, { path: {}, query: { of: 'any' }, body: undefined }),
        credential: credential ? { kind: 'credential', credential: { kind: 'x402', hash: credential.hash, credential } } : { kind: 'none' },
        client: '192.0.2.1',
        arrivedAt: clock.now(),
        idempotencyKey: null,
        ...more,
      }),
    inFlight: () => paid.inFlight.size,
    recentRefusals,
  }
  return fixture
}

/** In the middle of a UTC day and at the beginning of an hour, so that no limit by the hour or the day is renewed within a test by chance. */
function noonToday(): number {
  const dayMs = 86_400_000
  return Math.floor(Date.now() / dayMs) * dayMs + dayMs / 2
}

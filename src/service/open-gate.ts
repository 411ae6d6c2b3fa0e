import { legalAddresses } from './legal-facts.ts'
import type { Chain, NetworkId } from '../chain/chain.ts'
import type { Config } from '../config/config.ts'
import { createChallenges, type Challenges } from '../surfaces/payment/challenges.ts'
import { createGate, type Gate } from '../gate/gate.ts'
import { createOwedPayments, type OwedPayments } from '../gate/early/owed-payments.ts'
import { createPaidCalls, streamEnd } from '../gate/paid-call.ts'
import { createEarlyAnswers, type EarlyAnswers, type EarlySettings } from '../gate/early/early-answers.ts'
import { createDailyQuota } from '../gate/limits/quota.ts'
import { createRecentPayerRefusals } from '../gate/verify/recent-payer-refusals.ts'
import type { LostPayments } from '../gate/known-payments/lost-payments.ts'
import { createRateLimit } from '../shared/rate-limit.ts'
import type { RecentClaims } from '../gate/known-payments/recent-claims.ts'
import { createRecentRefusals, type RecentRefusals } from '../gate/limits/recent-refusals.ts'
import { createCallRecorder } from '../gate/call-recorder.ts'
import { createRefusalNote } from '../gate/refusal-note.ts'
import type { ScreenPayer } from '../gate/payer-screening.ts'
import { createTerms } from '../gate/terms/terms.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { ContextWithoutSignal } from '../gate/run/run-offer.ts'
import { secretKey } from '../ops/secret-file.ts'
import { createMppChallenges } from '../payments/mpp/challenge.ts'
import { createMppHeaders } from '../payments/mpp/challenge-headers.ts'
import type { SettlementCosts } from '../settler/settlement-cost.ts'
import type { Settler } from '../settler/settler.ts'
import type { Hex } from '../shared/bytes.ts'
import type { FailPoint } from '../shared/fail-point.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import { createSaleRecord } from '../ledger/payments/sale-record.ts'
import type { Counts } from '../shared/counts.ts'
import type { Metrics } from '../shared/metrics.ts'
import type { Random } from '../shared/random.ts'
import { mppSecretsOf } from './mpp-secrets.ts'

/** Seconds in which a challenge may be paid. */
const challengeSeconds = 300

/** How much of a payment's validity window must remain after the run: to reach the chain, and for blocks that may be missed there. */
const minSecondsToSettle = 20
const minBlocksToSettle = 3

/** The limit of payments that needed a chain lookup and were refused: of one client address, and of each payer that has settled. One in ten seconds in the long run. */
const refusalsPerClient = { burst: 500, perSecond: 0.1 }

/** Refused settlements of new contract payers per hour and client address. */
const refusedContractsPerClient = 3
/** Free first calls of a client a day whose work costs us money. Such a call can take a browser for a quarter of a minute. */
const maxDearFreeCalls = 10
/** Unsettled payments of any payer. */
export const maxUnsettledPayments = 256

export interface OpenGateParts {
  readonly config: Config
  readonly payTo: Hex
  /** Whether the sandbox accepts a payer; null in live mode, where anyone may pay. */
  readonly sandboxAdmits: ((payer: string) => boolean) | null
  /** Whether answers come from real data. */
  readonly realData: boolean
  readonly chains: ReadonlyMap<NetworkId, Chain>
  readonly ledger: Ledger
  readonly settler: Settler
  readonly context: ContextWithoutSignal
  /** What the service is called now. */
  readonly serviceName: () => string | undefined
  /** What settling costs; null where it costs us nothing. */
  readonly costs: SettlementCosts | null
  readonly screenPayer: ScreenPayer | undefined
  /** The newest claims; undefined where the ledger can't lose them. */
  readonly recentClaims: RecentClaims | undefined
  readonly lostPayments: LostPayments
  readonly instance: string
  readonly shared: boolean
  readonly failPoint: FailPoint
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly log: Log
  readonly metrics: Metrics
  readonly counts: Counts
}

export interface OpenedGate {
  readonly gate: Gate
  readonly challenges: Challenges
  readonly earlyAnswers: EarlyAnswers
  readonly owedPayments: OwedPayments
  readonly recentRefusals: RecentRefusals
  /** Resolves when all calls that were paid for have ended: also those of callers who have gone away, since they have paid. */
  ended(): Promise<void>
}

/** The gate that the settings ask for: terms and challenges of both protocols, limits, the quota, and paid calls behind them. */
export function openGate(parts: OpenGateParts): OpenedGate {
  const {
    config,
    payTo,
    sandboxAdmits,
    chains,
    ledger,
    settler,
    context,
    costs,
    screenPayer,
    recentClaims,
    lostPayments,
    failPoint,
    instance,
    shared,
    counts,
    ...system
  } = parts
  const { clock, timers, random, log, metrics } = system
  const terms = createTerms({ chains, settler, payTo, ledger, clock, priceGraceSeconds: config.priceGraceSeconds, costs })
  const quota = createDailyQuota({ ledger, clock, limit: config.freeQuotaPerDay, maxGiveBacks: config.unchargedRunsPerHour })
  const mpp = createMppChallenges({
    secrets: mppSecretsOf(config, random).map(secretKey),
    realm: new URL(context.publicUrl).hostname,
    random,
    clock,
    ttlSeconds: challengeSeconds,
  })
  const unsettled = { base: config.unsettledPayments, max: maxUnsettledPayments }
  const earlyAnswers = createEarlyAnswers({
    settings: earlySettings(config),
    offers: () => context.catalog.offers,
    ledger,
    settler,
    unsettled,
    clock,
    log,
    metrics,
  })
  const recentRefusals = createRecentRefusals(clock)
  const paid = createPaidCalls({
    verify: {
      chains,
      settler,
      ledger,
      clock,
      terms,
      acceptsPayer: sandboxAdmits ?? (() => true),
      neededSeconds: (offer, network) => Math.ceil((offer.deadlineMs + minBlocksToSettle * network.blockMs) / 1000) + minSecondsToSettle,
      payerRefusals: createRecentPayerRefusals(),
      contracts: { settler, costs },
    },
    ledger,
    settler,
    context,
    clock,
    timers,
    random,
    log,
    mppChallenges: mpp,
    transfers: { bareHashes: config.mppBareHash === 'accept', theftLimitPerDay: config.theftLossPerDay },
    recentRefusals,
    noteRefusal: createRefusalNote({ clock, log, metrics }),
    recordSale: createSaleRecord({ log, metrics }),
    refusalLimit: createRateLimit({ ...refusalsPerClient, clock }),
    screenPayer,
    recentClaims,
    lostPayments,
    earlyAnswers,
    givesBack: config.refundKey !== null,
    failPoint,
    instance,
    shared,
    limits: {
      freeCallsPerClientPerDay: config.freeCallsPerClientPerDay,
      dearFreeCallsPerClientPerDay: Math.min(config.freeCallsPerClientPerDay, maxDearFreeCalls),
      runs: {
        unchargedPerPayer: config.unchargedRunsPerHour,
        unchargedPerClient: config.unchargedRunsPerClientPerHour,
        refusedContractsPerClient,
        unsettled,
      },
      answerWithinMs: config.answerWithinSeconds * 1000,
    },
  })
  const rateLimit = createRateLimit({ burst: config.rateLimitBurst, perSecond: config.rateLimitPerSecond, clock })
  return {
    gate: createGate({
      rateLimit,
      quota,
      ledger,
      runsPerClient: config.unchargedRunsPerClientPerHour,
      paid,
      terms,
      context,
      clock,
      timers,
      log,
      recordCall: createCallRecorder({ clock, metrics, counts, ownWallets: new Set(config.ownWallets.map((own) => own.toLowerCase())) }),
    }),
    challenges: createChallenges({
      networks: new Map([...chains].map(([id, { network }]) => [id, network])),
      payTo,
      accepted: [...terms.accepted.keys()],
      publicUrl: context.publicUrl,
      sandbox: sandboxAdmits !== null,
      realData: parts.realData,
      bareHashes: config.mppBareHash === 'accept',
      termsOfService: legalAddresses({ config, publicUrl: context.publicUrl })?.terms,
      serviceName: parts.serviceName,
      mppHeaders: createMppHeaders({ chains, payTo, mpp }),
      freeThings: { offers: () => context.catalog.offers, callsPerDay: config.freeQuotaPerDay, publicUrl: context.publicUrl },
    }),
    earlyAnswers,
    recentRefusals,
    owedPayments: createOwedPayments({
      chains,
      ledger,
      settler,
      terms,
      clock,
      instance,
      answerWithinMs: config.answerWithinSeconds * 1000,
    }),
    // A call whose answer is streamed has ended with the stream.
    ended: async () => void (await Promise.allSettled([...paid.inFlight.values()].map(async (call) => streamEnd(await call)))),
  }
}

function earlySettings({ answerAfter, earlyPerPayer, earlyPerClient, earlyPerDay }: Config): EarlySettings {
  return { answerAfter, perPayer: earlyPerPayer, perClient: earlyPerClient, perDay: earlyPerDay }
}

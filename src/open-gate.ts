import type { Chain, NetworkId } from './chain/chain.ts'
import type { Config } from './config.ts'
import { createChallenges, type Challenges } from './gate/challenges.ts'
import { createGate, type Gate } from './gate/gate.ts'
import { createPaidCalls } from './gate/paid-call.ts'
import { createDailyQuota } from './gate/quota.ts'
import { createRateLimit } from './gate/rate-limit.ts'
import { createRefusalNote } from './gate/refusal-note.ts'
import { createTerms } from './gate/terms.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { ContextWithoutSignal } from './gate/run-offer.ts'
import { keptSecret, secretKey } from './ops/kept-secret.ts'
import { createMppChallenges } from './payments/mpp/challenge.ts'
import type { Settler } from './settler/settler.ts'
import type { Hex } from './shared/bytes.ts'
import type { Checkpoint } from './shared/checkpoint.ts'
import type { Clock, Timers } from './shared/clock.ts'
import type { Log } from './shared/log.ts'
import type { Metrics } from './shared/metrics.ts'
import type { Random } from './shared/random.ts'

/** How long a challenge may be paid. */
const challengeSeconds = 300

/** What must be left of a payment's window after the run: for the way to the chain, and for blocks that may be missed there. */
const leastSecondsToSettle = 20
const leastBlocksToSettle = 3

/** Payments of a client address that the chain was asked about and that were refused. */
const refusalsPerClient = { burst: 500, perSecond: 20 }

export interface OpenGateParts {
  readonly config: Config
  readonly payTo: Hex
  /** Whom the sandbox lets pay; null in live mode, where anybody may. */
  readonly sandboxAdmits: ((payer: string) => boolean) | null
  readonly chains: ReadonlyMap<NetworkId, Chain>
  readonly ledger: Ledger
  readonly settler: Settler
  readonly context: ContextWithoutSignal
  /** Whether settling on this network costs too large a share of the price to be offered now. */
  readonly tooDear: (network: NetworkId, price: bigint) => boolean
  readonly instance: string
  readonly shared: boolean
  readonly checkpoint: Checkpoint
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly log: Log
  readonly metrics: Metrics
}

export interface OpenedGate {
  readonly gate: Gate
  readonly challenges: Challenges
  /** Resolves when all calls that were paid for have ended: whoever has gone away has paid all the same. */
  ended(): Promise<void>
}

/** The gate that the settings ask for: terms and challenges of both protocols, limits, the quota, and paid calls behind them. */
export function openGate(parts: OpenGateParts): OpenedGate {
  const { config, payTo, sandboxAdmits, chains, ledger, settler, context, tooDear, checkpoint, instance, shared, ...system } = parts
  const { clock, timers, random, log, metrics } = system
  const terms = createTerms({ chains, settler, payTo, ledger, clock, priceGraceSeconds: config.priceGraceSeconds, tooDear })
  const quota = createDailyQuota({ ledger, clock, limit: config.freeQuotaPerDay })
  const mpp = createMppChallenges({
    secrets:
      config.mppSecrets.length > 0 ? config.mppSecrets.map(secretKey) : [secretKey(keptSecret(`${config.dataDir}/mpp-secret`, random))],
    realm: new URL(context.publicUrl).hostname,
    random,
    clock,
    ttlSeconds: challengeSeconds,
  })
  const paid = createPaidCalls({
    verify: {
      chains,
      ledger,
      clock,
      terms,
      admits: sandboxAdmits ?? (() => true),
      neededSeconds: (offer, network) =>
        Math.ceil((offer.deadlineMs + leastBlocksToSettle * network.blockMs) / 1000) + leastSecondsToSettle,
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
    refused: createRefusalNote({ clock, log, metrics }),
    refusalLimit: createRateLimit({ ...refusalsPerClient, clock }),
    checkpoint,
    instance,
    shared,
    limits: {
      freeCallsPerClientPerDay: config.freeCallsPerClientPerDay,
      unchargedRunsPerHour: config.unchargedRunsPerHour,
      settleWaitMs: config.settleWaitSeconds * 1000,
    },
  })
  const rateLimit = createRateLimit({ burst: config.rateLimitBurst, perSecond: config.rateLimitPerSecond, clock })
  return {
    gate: createGate({ rateLimit, quota, paid, chains, context, clock, timers, log, metrics }),
    challenges: createChallenges({ chains, terms, publicUrl: context.publicUrl, sandbox: sandboxAdmits !== null, mpp }),
    ended: async () => void (await Promise.allSettled(paid.inFlight.values())),
  }
}

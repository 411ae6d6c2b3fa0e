import type { Ledger } from '../../ledger/ledger.ts'
import type { RecordSale } from '../../ledger/payments/sale-record.ts'
import type { MppChallenges } from '../../payments/mpp/challenge.ts'
import type { Settler } from '../../settler/settler.ts'
import type { Clock, Timers } from '../../shared/clock.ts'
import type { FailPoint } from '../../shared/fail-point.ts'
import type { Log } from '../../shared/log.ts'
import type { Random } from '../../shared/random.ts'
import type { EarlyAnswers } from '../early/early-answers.ts'
import type { InterruptedCalls } from '../known-payments/interrupted-calls.ts'
import type { InFlightCounts } from '../limits/in-flight-counts.ts'
import type { KnownPayments } from '../known-payments/known-payments.ts'
import type { ScreenPayer } from '../payer-screening.ts'
import type { LostPayments } from '../known-payments/lost-payments.ts'
import type { RateLimit } from '../../shared/rate-limit.ts'
import type { PollPace } from '../watchlist/poll-pace.ts'
import type { RecentClaims } from '../known-payments/recent-claims.ts'
import type { RecentRefusals } from '../limits/recent-refusals.ts'
import type { RefusalNote } from '../refusal-note.ts'
import type { ContextWithoutSignal } from '../run/run-offer.ts'
import type { VerifyParts } from '../verify/verify-authorization.ts'
import type { GateOutcome } from '../outcome.ts'

/** What keeps work and gas from being taken for nothing. */
export interface RunLimits {
  /** Runs per hour that may end without a charge. */
  readonly unchargedPerPayer: number
  readonly unchargedPerClient: number
  readonly refusedContractsPerClient: number
  /** Unsettled payments of a new payer at once, and of any. */
  readonly unsettled: { readonly base: number; readonly max: number }
}

export interface CallLimits {
  readonly freeCallsPerClientPerDay: number
  /** The same of offers that are settled first, whose work costs us money. */
  readonly dearFreeCallsPerClientPerDay: number
  readonly runs: RunLimits
  readonly answerWithinMs: number
}

/** What paid calls are made from. */
export interface PaidCallParts {
  readonly verify: VerifyParts
  readonly mppChallenges: Pick<MppChallenges, 'verify'>
  /** Payments by transfers that are on chain already. */
  readonly transfers: {
    /** Whether a transaction hash without any proof of its payer is taken at all. */
    readonly bareHashes: boolean
    /** What may be answered a day to payers whose transfer somebody else used up, in base units. */
    readonly theftLimitPerDay: bigint
  }
  readonly ledger: Ledger
  readonly settler: Settler
  readonly context: ContextWithoutSignal
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly log: Log
  /** Notes every payment that is refused before it is claimed; the ledger gets no row for it. */
  readonly noteRefusal: RefusalNote
  /** Limits refusals that took questions to a chain: they cost us and the other users of our nodes, and cost the sender nothing. */
  readonly refusalLimit: RateLimit
  /** Where the operator refuses payers who are sanctioned. */
  readonly screenPayer?: ScreenPayer | undefined
  /** Answers that may be sent before their settlement; none unless given. */
  readonly earlyAnswers?: EarlyAnswers | undefined
  /** What wallets were told of late; not kept unless given. */
  readonly recentRefusals?: RecentRefusals | undefined
  /** The newest claims, where the ledger may lose them; not kept unless given. */
  readonly recentClaims?: RecentClaims | undefined
  /** Payments that the ledger may have lost; none unless given. */
  readonly lostPayments?: LostPayments | undefined
  readonly recordSale?: RecordSale | undefined
  /** Whether payments are given back whose answer failed on our side. */
  readonly givesBack?: boolean | undefined
  readonly failPoint: FailPoint
  readonly instance: string
  /** Instances share the ledger, so the others wait for our leases when we are gone: a lease covers the run, and the settler renews it. */
  readonly shared?: boolean
  readonly limits: CallLimits
}

/** What the steps of a paid call use. */
export interface CallParts extends PaidCallParts {
  readonly knownPayments: KnownPayments
  readonly interruptedCalls: InterruptedCalls
  readonly inFlightCounts: InFlightCounts
  readonly pollPace: PollPace
  /** Claimed calls of this process that are being answered, by receipt id. */
  readonly inFlight: ReadonlyMap<string, Promise<GateOutcome>>
}

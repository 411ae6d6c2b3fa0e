import type { Ledger } from '../../ledger/ledger.ts'
import type { EarlyExposure } from '../../ledger/payments/early/early-exposure.ts'
import type { Payment, StoredAnswer } from '../../ledger/payments/payment.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import type { Settler } from '../../settler/settler.ts'
import { utcDay, type Clock } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { Metrics } from '../../shared/metrics.ts'
import { formatUsd } from '../../shared/money.ts'
import { alarmFields } from '../../shared/alarm.ts'

/** How offers are answered unless they say otherwise, and what may be lost by early answers. Amounts in base units. */
export interface EarlySettings {
  readonly answerAfter: 'confirmed' | 'verified'
  readonly perPayer: bigint
  readonly perClient: bigint
  readonly perDay: bigint
}

/** What `/status` says of early answers. */
export interface EarlyStatus extends EarlyExposure {
  readonly settings: EarlySettings
}

/** Answers that are sent before their payment is settled. */
export interface EarlyAnswers {
  /** Whether any offer is answered before its settlement, or was since the start. */
  readonly inUse: boolean
  /** Whether a payment of this offer may be served by `serve` at all. `plain`: its payer has no code. */
  considers(offer: AnyOffer, payment: Payment, plain: boolean): Promise<boolean>
  /** claimed -> served: the ledger decides whether its answer may be sent before the settlement. Undefined where the claim was lost. */
  serve(payment: Payment, answer: StoredAnswer, at: number): Promise<Payment | undefined>
  /** Reads what is open, lost and owed, and raises the alarms of the day. */
  refresh(): Promise<void>
  /** What was read last. */
  status(): EarlyStatus
}

export interface EarlyAnswersParts {
  readonly settings: EarlySettings
  /** What is for sale now. */
  readonly offers: () => readonly AnyOffer[]
  readonly ledger: Pick<Ledger, 'serveEarly' | 'earlyExposure'>
  readonly settler: Pick<Settler, 'wouldSettle' | 'networks' | 'heldBy' | 'settledBy' | 'settledValueBy' | 'hasSettledBefore'>
  readonly unsettled: { readonly base: number; readonly max: number }
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
}

const nothing: EarlyExposure = { open: 0n, lost: 0n, owedPayments: 0, owedAmount: 0n }

export function createEarlyAnswers(parts: EarlyAnswersParts): EarlyAnswers {
  const { settings, ledger, settler, unsettled, clock } = parts
  const meters = earlyMetrics(parts.metrics)
  const alarms = createAlarms(parts, meters)
  let exposure = nothing
  let wasInUse = false

  const isEarly = (offer: AnyOffer) => (offer.answerAfter ?? settings.answerAfter) === 'verified'
  return {
    get inUse() {
      // Payments of an offer that is not sold any longer may still be owed.
      wasInUse ||= settler.wouldSettle === undefined && parts.offers().some(isEarly)
      return wasInUse
    },
    async considers(offer, payment, plain) {
      if (!isEarly(offer)) return false
      // A facilitator may take its time, and send what it likes when it likes.
      if (settler.wouldSettle !== undefined || !settler.networks.has(payment.network) || settler.heldBy(payment.network) !== null)
        return false
      if (!plain || payment.authorization === null || payment.free || payment.timing === 'first') return false
      // So that payers without history keep clear of the lock that early answers share.
      return settler.hasSettledBefore(payment.payer)
    },
    async serve(payment, answer, at) {
      const { id, epoch, payer } = payment
      const { perPayer, perClient, perDay } = settings
      const served = await ledger.serveEarly({
        id,
        epoch,
        at,
        answer,
        claimed: payment,
        limits: { day: utcDay(at), perPayer, perClient, perDay, unsettled },
        settledHere: { payments: settler.settledBy(payer), amount: settler.settledValueBy(payer) },
      })
      if (!served) return undefined
      const { objection, used } = served
      meters.answers.add({ result: objection ?? 'early' })
      alarms.look(at, objection === null ? used + payment.amount : used, objection === 'day')
      return served.payment
    },
    async refresh() {
      const now = clock.now()
      exposure = await ledger.earlyExposure({ day: utcDay(now) })
      meters.show(exposure)
      alarms.look(now, exposure.open + exposure.lost, false)
    },
    status: () => ({ ...exposure, settings }),
  }
}

type Meters = ReturnType<typeof earlyMetrics>

function earlyMetrics(metrics: Metrics) {
  const open = metrics.gauge(
    'farthing_early_open_base_units',
    'Value answered before its settlement and not settled yet, in USDC base units',
    [],
  )
  const lost = metrics.gauge('farthing_early_lost_base_units', 'Value of early answers that could not be collected today', [])
  const owed = metrics.gauge('farthing_early_owed_base_units', 'Value of early answers that is owed now', [])
  return {
    answers: metrics.counter(
      'farthing_early_answers_total',
      'Answers of payers with history, by whether they were sent before the settlement or what kept them from it',
      ['result'],
    ),
    alarms: metrics.counter('farthing_early_alarms_total', 'Bounds of a day that early answers have nearly or quite used up', ['alarm']),
    show(exposure: EarlyExposure) {
      open.set(Number(exposure.open))
      lost.set(Number(exposure.lost))
      owed.set(Number(exposure.owedAmount))
    },
  }
}

/** Each alarm once a day: when 80 % of the bound of the day are used, and when all of it is. */
function createAlarms({ settings: { perDay }, log }: EarlyAnswersParts, meters: Meters) {
  let day = ''
  let raised = new Set<string>()

  function raise(alarm: 'day_nearly_used' | 'day_used', used: bigint): void {
    if (raised.has(alarm)) return
    raised.add(alarm)
    meters.alarms.add({ alarm })
    const figures = { ...alarmFields(alarm), usedUsd: formatUsd(used), limitUsd: formatUsd(perDay), setting: 'EARLY_USD_PER_DAY' }
    if (alarm === 'day_used') log.error(figures, 'early answers have used the bound of the day: answers wait for their settlement')
    else log.warn(figures, 'early answers have used 80 % of the bound of the day')
  }

  return {
    /** @param used open, and lost on that day; @param refused an answer had to wait since the bound leaves no room */
    look(now: number, used: bigint, refused: boolean): void {
      if (utcDay(now) !== day) [day, raised] = [utcDay(now), new Set()]
      if (perDay > 0n && used * 10n >= perDay * 8n) raise('day_nearly_used', used)
      if (perDay > 0n && (refused || used >= perDay)) raise('day_used', used)
    },
  }
}

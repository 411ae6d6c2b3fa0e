import { networks } from '../../chain/networks.ts'
import type { AuditedEvent } from '../../ledger/reading/find-payments.ts'
import type { LedgerReading } from '../../ledger/reading/ledger-reading.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import type { Refund } from '../../ledger/refunds/refund.ts'
import { formatUsd } from '../../shared/money.ts'

/** What the ledger knows of one payment, in words. */
export interface PaymentTimeline {
  readonly receipt: string
  readonly state: Payment['state']
  readonly offer: string
  readonly payer: string
  /** USDC, as decimal text. */
  readonly usdc: string
  readonly network: string
  readonly protocol: string
  readonly transaction: string | null
  /** Where the money is, in a sentence. */
  readonly money: string
  /** What the payer got. */
  readonly answer: string
  /** What the operator may do, in a sentence; null where nothing is to be done. */
  readonly next: string | null
  readonly times: { readonly claimed: string; readonly served: string | null; readonly settled: string | null }
  /** Events out of the ordinary, the oldest first. */
  readonly events: readonly string[]
}

export async function paymentTimeline(
  reading: Pick<LedgerReading, 'refundOf' | 'auditOf' | 'answerKeptUntil'>,
  payment: Payment,
  now: number,
): Promise<PaymentTimeline> {
  const [refund, audit, keptUntil] = await Promise.all([
    reading.refundOf(payment.id),
    reading.auditOf({ subject: payment.id }),
    reading.answerKeptUntil({ id: payment.id }),
  ])
  return {
    receipt: payment.id,
    state: payment.state,
    offer: payment.offerId,
    payer: payment.payer,
    usdc: formatUsd(payment.amount),
    network: networkName(payment),
    protocol: payment.protocol,
    transaction: payment.transaction,
    money: moneyOf(payment, refund, now),
    answer: answerOf(payment, keptUntil, now),
    next: nextStep(payment, refund),
    times: { claimed: iso(payment.claimedAt)!, served: iso(payment.servedAt), settled: iso(payment.settledAt) },
    events: audit.map(eventWords),
  }
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

function networkName({ network }: Payment): string {
  return networks.find(({ id }) => id === network)?.name ?? network
}

function moneyOf(payment: Payment, refund: Refund | undefined, now: number): string {
  const { state, payTo, payer, reason } = payment
  const sum = `${formatUsd(payment.amount)} USDC`
  const withPayer = `${sum} are with the payer ${payer}`
  const withUs = `${sum} are at PAY_TO ${payTo} on ${networkName(payment)}, ${placeOf(payment)}`
  switch (state) {
    case 'claimed':
      return `${withPayer}: the call is being answered.`
    case 'ordered':
    case 'served':
      return `${withPayer}: the settlement waits to be sent${deadline(payment, now)}.`
    case 'settling':
      return payment.settledAt === null
        ? `${withPayer} until transaction ${payment.transaction ?? 'unknown'} is in a block${deadline(payment, now)}.`
        : `It is not known: the block of transaction ${payment.transaction ?? 'unknown'} vanished in a reorganisation, and the settlement is sent again.`
    case 'settled':
      return payment.theft
        ? `Nothing came in for this answer: ${sum} of transfer ${payment.transaction ?? ''} paid for another receipt, whose caller had used the transfer first.`
        : payment.timing === 'refund'
          ? `${sum} were given back to ${payTo} on ${networkName(payment)}, ${placeOf(payment)}.`
          : `${withUs}.`
    case 'credit':
    case 'running':
      return `${withUs}. They are owed to the payer, who was not answered yet.`
    case 'refunding':
      return `${withUs}. ${formatUsd(refund?.net ?? 0n)} USDC are on their way back by refund ${refund?.id ?? 'unknown'}.`
    case 'refunded':
      return `${formatUsd(refund?.net ?? 0n)} USDC were given back to the payer ${payer} by refund ${refund?.id ?? 'unknown'}; the rest paid for sending it.`
    case 'free':
      return `${withPayer}: this was the first call free of the wallet.`
    case 'uncharged':
    case 'released':
      return `${withPayer}: nothing was charged (${reason ?? 'no reason on record'})${deadline(payment, now)}.`
    case 'refused':
      return `${withPayer}: the payment could not be collected (${reason ?? 'no reason on record'})${deadline(payment, now)}.`
    case 'owed':
      return `${withPayer}, who owes them: the answer was sent before the settlement, which failed (${reason ?? 'no reason on record'}).`
    case 'reversed':
      return `${withPayer}: a reorganisation removed the settlement, and it could not be collected again (${reason ?? 'no reason on record'}). It is booked as a loss.`
  }
}

function placeOf({ blockNumber, transaction, final }: Payment): string {
  return `transaction ${transaction ?? 'unknown'} in block ${blockNumber ?? 'unknown'}, which is ${final ? 'final' : 'not final yet'}`
}

/** Until when somebody may still submit the authorization. */
function deadline({ authorization }: Payment, now: number): string {
  if (authorization === null) return ''
  const until = Number(authorization.validBefore) * 1000
  return now < until ? `; its authorization can be submitted until ${iso(until)}` : `; its authorization ended at ${iso(until)}`
}

function answerOf({ state, timing, runs }: Payment, keptUntil: number | null, now: number): string {
  const kept = keptUntil !== null && keptUntil > now ? `; it is kept until ${iso(keptUntil)}` : '; it is not kept any more'
  switch (state) {
    case 'claimed':
    case 'ordered':
    case 'running':
      return 'Not answered yet.'
    case 'credit':
    case 'refunding':
    case 'refunded':
      return timing === 'first'
        ? `Not answered. The work was begun ${runs} times.`
        : 'Not answered: the payment may be sent again and buys an answer.'
    case 'released':
      return 'Not answered. The same payment may be used again while its authorization is valid.'
    case 'refused':
      return 'Not answered: an answer that was made is withheld.'
    case 'served':
    case 'settling':
      return timing === 'early'
        ? `Answered before the settlement${kept}.`
        : `The answer is made, and is given when the payment is settled${kept}.`
    default:
      return timing === 'refund' ? 'This is a refund.' : `Answered${kept}.`
  }
}

function nextStep(payment: Payment, refund: Refund | undefined): string | null {
  const { id, state, timing, final } = payment
  switch (state) {
    case 'ordered':
    case 'served':
    case 'settling':
      return `The service settles it by itself. If it is stuck: farthing ledger retry ${id}`
    case 'credit':
      return timing === 'first'
        ? `The payer may use it again; to give it back${final ? '' : ' once its block is final'}: farthing refund ${id}`
        : 'The payer may use it again by sending the same payment with a call.'
    case 'refunding':
      return refund ? `Follow the refund: farthing ledger show ${refund.id}` : null
    case 'released':
    case 'refused':
      return `If the chain shows that it paid after all: farthing ledger credit ${id}`
    case 'owed':
      return `The payer can pay it: GET /v1/receipts/${id}/payment has the terms. If the chain shows that it was paid: farthing ledger retry ${id}`
    default:
      return null
  }
}

function eventWords({ kind, at, detail }: AuditedEvent): string {
  const facts = Object.entries(detail).flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`]))
  return [at === null ? '' : `${iso(at)} `, kind.replaceAll('_', ' '), facts.length > 0 ? ` (${facts.join(', ')})` : ''].join('')
}

/** The story for a terminal. */
export function timelineText(story: PaymentTimeline): string {
  const { times } = story
  return [
    `receipt ${story.receipt}: ${story.usdc} USDC for ${story.offer} on ${story.network} by ${story.protocol}, ${story.state}`,
    `  money   ${story.money}`,
    `  answer  ${story.answer}`,
    ...(story.next === null ? [] : [`  next    ${story.next}`]),
    `  times   called for ${times.claimed}${times.served ? `, answered ${times.served}` : ''}${times.settled ? `, settled ${times.settled}` : ''}`,
    `  payer   ${story.payer}`,
    ...story.events.map((event) => `  event   ${event}`),
    '',
  ].join('\n')
}

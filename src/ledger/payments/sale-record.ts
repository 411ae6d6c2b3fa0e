import type { Log } from '../../shared/log.ts'
import type { Metrics } from '../../shared/metrics.ts'
import { formatUsd } from '../../shared/money.ts'
import type { Payment, PaymentState } from './payment.ts'

/** Writes one line to the log when a payment has paid for an answer, or has become a credit, and counts what was earned. */
export type RecordSale = (payment: Payment) => void

const words: Readonly<Partial<Record<PaymentState, string>>> = {
  settled: 'sold',
  free: 'answered as the first call of a wallet, which is free',
  credit: 'paid, and not answered: the payer has a credit',
}

/** For each payment it is called once, when the payment has come to one of these states; others are left out. */
export function createSaleRecord({ log, metrics }: { readonly log: Log; readonly metrics: Metrics }): RecordSale {
  const earned = metrics.counter(
    'farthing_earned_base_units_total',
    'Value of payments that were settled and answered since the start of the process, in USDC base units',
    ['network', 'offer', 'protocol'],
  )
  return ({ id, state, offerId, protocol, network, payer, amount, transaction, timing }) => {
    const message = words[state]
    if (message === undefined || timing === 'refund') return
    if (state === 'settled') earned.add({ network, offer: offerId, protocol }, Number(amount))
    const paid = state === 'free' ? {} : { usdc: formatUsd(amount), transaction }
    log.info({ receipt: id, offer: offerId, ...paid, network, protocol, payer }, message)
  }
}

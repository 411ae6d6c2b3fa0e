import { z } from 'zod'
import { creditPayment, retryPayment } from '../../../operate/ledger/mend-payment.ts'
import { whyNotGivenBack } from '../../../operate/refunds/why-not-given-back.ts'
import { isBalanced, reconciliationText } from '../../../operate/reconcile/reconciliation-text.ts'
import { formatUsd } from '../../../shared/money.ts'
import { OperatorError } from '../../../shared/operator-error.ts'
import { deskCall, type DeskCall } from './desk-call.ts'
import type { DeskCallParts } from './desk-parts.ts'
import { dryRun, moment, networkId, receipt, usdc } from './fields.ts'

const mended = z.object({ receipt: z.string(), state: z.string(), said: z.string(), done: z.boolean() })

const refunded = z.object({
  receipt: z.string(),
  result: z.enum(['would_refund', 'asked']),
  said: z.string(),
  to: z.string().optional().describe('The payer, who gets it'),
  network: z.string().optional(),
  paidUsdc: usdc.optional(),
  costUsdc: usdc.optional().describe('What sending it costs; the payer bears it'),
  netUsdc: usdc.describe('What the payer gets'),
  refund: z.string().optional().describe('The receipt of the refund'),
})
export type RefundAnswer = z.output<typeof refunded>

/** Mends payments, and gives them back. */
export function moneyCalls(parts: DeskCallParts): readonly DeskCall[] {
  const { operating } = parts
  const one = z.object({ receipt })
  return [
    deskCall({
      id: 'retry-payment',
      method: 'POST',
      path: '/payments/{receipt}/retry',
      scope: 'refund',
      title: 'Settle again',
      purpose: 'Settles a payment that is stuck, or books what the chain shows to be paid. It charges nobody twice.',
      input: one,
      answer: mended,
      subject: ({ receipt: id }) => id,
      run: async ({ receipt: id }) => retryPayment(operating, id),
    }),
    deskCall({
      id: 'credit-payment',
      method: 'POST',
      path: '/payments/{receipt}/credit',
      scope: 'refund',
      title: 'Make a credit',
      purpose: 'Makes a credit of a payment that the chain shows as paid and that was not answered.',
      input: one,
      answer: mended,
      subject: ({ receipt: id }) => id,
      run: async ({ receipt: id }) => creditPayment(operating, id),
    }),
    deskCall({
      id: 'refund-payment',
      method: 'POST',
      path: '/payments/{receipt}/refund',
      scope: 'refund',
      title: 'Refund',
      purpose: 'Gives a credit back to its payer, within REFUND_USD_PER_DAY and REFUND_USD_PER_PAYER_PER_DAY. It is sent once at most.',
      input: z.object({ receipt, dryRun }),
      answer: refunded,
      subject: ({ receipt: id }) => id,
      run: async ({ receipt: id, dryRun: only }) => (only ? planRefund(parts, id) : refund(parts, id)),
    }),
    reconcileCall(parts),
  ]
}

async function planRefund({ refunds }: DeskCallParts, receipt: string): Promise<RefundAnswer> {
  if (refunds === null) throw new OperatorError(whyNotGivenBack['switched_off'])
  const plan = await refunds.plan(receipt)
  if (plan.result === 'not_given_back') throw new OperatorError(`${receipt} can't be given back: ${whyNotGivenBack[plan.why] ?? plan.why}`)
  const { to, network, amount, cost, net } = plan
  return {
    receipt,
    result: 'would_refund',
    said: `${formatUsd(net)} USDC would go back to ${to} on ${network}: ${formatUsd(amount)} USDC were paid, and sending costs ${formatUsd(cost)}.`,
    to,
    network,
    paidUsdc: formatUsd(amount),
    costUsdc: formatUsd(cost),
    netUsdc: formatUsd(net),
  }
}

async function refund({ refunds }: DeskCallParts, receipt: string): Promise<RefundAnswer> {
  if (refunds === null) throw new OperatorError(whyNotGivenBack['switched_off'])
  const given = await refunds.giveBack(receipt)
  if (given.result === 'not_given_back') throw new OperatorError(`${receipt} is not given back: ${whyNotGivenBack[given.why] ?? given.why}`)
  const netUsdc = formatUsd(given.net)
  return {
    receipt,
    result: 'asked',
    said: `${netUsdc} USDC are on their way back by refund ${given.refund}.`,
    netUsdc,
    refund: given.refund,
  }
}

function reconcileCall({ reconcile }: DeskCallParts): DeskCall {
  return deskCall({
    id: 'reconcile',
    method: 'POST',
    path: '/reconcile',
    scope: 'admin',
    title: 'Compare with the chains',
    purpose: 'Compares the ledger with the chains since a time. With adopt it takes in what the ledger does not know, as credits.',
    input: z.object({
      since: moment.describe('A time in ISO 8601'),
      network: networkId.optional().describe('One network; all unless given'),
      adopt: z
        .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
        .default(false)
        .describe('Takes in what is found'),
    }),
    answer: z.object({ well: z.boolean().describe('Nothing differs, and every network answered'), text: z.string() }),
    subject: ({ network }) => network ?? 'all networks',
    async run({ since, network, adopt }) {
      const found = await reconcile({ since: { time: since }, network, adopt })
      return { well: found.unread.length === 0 && isBalanced(found), text: reconciliationText(found) }
    },
  })
}

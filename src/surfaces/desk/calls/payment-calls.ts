import { z } from 'zod'
import { readSought, type PaymentsQuery } from '../../../operate/desk/find-for-desk.ts'
import { OperatorError } from '../../../shared/operator-error.ts'
import { csvOfPages } from './csv-of-pages.ts'
import { deskCall, type DeskCall } from './desk-call.ts'
import type { DeskCallParts } from './desk-parts.ts'
import { listedPayment, moment, networkId, offerId, pageSize, receipt, state, time, usdc, wallet } from './fields.ts'

const columns = Object.keys(listedPayment.shape) as (keyof z.output<typeof listedPayment>)[]

/** Rows of an export that are read at once. */
const exportedAtOnce = 1_000

/** The filters of the list of payments, as a query or a form has them. Empty ones count as not given. */
const paymentsInput = z.object({
  search: z.string().max(200).optional().describe('Receipt, transaction, wallet, or hash of a request'),
  offer: offerId.optional(),
  network: networkId.optional(),
  protocol: z
    .string()
    .regex(/^[a-z0-9-]{1,20}$/, 'must be the name of a protocol')
    .optional()
    .describe('x402, mpp, …'),
  wallet: wallet.optional().describe('The payer'),
  state: state.optional().describe('State of a payment. Refunds are left out then, unless the protocol is refund'),
  since: moment.optional().describe('Called for at or after this time'),
  until: moment.optional().describe('Called for before this time'),
  cursor: receipt.optional().describe('The next page, as the page before named it'),
  limit: pageSize,
})

const story = z.object({
  receipt: z.string(),
  state: z.string(),
  offer: z.string(),
  payer: z.string(),
  usdc,
  network: z.string(),
  networkId: z.string(),
  protocol: z.string(),
  transaction: z.string().nullable(),
  request: z.string().describe('SHA-256 of the offer and the canonical input'),
  timing: z.string(),
  money: z.string().describe('Where the money is, in a sentence'),
  answer: z.string().describe('What the payer got'),
  next: z.string().nullable().describe('What the operator may do'),
  times: z.object({ claimed: time, served: time.nullable(), settled: time.nullable() }),
  events: z.array(z.string()).describe('What happened out of the ordinary, the oldest first'),
})
export type PaymentDetails = z.output<typeof story>

const paymentsAnswer = z.object({ payments: z.array(listedPayment), cursor: z.string().nullable() })

function queryOf(input: z.output<typeof paymentsInput>): PaymentsQuery {
  const { search = '' } = input
  const sought = search.trim() === '' ? null : readSought(search)
  if (search.trim() !== '' && sought === null)
    throw new OperatorError(
      'search takes a receipt (32 hexadecimal digits), a transaction (0x and 64), a wallet (0x and 40), or the hash of a request (64)',
    )
  const {
    wallet: payer = null,
    state: of = null,
    offer = null,
    network = null,
    protocol = null,
    since = 0,
    until = null,
    cursor = null,
    limit,
  } = input
  // The rows behind a figure, which counts what payers paid.
  const refunds = of === null || protocol !== null || sought !== null
  return { sought, payer, state: of, offer, network, protocol, refunds, since, until, before: cursor, limit }
}

/** Payments, one by one. */
export function paymentCalls({ ask, viewOfPayer, clock }: DeskCallParts): readonly DeskCall[] {
  /** Every page from the one that was asked for on. */
  async function* pages(input: z.output<typeof paymentsInput>) {
    let query = { ...queryOf(input), limit: exportedAtOnce }
    for (;;) {
      const { payments, cursor } = await ask('payments', query)
      yield payments
      if (cursor === null) return
      query = { ...query, before: cursor }
    }
  }

  return [
    deskCall({
      id: 'list-payments',
      method: 'GET',
      path: '/payments',
      scope: 'read',
      title: 'Payments',
      purpose: 'The newest first, in pages. With Accept: text/csv, or format=csv, it is all of them as CSV.',
      input: paymentsInput,
      answer: paymentsAnswer,
      csv: (input) => csvOfPages(columns, pages(input)),
      async run(input) {
        const { payments, cursor } = await ask('payments', queryOf(input))
        return { payments: [...payments], cursor }
      },
    }),
    deskCall({
      id: 'show-payment',
      method: 'GET',
      path: '/payments/{receipt}',
      scope: 'read',
      title: 'One payment',
      purpose: 'Where the money is, what the payer got, what happened when, and what can be done.',
      input: z.object({ receipt }),
      answer: story,
      async run({ receipt: id }) {
        const found = await ask('payment', { receipt: id, now: clock.now() })
        if (found === null) throw new OperatorError(`there is no receipt ${id}`)
        return { ...found, events: [...found.events] }
      },
    }),
    deskCall({
      id: 'show-wallet',
      method: 'GET',
      path: '/wallets/{wallet}',
      scope: 'read',
      title: 'One wallet',
      purpose: 'Why its next payment would be refused, what ends that, and what is on record.',
      input: z.object({ wallet }),
      answer: z.looseObject({ payer: z.string(), objections: z.array(z.object({ why: z.string(), fix: z.string() })) }),
      async run({ wallet: payer }) {
        const found = await ask('payer', { payer, now: clock.now(), service: await viewOfPayer(payer) })
        return { ...found, objections: [...found.objections] }
      },
    }),
  ]
}

import { findNetwork } from '../../chain/networks.ts'
import { formatUsd } from '../../shared/money.ts'
import type { PaymentDeclined } from '../payment-declined.ts'
import type { DaySpending, Outcome, Purchase } from './spending-book.ts'
import type { Json } from './tool-server.ts'

/** What the wallet may spend, in USDC base units. */
export interface SpendLimits {
  readonly perCall: bigint
  readonly perDay: bigint
}

/** The functions below make the sentences that models read about the wallet, with what they can do next. */

export function walletInstructions(limits: SpendLimits): string {
  return `This connection has a wallet: call the tools without any payment. The wallet pays for tools that cost something, up to $${formatUsd(limits.perCall)} a call and $${formatUsd(limits.perDay)} a UTC day. wallet_limits says how much is left. When the limit is reached, use free tools and tell the user.`
}

export function overDayLimit(price: bigint, day: DaySpending, limits: SpendLimits): string {
  return `Not paid: this call costs $${formatUsd(price)}, and ${spendingWords(day, limits)}. Nothing was signed. Free tools still work. The person who runs this wallet may raise the limit (--max-per-day). Asking again before it resets will not help.`
}

export function spendingWords({ spent, resetsAt }: DaySpending, { perDay }: SpendLimits): string {
  const left = perDay > spent ? perDay - spent : 0n
  return `$${formatUsd(spent)} of the $${formatUsd(perDay)} for this UTC day are spent or reserved, so $${formatUsd(left)} is left until ${new Date(resetsAt).toISOString()}`
}

const whatToDo: Readonly<Record<string, string>> = {
  too_dear: 'Tell the user what it costs: the person who runs this wallet may raise the limit of a call (--max-per-call).',
  no_key: 'Tell the user that this wallet has no key (WALLET_KEY_FILE or --key-file), and use free tools.',
  not_payable: 'Use free tools, and tell the user.',
  wrong_world: 'Tell the user.',
  insecure: 'Tell the user to use an https address.',
  terms_changed: 'Tell the user. Do not call again before a person has checked it.',
}

export function declined(error: PaymentDeclined): string {
  return `Not paid: ${error.message}. Nothing was signed. ${whatToDo[error.code] ?? 'Tell the user.'}`
}

export function otherPayee(known: string, asked: string): string {
  return `Not paid: earlier payments to this service went to ${known}, and now it asks for a payment to ${asked}. Nothing was signed. Tell the user: if the change is intended, the person who runs this wallet can drop the old address with --forget-payee.`
}

export function unknownOutcome({ amount }: Purchase, reason: string): string {
  return `No answer: a payment of $${formatUsd(amount)} was sent, and it is not known yet whether it was taken (${reason}). It counts as spent. Call the same tool with the same arguments again: the wallet sends the same payment, which can be charged only once.`
}

export function outcomeWords(purchase: Purchase, outcome: Outcome, day: DaySpending, limits: SpendLimits): string {
  return `Wallet: ${outcomeOf(purchase, outcome)}; ${spendingWords(day, limits)}.`
}

function outcomeOf({ amount, world, network }: Purchase, outcome: Outcome): string {
  const chain = findNetwork(network)?.name ?? network
  const price = `$${formatUsd(amount)}`
  switch (outcome) {
    case 'charged':
      return `paid ${price} in ${world === 'sandbox' ? `play money on the ${chain} chain of a sandbox` : `USDC on ${chain}`}`
    case 'uncharged':
      return `the service charged nothing, but the signed ${price} stays reserved until it can no longer be spent`
    case 'unused':
      return `the call failed and was not charged; its ${price} stays reserved for the next payment`
    case 'refused':
      return `the service refused the payment of ${price}; because it was signed, it stays reserved for the next payment`
  }
}

/** A result that says in words what went wrong. */
export function errorResult(words: string, code: string): Json {
  return { isError: true, content: [{ type: 'text', text: words }], _meta: { 'farthing/wallet': { code } } }
}

/** The result with a sentence added after its content. */
export function withWords(result: Json, words: string): Json {
  const content = Array.isArray(result['content']) ? (result['content'] as unknown[]) : []
  return { ...result, content: [...content, { type: 'text', text: words }] }
}

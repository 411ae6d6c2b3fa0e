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

/** What models are told of the wallet, and what they can do about it. */

export function walletInstructions(limits: SpendLimits): string {
  return `This connection has a wallet: just call the tools, without any payment. What costs something is paid for you, up to $${formatUsd(limits.perCall)} a call and $${formatUsd(limits.perDay)} a UTC day. wallet_limits says what is left; when the limit is reached, use what is free and tell the user.`
}

export function overDayLimit(price: bigint, day: DaySpending, limits: SpendLimits): string {
  return `Not paid: this call costs $${formatUsd(price)}, and ${spendingWords(day, limits)}. Nothing was signed. Free tools go on working. Who runs this wallet may raise the limit (--max-per-day); asking again before it resets will not help.`
}

export function spendingWords({ spent, resetsAt }: DaySpending, { perDay }: SpendLimits): string {
  const left = perDay > spent ? perDay - spent : 0n
  return `$${formatUsd(spent)} of the $${formatUsd(perDay)} for this UTC day are spent or reserved, so $${formatUsd(left)} is left until ${new Date(resetsAt).toISOString()}`
}

const whatToDo: Readonly<Record<string, string>> = {
  too_dear: 'Tell the user what it costs: who runs this wallet may raise the limit of a call (--max-per-call).',
  no_key: 'Tell the user that this wallet has no key (WALLET_KEY_FILE or --key-file), and use what is free.',
  not_payable: 'Use what is free, and tell the user.',
  wrong_world: 'Tell the user.',
  insecure: 'Tell the user to use an https address.',
  terms_changed: 'Tell the user; do not call again before somebody has looked into it.',
}

export function declined(error: PaymentDeclined): string {
  return `Not paid: ${error.message}. Nothing was signed. ${whatToDo[error.code] ?? 'Tell the user.'}`
}

export function otherPayee(known: string, asked: string): string {
  return `Not paid: this service was paid at ${known} before, and now asks for a payment to ${asked}. Nothing was signed. Tell the user: if the change is meant, whoever runs this wallet forgets the old address with --forget-payee.`
}

export function unknownOutcome({ amount }: Purchase, reason: string): string {
  return `No answer: a payment of $${formatUsd(amount)} was sent, and nobody knows yet whether it was taken (${reason}). It counts as spent. Call the same tool with the same arguments again: the same payment is sent, which can be charged once only.`
}

export function outcomeWords(purchase: Purchase, outcome: Outcome, day: DaySpending, limits: SpendLimits): string {
  return `Wallet: ${outcomeOf(purchase, outcome)}; ${spendingWords(day, limits)}.`
}

function outcomeOf({ amount, world, network }: Purchase, outcome: Outcome): string {
  const chain = findNetwork(network)?.name ?? network
  const price = `$${formatUsd(amount)}`
  switch (outcome) {
    case 'charged':
      return `paid ${price} in ${world === 'sandbox' ? `play money on the ${chain} of a sandbox` : `USDC on ${chain}`}`
    case 'uncharged':
      return `the service charged nothing, but ${price} were signed for and stay reserved until they can not be spent any more`
    case 'unused':
      return `the call failed and was not charged; its ${price} stay reserved for the next payment`
    case 'refused':
      return `the service refused the payment of ${price}; as it was signed it stays reserved for the next payment`
  }
}

/** A result that is an error, in words. */
export function errorResult(words: string, code: string): Json {
  return { isError: true, content: [{ type: 'text', text: words }], _meta: { 'farthing/wallet': { code } } }
}

/** The result with a few words behind its content. */
export function withWords(result: Json, words: string): Json {
  const content = Array.isArray(result['content']) ? (result['content'] as unknown[]) : []
  return { ...result, content: [...content, { type: 'text', text: words }] }
}

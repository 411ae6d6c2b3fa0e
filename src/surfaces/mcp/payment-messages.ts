import { settlementRule } from '../payment/settlement-rule.ts'
import { watchlistRule } from '../payment/watchlist-rule.ts'
import { hasFreeFirstCall } from '../../gate/terms/terms.ts'
import { priceOf, type AnyOffer } from '../../offers/offer.ts'
import { priceOfCall } from '../../offers/price-of-call.ts'
import { refusalDetails } from '../../payments/wire/refusals.ts'
import type { Refusal } from '../../shared/refusal.ts'
import { formatUsd } from '../../shared/money.ts'
import type { ServiceFacts } from '../discovery/service-facts.ts'
import { keyArgument } from './tool-input.ts'
import { metaKeys } from './read-payment.ts'

/** The protocols that the terms can be paid by. */
export interface Offered {
  readonly x402: boolean
  readonly mpp: boolean
}

/** One sentence: the `error` of the terms. When a payment was refused it begins with the stable code. */
export function paymentSentence(offer: AnyOffer, refusal: Refusal | null): string {
  const computed = priceOfCall(offer)
  const how = computed ? ` (${computed.words})` : ''
  const asks = `This call of ${offer.id} costs $${formatUsd(priceOf(offer))} in USDC${how}`
  if (refusal === null) return `Payment required. ${asks}; nothing was run or charged.`
  return `${refusal.code}: ${inMcpWords(refusal.message)} ${inMcpWords(refusalDetails(refusal).fix)} ${asks}.`
}

/** What a model has to know next: what to correct, how a wallet pays, and what works without one. */
export function paymentMessage(offer: AnyOffer, refusal: Refusal | null, offered: Offered, facts: ServiceFacts): string {
  const lines = [paymentSentence(offer, refusal)]
  if (refusal === null && offer.access.kind === 'daily-quota') {
    lines.push(`Today's ${facts.freeCallsPerDay} free calls are used up; there are new ones from 00:00 UTC.`)
  }
  const rule = settlementRule(offer)
  if (rule) lines.push(rule.words)
  const watched = watchlistRule(offer)
  if (watched) lines.push(watched.words)
  if (hasFreeFirstCall(offer)) {
    lines.push('The first call of a wallet that has never paid here is free: it signs the payment as usual and is not charged.')
  }
  lines.push(...howToPay(offered))
  const free = facts.offers.filter(({ access }) => access.kind === 'free').map(({ id }) => id)
  const networks = facts.networks.map(({ name }) => name).join(', ')
  lines.push(
    `If this client has no wallet, tell the user: paying needs an MCP client that supports x402 or MPP, and a wallet with USDC on one of these networks: ${networks}. Do not ask for a private key. Always free: ${free.join(', ')}.`,
    `On a retry send the same arguments, the same payment and the same ${keyArgument}: one key per purchase, reused on a retry, and it is charged once.`,
  )
  if (facts.playMoney) {
    lines.push(
      `This is a sandbox with ${facts.simulated ? '' : 'real data and '}play money: POST ${facts.publicUrl}/sandbox/faucet {"address":"0x…","usdc":"5"} funds a wallet.`,
    )
  }
  return lines.join('\n')
}

function howToPay({ x402, mpp }: Offered): string[] {
  const ways: string[] = []
  if (x402) {
    ways.push(
      `sign one entry of accepts (x402 version 2, scheme exact) and send the same call with the payment payload in _meta["${metaKeys.x402Payment}"]`,
    )
  }
  if (mpp) {
    ways.push(
      `pay the challenge in _meta["${metaKeys.mppRequired}"] by MPP and send the same call with the credential in _meta["${metaKeys.mppCredential}"]`,
    )
  }
  return [`To pay: ${ways.join('; or ')}. A client with a wallet does this automatically.`]
}

/** The text of the HTTP answer names headers; over MCP the same values are in `_meta`. */
function inMcpWords(text: string): string {
  return text.replaceAll('WWW-Authenticate', `_meta["${metaKeys.mppRequired}"]`).replace('see mpp.howToPay for', 'it takes')
}

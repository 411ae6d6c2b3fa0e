import { priceOf } from '../../offer.ts'
import { formatUsd } from '../../shared/money.ts'
import type { ServiceFacts } from '../discovery/service-facts.ts'
import { metaKeys } from './read-payment.ts'
import { keyArgument } from './tool-input.ts'

/** What a model has to know of this server before its first call: what is free, what costs what, how it is paid. */
export function instructions(facts: ServiceFacts): string {
  const { offers, networks, freeCallsPerDay, publicUrl, simulated } = facts
  const of = (kind: string) => offers.filter(({ access }) => access.kind === kind)
  const priced = (kind: string) =>
    of(kind)
      .map((offer) => `${offer.id} ($${formatUsd(priceOf(offer))})`)
      .join(', ')
  const paid = of('fixed').length + of('daily-quota').length > 0
  return [
    'Farthing sells data by the call, for USDC. There is no account and no API key.',
    `Free: ${of('free')
      .map(({ id }) => id)
      .join(', ')}.`,
    ...(of('daily-quota').length > 0 ? [`${freeCallsPerDay} calls a day free in all, then paid: ${priced('daily-quota')}.`] : []),
    ...(of('fixed').length > 0 ? [`Paid, each call: ${priced('fixed')}.`] : []),
    ...(paid
      ? [
          `A paid tool that is called without payment runs nothing, charges nothing and answers with its terms. An MCP client with a wallet (x402 or MPP, USDC on ${networks.map(({ name }) => name).join(', ')}) pays them and calls again by itself, with the payment in _meta["${metaKeys.x402Payment}"] or _meta["${metaKeys.mppCredential}"]. Without a wallet, use what is free and tell the user what the rest costs. Never ask the user for a private key.`,
          `A call that fails is not charged. On a retry send the same arguments and the same ${keyArgument}: one key per purchase, reused on a retry.`,
          'Refusals say what to mend. Prices: resource farthing://prices. Receipts: farthing://receipts/{id}, linked by every paid answer.',
        ]
      : []),
    ...(simulated ? [`This is a sandbox: answers are simulated, payments are play money from POST ${publicUrl}/sandbox/faucet.`] : []),
  ].join('\n')
}

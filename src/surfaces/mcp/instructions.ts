import { failedCallSentence, settlementSentences } from '../payment/settlement-rule.ts'
import { freeCallBelow, hasFreeFirstCall } from '../../gate/terms/terms.ts'
import { watchlistSentences } from '../payment/watchlist-rule.ts'
import { maxBriefBytes } from '../../offers/brief/brief-answer.ts'
import { lineOf, linesOf } from '../../offers/line-of.ts'
import { priceOf } from '../../offers/offer.ts'
import { accessInLists, dollarsOf } from '../../offers/price-in-words.ts'
import { formatUsd } from '../../shared/money.ts'
import { serviceName, type ServiceFacts } from '../discovery/service-facts.ts'
import { metaKeys } from './read-payment.ts'
import { keyArgument } from './tool-input.ts'

/** With more tools than this, only their lines are named: models read these words with every request. */
const maxNamedTools = 100

/** What a model has to know about this server before its first call: which tools are free, what the others cost, and how to pay. */
export function instructions(facts: ServiceFacts): string {
  const { offers, networks, publicUrl, simulated, playMoney } = facts
  const paid = offers.some(({ access }) => access.kind !== 'free')
  return [
    ...(facts.description === undefined ? [] : [facts.description]),
    `${serviceName(facts)} sells ${facts.description === undefined ? 'data ' : ''}by the call, for USDC. There is no account and no API key.`,
    ...(offers.length > maxNamedTools ? linesInWords(facts) : toolsInWords(facts)),
    ...(paid
      ? [
          `A paid tool that is called without payment runs nothing, charges nothing and returns its terms. An MCP client with a wallet (x402 or MPP, USDC on ${networks.map(({ name }) => name).join(', ')}) pays and calls again automatically, with the payment in _meta["${metaKeys.x402Payment}"] or _meta["${metaKeys.mppCredential}"]. Without a wallet, use the free tools and tell the user what the others cost. Never ask the user for a private key.`,
          `${failedCallSentence(offers)}${offers.some(hasFreeFirstCall) ? ` The first call of a wallet below $${formatUsd(freeCallBelow)} is free.` : ''}`,
          `${keyArgument}: one key per purchase, reused on a retry; you make it up, of 8 to 128 letters, digits, "_" and "-". With the same arguments and the same key you get the same answer and are not charged again.`,
          ...settlementSentences(offers),
          ...watchlistSentences(offers),
          'A refusal says what to correct. Prices: resource farthing://prices. Receipts: farthing://receipts/{id}, linked by every paid answer.',
        ]
      : []),
    `detail: brief gives the main members of an answer, its sources, their age and its confidence, in at most ${maxBriefBytes} bytes. Leave it out for the whole answer: the same payment gets both.`,
    ...(playMoney
      ? [
          `This is a sandbox: answers ${simulated ? 'are simulated' : 'come from real data'}, and payments use play money from POST ${publicUrl}/sandbox/faucet.`,
        ]
      : []),
  ].join('\n')
}

function toolsInWords({ offers, freeCallsPerDay }: ServiceFacts): string[] {
  const of = (kind: string) => offers.filter((offer) => accessInLists(offer) === kind)
  const named = (kind: string) => of(kind).map((offer) => (kind === 'free' ? offer.id : `${offer.id} (${dollarsOf(offer)})`))
  return [
    `Free: ${named('free').join(', ')}.`,
    ...(of('daily-quota').length > 0
      ? [`${freeCallsPerDay} free calls a day in total, then paid: ${named('daily-quota').join(', ')}.`]
      : []),
    ...(of('fixed').length > 0 ? [`Paid, each call: ${named('fixed').join(', ')}.`] : []),
  ]
}

function linesInWords({ offers, freeCallsPerDay, publicUrl }: ServiceFacts): string[] {
  const lines = linesOf(offers).map((line) => {
    const own = offers.filter((offer) => lineOf(offer) === line)
    const free = own.filter(({ access }) => access.kind === 'free').length
    const prices = own.flatMap((offer) => (offer.access.kind === 'free' ? [] : [priceOf(offer)])).toSorted((a, b) => (a < b ? -1 : 1))
    const dollars = [prices[0], prices.at(-1)].flatMap((price) => (price === undefined ? [] : [`$${formatUsd(price)}`]))
    return `${line} (${[`${own.length} tools`, ...(free > 0 ? [`${free} free`] : []), ...new Set(dollars)].join(', ')})`
  })
  return [
    `${offers.length} tools in ${lines.length} lines, with the least and the highest price of a call: ${lines.join('; ')}.`,
    `The description of each tool says its price. tools/list has pages. ${publicUrl}/mcp?tools= and names of lines lists only those; the tool discovery lists a line, or describes one tool.`,
    ...(offers.some(({ access }) => access.kind === 'daily-quota')
      ? [`Tools with free calls have ${freeCallsPerDay} of them a day in total.`]
      : []),
  ]
}

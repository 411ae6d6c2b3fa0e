import { valuesOf } from '../../shared/observed.ts'
import { z } from 'zod'
import { checksumAddress } from '../../chain/address.ts'
import type { Chains, NetworkId } from '../../chain/chain.ts'
import type { Label } from '../../chain/labels/label.ts'
import { formatUnits, formatUsd } from '../../shared/money.ts'
import { answerMeta, metaOf } from '../../sources/meta.ts'
import type { SourceStamp } from '../../sources/source.ts'
import type { Sources } from '../../sources/sources.ts'
import { mergeCounterparties, spreadOf } from './counterparties.ts'
import type { NetworkWallet } from './observe-wallet.ts'
import type { WalletComponent } from './score-wallet.ts'
import { walletModel } from './wallet-model.ts'
import type { Counterparty } from './wallet-observations.ts'
import { missingOf, type WalletReport } from './wallet-reports.ts'

// The same shape as in the trust score, so that it is told once in documents.
const component = z.object({
  points: z.number(),
  max: z.number(),
  observed: z.number().describe('Share that could be observed, 0 to 1'),
  parts: z.array(
    z.object({
      part: z.string(),
      points: z.number(),
      max: z.number(),
      evidence: z.string(),
      source: z.array(z.string()).describe('Who said so; empty where nobody did'),
      observedAt: z.string().nullable(),
    }),
  ),
})

export const walletAnswer = z.object({
  address: z.string().describe('With its EIP-55 checksum'),
  score: z.int().describe('0 to 100'),
  blocked: z.boolean().describe('Sanctioned, or blacklisted by the issuer of USDC'),
  sanctions: z.enum(['clean', 'listed', 'unknown']).describe('Clean only if every check answered'),
  mixer: z.boolean().nullable().describe('Dealt with a mixer itself; null: not seen whole'),
  cappedBy: z.enum(['mixer', 'age']).nullable().describe('age: not known for a week'),
  confidence: z.number().describe('Share of the components that could be observed, 0 to 1'),
  model: z.literal(walletModel),
  observedAt: z.string(),
  breakdown: z.record(z.string(), component).describe('age, activity, sanctions, balances, counterparties, concentration'),
  usdc: z.string().describe('On all chains that answered'),
  chains: z.array(
    z.object({
      chain: z.string(),
      usdc: z.string().nullable(),
      native: z.string().nullable(),
      coin: z.string(),
      transactions: z.int().nullable(),
      firstActive: z.string().nullable(),
      transfers: z.int().nullable().describe('USDC transfers that were looked at'),
      transfersSince: z.string().nullable().describe('None is missing since then'),
      cappedBy: z.string().nullable().describe('Why not further back: blocks, logs, requests, time or node'),
    }),
  ),
  counterparties: z.object({
    number: z.int(),
    largestShare: z.number().nullable().describe('Of what was moved'),
    largest: z
      .array(z.object({ address: z.string(), labels: z.array(z.string()), transfers: z.int(), received: z.string(), sent: z.string() }))
      .describe('Five at most'),
  }),
  missing: z.array(z.string()).describe('What could not be observed, and why: it gave no points'),
  meta: answerMeta,
})

const mostTold = 5

/** Those with whom it moved most. */
export function largestOf({ sight }: WalletReport): readonly Counterparty[] {
  return allCounterparties(sight.observations.dealings).slice(0, mostTold)
}

function allCounterparties(dealings: WalletReport['sight']['observations']['dealings']): Counterparty[] {
  return mergeCounterparties(valuesOf(dealings).map(({ counterparties }) => counterparties))
}

export interface WalletTelling {
  readonly report: WalletReport
  readonly cached: boolean
  readonly chains: Chains
  readonly sources: Pick<Sources, 'sanctions' | 'simulated'>
  /** What is known of an address where it was dealt with. */
  labelsOf(counterparty: Counterparty): readonly Label[]
}

export function tellWallet(telling: WalletTelling): z.input<typeof walletAnswer> {
  const { report, chains, labelsOf } = telling
  const { score, sight } = report
  const { observations, networks } = sight
  const all = allCounterparties(observations.dealings)
  const spread = spreadOf(all)
  return {
    address: checksumAddress(report.address),
    score: score.score,
    blocked: score.blocked,
    sanctions: score.sanctions,
    mixer: score.mixer,
    cappedBy: score.cappedBy,
    confidence: score.confidence,
    model: score.model,
    observedAt: isoTime(report.observedAt),
    breakdown: Object.fromEntries(score.components.map((one) => [one.component, tellComponent(one)])),
    usdc: formatUsd(valuesOf(observations.usdc).reduce((sum, amount) => sum + amount, 0n)),
    chains: [...networks].map(([id, wallet]) => tellNetwork(id, chains.get(id)?.network.gasCoin ?? '', wallet)),
    counterparties: {
      number: all.length,
      largestShare: spread && Math.round(spread.largestShare * 10_000) / 10_000,
      largest: all.slice(0, mostTold).map((one) => ({
        address: checksumAddress(one.address),
        labels: labelsOf(one).map(({ kind, name }) => `${kind}: ${name}`),
        transfers: one.transfers,
        received: formatUsd(one.received),
        sent: formatUsd(one.sent),
      })),
    },
    missing: missingOf(report),
    meta: metaOf({
      stamps: [...stampsOf(telling), ...telling.sources.sanctions.stamps()],
      missing: missingOf(report),
      simulated: telling.sources.simulated,
    }),
  }
}

function tellComponent({ points, max, observed, parts }: WalletComponent): z.input<typeof component> {
  return {
    points,
    max,
    observed: Math.floor(observed * 100 + 1e-9) / 100,
    parts: parts.map(({ seenBy, part, points: given, max: most, evidence }) => ({
      part,
      points: given,
      max: most,
      evidence,
      source: [...new Set(seenBy.map(({ source }) => source))],
      // The oldest of what it is made of.
      observedAt: seenBy.length === 0 ? null : isoTime(Math.min(...seenBy.map((one) => one.observedAt))),
    })),
  }
}

function tellNetwork(chain: NetworkId, coin: string, { balance, native, transactions, first, history }: NetworkWallet) {
  const read = history.state === 'observed' ? history.value : null
  return {
    chain,
    usdc: balance.state === 'observed' ? formatUsd(balance.value) : null,
    native: native.state === 'observed' ? formatUnits(native.value, 18) : null,
    coin,
    transactions: transactions.state === 'observed' ? transactions.value : null,
    firstActive: first.state === 'observed' && first.value ? isoTime(first.value.at * 1_000) : null,
    transfers: read && read.transfers.length,
    transfersSince: read && isoTime(read.completeFrom.time * 1_000),
    cappedBy: read && read.cappedBy,
  }
}

function stampsOf({ report, cached, chains }: WalletTelling): SourceStamp[] {
  return [...report.sight.networks].flatMap(([id, { head }]): SourceStamp[] => {
    const network = chains.get(id)?.network
    if (!head || !network) return []
    return [
      {
        id: `rpc:${id}`,
        // Never the address of the node, which may hold a key.
        url: `caip2:${id}`,
        asOf: isoTime(Number(head.timestamp) * 1_000),
        licence: 'public blockchain data',
        attribution: `${network.name}, block ${head.number}`,
        cache: cached ? 'hit' : 'miss',
      },
    ]
  })
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}

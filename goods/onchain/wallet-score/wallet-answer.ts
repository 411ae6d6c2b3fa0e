import { answerMeta, metaOf, z } from '../../../src/goods/door.ts'
import {
  blacklistAnswer,
  componentAnswer,
  count,
  decimal,
  evmAddress,
  formatUnits,
  identifier,
  isoTime,
  networkId,
  recommendationAnswer,
  sanctionsAnswer,
  score,
  share,
  text,
  usdcDecimal,
} from '../../../src/goods/kit/answers.ts'
import { type Chains, checksumAddress, type NetworkId } from '../../../src/goods/kit/evm.ts'
import type { SourceStamp } from '../../../src/goods/kit/http.ts'
import type { Label } from '../../../src/goods/kit/known-addresses.ts'
import { formatUsd } from '../../../src/goods/kit/worker-side.ts'
import { observedValues } from '../addresses/observed.ts'
import { knownShare } from '../addresses/recommendation.ts'
import { screeningBody } from '../addresses/sanctions/screening-body.ts'
import { networkStamp } from '../addresses/reports/network-stamp.ts'
import { componentBody } from '../addresses/scores/component-body.ts'
import type { OnchainSources } from '../onchain-sources.ts'
import { mergeCounterparties, spreadOf } from './counterparties.ts'
import type { NetworkWallet } from './observe-wallet.ts'
import { walletModel } from './wallet-model.ts'
import type { Counterparty } from './wallet-observations.ts'
import { missingFromWallet, type WalletReport } from './wallet-reports.ts'

export const walletAnswer = z.object({
  address: evmAddress.describe('With its EIP-55 checksum'),
  score: score.describe('0 to 100'),
  recommendation: recommendationAnswer,
  blocked: z.boolean().describe('Sanctioned, or blacklisted by the issuer of USDC'),
  sanctions: sanctionsAnswer,
  blacklist: blacklistAnswer,
  mixer: z.boolean().nullable().describe('Dealt with a mixer itself; null: not all was read'),
  cappedBy: z.enum(['fraud', 'mixer', 'age']).nullable().describe('age: not known for a week'),
  observedShare: share.describe('Share of the components that could be observed'),
  model: z.literal(walletModel),
  observedAt: isoTime,
  breakdown: z.record(z.string(), componentAnswer).describe('age, activity, sanctions, balances, counterparties, concentration'),
  balanceUsdc: usdcDecimal.describe('On all networks that answered'),
  networks: z.array(
    z.object({
      network: networkId,
      balanceUsdc: usdcDecimal.nullable(),
      balanceNative: decimal.nullable(),
      nativeSymbol: identifier,
      transactionCount: count.nullable(),
      signedPaymentCount: count.nullable().describe('Signed by it, sent by others'),
      firstActiveAt: isoTime.nullable(),
      transferCount: count.nullable().describe('USDC transfers that were looked at'),
      completeSince: isoTime.nullable().describe('No transfer is missing since then'),
      truncatedBy: identifier.nullable().describe('Why not further back: blocks, logs, requests, time or node'),
    }),
  ),
  counterparties: z.object({
    count,
    largestShare: share.nullable().describe('Of what was moved'),
    largest: z
      .array(
        z.object({ address: evmAddress, labels: z.array(text), transferCount: count, receivedUsdc: usdcDecimal, sentUsdc: usdcDecimal }),
      )
      .describe('Five at most'),
  }),
  missing: z.array(text).describe('What could not be observed, and why: it gave no points'),
  meta: answerMeta,
})

const maxCounterparties = 5

/** The counterparties with which it moved most. */
export function largestCounterparties({ observed }: WalletReport): readonly Counterparty[] {
  return allCounterparties(observed.observations.dealings).slice(0, maxCounterparties)
}

function allCounterparties(dealings: WalletReport['observed']['observations']['dealings']): Counterparty[] {
  return mergeCounterparties(observedValues(dealings).map(({ counterparties }) => counterparties))
}

export interface WalletAnswerParts {
  readonly report: WalletReport
  readonly cached: boolean
  readonly chains: Chains
  readonly sources: Pick<OnchainSources, 'sanctions' | 'simulated'>
  /** What is known of an address on the networks where the wallet dealt with it. */
  labelsOf(counterparty: Counterparty): readonly Label[]
}

export function walletBody(parts: WalletAnswerParts): z.input<typeof walletAnswer> {
  const { report, chains, labelsOf } = parts
  const { score, observed } = report
  const { observations, networks } = observed
  const all = allCounterparties(observations.dealings)
  const spread = spreadOf(all)
  const missing = missingFromWallet(observed)
  return {
    address: checksumAddress(report.address),
    score: score.score,
    recommendation: { ...score.recommendation },
    blocked: score.blocked,
    ...screeningBody(observations.sanctions, chains),
    mixer: score.mixer,
    cappedBy: score.cappedBy,
    observedShare: score.observedShare,
    model: score.model,
    observedAt: toIsoTime(report.observedAt),
    breakdown: Object.fromEntries(score.components.map((one) => [one.component, componentBody(one)])),
    balanceUsdc: formatUsd(observedValues(observations.usdc).reduce((sum, amount) => sum + amount, 0n)),
    networks: [...networks].map(([id, wallet]) => networkBody(id, chains.get(id)?.network.gasCoin ?? '', wallet)),
    counterparties: {
      count: all.length,
      largestShare: spread && Math.round(spread.largestShare * 10_000) / 10_000,
      largest: all.slice(0, maxCounterparties).map((one) => ({
        address: checksumAddress(one.address),
        labels: labelsOf(one).map(({ kind, name }) => `${kind}: ${name}`),
        transferCount: one.transfers,
        receivedUsdc: formatUsd(one.received),
        sentUsdc: formatUsd(one.sent),
      })),
    },
    missing,
    meta: metaOf({
      stamps: [...stampsOf(parts), ...parts.sources.sanctions.stamps()],
      missing,
      knownShare: knownShare(score),
      simulated: parts.sources.simulated,
    }),
  }
}

function networkBody(
  network: NetworkId,
  nativeSymbol: string,
  { balance, native, transactions, authorizations, first, history }: NetworkWallet,
) {
  const read = history.state === 'observed' ? history.value : null
  return {
    network,
    balanceUsdc: balance.state === 'observed' ? formatUsd(balance.value) : null,
    balanceNative: native.state === 'observed' ? formatUnits(native.value, 18) : null,
    nativeSymbol,
    transactionCount: transactions.state === 'observed' ? transactions.value : null,
    signedPaymentCount: authorizations.state === 'observed' ? authorizations.value.count : null,
    firstActiveAt: first.state === 'observed' && first.value ? toIsoTime(first.value.at * 1_000) : null,
    transferCount: read && read.transfers.length,
    completeSince: read && toIsoTime(read.completeFrom.time * 1_000),
    truncatedBy: read && read.cappedBy,
  }
}

function stampsOf({ report, cached, chains }: WalletAnswerParts): SourceStamp[] {
  return [...report.observed.networks].flatMap(([id, { head }]) => {
    const network = chains.get(id)?.network
    return head && network ? [networkStamp(network, head, cached)] : []
  })
}

function toIsoTime(ms: number): string {
  return new Date(ms).toISOString()
}

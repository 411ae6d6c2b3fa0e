import { z } from 'zod'
import { checksumAddress } from '../../chain/address.ts'
import type { NetworkId } from '../../chain/chain.ts'
import { zeroAddress } from '../../chain/labels/known-addresses.ts'
import type { Label } from '../../chain/labels/label.ts'
import type { Hex } from '../../shared/bytes.ts'
import { formatUnits, formatUsd } from '../../shared/money.ts'
import { answerMeta, metaOf } from '../../sources/meta.ts'
import type { SourceStamp } from '../../sources/source.ts'
import type { LargeTransfer, TransferPlace } from './read-large-transfers.ts'
import type { TokenFacts } from './token-facts.ts'
import { coverageStates, hasRead, isFarBehind, type TransferCoverage } from './transfer-coverage.ts'
import { cursorOf } from './whale-query.ts'

const party = z.object({
  address: z.string(),
  labels: z.array(z.object({ kind: z.string(), name: z.string(), source: z.string() })).describe('Who it is known to be; empty: unknown'),
})

export const whaleAnswer = z.object({
  transfers: z
    .array(
      z.object({
        chain: z.string().describe('CAIP-2 id'),
        kind: z.enum(['transfer', 'mint', 'burn']),
        token: z.string(),
        symbol: z.string().nullable(),
        amount: z.string().describe('Base units'),
        amountFormatted: z.string().nullable(),
        from: party,
        to: party,
        transaction: z.string(),
        block: z.int(),
        at: z.string(),
      }),
    )
    .describe('Newest first'),
  next: z.string().nullable().describe('The cursor of the next page'),
  indexed: z
    .array(
      z.object({
        chain: z.string(),
        state: z.enum(coverageStates),
        from: z.string().nullable().describe('Nothing older is kept'),
        upTo: z.string().nullable(),
        lagSeconds: z.int().nullable(),
        blocksBehind: z.int().nullable(),
        leastUsd: z.string().nullable().describe('USDC transfers from here on'),
      }),
    )
    .describe('What is known of each chain that was asked for'),
  meta: answerMeta,
})

export interface WhalesFound {
  readonly transfers: readonly LargeTransfer[]
  readonly next: TransferPlace | null
  readonly coverage: readonly TransferCoverage[]
  /** Unix seconds from which on it was asked for; 0 if from the beginning. */
  readonly since: number
  /** USDC base units. */
  readonly min: bigint | undefined
  labelsOf(network: NetworkId, address: Hex): readonly Label[]
  factsOf(network: NetworkId, token: Hex): TokenFacts
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly simulated: boolean
  /** Of the sanctions lists; null while they are not in hand. */
  readonly listStamps: readonly SourceStamp[] | null
}

export function tellWhales(found: WhalesFound): z.input<typeof whaleAnswer> {
  const { transfers, next, coverage, min, now } = found
  return {
    transfers: transfers.map((one) => tellTransfer(one, found)),
    next: next && cursorOf(next),
    indexed: coverage.map(({ network, state, from, upTo, blocksBehind, threshold }) => ({
      chain: network.id,
      state,
      from: from === null ? null : isoTime(from * 1_000),
      upTo: upTo === null ? null : isoTime(upTo),
      lagSeconds: upTo === null ? null : Math.max(0, Math.floor((now - upTo) / 1_000)),
      blocksBehind,
      leastUsd: threshold === null ? null : formatUsd(min !== undefined && min > threshold ? min : threshold),
    })),
    meta: metaOf({
      stamps: [...coverage.flatMap((one) => stampOf(one, now)), ...(found.listStamps ?? [])],
      missing: missingOf(found),
      simulated: found.simulated,
    }),
  }
}

function tellTransfer(one: LargeTransfer, { labelsOf, factsOf }: WhalesFound) {
  const { symbol, decimals } = factsOf(one.network, one.token)
  const party = (address: Hex) => ({
    address: checksumAddress(address),
    labels: labelsOf(one.network, address).map(({ kind, name, source }) => ({ kind, name, source })),
  })
  return {
    chain: one.network,
    kind: kindOf(one),
    token: checksumAddress(one.token),
    symbol,
    amount: one.amount.toString(),
    amountFormatted: decimals === null ? null : formatUnits(one.amount, decimals),
    from: party(one.sender),
    to: party(one.recipient),
    transaction: one.transactionHash,
    block: Number(one.blockNumber),
    at: isoTime(Number(one.at) * 1_000),
  }
}

function kindOf({ sender, recipient }: LargeTransfer): 'transfer' | 'mint' | 'burn' {
  if (sender === zeroAddress) return 'mint'
  return recipient === zeroAddress ? 'burn' : 'transfer'
}

/** What is not there that was asked for, by chain, with why. */
function missingOf({ coverage, since, now, transfers, factsOf, listStamps }: WhalesFound): string[] {
  const chains = coverage.flatMap((one) => {
    const why = lackOf(one, since, now)
    return why === null ? [] : [`transfers.${one.network.id} (${why})`]
  })
  const uncounted = transfers.flatMap(({ network, token }) =>
    factsOf(network, token).decimals === null ? [`decimals.${network}.${checksumAddress(token)} (not_answered)`] : [],
  )
  return [...chains, ...new Set(uncounted), ...(listStamps ? [] : ['labels.sanctioned (lists_not_fresh)'])]
}

function lackOf(one: TransferCoverage, since: number, now: number): string | null {
  if (one.state === 'not_indexed' || one.state === 'absent') return 'not_indexed'
  if (!hasRead(one)) return 'not_read_yet'
  if (isFarBehind(one, now)) return 'far_behind'
  if (one.state === 'reading' && (one.historyRead ?? 0) < 1) return 'history_being_read'
  return since > 0 && one.from !== null && since < one.from ? 'begins_later' : null
}

function stampOf(one: TransferCoverage, now: number): SourceStamp[] {
  const { network, upTo, block } = one
  if (upTo === null) return []
  return [
    {
      id: `index:${network.id}`,
      url: `caip2:${network.id}`,
      asOf: isoTime(upTo),
      licence: 'public blockchain data',
      attribution: `${network.name}, block ${block}`,
      cache: isFarBehind(one, now) ? 'stale' : 'hit',
    },
  ]
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}

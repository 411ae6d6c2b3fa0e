import { answerMeta, metaOf, z } from '../../../src/goods/door.ts'
import {
  baseUnits,
  decimal,
  evmAddress,
  foreignText,
  formatUnits,
  identifier,
  isoTime,
  networkId,
  ordinal,
  quantity,
  transactionHash,
  usdcDecimal,
  usdDecimal,
} from '../../../src/goods/kit/answers.ts'
import { checksumAddress, type Hex, type NetworkId, sameAddress } from '../../../src/goods/kit/evm.ts'
import type { SourceStamp } from '../../../src/goods/kit/http.ts'
import { type Label, zeroAddress } from '../../../src/goods/kit/known-addresses.ts'
import { formatUsd } from '../../../src/goods/kit/worker-side.ts'
import { writePollCursor, type PollPositions } from './poll-cursor.ts'
import type { LargeTransfer, TransferPosition } from './read-large-transfers.ts'
import type { TokenUnit } from './token-units.ts'
import { coverageStates, hasRead, isFarBehind, type TransferCoverage } from './transfer-coverage.ts'
import { cursorOf } from './whale-query.ts'

const party = z.object({
  address: evmAddress,
  labels: z.array(z.object({ kind: identifier, name: foreignText, source: identifier })).describe('Its known owner; empty: unknown'),
})

export const whaleAnswer = z.object({
  transfers: z
    .array(
      z.object({
        network: networkId.describe('CAIP-2 id'),
        kind: z.enum(['transfer', 'mint', 'burn']),
        contract: evmAddress.describe('Of the token'),
        symbol: foreignText.nullable(),
        amountBaseUnits: baseUnits,
        amount: decimal.nullable().describe('Null where the token does not give its decimals'),
        amountUsd: usdDecimal.nullable(),
        from: party,
        to: party,
        transaction: transactionHash,
        blockNumber: ordinal,
        occurredAt: isoTime,
      }),
    )
    .describe('Newest first; oldest first with poll'),
  nextCursor: identifier.nullable().describe('"cursor" of the next page'),
  nextPoll: identifier.nullable().describe('"poll" for what is new later'),
  indexed: z
    .array(
      z.object({
        network: networkId,
        state: z.enum(coverageStates),
        keptSince: isoTime.nullable().describe('Nothing older is kept'),
        readUntil: isoTime.nullable(),
        lagSeconds: quantity.nullable(),
        lagBlocks: quantity.nullable(),
        minAmountUsdc: usdcDecimal.nullable().describe('Smallest transfer of USDC that is kept'),
      }),
    )
    .describe('What is known of each network that the query asks for'),
  meta: answerMeta,
})

/** USD of one USDC in fixed point with six places, and whose figure it is. */
export interface UsdcPrice {
  readonly usd: bigint
  readonly stamp: SourceStamp
}

export interface FoundTransfers {
  readonly transfers: readonly LargeTransfer[]
  readonly next: TransferPosition | null
  /** Null on a further page. */
  readonly nextPoll: PollPositions | null
  readonly coverage: readonly TransferCoverage[]
  /** Unix seconds of the earliest time asked for; 0 for no limit. */
  readonly since: number
  /** USDC base units. */
  readonly min: bigint | undefined
  labelsOf(network: NetworkId, address: Hex): readonly Label[]
  unitOf(network: NetworkId, token: Hex): TokenUnit
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly simulated: boolean
  /** Of the sanctions lists; null while they are not loaded and fresh. */
  readonly listStamps: readonly SourceStamp[] | null
  readonly usdcPrice: UsdcPrice | null
}

export function whaleBody(found: FoundTransfers): z.input<typeof whaleAnswer> {
  const { transfers, next, nextPoll, coverage, min, now } = found
  return {
    transfers: transfers.map((one) => transferBody(one, found)),
    nextCursor: next && cursorOf(next),
    nextPoll: nextPoll && nextPoll.size > 0 ? writePollCursor(nextPoll) : null,
    indexed: coverage.map(({ network, state, from, upTo, blocksBehind, threshold }) => ({
      network: network.id,
      state,
      keptSince: from === null ? null : toIsoTime(from * 1_000),
      readUntil: upTo === null ? null : toIsoTime(upTo),
      lagSeconds: upTo === null ? null : Math.max(0, Math.floor((now - upTo) / 1_000)),
      lagBlocks: blocksBehind,
      minAmountUsdc: threshold === null ? null : formatUsd(min !== undefined && min > threshold ? min : threshold),
    })),
    meta: metaOf({
      stamps: [
        ...coverage.flatMap((one) => stampOf(one, now)),
        ...(found.listStamps ?? []),
        ...(found.usdcPrice ? [found.usdcPrice.stamp] : []),
      ],
      missing: missingFrom(found),
      simulated: found.simulated,
    }),
  }
}

function transferBody(one: LargeTransfer, { labelsOf, unitOf, coverage, usdcPrice }: FoundTransfers) {
  const isUsdc = coverage.some(({ network }) => network.id === one.network && sameAddress(network.asset, one.token))
  const { symbol, decimals } = unitOf(one.network, one.token)
  const party = (address: Hex) => ({
    address: checksumAddress(address),
    labels: labelsOf(one.network, address).map(({ kind, name, source }) => ({ kind, name, source })),
  })
  return {
    network: one.network,
    kind: kindOf(one),
    contract: checksumAddress(one.token),
    symbol,
    amountBaseUnits: one.amount.toString(),
    amount: decimals === null ? null : formatUnits(one.amount, decimals),
    amountUsd: isUsdc && usdcPrice ? formatUsd((one.amount * usdcPrice.usd) / 1_000_000n) : null,
    from: party(one.sender),
    to: party(one.recipient),
    transaction: one.transactionHash,
    blockNumber: Number(one.blockNumber),
    occurredAt: toIsoTime(Number(one.at) * 1_000),
  }
}

function kindOf({ sender, recipient }: LargeTransfer): 'transfer' | 'mint' | 'burn' {
  if (sender === zeroAddress) return 'mint'
  return recipient === zeroAddress ? 'burn' : 'transfer'
}

/** What was asked for and is missing, by chain, each with the reason. */
function missingFrom({ coverage, since, now, transfers, unitOf, listStamps, usdcPrice }: FoundTransfers): string[] {
  const chains = coverage.flatMap((one) => {
    const why = reasonFor(one, since, now)
    return why === null ? [] : [`transfers.${one.network.id} (${why})`]
  })
  const uncounted = transfers.flatMap(({ network, token }) =>
    unitOf(network, token).decimals === null ? [`decimals.${network}.${checksumAddress(token)} (not_answered)`] : [],
  )
  return [
    ...chains,
    ...new Set(uncounted),
    ...(transfers.length === 0 || usdcPrice ? [] : ['transfers.amountUsd (no_price)']),
    ...(listStamps ? [] : ['labels.sanctioned (lists_not_fresh)']),
  ]
}

function reasonFor(one: TransferCoverage, since: number, now: number): string | null {
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
      asOf: toIsoTime(upTo),
      licence: 'public blockchain data',
      attribution: `${network.name}, block ${block}`,
      cache: isFarBehind(one, now) ? 'stale' : 'hit',
    },
  ]
}

function toIsoTime(ms: number): string {
  return new Date(ms).toISOString()
}

import { usd } from '../../../../src/goods/door.ts'
import { countOf } from '../../../../src/goods/kit/answers.ts'
import type { Chains, Hex } from '../../../../src/goods/kit/evm.ts'
import { zeroAddress } from '../../../../src/goods/kit/known-addresses.ts'
import type { Clock } from '../../../../src/goods/kit/parts.ts'
import { type HistoryCaps, readWalletHistory, type SpanMemory, type WalletTransfer } from '../../history/wallet-history.ts'
import { askNode } from '../ask-node.ts'
import type { Observed } from '../observed.ts'
import type { NetworkTransfer } from '../sanctions/mixer-dealings.ts'
import type { Sign } from './conduct.ts'
import type { TransferRecord } from './transfer-record.ts'

/** No more than this is dust, which buys nothing and only leaves an address in a history. */
const maxDust = usd('0.01')
/** Wallets that got dust and are looked at: half of them the newest, half the oldest. */
export const maxVictims = 4
/** For the transfers of one of them. */
export const victimCaps: HistoryCaps = { days: 30, logs: 200, requests: 6, times: 30, ms: 500, answerMs: 600 }

export interface PoisoningParts {
  readonly chains: Chains
  readonly clock: Clock
  /** Aborts with `OutOfTime`. */
  readonly signal: AbortSignal
  readonly spans: SpanMemory
}

/**
 * Whether an address (lower case) poisons the histories of others: it sent dust to a wallet that had paid another address with the same
 * first and last four digits. Only payments of its own count, because anybody can make transfers of nothing in its name. What it got
 * does not matter: a victim that mistook it for the other one has paid it.
 */
export async function observePoisoning(address: Hex, record: TransferRecord, parts: PoisoningParts): Promise<Observed<Sign | null>> {
  const dusted = dustedBy(record)
  const looked = await Promise.all(spread(dusted).map((dust) => imitates(address, dust, parts)))
  const found = looked.flatMap((one, index) => (one.state === 'observed' && one.value ? [spread(dusted)[index] ?? []] : []))
  const silent = looked.find(({ state }) => state === 'unknown')
  if (found.length > 0) {
    const detail = `sent dust to ${countOf(found.length, 'wallet')} that had paid an address with the same first and last four digits as its own`
    return observed({ detail, transfers: found.flat() }, parts)
  }
  return silent?.state === 'unknown' ? silent : observed(null, parts)
}

function observed(value: Sign | null, { clock }: PoisoningParts): Observed<Sign | null> {
  return { state: 'observed', value, source: 'transfers', observedAt: clock.now() }
}

/** For each wallet that it sent dust and nothing more: that dust, the newest first. */
function dustedBy({ all }: TransferRecord): NetworkTransfer[][] {
  const others = all.filter(({ direction, counterparty }) => direction !== 'self' && counterparty !== zeroAddress)
  return [...Map.groupBy(others, ({ network, counterparty }) => `${network} ${counterparty}`).values()]
    .map((transfers) => transfers.filter(({ direction, amount }) => direction === 'out' && amount > 0n))
    .filter((sent) => sent.length > 0 && sent.every(({ amount }) => amount <= maxDust))
}

function spread<T>(all: readonly T[]): readonly T[] {
  return all.length <= maxVictims ? all : [...all.slice(0, maxVictims / 2), ...all.slice(-maxVictims / 2)]
}

async function imitates(address: Hex, dust: readonly NetworkTransfer[], parts: PoisoningParts): Promise<Observed<boolean>> {
  const { chains, clock, signal, spans } = parts
  const first = dust.at(-1)
  const chain = first && chains.get(first.network)
  if (!chain) return { state: 'unknown', reason: 'network_down' }
  const read = await askNode(first.network, clock, () =>
    readWalletHistory(chain, first.counterparty, { caps: victimCaps, clock, signal, spans }),
  )
  if (read.state === 'unknown') return read
  return { ...read, value: read.value.transfers.some((transfer) => isImitated(transfer, address, first.block)) }
}

/** Who was paid before the dust came is imitated; who was paid after it may be the imitator. */
function isImitated({ counterparty, direction, amount, block }: WalletTransfer, address: Hex, dustedAt: bigint): boolean {
  if (counterparty === address || direction !== 'out' || amount <= maxDust || block > dustedAt) return false
  return counterparty.slice(2, 6) === address.slice(2, 6) && counterparty.slice(-4) === address.slice(-4)
}

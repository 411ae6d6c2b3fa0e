import type { NetworkTransfer } from '../sanctions/mixer-dealings.ts'
import { countOf } from '../../../../src/goods/kit/answers.ts'
import type { Sign } from './conduct.ts'
import type { TransferRecord } from './transfer-record.ts'

/** Transfers in a circle. Fewer may be an accident. */
const minTransfers = 20

/**
 * Transfers that come back: to itself, and of the same amount to and from one counterparty. Found where there are 20 or more and they
 * are at least half of all transfers, so that a refund now and then is none.
 */
export function findCircles({ all }: Pick<TransferRecord, 'all'>): Sign | null {
  const moved = all.filter(({ amount }) => amount > 0n)
  const own = moved.filter(({ direction }) => direction === 'self')
  const others = Map.groupBy(
    moved.filter(({ direction }) => direction !== 'self'),
    ({ network, counterparty, amount }) => `${network} ${counterparty} ${amount}`,
  )
  const returned = [...others.values()].flatMap(pairsOf)
  const circles = [...own, ...returned]
  if (circles.length < minTransfers || 2 * circles.length < moved.length) return null
  return { detail: `moved USDC in a circle by ${circles.length} of its ${countOf(moved.length, 'transfer')}`, transfers: circles }
}

/** As many payments as came back, and those that came back. */
function pairsOf(transfers: readonly NetworkTransfer[]): NetworkTransfer[] {
  const out = transfers.filter(({ direction }) => direction === 'out')
  const back = transfers.filter(({ direction }) => direction === 'in')
  const pairs = Math.min(out.length, back.length)
  return [...out.slice(0, pairs), ...back.slice(0, pairs)]
}

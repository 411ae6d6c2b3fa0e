import type { NetworkId } from '../../../chain/chain.ts'
import type { WalletHistory } from '../../../chain/history/wallet-history.ts'
import type { RiskObservations, SeenTransfer } from './risk-observations.ts'

export const daySeconds = 86_400

/** The transfers of all networks that answered, as one history. */
export interface TransferRecord {
  /** Newest first. */
  readonly all: readonly SeenTransfer[]
  /** Those by which something was really moved to somebody else, by its own doing. */
  readonly out: readonly SeenTransfer[]
  /** Those by which it really got something from somebody else. */
  readonly in: readonly SeenTransfer[]
  /** The earliest time since which the transfers of every network that answered are known; null where none answered. */
  readonly since: number | null
  /** Why the record of at least one network does not reach back to this time; null where all do. */
  gapSince(time: number): string | null
}

/**
 * One record of what all networks tell. Transfers of nothing are nobody's doing, since anybody can make them in anybody's
 * name, and those to oneself move nothing: neither is part of `in` and `out`.
 */
export function transferRecord({ histories }: Pick<RiskObservations, 'histories'>): TransferRecord {
  const known = Object.entries(histories).flatMap(([network, history]) =>
    history.state === 'observed' ? [{ network: network as NetworkId, ...history.value }] : [],
  )
  const all = known
    .flatMap(({ network, transfers }) => transfers.map((transfer): SeenTransfer => ({ ...transfer, network })))
    .sort((one, other) => other.time - one.time || Number(other.block - one.block) || other.logIndex - one.logIndex)
  const moved = all.filter(({ amount }) => amount > 0n)
  // The first block of a chain has nothing before it.
  const sinceOf = ({ completeFrom }: Pick<WalletHistory, 'completeFrom'>) => (completeFrom.block === 0n ? -Infinity : completeFrom.time)
  return {
    all,
    out: moved.filter(({ direction }) => direction === 'out'),
    in: moved.filter(({ direction }) => direction === 'in'),
    since: known.length === 0 ? null : Math.max(...known.map(sinceOf)),
    gapSince(time) {
      for (const history of Object.values(histories)) {
        if (history.state === 'unknown') return history.reason
        if (sinceOf(history.value) > time) return 'history_too_short'
      }
      return known.length === 0 ? 'no_network' : null
    },
  }
}

export function sum(transfers: readonly SeenTransfer[]): bigint {
  return transfers.reduce((total, { amount }) => total + amount, 0n)
}

/** Counterparties of these transfers, each once. */
export function counterpartiesOf(transfers: readonly SeenTransfer[]): Set<string> {
  return new Set(transfers.map(({ counterparty }) => counterparty))
}

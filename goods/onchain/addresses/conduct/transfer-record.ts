import type { NetworkId } from '../../../../src/goods/kit/evm.ts'
import type { WalletHistory } from '../../history/wallet-history.ts'
import type { PerNetwork } from '../observed.ts'
import type { NetworkTransfer } from '../sanctions/mixer-dealings.ts'

export const daySeconds = 86_400

/** The transfers of all networks that answered, as one history. */
export interface TransferRecord {
  /** Newest first. */
  readonly all: readonly NetworkTransfer[]
  /** Transfers of more than nothing to others. */
  readonly out: readonly NetworkTransfer[]
  /** Transfers of more than nothing from others. */
  readonly in: readonly NetworkTransfer[]
  /** Since this time the transfers of every network that answered are known; null where none answered. Unix seconds. */
  readonly since: number | null
  /** Why the record of a network does not reach back to this time (Unix seconds); null where all records do. */
  gapSince(time: number): string | null
}

/**
 * Joins the histories of all networks. `in` and `out` leave out transfers of nothing, because anybody can make them in anybody's
 * name, and transfers to itself, because they move nothing.
 */
export function transferRecord({ histories }: { readonly histories: PerNetwork<WalletHistory> }): TransferRecord {
  const known = Object.entries(histories).flatMap(([network, history]) =>
    history.state === 'observed' ? [{ network: network as NetworkId, ...history.value }] : [],
  )
  const all = known
    .flatMap(({ network, transfers }) => transfers.map((transfer): NetworkTransfer => ({ ...transfer, network })))
    .sort((one, other) => other.time - one.time || Number(other.block - one.block) || other.logIndex - one.logIndex)
  const moved = all.filter(({ amount }) => amount > 0n)
  // Nothing happened before the first block of a chain.
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

/** The same record without the payments to this address (lower case). */
export function withoutPayments(record: TransferRecord, payee: string): TransferRecord {
  const isOther = ({ direction, counterparty }: NetworkTransfer) => direction !== 'out' || counterparty !== payee
  return { ...record, all: record.all.filter(isOther), out: record.out.filter(isOther) }
}

export function sum(transfers: readonly NetworkTransfer[]): bigint {
  return transfers.reduce((total, { amount }) => total + amount, 0n)
}

/** Counterparties of these transfers, each once. */
export function distinctCounterparties(transfers: readonly NetworkTransfer[]): Set<string> {
  return new Set(transfers.map(({ counterparty }) => counterparty))
}

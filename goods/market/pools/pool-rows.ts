import type { Hex } from '../../../src/goods/kit/evm.ts'
import { type IndexedRow, type IndexRows, removeRows } from '../../../src/goods/kit/follow.ts'
import type { Row, SqliteTransaction } from '../../../src/goods/kit/store.ts'
import { joinMinutes, minutesOfSwaps, type PlacedSwap, type PoolMinute, type PoolSwap } from './pool-buckets.ts'

/** The rows of the index of pools: single swaps while their blocks are young, and minutes of what is final. */
export const poolRows: IndexRows<PoolSwap> = {
  insert(transaction, network, rows) {
    for (const { place, fact } of rows) {
      transaction.run(
        `INSERT INTO pool_swaps (network, block_number, log_index, pool, minute, root, amount, quote_amount)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        network,
        place.blockNumber,
        BigInt(place.logIndex),
        fact.pool,
        place.at,
        rootDigits(fact.root),
        fact.amount.toString(16),
        fact.quoteAmount.toString(16),
      )
    }
  },
  addFinal(transaction, network, rows) {
    for (const minute of minutesOfSwaps(rows.map(placed))) addMinute(transaction, network, minute)
  },
  remove(transaction, network, range, limit) {
    const swaps = removeRows(transaction, 'pool_swaps', network, range, limit)
    const left = limit === null ? null : BigInt(limit - swaps)
    if (left === 0n) return swaps
    return swaps + removeMinutes(transaction, network, range, left)
  },
  expire: (transaction, network, before, limit) =>
    transaction.run(
      `DELETE FROM pool_minutes WHERE (network, pool, minute) IN (
         SELECT network, pool, minute FROM pool_minutes WHERE network = ? AND minute < ? ORDER BY minute LIMIT ?)`,
      network,
      before,
      BigInt(limit),
    ).changes,
}

/** Whole minutes whose last swap is in the range. None is, unless an index starts again or was left at a block that is gone. */
function removeMinutes(
  transaction: SqliteTransaction,
  network: string,
  { from, to }: { readonly from: bigint; readonly to: bigint },
  limit: bigint | null,
): number {
  return transaction.run(
    `DELETE FROM pool_minutes WHERE (network, pool, minute) IN (
       SELECT network, pool, minute FROM pool_minutes WHERE network = ? AND last_block >= ? AND last_block <= ? LIMIT ?)`,
    network,
    from,
    to,
    limit ?? -1n,
  ).changes
}

function addMinute(transaction: SqliteTransaction, network: string, added: PoolMinute): void {
  const { pool, minute } = added
  const row = transaction.get(
    `SELECT ${minuteColumns} FROM pool_minutes WHERE network = ? AND pool = ? AND minute = ?`,
    network,
    pool,
    minute,
  )
  const whole = row ? joinMinutes(readMinute(row), added) : added
  transaction.run(
    `INSERT INTO pool_minutes (network, ${minuteColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (network, pool, minute) DO UPDATE SET first_block = excluded.first_block, last_block = excluded.last_block,
       open_root = excluded.open_root, highest_root = excluded.highest_root, lowest_root = excluded.lowest_root,
       close_root = excluded.close_root, amount = excluded.amount, quote_amount = excluded.quote_amount, swaps = excluded.swaps`,
    network,
    pool,
    minute,
    whole.firstBlock,
    whole.lastBlock,
    rootDigits(whole.open),
    rootDigits(whole.highest),
    rootDigits(whole.lowest),
    rootDigits(whole.close),
    whole.amount.toString(16),
    whole.quoteAmount.toString(16),
    whole.swaps,
  )
}

export const minuteColumns =
  'pool, minute, first_block, last_block, open_root, highest_root, lowest_root, close_root, amount, quote_amount, swaps'

export function readMinute(row: Row): PoolMinute {
  return {
    pool: row['pool'] as Hex,
    minute: row['minute'] as bigint,
    firstBlock: row['first_block'] as bigint,
    lastBlock: row['last_block'] as bigint,
    open: digitsIn(row['open_root']),
    highest: digitsIn(row['highest_root']),
    lowest: digitsIn(row['lowest_root']),
    close: digitsIn(row['close_root']),
    amount: digitsIn(row['amount']),
    quoteAmount: digitsIn(row['quote_amount']),
    swaps: row['swaps'] as bigint,
  }
}

export const swapColumns = 'block_number, log_index, pool, minute, root, amount, quote_amount'

export function readSwap(row: Row): PlacedSwap {
  return {
    blockNumber: row['block_number'] as bigint,
    logIndex: Number(row['log_index']),
    pool: row['pool'] as Hex,
    minute: row['minute'] as bigint,
    root: digitsIn(row['root']),
    amount: digitsIn(row['amount']),
    quoteAmount: digitsIn(row['quote_amount']),
  }
}

function placed({ place, fact }: IndexedRow<PoolSwap>): PlacedSwap {
  return { ...fact, blockNumber: place.blockNumber, logIndex: place.logIndex, minute: place.at }
}

/** 160 bits. */
function rootDigits(root: bigint): string {
  return root.toString(16).padStart(40, '0')
}

function digitsIn(cell: Row[string] | undefined): bigint {
  return BigInt(`0x${cell as string}`)
}

import type { Hex } from '../../../../src/goods/kit/evm.ts'
import type { IndexedRow } from '../../../../src/goods/kit/follow.ts'
import type { Query, Row, SqliteTransaction, Unit } from '../../../../src/goods/kit/store.ts'
import { type TransferRow, transferRows } from './transfer-rows.ts'

export type Direction = 'sent' | 'received'

/** How far the earlier transfers of some addresses have been read. */
export interface WatchedReading {
  readonly reading: bigint
  readonly addresses: readonly Hex[]
  readonly until: bigint
  /** Everything from the start to this block has been read. */
  readonly sent: bigint
  readonly received: bigint
  readonly version: bigint
}

interface OfNetwork {
  readonly network: string
}

/** The recorded watched addresses, in order, after a given one. */
export const watchedAddresses: Query<OfNetwork & { readonly after: string; readonly limit: number }, Hex[]> = {
  name: 'watched_addresses',
  sqlite: (transaction, { network, after, limit }) =>
    transaction
      .all(
        'SELECT address FROM watched_addresses WHERE network = ? AND address > ? ORDER BY address LIMIT ?',
        network,
        after,
        BigInt(limit),
      )
      .map((row) => row['address'] as Hex),
}

/** Records addresses that are watched from now on. Their earlier transfers are due, even if they were read before. */
export const noteWatched: Unit<OfNetwork & { readonly addresses: readonly Hex[] }, void> = {
  name: 'note_watched',
  sqlite(transaction, { network, addresses }) {
    transaction.run(
      `INSERT INTO watched_addresses (network, address, reading) SELECT ?, value, NULL FROM json_each(?) WHERE true
       ON CONFLICT (network, address) DO UPDATE SET reading = NULL`,
      network,
      JSON.stringify(addresses),
    )
    dropEmptyReadings(transaction, network)
  },
}

/** Removes addresses that are no longer watched: new transfers of theirs are not kept, so their history would have a gap. */
export const forgetWatched: Unit<OfNetwork & { readonly addresses: readonly Hex[] }, void> = {
  name: 'forget_watched',
  sqlite(transaction, { network, addresses }) {
    transaction.run(
      'DELETE FROM watched_addresses WHERE network = ? AND address IN (SELECT value FROM json_each(?))',
      network,
      JSON.stringify(addresses),
    )
    dropEmptyReadings(transaction, network)
  },
}

/** Removes readings without addresses: a filter without addresses would match every transfer. */
function dropEmptyReadings(transaction: SqliteTransaction, network: string): void {
  transaction.run(
    `DELETE FROM watched_readings WHERE network = ? AND NOT EXISTS (
       SELECT 1 FROM watched_addresses AS address WHERE address.network = watched_readings.network AND address.reading = watched_readings.reading)`,
    network,
  )
}

const isOther = 'network = ? AND (tokens <> ? OR index_start <> ?)'

/** Whether there are readings of other tokens, or from before a new start of the index. */
export const hasOtherReadings: Query<OfNetwork & { readonly tokens: string; readonly indexStart: bigint }, boolean> = {
  name: 'has_other_watched_readings',
  sqlite: (transaction, { network, tokens, indexStart }) =>
    transaction.get(`SELECT 1 AS one FROM watched_readings WHERE ${isOther} LIMIT 1`, network, tokens, indexStart) !== undefined,
}

/** Restarts every reading of other tokens, or from before a new start of the index. */
export const renewReadings: Unit<OfNetwork & { readonly tokens: string; readonly indexStart: bigint }, void> = {
  name: 'renew_watched_readings',
  sqlite(transaction, { network, tokens, indexStart }) {
    transaction.run(
      `UPDATE watched_addresses SET reading = NULL WHERE network = ? AND reading IN (SELECT reading FROM watched_readings WHERE ${isOther})`,
      network,
      network,
      tokens,
      indexStart,
    )
    transaction.run(`DELETE FROM watched_readings WHERE ${isOther}`, network, tokens, indexStart)
  },
}

export interface BegunReading extends OfNetwork {
  readonly tokens: string
  readonly since: bigint
  readonly limit: number
}

/** Starts a reading for at most `limit` waiting addresses, up to where the index is now. False when none waits. */
export const beginReading: Unit<BegunReading, boolean> = {
  name: 'begin_watched_reading',
  sqlite(transaction, { network, tokens, since, limit }) {
    const index = transaction.get("SELECT start_block, firm_block FROM index_checkpoints WHERE name = 'transfers' AND network = ?", network)
    const addresses = transaction
      .all('SELECT address FROM watched_addresses WHERE network = ? AND reading IS NULL ORDER BY address LIMIT ?', network, BigInt(limit))
      .map((row) => row['address'] as Hex)
    if (!index || addresses.length === 0) return false
    const last = transaction.get('SELECT max(reading) AS last FROM watched_readings WHERE network = ?', network)
    const reading = ((last?.['last'] as bigint | null | undefined) ?? 0n) + 1n
    const [start, until] = [index['start_block'] as bigint, index['firm_block'] as bigint]
    const from = since > until ? until + 1n : since
    transaction.run(
      `INSERT INTO watched_readings (network, reading, tokens, index_start, since_block, until_block, sent_block, received_block, version)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1)`,
      network,
      reading,
      tokens,
      start,
      from,
      until,
      from - 1n,
      from - 1n,
    )
    transaction.run(
      'UPDATE watched_addresses SET reading = ? WHERE network = ? AND address IN (SELECT value FROM json_each(?))',
      reading,
      network,
      JSON.stringify(addresses),
    )
    return true
  },
}

/** The first unfinished reading; null when there is none. */
export const openReading: Query<OfNetwork, WatchedReading | null> = {
  name: 'open_watched_reading',
  sqlite(transaction, { network }) {
    const row = transaction.get(
      `SELECT reading, until_block, sent_block, received_block, version FROM watched_readings
       WHERE network = ? AND (sent_block < until_block OR received_block < until_block) ORDER BY reading LIMIT 1`,
      network,
    )
    return row ? readingOf(transaction, network, row) : null
  },
}

function readingOf(transaction: SqliteTransaction, network: string, row: Row): WatchedReading {
  const reading = row['reading'] as bigint
  return {
    reading,
    addresses: transaction
      .all('SELECT address FROM watched_addresses WHERE network = ? AND reading = ? ORDER BY address', network, reading)
      .map(({ address }) => address as Hex),
    until: row['until_block'] as bigint,
    sent: row['sent_block'] as bigint,
    received: row['received_block'] as bigint,
    version: row['version'] as bigint,
  }
}

export interface AdvancedReading extends OfNetwork {
  readonly reading: WatchedReading
  readonly direction: Direction
  readonly to: bigint
  readonly rows: readonly IndexedRow<TransferRow>[]
}

const columns = { sent: 'sent_block', received: 'received_block' } as const
const parties = { sent: 'sender', received: 'recipient' } as const

/**
 * Replaces the transfers of the addresses in a range by those of the chain, and moves the reading, in one unit. Writes nothing
 * and returns false when another process has moved it, or when the index went back below the range and will read it itself.
 */
export const advanceReading: Unit<AdvancedReading, boolean> = {
  name: 'advance_watched_reading',
  sqlite(transaction, { network, reading, direction, to, rows }) {
    const index = transaction.get("SELECT firm_block FROM index_checkpoints WHERE name = 'transfers' AND network = ?", network)
    if (!index || (index['firm_block'] as bigint) < to) return false
    const column = columns[direction]
    const { changes } = transaction.run(
      `UPDATE watched_readings SET ${column} = ?, version = version + 1 WHERE network = ? AND reading = ? AND version = ?`,
      to,
      network,
      reading.reading,
      reading.version,
    )
    if (changes !== 1) return false
    transaction.run(
      `DELETE FROM token_transfers WHERE network = ? AND block_number > ? AND block_number <= ?
         AND ${parties[direction]} IN (SELECT value FROM json_each(?))`,
      network,
      reading[direction],
      to,
      JSON.stringify(reading.addresses),
    )
    // A transfer between two of them is found twice.
    for (const { place } of rows) {
      const { blockNumber, logIndex } = place
      transaction.run(
        'DELETE FROM token_transfers WHERE network = ? AND block_number = ? AND log_index = ?',
        network,
        blockNumber,
        BigInt(logIndex),
      )
    }
    transferRows.insert(transaction, network, rows)
    return true
  },
}

/** What is left to read, in blocks of either direction. */
export interface WatchedExtent {
  /** Addresses whose reading has not started. */
  readonly waiting: bigint
  readonly left: bigint
  readonly whole: bigint
}

export const watchedExtent: Query<OfNetwork, WatchedExtent> = {
  name: 'watched_extent',
  sqlite(transaction, { network }) {
    const waits = transaction.get('SELECT count(*) AS waiting FROM watched_addresses WHERE network = ? AND reading IS NULL', network)
    const blocks = transaction.get(
      `SELECT coalesce(sum(2 * until_block - sent_block - received_block), 0) AS left_over,
         coalesce(sum(2 * (until_block - since_block + 1)), 0) AS whole FROM watched_readings WHERE network = ?`,
      network,
    )
    return {
      waiting: (waits?.['waiting'] as bigint | undefined) ?? 0n,
      left: (blocks?.['left_over'] as bigint | undefined) ?? 0n,
      whole: (blocks?.['whole'] as bigint | undefined) ?? 0n,
    }
  },
}

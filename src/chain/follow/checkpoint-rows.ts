import type { Hex } from '../../shared/bytes.ts'
import type { Query, SqliteTransaction, Unit } from '../../store/store.ts'
import type { IndexedRow, IndexRows } from './index-definition.ts'

/** An index on a network; both as the database names them. */
export interface IndexKey {
  readonly name: string
  readonly network: string
}

/** How far an index has read. */
export interface IndexCheckpoint {
  readonly subject: string
  readonly start: bigint
  /** All final blocks from `start` to this one have been read; `start - 1` while none has. */
  readonly firm: bigint
  /** The newest block that has been read, with all from `tipStart` on. Blocks between `firm` and `tipStart` may be missing. */
  readonly tip: bigint
  readonly tipStart: bigint
  /** Unix seconds of these blocks; null where they are not known. */
  readonly startAt: bigint | null
  readonly firmAt: bigint | null
  readonly tipStartAt: bigint | null
  readonly tipAt: bigint | null
  readonly version: bigint
}

export interface KnownBlock {
  readonly number: bigint
  readonly hash: Hex
}

/** Hashes below the firm block that are kept, in case a block changes that was final. */
const firmBlocksKept = 32n

export const checkpointOf: Query<IndexKey, IndexCheckpoint | null> = {
  name: 'index_checkpoint',
  sqlite(transaction, { name, network }) {
    const row = transaction.get(
      `SELECT subject, start_block, firm_block, tip_block, tip_start, start_at, firm_at, tip_start_at, tip_at, version
       FROM index_checkpoints WHERE name = ? AND network = ?`,
      name,
      network,
    )
    if (!row) return null
    return {
      subject: row['subject'] as string,
      start: row['start_block'] as bigint,
      firm: row['firm_block'] as bigint,
      tip: row['tip_block'] as bigint,
      tipStart: row['tip_start'] as bigint,
      startAt: row['start_at'] as bigint | null,
      firmAt: row['firm_at'] as bigint | null,
      tipStartAt: row['tip_start_at'] as bigint | null,
      tipAt: row['tip_at'] as bigint | null,
      version: row['version'] as bigint,
    }
  },
}

/** Hashes of the blocks at which readings of an index ended, the newest first, from the given block downwards. */
export const knownBlocks: Query<IndexKey & { readonly highest: bigint; readonly limit: number }, KnownBlock[]> = {
  name: 'index_blocks',
  sqlite: (transaction, { name, network, highest, limit }) =>
    transaction
      .all(
        'SELECT block_number, block_hash FROM index_blocks WHERE name = ? AND network = ? AND block_number <= ? ORDER BY block_number DESC LIMIT ?',
        name,
        network,
        highest,
        BigInt(limit),
      )
      .map((row) => ({ number: row['block_number'] as bigint, hash: row['block_hash'] as Hex })),
}

/** The new checkpoint, which applies only if the stored one still has this version. */
interface Move extends CheckpointMove, Pick<IndexCheckpoint, 'version'> {
  readonly now: number
}

/** How far an index has read, with the times of these blocks. */
export type CheckpointMove = Pick<IndexCheckpoint, 'firm' | 'tip' | 'tipStart' | 'startAt' | 'firmAt' | 'tipStartAt' | 'tipAt'>

export interface Advance<Fact> extends IndexKey, Move {
  readonly range: { readonly from: bigint; readonly to: bigint }
  readonly rows: readonly IndexedRow<Fact>[]
  readonly end: KnownBlock
  /** The blocks are final, and this is the first time that they are read as such. */
  readonly isFinal: boolean
}

/**
 * Replaces the rows of a range by those of the chain, and moves the checkpoint, in one unit. Writes nothing and returns false
 * when another process has moved the checkpoint.
 */
export function advanceIndex<Fact>(name: string, tables: IndexRows<Fact>): Unit<Advance<Fact>, boolean> {
  return {
    name: `advance_${name}_index`,
    sqlite(transaction, { name, network, range, rows, end, isFinal, ...move }) {
      const key = { name, network }
      if (!moveCheckpoint(transaction, key, move)) return false
      tables.remove(transaction, key.network, range, null)
      if (isFinal && tables.addFinal) tables.addFinal(transaction, key.network, rows)
      else tables.insert(transaction, key.network, rows)
      transaction.run(
        `INSERT INTO index_blocks (name, network, block_number, block_hash) VALUES (?, ?, ?, ?)
         ON CONFLICT (name, network, block_number) DO UPDATE SET block_hash = excluded.block_hash`,
        key.name,
        key.network,
        end.number,
        end.hash,
      )
      transaction.run(
        `DELETE FROM index_blocks WHERE name = ? AND network = ? AND block_number < (
           SELECT min(block_number) FROM (
             SELECT block_number FROM index_blocks WHERE name = ? AND network = ? AND block_number <= ? ORDER BY block_number DESC LIMIT ?
           ) AS kept)`,
        key.name,
        key.network,
        key.name,
        key.network,
        move.firm,
        firmBlocksKept,
      )
      return true
    },
  }
}

/** Moves back to a block that is still on the chain, and forgets the blocks above it. The caller sweeps their rows. */
export const retreatIndex: Unit<IndexKey & Move, boolean> = {
  name: 'retreat_index',
  sqlite(transaction, { name, network, ...move }) {
    if (!moveCheckpoint(transaction, { name, network }, move)) return false
    transaction.run('DELETE FROM index_blocks WHERE name = ? AND network = ? AND block_number > ?', name, network, move.tip)
    return true
  },
}

/** Starts an index, or starts it again. The caller sweeps rows that an earlier one left. */
export const beginIndex: Unit<IndexKey & { readonly subject: string; readonly start: bigint; readonly now: number }, void> = {
  name: 'begin_index',
  sqlite(transaction, { name, network, subject, start, now }) {
    transaction.run(
      `INSERT INTO index_checkpoints (name, network, subject, start_block, firm_block, tip_block, tip_start, version, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?)
       ON CONFLICT (name, network) DO UPDATE SET subject = excluded.subject, start_block = excluded.start_block,
         firm_block = excluded.firm_block, tip_block = excluded.tip_block, tip_start = excluded.tip_start,
         start_at = NULL, firm_at = NULL, tip_start_at = NULL, tip_at = NULL,
         version = index_checkpoints.version + 1,
         updated_at = excluded.updated_at`,
      name,
      network,
      subject,
      start,
      start - 1n,
      start - 1n,
      start,
      BigInt(now),
    )
    transaction.run('DELETE FROM index_blocks WHERE name = ? AND network = ?', name, network)
  },
}

/** Deletes at most `limit` rows above the tip, whose blocks are gone. Returns how many. */
export function sweepIndex<Fact>(name: string, tables: IndexRows<Fact>): Unit<IndexKey & { readonly limit: number }, number> {
  return {
    name: `sweep_${name}_index`,
    sqlite(transaction, { limit, ...key }) {
      const row = transaction.get('SELECT tip_block FROM index_checkpoints WHERE name = ? AND network = ?', key.name, key.network)
      const tip = (row?.['tip_block'] as bigint | undefined) ?? -1n
      return tables.remove(transaction, key.network, { from: tip + 1n, to: highestBlock }, limit)
    },
  }
}

export function expireIndex<Fact>(
  name: string,
  tables: IndexRows<Fact>,
): Unit<{ readonly network: string; readonly before: bigint; readonly limit: number }, number> {
  return {
    name: `expire_${name}_index`,
    sqlite: (transaction, { network, before, limit }) => tables.expire?.(transaction, network, before, limit) ?? 0,
  }
}

/** Above every block number that is accepted from a node. */
const highestBlock = BigInt(Number.MAX_SAFE_INTEGER)

function moveCheckpoint(transaction: SqliteTransaction, { name, network }: IndexKey, { version, now, ...moved }: Move): boolean {
  const { changes } = transaction.run(
    `UPDATE index_checkpoints SET firm_block = ?, tip_block = ?, tip_start = ?, start_at = ?, firm_at = ?, tip_start_at = ?, tip_at = ?,
       version = version + 1, updated_at = ?
     WHERE name = ? AND network = ? AND version = ?`,
    moved.firm,
    moved.tip,
    moved.tipStart,
    moved.startAt,
    moved.firmAt,
    moved.tipStartAt,
    moved.tipAt,
    BigInt(now),
    name,
    network,
    version,
  )
  return changes === 1
}

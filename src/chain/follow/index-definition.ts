import type { Hex } from '../../shared/bytes.ts'
import type { SqliteTransaction, Store } from '../../store/store.ts'
import type { Block, Chain, EventLog } from '../chain.ts'
import type { LogFilter } from './read-log-range.ts'
import type { WindowLimits } from './log-window.ts'

/** The database of an index. */
export type IndexStore = Pick<Store, 'read' | 'write'>

/** The position of an event on its chain. */
export interface EventPosition {
  readonly blockNumber: bigint
  readonly logIndex: number
  readonly blockHash: Hex
  readonly transactionHash: Hex
  /** Unix seconds of its block; of the minute in which that lies, in an index that keeps no more than that. */
  readonly at: bigint
}

export interface IndexedRow<Fact> {
  readonly place: EventPosition
  readonly fact: Fact
}

/** The rows of an index in the database. All functions run inside of a unit of the index. */
export interface IndexRows<Fact> {
  insert(transaction: SqliteTransaction, network: string, rows: readonly IndexedRow<Fact>[]): void
  /**
   * For an index that keeps what is final in another form, such as sums: adds the rows of blocks that were never added before. It is
   * called instead of `insert`, after `remove` took away what a first reading of these blocks left. What was added can't be taken apart
   * again, so the index starts again when blocks that were final are gone.
   */
  addFinal?(transaction: SqliteTransaction, network: string, rows: readonly IndexedRow<Fact>[]): void
  /** Deletes the rows of a range of blocks: all, or at most `limit`, the newest first. Returns how many. */
  remove(transaction: SqliteTransaction, network: string, range: { from: bigint; to: bigint }, limit: number | null): number
  /** Deletes at most `limit` rows of blocks before a moment; returns how many. For an index with an expiry. */
  expire?(transaction: SqliteTransaction, network: string, before: bigint, limit: number): number
}

/** The part of a chain that an index needs. */
export type FollowedChain = Pick<Chain, 'network' | 'rpc' | 'finalBlock' | 'awaited'>

/** What an index follows on a chain. */
export interface IndexDefinition<Fact> {
  /** kebab-case; names it in the database, the metrics and the status. */
  readonly name: string
  /** Everything that decides which rows exist. When it changes, the index starts again. */
  readonly subject: string
  readonly filter: LogFilter
  readonly window: WindowLimits
  readonly rows: IndexRows<Fact>
  /**
   * The index needs to know only in which minute a block lies. Then few blocks have to be asked for besides the logs; else every block
   * with a row is.
   */
  readonly byMinute?: true
  /** Rows that are written at once, unless a single block has more; default 500. */
  readonly maxRows?: number
  /** Once the index has caught up, it reads this many final blocks at once; default 16. */
  readonly firmStep?: bigint
  /** An index that is further behind the head than this many blocks starts again. */
  readonly maxBehind?: bigint
  /** How long rows are kept; default for ever. */
  readonly keepSeconds?: number
  /** Decodes a log; null for one that is not kept. */
  decode(log: EventLog): Fact | null
  /** The first block to read; null while this chain has nothing to follow. */
  startBlock(chain: Pick<FollowedChain, 'network' | 'rpc'>, head: Block): Promise<bigint | null>
}

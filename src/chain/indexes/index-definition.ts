import type { Hex } from '../../shared/bytes.ts'
import type { SqliteTransaction } from '../../store/store.ts'
import type { Block, Chain, Log } from '../chain.ts'
import type { LogFilter } from './read-log-range.ts'
import type { WindowLimits } from './log-window.ts'

/** Where an event stands on its chain. */
export interface Place {
  readonly blockNumber: bigint
  readonly logIndex: number
  readonly blockHash: Hex
  readonly transactionHash: Hex
  /** Unix seconds of its block. */
  readonly at: bigint
}

export interface IndexedRow<Fact> {
  readonly place: Place
  readonly fact: Fact
}

/** The rows of an index in the database. All of it runs inside of a unit of the index. */
export interface IndexRows<Fact> {
  insert(transaction: SqliteTransaction, network: string, rows: readonly IndexedRow<Fact>[]): void
  /** Deletes the rows from one block to another one: all, or at most `limit`, the highest first. Gives how many. */
  remove(transaction: SqliteTransaction, network: string, range: { from: bigint; to: bigint }, limit: number | null): number
  /** Deletes at most `limit` rows of blocks before a moment; gives how many. For an index that keeps things for a while. */
  expire?(transaction: SqliteTransaction, network: string, before: bigint, limit: number): number
}

/** As much of a chain as an index needs. */
export type FollowedChain = Pick<Chain, 'network' | 'rpc' | 'finalBlock' | 'awaited'>

/** What is followed on a chain. */
export interface IndexDefinition<Fact> {
  /** kebab-case; names it in the database, the metrics and the status. */
  readonly name: string
  /** Everything that decides which rows there are: when it changes, the index begins anew. */
  readonly subject: string
  readonly filter: LogFilter
  readonly window: WindowLimits
  readonly rows: IndexRows<Fact>
  /** How long rows are kept; for ever unless given. */
  readonly keepSeconds?: number
  /** What a log says; null for one that is not kept. */
  decode(log: Log): Fact | null
  /** The first block to be read; null while there is nothing to be followed on this chain. */
  startBlock(chain: Pick<FollowedChain, 'network' | 'rpc'>, head: Block): Promise<bigint | null>
}

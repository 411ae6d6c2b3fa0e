import type { Clock, Timers } from '../../shared/clock.ts'
import type { Log as Logger } from '../../shared/log.ts'
import type { Unit } from '../../store/store.ts'
import {
  type Advance,
  advanceIndex,
  checkpointOf,
  expireIndex,
  type IndexCheckpoint,
  type IndexKey,
  sweepIndex,
} from './checkpoint-rows.ts'
import type { FollowedChain, IndexDefinition, IndexStore } from './index-definition.ts'
import { createLogWindow, type LogWindow } from './log-window.ts'
import { createTurnQueue, type OwnTurn } from './turn-queue.ts'

export interface FollowParts {
  readonly chain: FollowedChain
  readonly store: IndexStore
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Logger
  /** The network as the database names it. */
  readonly network: string
  /** Counts the reorganisations that removed rows, the logs read and the rows written. */
  readonly count?: (event: 'reorganised' | 'logs' | 'rows', count: number) => void
  /** Shared by all indexes of the process. */
  readonly ownTurn?: OwnTurn
}

/** One index on one chain, as the steps of a turn share it. */
export interface FollowContext<Fact> extends Required<FollowParts> {
  readonly definition: IndexDefinition<Fact>
  readonly key: IndexKey
  readonly window: LogWindow
  readonly units: {
    readonly advance: Unit<Advance<Fact>, boolean>
    readonly sweep: Unit<IndexKey & { readonly limit: number }, number>
    readonly expire: Unit<{ readonly network: string; readonly before: bigint; readonly limit: number }, number>
  }
  /** What the process remembers between turns. A restart may lose it. */
  readonly memory: {
    /** Rows above the tip have been deleted since the last rewind. */
    swept: boolean
    /** How many turns in a row the chain contradicted the checkpoint, and since when (milliseconds). */
    contradictions: number
    contradictedSince: number
    /** The newest block that was read, with its time in unix seconds. */
    newest: { readonly number: bigint; readonly at: bigint } | null
  }
}

const rowsPerUnit = 500

export function followContext<Fact>(definition: IndexDefinition<Fact>, parts: FollowParts): FollowContext<Fact> {
  return {
    count: () => {},
    ownTurn: createTurnQueue(parts.timers),
    ...parts,
    definition,
    key: { name: definition.name, network: parts.network },
    window: createLogWindow(definition.window),
    units: {
      advance: advanceIndex(definition.name, definition.rows),
      sweep: sweepIndex(definition.name, definition.rows),
      expire: expireIndex(definition.name, definition.rows),
    },
    memory: { swept: false, contradictions: 0, contradictedSince: 0, newest: null },
  }
}

export function readCheckpoint<Fact>({ store, key }: FollowContext<Fact>): Promise<IndexCheckpoint | null> {
  return store.read(checkpointOf, key)
}

/** Deletes the rows above the tip that an earlier run, or a rewind, left. */
export async function sweepRows<Fact>({ store, units, key, memory }: FollowContext<Fact>, signal: AbortSignal): Promise<void> {
  while (!memory.swept) {
    signal.throwIfAborted()
    memory.swept = (await store.write(units.sweep, { ...key, limit: rowsPerUnit })) < rowsPerUnit
  }
}

/** Deletes the rows that are older than the index keeps them. */
export async function expireRows<Fact>(context: FollowContext<Fact>, signal: AbortSignal): Promise<void> {
  const { definition, store, units, key, clock } = context
  if (definition.keepSeconds === undefined || !definition.rows.expire) return
  const before = BigInt(Math.floor(clock.now() / 1000) - definition.keepSeconds)
  while ((await store.write(units.expire, { network: key.network, before, limit: rowsPerUnit })) === rowsPerUnit) signal.throwIfAborted()
}

import type { Clock, Timers } from '../../shared/clock.ts'
import type { Log as Logger } from '../../shared/log.ts'
import type { Store } from '../../store/store.ts'
import { type Block, type Rpc, RpcUnreachable } from '../chain.ts'
import {
  advanceIndex,
  beginIndex,
  checkpointOf,
  expireIndex,
  type IndexCheckpoint,
  type KnownBlock,
  knownBlocks,
  retreatIndex,
  sweepIndex,
} from './checkpoint-rows.ts'
import { findFork } from './find-fork.ts'
import type { FollowedChain, IndexDefinition } from './index-definition.ts'
import { createLogWindow } from './log-window.ts'
import { patientRpc, patiently } from './patiently.ts'
import { readBlockAt, readPiece } from './read-piece.ts'

export interface FollowParts {
  readonly chain: FollowedChain
  readonly store: Store
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Logger
  /** The network as the database names it. */
  readonly network: string
  /** Told of every reorganisation that took rows with it, and of the logs read and rows written. */
  readonly told?: (event: 'reorganised' | 'logs' | 'rows', count: number) => void
}

export interface IndexProgress {
  readonly start: bigint
  readonly firm: bigint
  readonly tip: bigint
  readonly head: bigint
  /** Up to where history is to be read now. */
  readonly final: bigint
  /** Nothing is left to be read. */
  readonly caughtUp: boolean
  /** Unix seconds of the blocks `start` and `tip`; null where it is not known. */
  readonly startAt: bigint
  readonly tipAt: bigint | null
  /** When the chain was asked for its head, in milliseconds. */
  readonly lookedAt: number
}

export interface Follower {
  readonly name: string
  /**
   * Reads on until it has caught up with the chain, or until a moment in milliseconds; then it may be called again. Whatever
   * stops it, the next call goes on from what is written. False: there is nothing to be followed on this chain.
   * @throws ChainMoved, RpcUnreachable, RpcRejected, and what the store throws
   */
  turn(signal: AbortSignal, until: number): Promise<boolean>
  progress(): IndexProgress | null
}

/** Blocks on top, at least, before a block is read for good: nodes that lag a little have it by then. */
const margin = 16n
/** Once it has caught up, final blocks are read so many at once, since each was read before. */
const firmStep = 16n
/** How often a chain must tell of a head below what was read before it is believed, */
const looksNeeded = 3
/** and for how long that blocks are gone that were final. */
const doubtMs = 60_000
const rowsAtOnce = 500
/** Known blocks that a fork is looked for among: far more than there are between a final block and the head. */
const mostKnown = 10_000

/**
 * Keeps an index equal to its chain. Every block is read twice: once when it is new, so that it is seen at once, and once
 * when it is final. The second reading replaces what the first one brought, so that the index is exact in the end whatever
 * a node left out, or made up, while the block was young. In between, hashes of blocks tell of reorganisations.
 */
export function createFollower<Fact>(definition: IndexDefinition<Fact>, parts: FollowParts): Follower {
  const { chain, store, clock, timers, log, told = () => {} } = parts
  const key = { name: definition.name, network: parts.network }
  const window = createLogWindow(definition.window)
  const units = {
    advance: advanceIndex(definition.name, definition.rows),
    sweep: sweepIndex(definition.name, definition.rows),
    expire: expireIndex(definition.name, definition.rows),
  }
  let swept = false
  let doubts = 0
  let doubtedSince = 0
  let lastHead: string | null = null
  let progress: IndexProgress | null = null
  let first: Block | null = null
  let newest: { readonly number: bigint; readonly at: bigint } | null = null

  /** Whether there are final blocks to be read: as many as are worth it, or any that were never read at all. */
  const owes = ({ firm, tipStart }: IndexCheckpoint, final: bigint) => final - firm >= firmStep || (firm < tipStart - 1n && firm < final)

  const checkpoint = () => store.read(checkpointOf, key)

  function progressOf(held: IndexCheckpoint, head: Block, firstAt: bigint, look: { final: bigint; caughtUp: boolean; lookedAt: number }) {
    const tipAt = held.tip === head.number ? head.timestamp : newest?.number === held.tip ? newest.at : null
    return { ...held, ...look, head: head.number, startAt: firstAt, tipAt }
  }

  async function begun(rpc: Rpc, head: Block): Promise<IndexCheckpoint | null> {
    const held = await checkpoint()
    if (held && held.subject === definition.subject && held.firm >= held.start - 1n) return held
    const start = await definition.startBlock({ network: chain.network, rpc }, head)
    if (start === null) return null
    await store.write(beginIndex, { ...key, subject: definition.subject, start, now: clock.now() })
    swept = false
    return checkpoint()
  }

  async function sweep(signal: AbortSignal): Promise<void> {
    while (!swept) {
      signal.throwIfAborted()
      swept = (await store.write(units.sweep, { ...key, limit: rowsAtOnce })) < rowsAtOnce
    }
  }

  /** Goes back to where the chain still is what was read. False: this turn can do no more. */
  async function meet(rpc: Rpc, held: IndexCheckpoint, head: Block, signal: AbortSignal): Promise<boolean> {
    const known = await store.read(knownBlocks, { ...key, highest: held.tip, limit: mostKnown })
    const standing = await findFork(known, head, async (number) => (await readBlockAt(rpc, number)).hash)
    if (standing.kind === 'stands') {
      doubts = 0
      return true
    }
    const to = standing.kind === 'strange' ? null : standing.to
    // Where nothing final has been read yet, nothing is lost by beginning anew.
    const agreed = to?.number ?? (held.firm < held.start ? held.firm : -1n)
    const grave = agreed < held.firm
    const usual = standing.kind !== 'short' && !grave
    if (doubts === 0) doubtedSince = clock.now()
    doubts += 1
    if (!usual && (doubts < looksNeeded || (grave && clock.now() - doubtedSince < doubtMs))) return false
    doubts = 0
    swept = false
    const firm = agreed < held.firm ? agreed : held.firm
    // Below its begin there is nothing left of what was read anew.
    const tip = agreed < held.tipStart ? firm : agreed
    const tipStart = agreed < held.tipStart ? firm + 1n : held.tipStart
    const facts = { index: definition.name, network: key.network, from: Number(held.tip), to: Number(tip) }
    if (grave) log.error(facts, 'blocks that were final are gone: the index goes back')
    else log.info(facts, 'blocks were reorganised away: the index goes back')
    told('reorganised', 1)
    await store.write(retreatIndex, { ...key, version: held.version, firm, tip, tipStart, now: clock.now() })
    await sweep(signal)
    return true
  }

  async function readOn(
    rpc: Rpc,
    held: IndexCheckpoint,
    range: { from: bigint; last: bigint },
    firmly: boolean,
    signal: AbortSignal,
  ): Promise<IndexCheckpoint | null> {
    const { from, last } = range
    const below: KnownBlock | undefined = (await store.read(knownBlocks, { ...key, highest: from - 1n, limit: 1 }))[0]
    const joint = below?.number === from - 1n ? below : null
    const piece = await readPiece(rpc, definition, window, { from, last, below: joint }, signal).catch((error: unknown) => {
      // A node that fails now and then answers few questions sooner than many.
      if (error instanceof RpcUnreachable) window.halve()
      throw error
    })
    const firm = firmly ? piece.end.number : held.firm
    const tip = piece.end.number > held.tip ? piece.end.number : held.tip
    const tipStart = firmly || from === held.tip + 1n ? held.tipStart : from
    const { version } = held
    const { rows, end } = piece
    if (tip === end.number) newest = { number: tip, at: piece.endAt }
    const moved = await store.write(units.advance, {
      ...key,
      version,
      firm,
      tip,
      tipStart,
      range: { from, to: end.number },
      rows,
      end,
      now: clock.now(),
    })
    if (!moved) return null
    told('logs', piece.logs)
    told('rows', rows.length)
    return { ...held, firm, tip, tipStart, version: version + 1n }
  }

  async function catchUp(
    rpc: Rpc,
    from: IndexCheckpoint,
    head: Block,
    final: bigint,
    signal: AbortSignal,
    until: number,
    seen: (held: IndexCheckpoint, caughtUp: boolean) => void,
  ): Promise<IndexCheckpoint> {
    let held: IndexCheckpoint = from
    const goesOn = () => !signal.aborted && clock.now() < until
    // What is new first, so that it is seen while history is read.
    while (goesOn()) {
      // A longer gap below the final block is left to the reading of final blocks.
      const highest = final - held.tip >= firmStep ? final : held.tip
      const next = highest + 1n > held.start ? highest + 1n : held.start
      if (next > head.number) break
      const advanced = await readOn(rpc, held, { from: next, last: head.number }, false, signal)
      if (!advanced) return held
      held = advanced
    }
    while (goesOn() && owes(held, final)) {
      const advanced = await readOn(rpc, held, { from: held.firm + 1n, last: final }, true, signal)
      if (!advanced) return held
      held = advanced
      seen(held, false)
    }
    return held
  }

  async function expire(signal: AbortSignal): Promise<void> {
    if (definition.keepSeconds === undefined || !definition.rows.expire) return
    const before = BigInt(Math.floor(clock.now() / 1000) - definition.keepSeconds)
    while ((await store.write(units.expire, { network: key.network, before, limit: rowsAtOnce })) === rowsAtOnce) signal.throwIfAborted()
  }

  return {
    name: definition.name,
    async turn(signal, until) {
      const rpc = patientRpc(chain.rpc, timers, signal)
      const lookedAt = clock.now()
      const head = await readBlockAt(rpc, 'latest')
      if (head.hash === lastHead) {
        // Nothing can have changed.
        if (progress) progress = { ...progress, lookedAt }
        return true
      }
      let held = await begun(rpc, head)
      if (!held) return false
      await sweep(signal)
      if (!(await meet(rpc, held, head, signal))) return true
      held = await checkpoint()
      if (!held || held.firm < held.start - 1n) return true
      const tagged = await patiently(timers, signal, () => chain.finalBlock())
      const deep = head.number - margin
      const final = tagged < deep ? tagged : deep
      if (first?.number !== held.start) first = await readBlockAt(rpc, held.start)
      const startAt = first.timestamp
      const seen = (at: IndexCheckpoint, caughtUp: boolean) =>
        void (progress = progressOf(at, head, startAt, { final, caughtUp, lookedAt }))
      const reached = await catchUp(rpc, held, head, final, signal, until, seen)
      const caughtUp = reached.tip >= head.number && !owes(reached, final)
      seen(reached, caughtUp)
      lastHead = caughtUp ? head.hash : null
      if (caughtUp) await expire(signal)
      return true
    },
    progress: () => progress,
  }
}

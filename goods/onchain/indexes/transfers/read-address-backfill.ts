import {
  askPatiently,
  checkpointOf,
  createLogWindow,
  type FollowedChain,
  type Follower,
  type IndexDefinition,
  type IndexProgress,
  type IndexStore,
  patientRpc,
  readPiece,
} from '../../../../src/goods/kit/follow.ts'
import type { Clock, Timers } from '../../../../src/goods/kit/parts.ts'
import { addressTopic, type Rpc, RpcUnreachable, topics } from '../../../../src/goods/kit/rpc.ts'
import { blockBefore } from './block-at-time.ts'
import type { TransferRow } from './transfer-rows.ts'
import {
  advanceReading,
  beginReading,
  type Direction,
  hasOtherReadings,
  openReading,
  renewReadings,
  watchedExtent,
  type WatchedExtent,
  type WatchedReading,
} from './watched-rows.ts'

export interface AddressBackfillParts {
  readonly chain: FollowedChain
  readonly store: IndexStore
  readonly clock: Clock
  readonly timers: Timers
  /** The network as the database names it. */
  readonly network: string
  /** The filter and decoding of transfers; keeps all of them. */
  readonly index: Pick<IndexDefinition<TransferRow>, 'decode' | 'filter'>
  /** How far back. */
  readonly keepSeconds: number
  readonly count?: (event: 'logs' | 'rows', count: number) => void
}

/** Addresses in one request. */
const addressesAtOnce = 100
const window = { first: 500, max: 2_000 }
/** How long the start block of the 30 days is reused. Meanwhile slightly more is read than needed. */
const beginKeptMs = 3_600_000

/**
 * Reads the transfers of addresses from before they were watched, up to the final block that the index of transfers had reached
 * when their reading started; from there on the index keeps their transfers itself. It requests only their own logs, and
 * nothing that the index may still change. So the two need no coordination, and the result is exact.
 */
export function createAddressBackfill(parts: AddressBackfillParts): Follower {
  const { chain, store, clock, timers, network, index, keepSeconds, count = () => {} } = parts
  const span = createLogWindow(window)
  const tokens = [...index.filter.addresses].join(' ')
  let began: { readonly block: bigint; readonly at: number } | null = null
  let progress: IndexProgress | null = null

  /** The first block of the kept time. */
  async function begin(rpc: Rpc, firm: bigint): Promise<bigint> {
    if (began && Math.abs(clock.now() - began.at) < beginKeptMs && began.block <= firm) return began.block
    const moment = BigInt(Math.floor(clock.now() / 1_000) - keepSeconds)
    const block = firm < 0n ? 0n : await blockBefore(rpc, moment, { number: firm, blockMs: chain.network.blockMs })
    began = { block, at: clock.now() }
    return block
  }

  async function readOn(rpc: Rpc, reading: WatchedReading, direction: Direction, last: bigint, signal: AbortSignal): Promise<boolean> {
    const parties = reading.addresses.map(addressTopic)
    const filter = { ...index.filter, events: [topics.transfer], indexed: direction === 'sent' ? [parties] : [null, parties] }
    const from = reading[direction] + 1n
    const piece = await readPiece(rpc, { ...index, filter }, span, { from, last, below: null }, signal).catch((error: unknown) => {
      if (error instanceof RpcUnreachable) span.halve()
      throw error
    })
    const { end, rows, logs } = piece
    const moved = await store.write(advanceReading, { network, reading, direction, to: end.number, rows })
    if (!moved) return false
    count('logs', logs)
    count('rows', rows.length)
    return true
  }

  async function read(rpc: Rpc, firm: bigint, signal: AbortSignal, until: number): Promise<void> {
    let final: bigint | null = null
    while (!signal.aborted && clock.now() < until) {
      const reading = await store.read(openReading, { network })
      if (!reading) {
        const { waiting } = await store.read(watchedExtent, { network })
        if (waiting === 0n) return
        if (!(await store.write(beginReading, { network, tokens, since: await begin(rpc, firm), limit: addressesAtOnce }))) return
        continue
      }
      final ??= await askPatiently(timers, signal, () => chain.finalBlock())
      const last = final < reading.until ? final : reading.until
      const direction = (['sent', 'received'] as const).find((one) => reading[one] < last)
      if (!direction || !(await readOn(rpc, reading, direction, last, signal))) return
    }
  }

  return {
    name: 'watched-pasts',
    async turn(signal, until) {
      const held = await store.read(checkpointOf, { name: 'transfers', network })
      if (!held) return true
      const now = { network, tokens, indexStart: held.start }
      if (await store.read(hasOtherReadings, now)) await store.write(renewReadings, now)
      try {
        await read(patientRpc(chain.rpc, timers, signal), held.firm, signal, until)
      } finally {
        progress = progressOf(await store.read(watchedExtent, { network }), clock)
      }
      return true
    },
    progress: () => progress,
  }
}

/** Progress in blocks of both directions, counted from 0. */
function progressOf({ waiting, left, whole }: WatchedExtent, clock: Clock): IndexProgress {
  const done = whole - left
  return {
    start: 0n,
    firm: done - 1n,
    tip: done - 1n,
    head: whole - 1n,
    final: whole - 1n,
    caughtUp: waiting === 0n && left === 0n,
    startAt: 0n,
    tipAt: null,
    checkedAt: clock.now(),
  }
}

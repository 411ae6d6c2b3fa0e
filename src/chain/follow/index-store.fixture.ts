import { silentLog } from '../../shared/log.ts'
import { silentMetrics } from '../../shared/metrics.ts'
import type { MemoryStore } from '../../store/sqlite/open-memory-store.ts'
import { memoryStore as emptyStore, systemParts } from '../../store/sqlite/store.fixture.ts'
import type { Query, Store } from '../../store/store.ts'
import { systemTimers } from '../../ops/system.ts'
import type { Clock, Timers } from '../../shared/clock.ts'
import { RpcUnreachable } from '../chain.ts'
import { agentsIndex } from '../../../goods/onchain/indexes/agents/agents-index.ts'
import { createIndexes, type Indexes } from '../../../goods/onchain/indexes/create-indexes.ts'
import { createFollower, type Follower } from './follow-index.ts'
import type { FollowedChain } from './index-definition.ts'
import { large, usdc, watchedAccount } from './random-events.fixture.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { WatchedList } from '../../../goods/onchain/indexes/transfers/note-watched.ts'
import { type EmittedLog, simulatedChain, type SimulatedChain } from './simulated-chain.fixture.ts'
import { transfersIndex } from '../../../goods/onchain/indexes/transfers/transfers-index.ts'

export const signal = new AbortController().signal
const network = 'sandbox:eip155:8453'

export function memoryStore(image?: Uint8Array): MemoryStore {
  return emptyStore(image ? { ...systemParts, image } : systemParts)
}

/** A clock that moves forward when a caller sleeps. */
export function quickTime(): { readonly clock: Clock; readonly timers: Timers; pass(ms: number): void } {
  let now = 1_700_000_000_000
  return {
    clock: { now: () => now },
    timers: {
      ...systemTimers,
      sleep: async (ms, signal) => {
        signal?.throwIfAborted()
        now += ms
      },
    },
    pass: (ms) => void (now += ms),
  }
}

/** A list that watches these addresses from the start. */
export function watching(...addresses: readonly Hex[]): WatchedList {
  return {
    isWatched: (address) => addresses.includes(address),
    watchedAfter: (place) => ({ addresses: addresses.slice(place), place: addresses.length }),
  }
}

/** Indexes of transfers on Base that watch `watchedAccount`, or no account yet. */
export function openWatching(wish: {
  readonly chain: FollowedChain
  readonly store: Store
  readonly clock: Clock
  readonly timers: Timers
  readonly watches: boolean
  readonly historySeconds: number
}): Indexes {
  const { chain, historySeconds, watches } = wish
  const transfers = new Map([[chain.network.id, [{ address: usdc, large }]]])
  return createIndexes({
    ...wish,
    settings: { agents: new Set(), transfers, historySeconds },
    chains: new Map([[chain.network.id, chain]]),
    log: silentLog,
    metrics: silentMetrics,
    simulated: true,
    watched: watches ? watching(watchedAccount) : watching(),
  })
}

export async function transfersOfWatched(indexes: Indexes): Promise<string[]> {
  const found = await indexes.transfers.ofAddress(watchedAccount, 0n, 1_000_000)
  return found.map((one) => JSON.stringify(one, (_, cell: unknown) => (typeof cell === 'bigint' ? `${cell}n` : cell)))
}

const ourTransfers = transfersIndex({
  tokens: [{ address: usdc, large }],
  isWatched: (address) => address === watchedAccount,
  historySeconds: 30 * 86_400,
  keepSeconds: 3_650 * 86_400,
})

export function followers(
  chain: FollowedChain,
  store: Store,
  time: { readonly clock: Clock; readonly timers: Timers } = quickTime(),
): Follower[] {
  const parts = { chain, store, log: silentLog, network, ...time }
  return [createFollower(agentsIndex, parts), createFollower(ourTransfers, parts)]
}

const tables = ['agent_events', 'agent_feedback', 'token_transfers'] as const

/** All rows of all indexes, in order. */
const allRows: Query<undefined, string[]> = {
  name: 'all_rows',
  sqlite: (transaction) =>
    tables.flatMap((table) =>
      transaction
        .all(`SELECT * FROM ${table} ORDER BY network, block_number, log_index`)
        .map((row) => `${table} ${JSON.stringify(row, (_, cell: unknown) => (typeof cell === 'bigint' ? `${cell}n` : cell))}`),
    ),
}

export function rowsOf(store: Store): Promise<string[]> {
  return store.read(allRows, undefined)
}

/** Reads on until it has caught up with the node. Throws when that takes more than `maxTurns`. */
export async function catchUp(chain: SimulatedChain, store: Store, maxTurns = 200): Promise<void> {
  const time = quickTime()
  for (const follower of followers(chain.chain, store, time)) {
    for (let turn = 0; ; turn++) {
      if (turn === maxTurns) throw new Error(`${follower.name} does not catch up`)
      await follower.turn(signal, time.clock.now() + 1_000_000).catch((error: unknown) => {
        if (!(error instanceof RpcUnreachable)) throw error
      })
      const progress = follower.progress()
      if (progress && Number(progress.tip) === chain.head() && progress.caughtUp) break
      time.pass(60_000)
    }
  }
}

/** The rows of an index that reads the whole chain at once from an honest node. */
export async function fullRescan(chain: SimulatedChain): Promise<string[]> {
  const kept = { ...chain.faults }
  for (const name of Object.keys(chain.faults)) delete chain.faults[name as keyof typeof chain.faults]
  const store = memoryStore()
  await catchUp(chain, store)
  const rows = await rowsOf(store)
  await store.close()
  Object.assign(chain.faults, kept)
  return rows
}

/** A chain with this many blocks of history. */
export function busyChain(blocks: number, logs: () => EmittedLog[]): SimulatedChain {
  const chain = simulatedChain()
  for (let number = 1; number <= blocks; number++) chain.mine(...logs())
  return chain
}

/** The rows that only one of them has, in a short form. */
export function differences(one: readonly string[], other: readonly string[]): string[] {
  const only = (these: readonly string[], those: readonly string[], sign: string) =>
    these
      .filter((row) => !those.includes(row))
      .map((row) => `${sign} ${row.replaceAll(/"(?:network|block_hash|transaction_hash)":"[^"]*",/g, '')}`)
  return [
    ...only(one, other, '+'),
    ...only(other, one, '-'),
    ...(one.length === other.length ? [] : [`${one.length} and ${other.length} rows`]),
  ].slice(0, 8)
}

import type { Hex, NetworkId } from '../../../src/goods/kit/evm.ts'
import {
  createFollower,
  createFollowers,
  firstRunMs,
  type FollowedChain,
  type Follower,
  type Followers,
  followNetworks,
  type FollowNetworksParts,
  type FollowParts,
  type IndexJob,
  type IndexStatus,
  keepSeconds,
  storedNetwork,
} from '../../../src/goods/kit/follow.ts'
import type { Agent } from './agents/agent-state.ts'
import { agentsIndex } from './agents/agents-index.ts'
import { type AgentsOfAddress, agentsOfAddress, oneAgent } from './agents/find-agents.ts'
import { type AgentFeedback, feedbackOfAgent } from './agents/find-feedback.ts'
import {
  type FoundTransfer,
  largeTransfers,
  newestFirst,
  type PlaceInTime,
  transfersOfAddress,
  newTransfers,
  type NewTransfersAsked,
} from './transfers/find-transfers.ts'
import { createWatchedNotes, type WatchedList } from './transfers/note-watched.ts'
import { createAddressBackfill } from './transfers/read-address-backfill.ts'
import { type FollowedToken, transfersIndex } from './transfers/transfers-index.ts'

export interface IndexesSettings {
  /** Networks whose ERC-8004 registries are followed. */
  readonly agents: ReadonlySet<NetworkId>
  /** Tokens that are followed, by network. */
  readonly transfers: ReadonlyMap<NetworkId, readonly FollowedToken[]>
  /** How far back the first reading of transfers starts. */
  readonly historySeconds: number
}

export interface IndexesParts extends FollowNetworksParts {
  readonly settings: IndexesSettings
  /** Addresses whose transfers are all kept, including those of the 30 days before. */
  readonly watched: WatchedList
  /** Updates `watched`; called before transfers are read. */
  refreshWatched?(): Promise<void>
}

export interface LargeTransfers {
  readonly network: NetworkId
  /** One of the followed tokens; default all of them. */
  readonly token?: Hex
  /** In the smallest unit of the token. Transfers below its threshold are not kept. */
  readonly minAmount?: bigint
  /** Unix seconds. */
  readonly since: bigint
  /** Only transfers before this position in time, for the next page. */
  readonly below?: PlaceInTime | undefined
  readonly limit: number
}

export interface NewTransfers extends Omit<NewTransfersAsked, 'network'> {
  readonly network: NetworkId
}

/** Indexed events of chains, kept in the database and updated in the background. These reads do not ask a node. */
export interface Indexes {
  readonly jobs: readonly IndexJob[]
  readonly agents: {
    /** Null when the network is not followed, or has no such agent. */
    find(network: NetworkId, agentId: bigint): Promise<Agent | null>
    ofAddress(network: NetworkId, address: Hex): Promise<AgentsOfAddress>
    feedback(network: NetworkId, agentId: bigint, limit: number): Promise<AgentFeedback>
  }
  readonly transfers: {
    /** The tokens that are followed on a network, with the amounts at which their transfers count as large. */
    tokens(network: NetworkId): readonly FollowedToken[]
    /** The newest large ones. */
    large(asked: LargeTransfers): Promise<FoundTransfer[]>
    /** The large ones of one token after a position, the oldest first. */
    after(asked: NewTransfers): Promise<FoundTransfer[]>
    /** The newest kept transfers of an address, on all networks. Complete only for watched addresses. */
    ofAddress(address: Hex, since: bigint, limit: number): Promise<FoundTransfer[]>
  }
  /** Every index on every network where it is followed. */
  state(): IndexStatus[]
}

/** Agents of one address on one network that one query reads. */
const maxAgents = 200
/** Bounds of the polling interval, which otherwise follows the time between blocks. */
const pollMs = { min: 2_000, max: 15_000 }
const pastsEveryMs = 5_000
export function createIndexes(parts: IndexesParts): Indexes {
  const { settings, store } = parts
  const stored = (network: NetworkId) => storedNetwork(parts, network)
  const running = followNetworks(parts, (chain, common): Running | null => {
    const [followers, past] = [followersOf(chain, common), pastsOf(chain, common)]
    if (followers.length === 0) return null
    return {
      chain,
      followers: createFollowers(followers, common),
      notes: past && createWatchedNotes(parts.watched, common),
      pasts: past && createFollowers([past], common),
    }
  })
  const original = (transfer: FoundTransfer): FoundTransfer => ({ ...transfer, network: transfer.network.replace(/^sandbox:/, '') })
  const tokens = (network: NetworkId) => settings.transfers.get(network) ?? []

  return {
    jobs: running.flatMap((one) => jobsOf(one, parts)),
    agents: {
      async find(network, agentId) {
        const agent = await store.read(oneAgent, { network: stored(network), agentId: agentId.toString() })
        return agent && { ...agent, network }
      },
      async ofAddress(network, address) {
        const found = await store.read(agentsOfAddress, { network: stored(network), address, limit: maxAgents })
        return { ...found, agents: found.agents.map(({ agent, roles }) => ({ agent: { ...agent, network }, roles })) }
      },
      feedback: (network, agentId, limit) => store.read(feedbackOfAgent, { network: stored(network), agentId: agentId.toString(), limit }),
    },
    transfers: {
      tokens,
      async large({ network, token, minAmount: least = 0n, since, below, limit }) {
        const wanted = token ? [token] : tokens(network).map(({ address }) => address)
        const found = await Promise.all(
          wanted.map((one) => store.read(largeTransfers, { network: stored(network), token: one, minAmount: least, since, below, limit })),
        )
        return found.flat().sort(newestFirst).slice(0, limit).map(original)
      },
      async after({ network, ...asked }) {
        return (await store.read(newTransfers, { network: stored(network), ...asked })).map(original)
      },
      async ofAddress(address, since, limit) {
        const networks = [...settings.transfers.keys()].map(stored)
        const found = await Promise.all(networks.map((network) => store.read(transfersOfAddress, { network, address, since, limit })))
        return found.flat().sort(newestFirst).slice(0, limit).map(original)
      },
    },
    state: () => running.flatMap(({ followers, pasts }) => [...followers.state(), ...(pasts?.state().map(withoutPositions) ?? [])]),
  }
}

type ChainFollowParts = IndexesParts & FollowParts

function followersOf(chain: FollowedChain, parts: ChainFollowParts): Follower[] {
  const { settings, watched } = parts
  const { id } = chain.network
  const tokens = settings.transfers.get(id)
  const isWatched = (address: Hex) => watched.isWatched(address)
  return [
    ...(settings.agents.has(id) ? [createFollower(agentsIndex, parts)] : []),
    ...(tokens?.length
      ? [createFollower(transfersIndex({ tokens, isWatched, historySeconds: settings.historySeconds, keepSeconds }), parts)]
      : []),
  ]
}

function pastsOf(chain: FollowedChain, parts: ChainFollowParts): Follower | null {
  const { transfers, historySeconds } = parts.settings
  const tokens = transfers.get(chain.network.id)
  if (!tokens?.length) return null
  const index = transfersIndex({ tokens, isWatched: () => true, historySeconds, keepSeconds })
  return createAddressBackfill({ ...parts, index, keepSeconds })
}

interface Running {
  readonly chain: FollowedChain
  readonly followers: Followers
  /** The earlier transfers of watched addresses, in a separate job, so that new blocks do not wait for it. */
  readonly pasts: Followers | null
  readonly notes: (() => Promise<void>) | null
}

function jobsOf({ chain, followers, pasts, notes }: Running, { refreshWatched }: IndexesParts): IndexJob[] {
  const { slug, blockMs } = chain.network
  const index: IndexJob = {
    name: `index-${slug}`,
    everyMs: Math.min(pollMs.max, Math.max(pollMs.min, blockMs)),
    firstMs: firstRunMs,
    async run(signal: AbortSignal) {
      if (notes) await refreshWatched?.()
      await notes?.()
      await followers.run(signal)
    },
  }
  const past = pasts && {
    name: `watched-pasts-${slug}`,
    everyMs: pastsEveryMs,
    firstMs: pastsEveryMs,
    run: (signal: AbortSignal) => pasts.run(signal),
  }
  return past ? [index, past] : [index]
}

/** The reading of earlier transfers has no newest block: its figures count blocks of all addresses together. */
function withoutPositions(stands: IndexStatus): IndexStatus {
  return { ...stands, block: null, head: null, since: null, asOf: null }
}

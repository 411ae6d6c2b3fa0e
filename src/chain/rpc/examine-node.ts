import type { Clock, Timers } from '../../shared/clock.ts'
import { silentMetrics } from '../../shared/metrics.ts'
import type { Network } from '../chain.ts'
import { multicall3 } from '../multicall.ts'
import { quantity, readBlock, readQuantity } from '../node-answers.ts'
import { topics } from '../abi.ts'
import { createAskEndpoint } from './ask-endpoint.ts'
import { nodeAheadMs, type DatedAnswer } from './node-time.ts'
import { parseEndpoints, type RpcEndpoint } from './rpc-endpoint.ts'
import { createPoster, type Poster } from './rpc-post.ts'
import type { Reply } from './rpc-reply.ts'

/** What one node of a network can do. */
export type NodeReport = { readonly label: string } & (
  | { readonly answers: false; readonly fault: string }
  | ({ readonly answers: true } & NodeFigures)
)

export interface NodeFigures {
  readonly chainId: bigint
  /** The median of a few single requests. */
  readonly latencyMs: number
  /** How far the newest block is behind our clock; below zero where it is ahead. */
  readonly lagMs: number
  /** How far the node's own clock is ahead of ours, to about a second; null where it does not tell its time. */
  readonly clockAheadMs: number | null
  /** The largest number of calls tried that it takes in one request; 1 where it takes no batch. */
  readonly batch: number
  /** The largest range of blocks tried that it searches for logs; 0 where it refuses all of them. */
  readonly logBlocks: number
  readonly multicall: boolean
}

const requestMs = 4_000
const maxResponseBytes = 4 * 1024 * 1024
/** As many calls as a busy second brings, and less where that is refused. */
const batches = [50, 20, 5]
const logRanges = [2_000, 500, 100]
const singleRequests = 3
/** An account that signs nothing, so that the search finds nothing. */
const nobody = `0x${'0'.repeat(62)}ff`

interface ExamineParts {
  readonly clock: Clock
  readonly timers: Timers
}

/** Looks at every node of a network for itself. Never rejects: a node that gives no answer is reported so. */
export async function examineNodes(network: Network, urls: readonly string[], parts: ExamineParts): Promise<readonly NodeReport[]> {
  const poster = createPoster(maxResponseBytes)
  try {
    return await Promise.all(parseEndpoints(urls).map((endpoint) => examineNode(network, endpoint, { ...parts, poster })))
  } finally {
    await poster.close()
  }
}

async function examineNode(
  network: Network,
  endpoint: RpcEndpoint,
  parts: ExamineParts & { readonly poster: Poster },
): Promise<NodeReport> {
  const { clock } = parts
  const { label } = endpoint
  let dated: DatedAnswer | null = null
  const poster: Poster = {
    async post(...asked) {
      const from = clock.now()
      const posted = await parts.poster.post(...asked)
      if (posted.date !== undefined) dated = { date: posted.date, from, to: clock.now() }
      return posted
    },
    close: async () => {},
  }
  const ask = createAskEndpoint({ ...parts, poster, metrics: silentMetrics, network: network.slug })
  const one = async (method: string, params: readonly unknown[]) =>
    resultOf(await ask(endpoint, [{ id: 1, method, params }], requestMs), method)
  try {
    const latencies: number[] = []
    let chainId: unknown
    for (let request = 0; request < singleRequests; request++) {
      const startedAt = clock.now()
      chainId = await one('eth_chainId', [])
      latencies.push(clock.now() - startedAt)
    }
    const head = readBlock(await one('eth_getBlockByNumber', ['latest', false]))
    const lagMs = clock.now() - Number(head.timestamp) * 1000
    const code = await one('eth_getCode', [multicall3, 'latest'])
    return {
      label,
      answers: true,
      chainId: readQuantity(chainId, 'chain id'),
      latencyMs: latencies.toSorted((a, b) => a - b)[Math.floor(singleRequests / 2)] ?? 0,
      lagMs,
      clockAheadMs: dated === null ? null : nodeAheadMs(dated),
      batch: await largest(batches, (size) => takesBatch(ask, endpoint, size), 1),
      logBlocks: await largest(logRanges, (blocks) => searches(ask, endpoint, { network, head: head.number, blocks }), 0),
      multicall: typeof code === 'string' && code.length > 2,
    }
  } catch (error) {
    return { label, answers: false, fault: error instanceof Error ? error.message : 'no answer' }
  }
}

function resultOf(reply: Reply, method: string): unknown {
  if (reply.kind === 'fault') throw new Error(reply.fault)
  const outcome = reply.kind === 'answered' ? reply.outcomes[0] : undefined
  if (outcome?.kind === 'result') return outcome.result
  throw new Error(outcome?.kind === 'rejected' ? `it refuses ${method}: ${outcome.error.message}` : (outcome?.fault ?? 'no answer'))
}

async function largest(sizes: readonly number[], takes: (size: number) => Promise<boolean>, none: number): Promise<number> {
  for (const size of sizes) if (await takes(size)) return size
  return none
}

type Ask = ReturnType<typeof createAskEndpoint>

async function takesBatch(ask: Ask, endpoint: RpcEndpoint, size: number): Promise<boolean> {
  const calls = Array.from({ length: size }, (_, index) => ({ id: index + 1, method: 'eth_blockNumber', params: [] }))
  const reply = await ask(endpoint, calls, requestMs)
  return reply.kind === 'answered' && reply.outcomes.every(({ kind }) => kind === 'result')
}

/** The search that finds out what became of a payment after a crash. */
async function searches(
  ask: Ask,
  endpoint: RpcEndpoint,
  { network, head, blocks }: { readonly network: Network; readonly head: bigint; readonly blocks: number },
): Promise<boolean> {
  const from = head > BigInt(blocks) ? head - BigInt(blocks) + 1n : 0n
  const filter = {
    address: network.asset,
    topics: [topics.authorizationUsed, nobody],
    fromBlock: quantity(from),
    toBlock: quantity(head),
  }
  const reply = await ask(endpoint, [{ id: 1, method: 'eth_getLogs', params: [filter] }], requestMs)
  return reply.kind === 'answered' && reply.outcomes[0]?.kind === 'result'
}

import { addressTopic, topics } from '../../chain/abi.ts'
import type { Chain } from '../../chain/chain.ts'
import { readAccountNonce, readLogs } from '../../chain/node-answers.ts'
import type { Feedback } from '../../chain/indexes/agents/find-feedback.ts'
import type { Agent } from '../../chain/indexes/agents/agent-state.ts'
import type { Hex } from '../../shared/bytes.ts'

/** What is left of an agent's reviews when those that anybody can have made for himself are left out. */
export interface ReviewSummary {
  /** Reviews that count, one of each reviewer. */
  readonly count: number
  /** Each is from 0 to 100. */
  readonly sum: number
  /** Standing reviews that were looked at and do not count. */
  readonly leftOut: number
}

/** Reviewers of one agent that are looked at, those with the oldest reviews. */
export const mostReviewers = 20
/** A review counts when it has stood for a month, so that its author is no younger. */
const leastAgeSeconds = 30 * 86_400
const leastTransactions = 5
/** The one tag whose values are from 0 to 100; those of others may mean anything. */
const ratingTag = 'starred'

interface Rating {
  readonly reviewer: Hex
  readonly value: number
  readonly at: bigint
}

/**
 * Counts a reviewer who rated it a month ago or earlier and since it has its owner, has sent five transactions and never got
 * USDC from the agent's owner or wallet. Takes a question for each of twenty reviewers at most, and one more.
 * @throws RpcUnreachable, RpcRejected
 */
export async function summariseReviews(
  agent: Agent,
  feedback: readonly Feedback[],
  { chain, nowSeconds, signal, timeoutMs }: { chain: Chain; nowSeconds: number; signal: AbortSignal; timeoutMs: number },
): Promise<ReviewSummary> {
  const standing = feedback.filter(({ revoked, tag1 }) => !revoked && tag1 === ratingTag)
  const own = new Set<string | null>([agent.owner, agent.wallet, ...agent.operators])
  // What was said of somebody before the agent was sold is not said of who has it now.
  const since = agent.ownerSince?.at ?? 0n
  const ratings = ratingsOf(standing, nowSeconds).filter(({ reviewer, at }) => !own.has(reviewer) && at >= since)
  if (ratings.length === 0) return { count: 0, sum: 0, leftOut: standing.length }

  const limits = { signal, timeoutMs }
  const givers = [...new Set([agent.owner, agent.wallet])].filter((giver) => giver !== null)
  const funding = {
    address: chain.network.asset,
    topics: [topics.transfer, givers.map(addressTopic), ratings.map(({ reviewer }) => addressTopic(reviewer))],
    fromBlock: '0x0',
    toBlock: 'latest',
  }
  const [nonces, gifts] = await Promise.all([
    Promise.all(
      ratings.map(async ({ reviewer }) => readAccountNonce(await chain.rpc.call('eth_getTransactionCount', [reviewer, 'latest'], limits))),
    ),
    chain.rpc.call('eth_getLogs', [funding], { ...limits, alone: true }).then(readLogs),
  ])
  const funded = new Set(gifts.map(({ topics: [, , to] }) => to))
  const counted = ratings.filter(({ reviewer }, index) => (nonces[index] ?? 0) >= leastTransactions && !funded.has(addressTopic(reviewer)))
  const sum = counted.reduce((total, { value }) => total + value, 0)
  return { count: counted.length, sum, leftOut: standing.length - counted.length }
}

/** The newest of each reviewer that is old enough; feedback comes the newest first. */
function ratingsOf(standing: readonly Feedback[], nowSeconds: number): Rating[] {
  const byReviewer = new Map<Hex, Rating>()
  for (const { reviewer, value, valueDecimals, at } of standing) {
    const scaled = Number(value) / 10 ** valueDecimals
    if (nowSeconds - Number(at) < leastAgeSeconds || !(scaled >= 0 && scaled <= 100) || byReviewer.has(reviewer)) continue
    byReviewer.set(reviewer, { reviewer, value: scaled, at })
  }
  return [...byReviewer.values()].sort((one, other) => Number(one.at - other.at)).slice(0, mostReviewers)
}

import type { Chain, Hex } from '../../../../src/goods/kit/evm.ts'
import { addressTopic, readAccountNonce, readLogs, topics } from '../../../../src/goods/kit/rpc.ts'
import type { Feedback } from '../../indexes/agents/find-feedback.ts'
import type { Agent } from '../../indexes/agents/agent-state.ts'

/** An agent's reviews without those that its owner could have written. */
export interface ReviewSummary {
  /** Reviews that count, one of each reviewer. */
  readonly count: number
  /** Each is from 0 to 100. */
  readonly sum: number
  /** Reviews that were read, are not revoked and do not count. */
  readonly leftOut: number
}

/** Reviewers of one agent that are checked: those with the oldest reviews. */
export const maxReviewers = 20
/** A review counts once it is a month old, because then its author is at least that old too. */
const minAgeSeconds = 30 * 86_400
const minTransactions = 5
/** The one tag whose values are defined to be from 0 to 100. Values under other tags may mean anything. */
const ratingTag = 'starred'

interface Rating {
  readonly reviewer: Hex
  readonly value: number
  readonly at: bigint
}

/**
 * Counts a review if it is a month old or older, was written since the agent has its present owner, and its author has sent five
 * transactions and never got USDC from the agent's owner or wallet. Asks one question for each of at most twenty reviewers, and
 * one more.
 * @throws RpcUnreachable, RpcRejected
 */
export async function summariseReviews(
  agent: Agent,
  feedback: readonly Feedback[],
  { chain, nowSeconds, signal, timeoutMs }: { chain: Chain; nowSeconds: number; signal: AbortSignal; timeoutMs: number },
): Promise<ReviewSummary> {
  const standing = feedback.filter(({ revoked, tag1 }) => !revoked && tag1 === ratingTag)
  const own = new Set<string | null>([agent.owner, agent.wallet, ...agent.operators])
  // Reviews from before the agent was sold are about its former owner.
  const since = agent.ownerSince?.at ?? 0n
  const ratings = ratingsOf(standing, nowSeconds).filter(({ reviewer, at }) => !own.has(reviewer) && at >= since)
  if (ratings.length === 0) return { count: 0, sum: 0, leftOut: standing.length }

  const limits = { signal, timeoutMs }
  const funders = [...new Set([agent.owner, agent.wallet])].filter((funder) => funder !== null)
  const funding = {
    address: chain.network.asset,
    topics: [topics.transfer, funders.map(addressTopic), ratings.map(({ reviewer }) => addressTopic(reviewer))],
    fromBlock: '0x0',
    toBlock: 'latest',
  }
  const [nonces, payments] = await Promise.all([
    Promise.all(
      ratings.map(async ({ reviewer }) => readAccountNonce(await chain.rpc.call('eth_getTransactionCount', [reviewer, 'latest'], limits))),
    ),
    chain.rpc.call('eth_getLogs', [funding], { ...limits, alone: true }).then(readLogs),
  ])
  const funded = new Set(payments.map(({ topics: [, , to] }) => to))
  const counted = ratings.filter(({ reviewer }, index) => (nonces[index] ?? 0) >= minTransactions && !funded.has(addressTopic(reviewer)))
  const sum = counted.reduce((total, { value }) => total + value, 0)
  return { count: counted.length, sum, leftOut: standing.length - counted.length }
}

/** The newest review of each reviewer that is old enough. `standing` comes newest first. */
function ratingsOf(standing: readonly Feedback[], nowSeconds: number): Rating[] {
  const byReviewer = new Map<Hex, Rating>()
  for (const { reviewer, value, valueDecimals, at } of standing) {
    const scaled = Number(value) / 10 ** valueDecimals
    if (nowSeconds - Number(at) < minAgeSeconds || !(scaled >= 0 && scaled <= 100) || byReviewer.has(reviewer)) continue
    byReviewer.set(reviewer, { reviewer, value: scaled, at })
  }
  return [...byReviewer.values()].sort((one, other) => Number(one.at - other.at)).slice(0, maxReviewers)
}

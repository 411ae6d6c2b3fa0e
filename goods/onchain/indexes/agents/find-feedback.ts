import type { Hex } from '../../../../src/goods/kit/evm.ts'
import { type EventPosition, positionOf } from '../../../../src/goods/kit/follow.ts'
import type { Query, Row } from '../../../../src/goods/kit/store.ts'

/** One feedback about an agent, with its later state. */
export interface Feedback extends EventPosition {
  /** Lower case. */
  readonly reviewer: Hex
  /** Number among the reviewer's feedback about this agent, from 1. */
  readonly index: string
  /** The figure is `value` divided by ten to the power of `valueDecimals`; `tag1` says what it means. */
  readonly value: bigint
  readonly valueDecimals: number
  readonly tag1: string | null
  readonly tag2: string | null
  readonly endpoint: string | null
  readonly uri: string | null
  readonly contentHash: Hex | null
  readonly revoked: boolean
  /** Responses to it, from any account. */
  readonly responses: number
}

export interface Reviewer {
  readonly address: Hex
  /** Not revoked. */
  readonly standing: number
  readonly revoked: number
  /** Unix seconds of the first one. */
  readonly first: bigint
}

export interface AgentFeedback {
  /** The newest first, revoked ones too. */
  readonly feedback: readonly Feedback[]
  /** The authors of this feedback, those with the most first. */
  readonly reviewers: readonly Reviewer[]
  /** There is older feedback that is not included. */
  readonly more: boolean
}

export const feedbackOfAgent: Query<{ readonly network: string; readonly agentId: string; readonly limit: number }, AgentFeedback> = {
  name: 'agent_feedback',
  sqlite(transaction, { network, agentId, limit }) {
    const rows = transaction.all(
      `SELECT given.block_number, given.log_index, given.block_hash, given.transaction_hash, given.at, given.reviewer,
         given.feedback_index, given.value, given.value_decimals, given.tag1, given.tag2, given.endpoint, given.uri, given.content_hash,
         (SELECT count(*) FROM agent_feedback AS other WHERE other.network = given.network AND other.agent_id = given.agent_id
            AND other.kind = 'revoked' AND other.reviewer = given.reviewer AND other.feedback_index = given.feedback_index) AS revoked,
         (SELECT count(*) FROM agent_feedback AS other WHERE other.network = given.network AND other.agent_id = given.agent_id
            AND other.kind = 'response' AND other.reviewer = given.reviewer AND other.feedback_index = given.feedback_index) AS responses
       FROM agent_feedback AS given WHERE given.network = ? AND given.agent_id = ? AND given.kind = 'given'
       ORDER BY given.block_number DESC, given.log_index DESC LIMIT ?`,
      network,
      agentId,
      BigInt(limit + 1),
    )
    const feedback = rows.slice(0, limit).map(readFeedback)
    return { feedback, reviewers: reviewersOf(feedback), more: rows.length > limit }
  },
}

function readFeedback(row: Row): Feedback {
  return {
    ...positionOf(row),
    reviewer: row['reviewer'] as Hex,
    index: row['feedback_index'] as string,
    value: BigInt(row['value'] as string),
    valueDecimals: Number(row['value_decimals']),
    tag1: row['tag1'] as string | null,
    tag2: row['tag2'] as string | null,
    endpoint: row['endpoint'] as string | null,
    uri: row['uri'] as string | null,
    contentHash: row['content_hash'] as Hex | null,
    revoked: row['revoked'] !== 0n,
    responses: Number(row['responses']),
  }
}

function reviewersOf(feedback: readonly Feedback[]): Reviewer[] {
  const byAddress = Map.groupBy(feedback, ({ reviewer }) => reviewer)
  const reviewers = [...byAddress].map(([address, given]) => {
    const revoked = given.filter((one) => one.revoked).length
    return { address, standing: given.length - revoked, revoked, first: given.at(-1)!.at }
  })
  return reviewers.sort((one, other) => other.standing - one.standing || (one.address < other.address ? -1 : 1))
}

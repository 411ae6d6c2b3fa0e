import { type EventPosition, type IndexRows, removeRows } from '../../../../src/goods/kit/follow.ts'
import type { Cell, SqliteTransaction } from '../../../../src/goods/kit/store.ts'
import type { FeedbackFact, IdentityFact, RegistryFact } from './decode-registry-log.ts'

/** Rows of both registries. */
export const registryRows: IndexRows<RegistryFact> = {
  insert(transaction, network, rows) {
    for (const { place, fact } of rows) {
      if (fact.table === 'identity') insertIdentity(transaction, network, place, fact)
      else insertFeedback(transaction, network, place, fact)
    }
  },
  remove: (transaction, network, range, limit) =>
    removeRows(transaction, 'agent_events', network, range, limit) + removeRows(transaction, 'agent_feedback', network, range, limit),
}

function placeCells(network: string, place: EventPosition): Cell[] {
  const { blockNumber, logIndex, blockHash, transactionHash, at } = place
  return [network, blockNumber, BigInt(logIndex), blockHash, transactionHash, at]
}

function insertIdentity(transaction: SqliteTransaction, network: string, place: EventPosition, fact: IdentityFact): void {
  const { kind, agentId, account, other, uri, granted } = fact
  transaction.run(
    `INSERT INTO agent_events (network, block_number, log_index, block_hash, transaction_hash, at, kind, agent_id, account, other, uri, granted)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...placeCells(network, place),
    kind,
    agentId,
    account,
    other,
    uri,
    granted === null ? null : BigInt(granted),
  )
}

function insertFeedback(transaction: SqliteTransaction, network: string, place: EventPosition, fact: FeedbackFact): void {
  transaction.run(
    `INSERT INTO agent_feedback (network, block_number, log_index, block_hash, transaction_hash, at, kind, agent_id, reviewer,
       feedback_index, value, value_decimals, tag1, tag2, endpoint, uri, content_hash, responder)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...placeCells(network, place),
    fact.kind,
    fact.agentId,
    fact.reviewer,
    fact.feedbackIndex,
    fact.value,
    fact.valueDecimals === null ? null : BigInt(fact.valueDecimals),
    fact.tag1,
    fact.tag2,
    fact.endpoint,
    fact.uri,
    fact.contentHash,
    fact.responder,
  )
}

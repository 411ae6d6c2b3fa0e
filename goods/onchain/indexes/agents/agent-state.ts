import type { Hex } from '../../../../src/goods/kit/evm.ts'
import { type EventPosition, positionOf } from '../../../../src/goods/kit/follow.ts'
import type { Row, SqliteTransaction } from '../../../../src/goods/kit/store.ts'

/** An agent according to its registry's events. Addresses are lower case; null means none. */
export interface Agent {
  /** As the database names it. */
  readonly network: string
  /** Decimal. */
  readonly agentId: string
  readonly owner: Hex | null
  /** The account that acts for it, if it was set since the last change of owner. */
  readonly wallet: Hex | null
  /** Accounts that may move or change it besides the owner: approved for this agent, or for all agents of the owner. */
  readonly operators: readonly Hex[]
  /** URI of its registration file; null when it was never set, or is too long to keep. */
  readonly uri: string | null
  readonly registered: EventPosition | null
  /** The account that registered it. */
  readonly registrant: Hex | null
  readonly uriSince: EventPosition | null
  readonly ownerSince: EventPosition | null
  /** When its wallet was set; null without one. */
  readonly walletSince: EventPosition | null
}

/** Operators of one owner in an answer. */
const maxOperators = 50
const columns = 'block_number, log_index, block_hash, transaction_hash, at, kind, account, other, uri'

/** Null for an agent that was never registered, or whose registration was reorganised away. */
export function agentState(transaction: SqliteTransaction, network: string, agentId: string): Agent | null {
  const last = (kind: string): Row | undefined =>
    transaction.get(
      `SELECT ${columns} FROM agent_events WHERE network = ? AND agent_id = ? AND kind = ?
       ORDER BY block_number DESC, log_index DESC LIMIT 1`,
      network,
      agentId,
      kind,
    )
  const [owned, registered, changed, wallet, approved] = [last('owner'), last('registered'), last('uri'), last('wallet'), last('approved')]
  if (!owned && !registered) return null
  const owner = (owned ?? registered)?.['account'] as Hex | null
  // A transfer resets the wallet and the approval, except the first one, which mints the agent.
  const changedHands = owned?.['other'] === null ? undefined : owned
  const file = changed && (!registered || isAfter(changed, registered)) ? changed : registered
  const single = approved && (!owned || isAfter(approved, owned)) ? (approved['account'] as Hex | null) : null
  const acting = wallet && wallet['account'] !== null && (!changedHands || isAfter(wallet, changedHands)) ? wallet : null
  const all = owner === null ? [] : operatorsOf(transaction, network, owner)
  return {
    network,
    agentId,
    owner,
    wallet: (acting?.['account'] as Hex | undefined) ?? null,
    operators: [...new Set(single === null ? all : [single, ...all])],
    uri: (file?.['uri'] as string | null | undefined) ?? null,
    registered: registered ? positionOf(registered) : null,
    registrant: (registered?.['account'] as Hex | undefined) ?? null,
    uriSince: file ? positionOf(file) : null,
    ownerSince: owned ? positionOf(owned) : null,
    walletSince: acting ? positionOf(acting) : null,
  }
}

/** The operators that an owner has approved for all agents and not removed since. */
function operatorsOf(transaction: SqliteTransaction, network: string, owner: Hex): Hex[] {
  return transaction
    .all(
      `SELECT account FROM agent_events AS event WHERE other = ? AND kind = 'operator' AND network = ? AND granted = 1 AND NOT EXISTS (
         SELECT 1 FROM agent_events AS later WHERE later.other = event.other AND later.kind = 'operator' AND later.network = event.network
           AND later.account = event.account
           AND (later.block_number > event.block_number OR (later.block_number = event.block_number AND later.log_index > event.log_index)))
       ORDER BY block_number, log_index LIMIT ?`,
      owner,
      network,
      BigInt(maxOperators),
    )
    .map((row) => row['account'] as Hex)
}

function isAfter(one: Row, other: Row): boolean {
  const [block, otherBlock] = [one['block_number'] as bigint, other['block_number'] as bigint]
  return block === otherBlock ? (one['log_index'] as bigint) > (other['log_index'] as bigint) : block > otherBlock
}

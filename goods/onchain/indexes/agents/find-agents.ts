import type { Hex } from '../../../../src/goods/kit/evm.ts'
import type { Query, SqliteTransaction } from '../../../../src/goods/kit/store.ts'
import { type Agent, agentState } from './agent-state.ts'

/** The role of an address for an agent. */
export type AgentRole = 'owner' | 'wallet' | 'operator'

export interface AgentOfAddress {
  readonly agent: Agent
  readonly roles: readonly AgentRole[]
}

export interface AgentsOfAddress {
  readonly agents: readonly AgentOfAddress[]
  /** The address has more agents or events than one query reads. */
  readonly more: boolean
}

export const oneAgent: Query<{ readonly network: string; readonly agentId: string }, Agent | null> = {
  name: 'agent',
  sqlite: (transaction, { network, agentId }) => agentState(transaction, network, agentId),
}

/**
 * The agents that an address owns, acts for or may change now: those that it registered, then those that it acts for, then
 * others, each the newest first. Anybody can send agents to an address, so only the newest events that name it are read.
 */
export const agentsOfAddress: Query<{ readonly network: string; readonly address: Hex; readonly limit: number }, AgentsOfAddress> = {
  name: 'agents_of_address',
  sqlite(transaction, { network, address, limit }) {
    const account = address.toLowerCase() as Hex
    // First the events that need the consent of the address, so that agents sent by others do not crowd out its own.
    const named = (['registered', 'wallet', 'owner', 'approved'] as const).map((kind) =>
      agentsNaming(transaction, network, account, kind, limit),
    )
    const owners = transaction
      .all(
        `SELECT DISTINCT other FROM agent_events WHERE account = ? AND kind = 'operator' AND network = ? LIMIT ?`,
        account,
        network,
        BigInt(limit),
      )
      .map((row) => row['other'] as Hex)
    const ofOwners = owners.map((owner) => agentsNaming(transaction, network, owner, 'owner', limit))
    const lists = [...named, ...ofOwners]
    const candidates = [...new Set(lists.flat())]
    const agents = candidates.slice(0, limit).flatMap((agentId) => {
      const agent = agentState(transaction, network, agentId)
      const roles = agent ? rolesOf(agent, account) : []
      return agent && roles.length > 0 ? [{ agent, roles }] : []
    })
    return { agents, more: candidates.length > limit || lists.some((list) => list.length === limit) || owners.length === limit }
  },
}

function agentsNaming(
  transaction: SqliteTransaction,
  network: string,
  account: Hex,
  kind: 'registered' | 'owner' | 'wallet' | 'approved',
  limit: number,
): string[] {
  return transaction
    .all(
      `SELECT agent_id, max(block_number) AS newest FROM agent_events WHERE account = ? AND kind = ? AND network = ?
       GROUP BY agent_id ORDER BY newest DESC, agent_id LIMIT ?`,
      account,
      kind,
      network,
      BigInt(limit),
    )
    .map((row) => row['agent_id'] as string)
}

function rolesOf({ owner, wallet, operators }: Agent, account: Hex): AgentRole[] {
  return [
    ...(owner === account ? (['owner'] as const) : []),
    ...(wallet === account ? (['wallet'] as const) : []),
    ...(operators.includes(account) ? (['operator'] as const) : []),
  ]
}

/** One agent: a token of an ERC-8004 identity registry on one chain. */
export interface AgentId {
  readonly chainId: number
  /** Lower case. */
  readonly registry: string
  readonly agentId: bigint
}

const registryForm = /^eip155:([1-9]\d{0,14}):(0x[0-9a-fA-F]{40})$/

/** The agent that an entry of `registrations` names; null when the entry is not valid. `agentId` may be a number or a decimal text. */
export function readAgentId(agentId: unknown, agentRegistry: unknown): AgentId | null {
  const id = tokenId(agentId)
  const [, chainId, registry] = typeof agentRegistry === 'string' ? (registryForm.exec(agentRegistry) ?? []) : []
  if (id === null || chainId === undefined || registry === undefined) return null
  return { chainId: Number(chainId), registry: registry.toLowerCase(), agentId: id }
}

export function isSameAgent(one: AgentId, other: AgentId): boolean {
  return one.agentId === other.agentId && one.chainId === other.chainId && one.registry.toLowerCase() === other.registry.toLowerCase()
}

/** JSON.parse rounds numbers above 2^53, so such a number names no certain agent. */
function tokenId(value: unknown): bigint | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null
  if (typeof value !== 'string' || !/^\d{1,78}$/.test(value)) return null
  const id = BigInt(value)
  return id < 1n << 256n ? id : null
}

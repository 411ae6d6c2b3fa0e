import type { Chains, Hex, NetworkId } from '../../../../src/goods/kit/evm.ts'
import { identityRegistry } from '../../../../src/goods/kit/known-addresses.ts'
import type { Clock } from '../../../../src/goods/kit/parts.ts'
import type { Agent } from '../../indexes/agents/agent-state.ts'
import type { AgentRole } from '../../indexes/agents/find-agents.ts'
import type { Indexes } from '../../indexes/create-indexes.ts'
import type { AgentFiles } from '../../agents/agent-files.ts'
import type { AgentId } from '../../agents/agent-id.ts'
import type { DomainProof } from '../../agents/domain-proof.ts'
import type { FileReading } from '../../agents/registration-file.ts'
import { askNode } from '../ask-node.ts'
import type { Observed } from '../observed.ts'
import { summariseReviews, type ReviewSummary } from './review-summary.ts'

/** The ERC-8004 registries as the background job has read them. */
export type AgentIndexes = Pick<Indexes, 'agents' | 'state'>

/** The registry identity of an address, as far as scores need it. */
export interface IdentityObservations {
  /** It owns an ERC-8004 agent or is one's wallet. */
  readonly registered: Observed<boolean>
  /** The agent's registration file names the agent back. */
  readonly fileNamesAgent: Observed<boolean>
  /** Whole days for which it has owned, or has been the wallet of, an agent whose file names it back; 0 without one. */
  readonly heldDays: Observed<number>
  /** A domain of the agent's endpoints names the agent. */
  readonly domainProven: Observed<boolean>
  /** The reviews that count, each from 0 to 100. */
  readonly reviews: Observed<{ readonly count: number; readonly sum: number }>
}

/** An agent of an address, and what its file and its domains say. */
export interface ExaminedAgent {
  readonly id: AgentId
  readonly agent: Agent
  readonly roles: readonly AgentRole[]
  readonly file: FileReading
  readonly domains: readonly DomainProof[]
  /** Null where the reviews of another of its agents were read instead. */
  readonly reviews: Observed<ReviewSummary> | null
}

export interface ObservedIdentity {
  readonly observations: IdentityObservations
  /** Agents that it took on itself come first, then those that others sent it; within each group the longest held first. Four at most. */
  readonly examined: readonly ExaminedAgent[]
  /** Number of agents that it owns or acts for. */
  readonly found: number
  /** Networks whose registry is not indexed, or not up to date. */
  readonly notRead: readonly NetworkId[]
}

export interface IdentityParts {
  readonly indexes: AgentIndexes
  readonly chains: Chains
  readonly files: AgentFiles
  readonly clock: Clock
  /** Aborts with `OutOfTime`. */
  readonly signal: AbortSignal
  readonly timeoutMs: number
}

const daySeconds = 86_400
const maxExamined = 4
const maxFeedback = 200

type FoundAgent = { readonly id: AgentId; readonly agent: Agent; readonly roles: readonly AgentRole[]; readonly network: NetworkId }

/** The agents of an address. Never rejects for what outsiders do: what cannot be read is unknown. */
export async function observeIdentity(address: Hex, parts: IdentityParts): Promise<ObservedIdentity> {
  const { indexes, chains, clock } = parts
  const states = new Map(indexes.state().flatMap(({ index, network, state }) => (index === 'agents' ? [[network, state] as const] : [])))
  const current = [...chains.keys()].filter((id) => ['current', 'absent'].includes(states.get(id) ?? ''))
  const notRead = [...chains.keys()].filter((id) => !current.includes(id))
  const found = (await Promise.all(current.map((network) => agentsOn(network, address, indexes)))).flat()
  // Anybody can send agents to an address, so the agents that the address took on itself are examined first.
  const inOrder = found.sort(
    (one, other) =>
      Number(isTakenOn(other, address)) - Number(isTakenOn(one, address)) || Number(heldSince(one, address) - heldSince(other, address)),
  )
  const read = await Promise.all(inOrder.slice(0, maxExamined).map((one) => examine(one, parts)))
  const reviewed = read.findIndex(({ file }) => isOwn(file))
  const examined = await Promise.all(
    read.map(async (one, index) => ({ ...one, reviews: index === Math.max(0, reviewed) ? await reviewsOf(one, parts) : null })),
  )
  const observations = found.length === 0 ? withoutAgents(notRead, clock) : withAgents(address, examined, clock)
  return { observations, examined, found: found.length, notRead }
}

/** It registered the agent, or agreed to act for it. */
function isTakenOn({ agent: { registrant, wallet } }: { readonly agent: Agent }, address: Hex): boolean {
  return registrant === address || wallet === address
}

/** Since when the address has owned the agent or acted for it, in Unix seconds. */
function heldSince({ agent }: { readonly agent: Agent }, address: Hex): bigint {
  const { owner, ownerSince, wallet, walletSince } = agent
  const since = [
    ...(owner === address && ownerSince ? [ownerSince.at] : []),
    ...(wallet === address && walletSince ? [walletSince.at] : []),
  ]
  return since.reduce((first, at) => (at < first ? at : first), since[0] ?? BigInt(Number.MAX_SAFE_INTEGER))
}

async function agentsOn(network: NetworkId, address: Hex, indexes: AgentIndexes): Promise<FoundAgent[]> {
  const { agents } = await indexes.agents.ofAddress(network, address)
  // An address that may only change an agent (an operator) is not the agent.
  return agents
    .filter(({ roles }) => roles.includes('owner') || roles.includes('wallet'))
    .map(({ agent, roles }) => ({
      id: { chainId: Number(network.slice('eip155:'.length)), registry: identityRegistry, agentId: BigInt(agent.agentId) },
      agent,
      roles,
      network,
    }))
}

async function examine(one: FoundAgent, { files, signal }: IdentityParts): Promise<FoundAgent & Omit<ExaminedAgent, 'reviews'>> {
  const file = await files.registration(one.agent.uri ?? '', one.id, signal)
  const domains = isOwn(file) && file.kind === 'read' ? await files.domains(file.record, one.id, signal) : []
  return { ...one, file, domains }
}

function isOwn(file: FileReading): boolean {
  return file.kind === 'read' && file.names === 'this_agent'
}

async function reviewsOf({ agent, network }: FoundAgent, parts: IdentityParts): Promise<Observed<ReviewSummary>> {
  const { indexes, chains, clock, signal, timeoutMs } = parts
  const chain = chains.get(network)
  if (!chain) return { state: 'unknown', reason: 'network_down' }
  const { feedback } = await indexes.agents.feedback(network, BigInt(agent.agentId), maxFeedback)
  const nowSeconds = Math.floor(clock.now() / 1_000)
  return askNode(network, clock, () => summariseReviews(agent, feedback, { chain, nowSeconds, signal, timeoutMs }))
}

/** Failures that may be gone the next time. All others are the file's own. */
const temporaryFailures: ReadonlySet<string> = new Set(['dns', 'connection', 'tls', 'timeout', 'idle', 'aborted', 'ipfs_off'])

function withoutAgents(notRead: readonly NetworkId[], clock: Clock): IdentityObservations {
  if (notRead.length > 0) {
    const unread = unknown('registry_not_read')
    return { registered: unread, fileNamesAgent: unread, heldDays: unread, domainProven: unread, reviews: unread }
  }
  const no = observedNow('erc-8004', false, clock)
  const none = observedNow('erc-8004', 0, clock)
  const reviews = observedNow('erc-8004', { count: 0, sum: 0 }, clock)
  return { registered: no, fileNamesAgent: no, heldDays: none, domainProven: no, reviews }
}

function withAgents(address: Hex, examined: readonly ExaminedAgent[], clock: Clock): IdentityObservations {
  const own = examined.filter(({ file }) => isOwn(file))
  const bound = own.length > 0
  const days = own.map((one) => Math.floor((clock.now() / 1_000 - Number(heldSince(one, address))) / daySeconds))
  const unread = examined.some(
    ({ file }) => file.kind === 'not_read' && (temporaryFailures.has(file.reason) || isTemporaryStatus(file.status)),
  )
  const proofs = examined.flatMap(({ domains }) => domains)
  const proven = proofs.some(({ outcome }) => outcome === 'proven')
  const unproven = unread || proofs.some(({ outcome }) => temporaryFailures.has(outcome))
  const reviews = examined.find((one) => one.reviews)?.reviews ?? unknown('registry_not_read')
  return {
    registered: observedNow('erc-8004', true, clock),
    fileNamesAgent: bound || !unread ? observedNow('registration-file', bound, clock) : unknown('file_not_read'),
    heldDays: bound || !unread ? observedNow('erc-8004', Math.max(0, ...days), clock) : unknown('file_not_read'),
    domainProven: proven || !unproven ? observedNow('agent-domain', proven, clock) : unknown('domain_not_read'),
    reviews: reviews.state === 'observed' ? { ...reviews, value: { count: reviews.value.count, sum: reviews.value.sum } } : reviews,
  }
}

function observedNow<T>(source: string, value: T, clock: Clock): Observed<T> {
  return { state: 'observed', value, source, observedAt: clock.now() }
}

function unknown(reason: string): Observed<never> {
  return { state: 'unknown', reason }
}

/** Server errors, and 429 Too Many Requests. */
function isTemporaryStatus(status: number | null): boolean {
  return status !== null && (status >= 500 || status === 429)
}

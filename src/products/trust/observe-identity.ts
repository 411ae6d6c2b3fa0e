import type { Observed } from '../../shared/observed.ts'
import type { Chains, NetworkId } from '../../chain/chain.ts'
import type { Agent } from '../../chain/indexes/agents/agent-state.ts'
import type { AgentRole } from '../../chain/indexes/agents/find-agents.ts'
import type { Indexes } from '../../chain/indexes/create-indexes.ts'
import { identityRegistry } from '../../chain/indexes/registry-addresses.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Clock } from '../../shared/clock.ts'
import type { AgentFiles } from '../../sources/agents/agent-files.ts'
import type { AgentId } from '../../sources/agents/agent-id.ts'
import type { DomainProof } from '../../sources/agents/domain-proof.ts'
import type { FileReading } from '../../sources/agents/registration-file.ts'
import type { Observations } from './observations.ts'
import { seen } from './observe-network.ts'
import { summariseReviews, type ReviewSummary } from './review-summary.ts'

/** The registries as they were read in the background. */
export type AgentIndexes = Pick<Indexes, 'agents' | 'state'>

/** An agent of an address, and what its file and its domains say. */
export interface ExaminedAgent {
  readonly id: AgentId
  readonly agent: Agent
  readonly roles: readonly AgentRole[]
  readonly file: FileReading
  readonly domains: readonly DomainProof[]
  /** Null where the reviews of another of its agents were looked at. */
  readonly reviews: Observed<ReviewSummary> | null
}

export interface IdentitySight {
  readonly observations: Observations['identity']
  /** Its own ones first, then those that others sent it; each those first that it has had longest. Four at most. */
  readonly examined: readonly ExaminedAgent[]
  /** Agents that it owns or acts for. */
  readonly found: number
  /** Networks whose registry is not known, or not up to date. */
  readonly notRead: readonly NetworkId[]
}

export interface IdentityParts {
  readonly indexes: AgentIndexes
  readonly chains: Chains
  readonly files: AgentFiles
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly timeoutMs: number
}

const daySeconds = 86_400
const mostExamined = 4
const mostFeedback = 200

type Found = { readonly id: AgentId; readonly agent: Agent; readonly roles: readonly AgentRole[]; readonly network: NetworkId }

/** Never rejects for what outsiders do: what isn't known is unknown. */
export async function observeIdentity(address: Hex, parts: IdentityParts): Promise<IdentitySight> {
  const { indexes, chains, clock } = parts
  const states = new Map(indexes.state().flatMap(({ index, network, state }) => (index === 'agents' ? [[network, state] as const] : [])))
  const current = [...chains.keys()].filter((id) => ['current', 'absent'].includes(states.get(id) ?? ''))
  const notRead = [...chains.keys()].filter((id) => !current.includes(id))
  const found = (await Promise.all(current.map((network) => agentsOn(network, address, indexes)))).flat()
  // Anybody can send an agent to an address, or many, so those speak for it first that it took on itself.
  const inTurn = found.sort(
    (one, other) =>
      Number(isTakenOn(other, address)) - Number(isTakenOn(one, address)) || Number(heldSince(one, address) - heldSince(other, address)),
  )
  const read = await Promise.all(inTurn.slice(0, mostExamined).map((one) => examine(one, parts)))
  const reviewed = read.findIndex(({ file }) => isOwn(file))
  const examined = await Promise.all(
    read.map(async (one, index) => ({ ...one, reviews: index === Math.max(0, reviewed) ? await reviewsOf(one, parts) : null })),
  )
  return { observations: observationsOf(address, examined, found.length, notRead, clock), examined, found: found.length, notRead }
}

/** It registered the agent, or agreed to act for it. */
function isTakenOn({ agent: { registrant, wallet } }: { readonly agent: Agent }, address: Hex): boolean {
  return registrant === address || wallet === address
}

/** Since when an agent has been an address's own, in Unix seconds: it owns the agent, or acts for it. */
function heldSince({ agent }: { readonly agent: Agent }, address: Hex): bigint {
  const { owner, ownerSince, wallet, walletSince } = agent
  const since = [
    ...(owner === address && ownerSince ? [ownerSince.at] : []),
    ...(wallet === address && walletSince ? [walletSince.at] : []),
  ]
  return since.reduce((first, at) => (at < first ? at : first), since[0] ?? BigInt(Number.MAX_SAFE_INTEGER))
}

async function agentsOn(network: NetworkId, address: Hex, indexes: AgentIndexes): Promise<Found[]> {
  const { agents } = await indexes.agents.ofAddress(network, address)
  // Who may only change an agent is not the agent.
  return agents
    .filter(({ roles }) => roles.includes('owner') || roles.includes('wallet'))
    .map(({ agent, roles }) => ({
      id: { chainId: Number(network.slice('eip155:'.length)), registry: identityRegistry, agentId: BigInt(agent.agentId) },
      agent,
      roles,
      network,
    }))
}

async function examine(one: Found, { files, signal }: IdentityParts): Promise<Found & Omit<ExaminedAgent, 'reviews'>> {
  const file = await files.registration(one.agent.uri ?? '', one.id, signal)
  const domains = isOwn(file) && file.kind === 'read' ? await files.domains(file.record, one.id, signal) : []
  return { ...one, file, domains }
}

function isOwn(file: FileReading): boolean {
  return file.kind === 'read' && file.names === 'this_agent'
}

async function reviewsOf({ agent, network }: Found, parts: IdentityParts): Promise<Observed<ReviewSummary>> {
  const { indexes, chains, clock, signal, timeoutMs } = parts
  const chain = chains.get(network)
  if (!chain) return { state: 'unknown', reason: 'network_down' }
  const { feedback } = await indexes.agents.feedback(network, BigInt(agent.agentId), mostFeedback)
  const nowSeconds = Math.floor(clock.now() / 1_000)
  return seen(network, clock, () => summariseReviews(agent, feedback, { chain, nowSeconds, signal, timeoutMs }))
}

/** Failures that may be gone the next time; all others are the file's own. */
const passing: ReadonlySet<string> = new Set(['dns', 'connection', 'tls', 'timeout', 'idle', 'aborted', 'ipfs_off'])

function observationsOf(
  address: Hex,
  examined: readonly ExaminedAgent[],
  found: number,
  notRead: readonly NetworkId[],
  clock: Clock,
): Observations['identity'] {
  const observed = <T>(source: string, value: T): Observed<T> => ({ state: 'observed', value, source, observedAt: clock.now() })
  const unknown = (reason: string) => ({ state: 'unknown', reason }) as const
  if (found === 0 && notRead.length > 0) {
    const one = unknown('registry_not_read')
    return { registered: one, fileNamesAgent: one, heldDays: one, domainProven: one, reviews: one }
  }
  if (found === 0) {
    const no = observed('erc-8004', false)
    const none = observed('erc-8004', 0)
    return { registered: no, fileNamesAgent: no, heldDays: none, domainProven: no, reviews: observed('erc-8004', { count: 0, sum: 0 }) }
  }
  const own = examined.filter(({ file }) => isOwn(file))
  const bound = own.length > 0
  const days = own.map((one) => Math.floor((clock.now() / 1_000 - Number(heldSince(one, address))) / daySeconds))
  const unread = examined.some(({ file }) => file.kind === 'not_read' && (passing.has(file.reason) || isServerError(file.status)))
  const proofs = examined.flatMap(({ domains }) => domains)
  const proven = proofs.some(({ outcome }) => outcome === 'proven')
  const unproven = unread || proofs.some(({ outcome }) => passing.has(outcome))
  const reviews = examined.find((one) => one.reviews)?.reviews ?? unknown('registry_not_read')
  return {
    registered: observed('erc-8004', true),
    fileNamesAgent: bound || !unread ? observed('registration-file', bound) : unknown('file_not_read'),
    heldDays: bound || !unread ? observed('erc-8004', Math.max(0, ...days)) : unknown('file_not_read'),
    domainProven: proven || !unproven ? observed('agent-domain', proven) : unknown('domain_not_read'),
    reviews: reviews.state === 'observed' ? { ...reviews, value: { count: reviews.value.count, sum: reviews.value.sum } } : reviews,
  }
}

function isServerError(status: number | null): boolean {
  return status !== null && (status >= 500 || status === 429)
}

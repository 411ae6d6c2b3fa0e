import type { AgentId } from './agent-id.ts'
import { readAgentFile, type FileFailure, type FileParts } from './registration-file.ts'
import type { RegistrationRecord } from './registration-record.ts'

/**
 * `proven`: the domain itself names the agent as its own. `other_agents` and `nobody`: it names other agents, or none.
 * `elsewhere`: it redirects to another domain, which proves nothing about this one.
 */
export type ProofOutcome = 'proven' | 'other_agents' | 'nobody' | 'elsewhere' | FileFailure

export interface DomainProof {
  /** Host name, with the port unless it is the default one. */
  readonly domain: string
  readonly outcome: ProofOutcome
}

const wellKnown = '/.well-known/agent-registration.json'
const maxDomains = 4

/**
 * Asks the domains of an agent's endpoints whether they name it (ERC-8004, endpoint domain verification): the first four, in
 * parallel. A file at another path proves nothing, because on many domains anybody can publish one. Never rejects.
 */
export async function proveDomains(record: RegistrationRecord, agent: AgentId, parts: FileParts): Promise<readonly DomainProof[]> {
  const origins = [...new Set(record.services.flatMap(({ endpoint }) => originOf(endpoint, parts.simulated) ?? []))]
  return Promise.all(origins.slice(0, maxDomains).map((origin) => prove(origin, agent, parts)))
}

async function prove(origin: string, agent: AgentId, { fetch, simulated, signal }: FileParts): Promise<DomainProof> {
  const { host } = new URL(origin)
  const request = { schemes: simulated ? (['https', 'http'] as const) : (['https'] as const), ...(signal ? { signal } : {}) }
  const reading = await readAgentFile(origin + wellKnown, agent, { fetch, request })
  return { domain: host, outcome: outcomeOf(reading, host) }
}

function outcomeOf(reading: Awaited<ReturnType<typeof readAgentFile>>, host: string): ProofOutcome {
  if (reading.kind === 'not_read') return reading.reason
  if (new URL(reading.url).host !== host) return 'elsewhere'
  return reading.names === 'this_agent' ? 'proven' : reading.names
}

/** A domain is asked on the default port, whatever the endpoint's port is. In the sandbox all agents share a host and differ by port. */
function originOf(endpoint: string, simulated: boolean): string | null {
  const url = URL.parse(endpoint)
  if (url === null || url.hostname === '') return null
  if (simulated && (url.protocol === 'http:' || url.protocol === 'https:')) return url.origin
  return url.protocol === 'https:' ? `https://${url.hostname}` : null
}

import type { AgentId } from './agent-id.ts'
import { readAgentFile, type FileFailure, type FileParts } from './registration-file.ts'
import type { RegistrationRecord } from './registration-record.ts'

/**
 * `proven`: the domain itself says that the agent is its own. `other_agents` and `nobody`: it names somebody else, or none.
 * `elsewhere`: it sends us to another domain, which can't speak for it.
 */
export type ProofOutcome = 'proven' | 'other_agents' | 'nobody' | 'elsewhere' | FileFailure

export interface DomainProof {
  /** Host name, with the port where it is not the usual one. */
  readonly domain: string
  readonly outcome: ProofOutcome
}

const wellKnown = '/.well-known/agent-registration.json'
const mostDomains = 4

/**
 * Asks the domains of an agent's endpoints whether they know it (ERC-8004, endpoint domain verification): the first four, at
 * the same time. A file elsewhere on the domain proves nothing, since on many domains anybody can put one. Never rejects.
 */
export async function proveDomains(record: RegistrationRecord, agent: AgentId, parts: FileParts): Promise<readonly DomainProof[]> {
  const origins = [...new Set(record.services.flatMap(({ endpoint }) => originOf(endpoint, parts.simulated) ?? []))]
  return Promise.all(origins.slice(0, mostDomains).map((origin) => prove(origin, agent, parts)))
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

/** A domain is asked on its usual port, whichever one the endpoint is on; in the sandbox all have one and differ by port. */
function originOf(endpoint: string, simulated: boolean): string | null {
  const url = URL.parse(endpoint)
  if (url === null || url.hostname === '') return null
  if (simulated && (url.protocol === 'http:' || url.protocol === 'https:')) return url.origin
  return url.protocol === 'https:' ? `https://${url.hostname}` : null
}

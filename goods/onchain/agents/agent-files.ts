import type { GuardedFetch } from '../../../src/goods/kit/sites.ts'
import type { AgentId } from './agent-id.ts'
import { proveDomains, type DomainProof } from './domain-proof.ts'
import { readRegistrationFile, type FileReading } from './registration-file.ts'
import type { RegistrationRecord } from './registration-record.ts'

/** What agents publish about themselves outside of their registry. Neither function rejects. */
export interface AgentFiles {
  /** The registration file that an agent's token points to. At most 3 s and 256 KB. */
  registration(uri: string, agent: AgentId, signal?: AbortSignal): Promise<FileReading>
  /** Whether the domains of its endpoints, at most four of them, name the agent too. At most 3 s. */
  domains(record: RegistrationRecord, agent: AgentId, signal?: AbortSignal): Promise<readonly DomainProof[]>
}

export function createAgentFiles(parts: { readonly fetch: GuardedFetch; readonly simulated: boolean }): AgentFiles {
  const until = (signal: AbortSignal | undefined) => (signal ? { ...parts, signal } : parts)
  return {
    registration: (uri, agent, signal) => readRegistrationFile(uri, agent, until(signal)),
    domains: (record, agent, signal) => proveDomains(record, agent, until(signal)),
  }
}

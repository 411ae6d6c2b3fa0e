import { fetchedJson, FetchFailed, type FetchFailure, type GuardedFetch, type GuardedRequest } from '../../../src/goods/kit/sites.ts'
import type { AgentId } from './agent-id.ts'
import { namingOf, readRegistration, type Naming, type RegistrationRecord } from './registration-record.ts'

/**
 * Why there is no registration file: none is named (`no_uri`), the server answered with another status than 200 (`status`),
 * the file is empty (`empty`), it has no member of a registration file (`wrong_shape`), or it could not be fetched
 * (`too_many_redirects` for a loop, `too_large` for a huge file).
 */
export type FileFailure = 'no_uri' | 'status' | 'empty' | 'wrong_shape' | FetchFailure

export type FileReading =
  | {
      readonly kind: 'read'
      readonly record: RegistrationRecord
      /** Only a file that names the agent back belongs to it; `other_agents` belongs to another one. */
      readonly names: Naming
      /** The final URL, after redirects. */
      readonly url: string
      readonly sha256: string
    }
  | { readonly kind: 'not_read'; readonly reason: FileFailure; readonly status: number | null }

export interface FileParts {
  readonly fetch: GuardedFetch
  /** In the sandbox, agents run on this machine, by http. */
  readonly simulated: boolean
  readonly signal?: AbortSignal
}

const limits = {
  // Including those of gateways and plain file servers.
  contentTypes: ['application/json', 'application/ld+json', 'text/json', 'text/plain', 'application/octet-stream', 'binary/octet-stream'],
  maxBytes: 262_144,
  timeoutMs: 3_000,
  idleMs: 2_000,
} as const satisfies GuardedRequest
const maxDepth = 16

/**
 * Reads the registration file (ERC-8004) that an agent's token points to, by https, ipfs or data.
 * Never rejects: every failure is a named result.
 */
export async function readRegistrationFile(uri: string, agent: AgentId, { fetch, simulated, signal }: FileParts): Promise<FileReading> {
  if (uri.trim() === '') return notRead('no_uri')
  const schemes = simulated ? (['https', 'ipfs', 'data', 'http'] as const) : (['https', 'ipfs', 'data'] as const)
  return readAgentFile(uri, agent, { fetch, request: { ...limits, schemes, ...(signal ? { signal } : {}) } })
}

/** The same for a file at a known URL. */
export async function readAgentFile(
  url: string,
  agent: AgentId,
  { fetch, request }: { readonly fetch: GuardedFetch; readonly request: GuardedRequest },
): Promise<FileReading> {
  try {
    const answer = await fetch(url, { ...limits, ...request })
    if (answer.status !== 200) return notRead('status', answer.status)
    if (isBlank(answer.body)) return notRead('empty', 200)
    const value = fetchedJson(answer.body, maxDepth)
    if (isEmptyValue(value)) return notRead('empty', 200)
    const record = readRegistration(value)
    if (record === null) return notRead('wrong_shape', 200)
    return { kind: 'read', record, names: namingOf(record, agent), url: answer.url, sha256: answer.sha256 }
  } catch (error) {
    if (error instanceof FetchFailed) return notRead(error.reason)
    throw error
  }
}

function notRead(reason: FileFailure, status: number | null = null): FileReading {
  return { kind: 'not_read', reason, status }
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))
}

function isEmptyValue(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}

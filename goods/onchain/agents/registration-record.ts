import { z } from '../../../src/goods/door.ts'
import { plainText, plainTextOf } from '../../../src/goods/kit/http.ts'
import { readAgentId, isSameAgent, type AgentId } from './agent-id.ts'

/** An endpoint that an agent declares: a web page, an A2A card, an MCP endpoint, a name, an address. */
export interface AgentService {
  readonly name: string
  /** As written; mostly a URL. */
  readonly endpoint: string
  readonly version: string | null
}

/** The contents of an ERC-8004 registration file, none of it proven. Missing members are null or empty. */
export interface RegistrationRecord {
  readonly type: string | null
  readonly name: string | null
  readonly description: string | null
  /** At most 32. */
  readonly services: readonly AgentService[]
  readonly registrations: readonly AgentId[]
  /** At most 16. */
  readonly supportedTrust: readonly string[]
  readonly x402Support: boolean | null
  readonly active: boolean | null
}

/** Which agents a file names: the one that points to it, only others, or none. */
export type Naming = 'this_agent' | 'other_agents' | 'nobody'

const maxServices = 32
const maxTrust = 16
const maxEndpointLength = 2_048

const textOrNull = (maxLength: number) => plainTextOf(maxLength).nullish().catch(null)

/** The members of a list that match a schema, at most `max`; empty for anything but a list. */
function listOf<T>(schema: z.ZodType<T>, max: number) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((items) => {
      const good: T[] = []
      for (const item of items) {
        const parsed = schema.safeParse(item)
        if (parsed.success) good.push(parsed.data)
        if (good.length === max) break
      }
      return good
    })
}

const service = z
  .object({
    name: plainTextOf(64),
    // Omitted rather than cut or cleaned, because a changed endpoint is another endpoint.
    endpoint: z
      .string()
      .max(maxEndpointLength)
      .refine((text) => text !== '' && plainText(text, maxEndpointLength) === text),
    version: textOrNull(32),
  })
  .transform(({ name, endpoint, version }): AgentService => ({ name, endpoint, version: version ?? null }))

const registration = z.object({ agentId: z.unknown(), agentRegistry: z.unknown() }).transform(({ agentId, agentRegistry }, context) => {
  const agent = readAgentId(agentId, agentRegistry)
  if (agent !== null) return agent
  context.addIssue({ code: 'custom' })
  return z.NEVER
})

const file = z.object({
  type: textOrNull(128),
  name: textOrNull(128),
  description: textOrNull(1_000),
  services: listOf(service, maxServices),
  // The name of services before 2026.
  endpoints: listOf(service, maxServices),
  registrations: listOf(registration, Infinity),
  supportedTrust: listOf(plainTextOf(64), maxTrust),
  // The name in the first draft.
  trustModels: listOf(plainTextOf(64), maxTrust),
  x402Support: z.boolean().nullish().catch(null),
  // The spelling of one SDK.
  x402support: z.boolean().nullish().catch(null),
  active: z.boolean().nullish().catch(null),
})

/**
 * Reads a registration file in the form of `registration-v1` or an older spelling. Invalid members are ignored. Null when it is
 * not a JSON object, or has no name, services or registrations.
 */
export function readRegistration(value: unknown): RegistrationRecord | null {
  const parsed = file.safeParse(value)
  if (!parsed.success) return null
  const { type, name, description, services, endpoints, registrations, supportedTrust, trustModels, x402Support, x402support, active } =
    parsed.data
  const record: RegistrationRecord = {
    type: type ?? null,
    name: name || null,
    description: description || null,
    services: services.length > 0 ? services : endpoints,
    registrations,
    supportedTrust: supportedTrust.length > 0 ? supportedTrust : trustModels,
    x402Support: x402Support ?? x402support ?? null,
    active: active ?? null,
  }
  const isEmpty = record.name === null && record.services.length === 0 && record.registrations.length === 0
  return isEmpty ? null : record
}

export function namingOf({ registrations }: RegistrationRecord, agent: AgentId): Naming {
  if (registrations.some((one) => isSameAgent(one, agent))) return 'this_agent'
  return registrations.length > 0 ? 'other_agents' : 'nobody'
}

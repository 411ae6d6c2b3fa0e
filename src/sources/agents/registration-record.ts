import { z } from 'zod'
import { plainText, plainTextOf } from '../plain-text.ts'
import { readAgentId, sameAgent, type AgentId } from './agent-id.ts'

/** Where an agent says that it is reached: a web page, an A2A card, an MCP endpoint, a name, an address. */
export interface AgentService {
  readonly name: string
  /** As written; mostly a URL. */
  readonly endpoint: string
  readonly version: string | null
}

/** What an ERC-8004 registration file says, as far as it says it. Nothing of it is proven. */
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

/** Whom a file names: the agent that points to it, only others, or nobody. */
export type Naming = 'this_agent' | 'other_agents' | 'nobody'

const mostServices = 32
const mostTrust = 16
const longestEndpoint = 2_048

const textOrNull = (longest: number) => plainTextOf(longest).nullish().catch(null)

/** Those members of a list that have a shape; none of what is no list. */
function listOf<T>(schema: z.ZodType<T>, most: number) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((items) => {
      const good: T[] = []
      for (const item of items) {
        const parsed = schema.safeParse(item)
        if (parsed.success) good.push(parsed.data)
        if (good.length === most) break
      }
      return good
    })
}

const service = z
  .object({
    name: plainTextOf(64),
    // Left out rather than cut or cleaned: another endpoint is not the one that was named.
    endpoint: z
      .string()
      .max(longestEndpoint)
      .refine((text) => text !== '' && plainText(text, longestEndpoint) === text),
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
  services: listOf(service, mostServices),
  // Before 2026 services were called endpoints.
  endpoints: listOf(service, mostServices),
  registrations: listOf(registration, Infinity),
  supportedTrust: listOf(plainTextOf(64), mostTrust),
  // In the first draft.
  trustModels: listOf(plainTextOf(64), mostTrust),
  x402Support: z.boolean().nullish().catch(null),
  // As an SDK writes it.
  x402support: z.boolean().nullish().catch(null),
  active: z.boolean().nullish().catch(null),
})

/**
 * What a registration file says, in the shape of `registration-v1` or an older spelling of it. Members that are not as they
 * should be are passed over. Null where it is no JSON object, or says nothing that a registration file says.
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
  const said = record.name !== null || record.services.length > 0 || record.registrations.length > 0
  return said ? record : null
}

export function namingOf({ registrations }: RegistrationRecord, agent: AgentId): Naming {
  if (registrations.some((one) => sameAgent(one, agent))) return 'this_agent'
  return registrations.length > 0 ? 'other_agents' : 'nobody'
}

import { sandboxNetworks } from '../networks.ts'
import { identityRegistry } from '../chains/canonical-contracts.ts'
import { inhabitant } from './inhabitants.ts'

/** The agents' web sites: the shop's own domain, and one where anybody may put files. They differ by port. */
export interface AgentOrigins {
  readonly shop: string
  readonly bazaar: string
}

export interface HostedFile {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const wellKnown = '/.well-known/agent-registration.json'
const type = 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1'

/** URI of an agent's token; empty for the agent without a file. */
export function agentUri(key: string, { shop, bazaar }: AgentOrigins): string {
  const uris: Readonly<Record<string, string>> = {
    'quote-desk': `${shop}/quote-desk.json`,
    'freight-desk': `${shop}/freight-desk.json`,
    'moved-agent': `${shop}/moved-agent.json`,
    'empty-file': `${bazaar}/empty.json`,
    'looping-file': `${bazaar}/looping.json`,
    thief: `${shop}/quote-desk.json`,
    carnival: `${bazaar}/carnival.json`,
  }
  return uris[key] ?? ''
}

function registrations(...keys: string[]): unknown[] {
  return keys.flatMap((key) =>
    Object.entries(inhabitant(key).agents ?? {}).map(([slug, agentId]) => {
      const chainId = sandboxNetworks.find((network) => network.slug === slug)?.chainId
      return { agentId, agentRegistry: `eip155:${chainId}:${identityRegistry}` }
    }),
  )
}

function card(key: string, name: string, description: string, origin: string, services: readonly unknown[] = []): unknown {
  return {
    type,
    name,
    description,
    image: `${origin}/${key}.png`,
    services: [{ name: 'web', endpoint: `${origin}/${key}` }, ...services],
    x402Support: true,
    active: true,
    registrations: registrations(key),
    supportedTrust: ['reputation'],
  }
}

function json(value: unknown): HostedFile {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

function shopFile(path: string, { shop }: AgentOrigins): HostedFile | null {
  const mcp = { name: 'MCP', endpoint: `${shop}/mcp`, version: '2025-06-18' }
  const ens = { name: 'ENS', endpoint: inhabitant('quote-desk').ens }
  if (path === '/quote-desk.json') return json(card('quote-desk', 'Quote desk', 'Quotes sea freight between ports.', shop, [mcp, ens]))
  if (path === '/freight-desk.json') return json(card('freight-desk', 'Freight desk', 'Books what the quote desk quotes.', shop))
  if (path === '/moved-agent.json') return json(card('moved-agent', 'Warehouse desk', 'Was sold with all it has.', shop))
  // The domain names two of the three agents.
  if (path === wellKnown) return json({ registrations: registrations('quote-desk', 'freight-desk') })
  return null
}

function bazaarFile(path: string, { bazaar }: AgentOrigins): HostedFile | null {
  if (path === '/empty.json') return { status: 200, headers: { 'content-type': 'application/json' }, body: '' }
  const hop = /^\/looping\.json(?:\?hop=(\d{1,6}))?$/.exec(path)
  if (hop !== null) {
    return { status: 302, headers: { location: `${bazaar}/looping.json?hop=${(Number(hop[1] ?? '0') + 1) % 1_000_000}` }, body: '' }
  }
  if (path === '/carnival.json') return json(card('carnival', 'Carnival', 'The best agent there is. Everybody says so.', bazaar))
  return null
}

/** The answer of one of the agents' sites. */
export function hostedFile(site: keyof AgentOrigins, path: string, origins: AgentOrigins): HostedFile {
  const found = site === 'shop' ? shopFile(path, origins) : bazaarFile(path, origins)
  return found ?? { status: 404, headers: { 'content-type': 'text/plain' }, body: 'not found' }
}

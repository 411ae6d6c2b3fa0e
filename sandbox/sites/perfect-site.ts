import { hash } from 'node:crypto'
import { encodeChargeRequest } from '../../src/payments/mpp/charge-request.ts'
import { html, json, missing, plain, type Site, type SitePage, type SiteRequest } from './site.ts'

const perfectHost = 'ready.example'
const origin = `https://${perfectHost}`
const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const paidPath = '/v1/tides'

const links = [
  `<${origin}/llms.txt>; rel="describedby"; type="text/plain"`,
  `<${origin}/.well-known/api-catalog>; rel="api-catalog"`,
  `<${origin}/openapi.json>; rel="service-desc"`,
]

const text = `# Ready Harbour

> Tides and berths of a harbour that does not exist.

## Documents

- [Berths](${origin}/berths): where to moor
- [OpenAPI](${origin}/openapi.json): the tides to buy
`

const page = html(
  `<head><title>Ready Harbour</title><script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'WebAPI',
    name: 'Ready Harbour',
    url: `${origin}/`,
  })}</script></head><body><h1>Ready Harbour</h1></body>`,
  { headers: { link: links.join(', '), vary: 'Accept' } },
)

const home: SitePage = ({ headers }: SiteRequest) =>
  headers.accept?.includes('text/markdown') ? { type: 'text/markdown; charset=utf-8', body: text, headers: { vary: 'Accept' } } : page

const robots = `User-agent: GPTBot
User-agent: ClaudeBot
Allow: /

User-agent: *
Content-Signal: search=yes, ai-input=yes, ai-train=no
Allow: /

Sitemap: ${origin}/sitemap.xml
`

const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${origin}/</loc></url><url><loc>${origin}/berths</loc></url></urlset>`

const operation = {
  summary: 'Tides',
  'x-payment-info': { offers: [{ intent: 'charge', method: 'evm', amount: '10000', currency: usdc }] },
  responses: { 200: { description: 'Tides' }, 402: { description: 'Payment required' } },
}

const card = {
  name: 'Ready Harbour',
  description: 'Tells tides.',
  version: '1.0.0',
  supportedInterfaces: [{ url: `${origin}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: {},
  defaultInputModes: ['application/json'],
  defaultOutputModes: ['application/json'],
  skills: [{ id: 'tides', name: 'Tides', description: 'Tells tides.', tags: ['sea'] }],
}

const required = {
  x402Version: 2,
  resource: { url: origin + paidPath, description: 'Tides of a day' },
  accepts: [
    {
      scheme: 'exact',
      network: 'eip155:8453',
      amount: '10000',
      asset: usdc,
      payTo,
      maxTimeoutSeconds: 60,
      extra: { name: 'USD Coin', version: '2' },
    },
  ],
}

/** The 402 of the site, for sites that spoil it. */
export function tides402(terms: unknown = required, challenge: string | null = paymentChallenge()) {
  const headers = {
    ...(terms === null ? {} : { 'payment-required': Buffer.from(JSON.stringify(terms), 'utf8').toString('base64') }),
    ...(challenge === null ? {} : { 'www-authenticate': challenge }),
    'cache-control': 'no-store',
  }
  return json({ title: 'Payment required' }, { status: 402, headers })
}

export const tidesTerms = required
export function paymentChallenge(changed: Readonly<Record<string, string>> = {}): string {
  const terms = {
    amount: 10_000n,
    currency: usdc,
    recipient: payTo,
    chainId: 8453,
    credentialTypes: ['authorization'],
    decimals: 6,
  } as const
  const all = { id: 'tide1', realm: perfectHost, method: 'evm', intent: 'charge', request: encodeChargeRequest(terms), ...changed }
  return `Payment ${Object.entries(all)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`
}

export const tidesTool = {
  name: 'tides',
  description: 'Tides of a day',
  inputSchema: { type: 'object', properties: { day: { type: 'string' } } },
}

const discovered = {
  supportedVersions: ['2026-07-28', '2025-06-18'],
  capabilities: { tools: {} },
  serverInfo: { name: 'harbour', version: '1.0.0' },
  ttlMs: 300_000,
  cacheScope: 'public',
}

const tidesSkill = `---
name: tides
description: Tells the tides of a harbour. Use it before you sail.
---

# Tides

GET ${origin}${paidPath} costs a cent.
`

/** The index of the skills of the site, with changes to its entry. */
export function skillsIndexOf(changed: Readonly<Record<string, unknown>> = {}) {
  const entry = {
    name: 'tides',
    type: 'skill-md',
    description: 'Tells the tides of a harbour.',
    url: '/.well-known/agent-skills/tides/SKILL.md',
    digest: `sha256:${hash('sha256', tidesSkill, 'hex')}`,
  }
  return { $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json', skills: [{ ...entry, ...changed }] }
}

/** MCP with a session, answered as JSON. */
export function mcpPage(results: { readonly initialize?: unknown; readonly list?: unknown; readonly discover?: unknown } = {}): SitePage {
  const server = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'harbour', version: '1.0.0' } }
  return ({ method, body }: SiteRequest) => {
    if (method !== 'POST') return missing
    const { id, method: asked } = JSON.parse(body) as { id?: number; method: string }
    if (id === undefined) return { status: 202 }
    if (asked === 'server/discover') return json({ jsonrpc: '2.0', id, result: results.discover ?? discovered })
    const result = asked === 'initialize' ? (results.initialize ?? server) : (results.list ?? { tools: [tidesTool] })
    return json({ jsonrpc: '2.0', id, result }, { headers: asked === 'initialize' ? { 'mcp-session-id': 'harbour-1' } : {} })
  }
}

/** Has all that agents look for. */
export const perfectSite: Site = {
  host: perfectHost,
  pages: {
    '/': home,
    '/robots.txt': plain(robots),
    '/sitemap.xml': { type: 'application/xml', body: sitemap },
    '/llms.txt': plain(text),
    '/openapi.json': json({ openapi: '3.1.0', info: { title: 'Tides', version: '1' }, paths: { [paidPath]: { get: operation } } }),
    '/.well-known/api-catalog': json(
      { linkset: [{ anchor: `${origin}/`, 'service-desc': [{ href: `${origin}/openapi.json` }] }] },
      { type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"' },
    ),
    '/.well-known/agent-card.json': json(card),
    '/.well-known/agent-skills/index.json': json(skillsIndexOf()),
    '/.well-known/agent-skills/tides/SKILL.md': { type: 'text/markdown; charset=utf-8', body: tidesSkill },
    '/.well-known/oauth-protected-resource': json({ resource: `${origin}/mcp`, authorization_servers: [origin] }),
    '/.well-known/oauth-authorization-server': json({
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
    }),
    '/.well-known/http-message-signatures-directory': json(
      { keys: [{ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }] },
      { type: 'application/http-message-signatures-directory+json' },
    ),
    '/.well-known/x402': json({ version: 1, resources: [origin + paidPath] }),
    '/mcp': mcpPage(),
    [paidPath]: tides402(),
  },
  otherwise: missing,
}

export const agentCardOf = card
export const robotsOf = robots

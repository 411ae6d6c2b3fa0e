import { hash } from 'node:crypto'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { discoveryRoutes } from './discovery-routes.ts'
import { facts } from './facts.fixture.ts'
import { linesOf } from '../../offers/line-of.ts'
import { lineDocument } from './line-document.ts'
import type { ServiceFacts } from './service-facts.ts'

const now = Date.parse('2026-11-21T10:20:30Z')
const clock = { now: () => now }

function open(changed: Partial<ServiceFacts> = {}, at = clock): Hono {
  const app = new Hono()
  discoveryRoutes(app, { ...facts, ...changed }, at, async () => {})
  return app
}
const app = open()
const read = async (path: string, from = app) => JSON.parse(await (await from.request(path)).text()) as Record<string, any>

const documents = [
  ['/openapi.json', 'application/json'],
  ['/reference/openapi.json', 'application/json'],
  ['/openapi/market.json', 'application/json'],
  ['/llms.txt', 'text/plain; charset=utf-8'],
  ['/llms-full.txt', 'text/plain; charset=utf-8'],
  ['/.well-known/x402', 'application/json'],
  ['/.well-known/agent-registration.json', 'application/json'],
  ['/.well-known/agent-card.json', 'application/json'],
  ['/.well-known/mcp/server-card.json', 'application/json'],
  ['/mcp/server-card', 'application/mcp-server-card+json'],
  ['/server.json', 'application/json'],
  ['/.well-known/mcp/server.json', 'application/json'],
  ['/SKILL.md', 'text/markdown; charset=utf-8'],
  ['/.well-known/agent-skills/farthing/SKILL.md', 'text/markdown; charset=utf-8'],
  ['/.well-known/agent-skills/index.json', 'application/json'],
  ['/.well-known/api-catalog', 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'],
  ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/sitemap.xml', 'application/xml'],
  ['/favicon.svg', 'image/svg+xml'],
  ['/icon.png', 'image/png'],
  ['/favicon.ico', 'image/png'],
  ['/sharing.png', 'image/png'],
] as const

describe.each(documents)('%s', (path, contentType) => {
  test('is read by pages of any origin, kept for a while, and sent once', async () => {
    const response = await app.request(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(contentType)
    expect(response.headers.get('cache-control')).toMatch(/^max-age=\d+$/)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect((await response.text()).length).toBeGreaterThan(50)
    const again = await app.request(path, { headers: { 'If-None-Match': response.headers.get('etag')! } })
    expect(again.status).toBe(304)
  })

  test('can be asked for with HEAD', async () => {
    const response = await app.request(path, { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })
})

test('every address in a document is served, or is a route of an offer', async () => {
  const routes = facts.offers.map(({ template }) => new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`))
  // Served by others: the reference, examples, the pages, MCP, the sandbox, the state of the service, the pages for the law.
  const others = /^(?:\/(?:legal\/(?:terms|privacy|refunds)|reference|(?:examples|offers)(?:\/[\w-]+)?|mcp|sandbox|status)?)?$/
  const served: readonly string[] = [...documents.map(([path]) => path), ...linesOf(facts.offers).map(lineDocument)]
  let seen = 0
  for (const [path] of documents) {
    const text = await (await app.request(path)).text()
    for (const [, found = ''] of text.matchAll(/https:\/\/api\.example\.com([^\s"'<>)?#;,`\\]*)/g)) {
      const address = found.replace(/\.$/, '')
      seen += 1
      const known = served.includes(address) || others.test(address) || routes.some((route) => route.test(address))
      expect(known, `${address} in ${path}`).toBe(true)
    }
  }
  expect(seen).toBeGreaterThan(100)
})

test('a new offer appears in every document of offers', async () => {
  const known = facts.offers.at(-1)!
  const more = {
    ...known,
    id: 'one-more',
    route: 'POST /v1/one-more/{language}',
    template: '/v1/one-more/{language}',
    title: 'One more thing',
  }
  const bigger = open({ offers: [...facts.offers, more as (typeof facts.offers)[number]] })
  const changed = []
  for (const [path] of documents) {
    const [before, after] = await Promise.all([app.request(path), bigger.request(path)].map(async (one) => (await one).text()))
    if (before !== after) changed.push(path)
    // The index has the hash of the skill.
    if (before !== after && path !== '/.well-known/agent-skills/index.json') expect(after).toMatch(/one-more/)
  }
  expect(changed).toEqual([
    '/openapi.json',
    '/reference/openapi.json',
    '/llms.txt',
    '/llms-full.txt',
    '/.well-known/x402',
    '/.well-known/agent-card.json',
    '/SKILL.md',
    '/.well-known/agent-skills/farthing/SKILL.md',
    '/.well-known/agent-skills/index.json',
    // It names the document of each line, and this offer is the first of its line.
    '/.well-known/api-catalog',
    '/sitemap.xml',
  ])
})

describe('the agent skill', () => {
  const skill = async (from = app) => (await from.request('/SKILL.md')).text()

  test('has less than 8 KB, with the name of its folder and a description that says when to use it', async () => {
    const text = await skill()
    expect(Buffer.byteLength(text)).toBeLessThan(8_000)
    const [, name, description] = /^---\nname: ([a-z0-9-]{1,64})\ndescription: (.{20,1024})\n---\n/.exec(text) ?? []
    expect([name, description]).toEqual(['farthing', expect.stringContaining('Use')])
    expect(description).not.toMatch(/: /)
  })

  test('names every offer with its price, or says how many it leaves out and where they are', async () => {
    const text = await skill()
    for (const { template, method } of facts.offers) expect(text).toContain(`\`${method} ${template}\``)
    const many = Array.from({ length: 200 }, (_, at) => ({ ...facts.offers[0]!, id: `more-${at}`, template: `/v1/more/${at}` }))
    const cut = await skill(open({ offers: [...facts.offers, ...many] }))
    expect(Buffer.byteLength(cut)).toBeLessThan(8_000)
    const left = facts.offers.length + many.length - (cut.match(/^- `(?:GET|POST) /gm) ?? []).length
    expect(cut).toContain(`${left} more routes are in https://api.example.com/llms.txt`)
  })

  test('is in the index with the hash of what is served', async () => {
    const { $schema, skills } = await read('/.well-known/agent-skills/index.json')
    expect($schema).toBe('https://schemas.agentskills.io/discovery/0.2.0/schema.json')
    const [entry] = skills as Record<string, string>[]
    const served = await (await app.request(new URL(entry!['url']!).pathname)).text()
    expect(entry).toMatchObject({ name: 'farthing', type: 'skill-md', digest: `sha256:${hash('sha256', served, 'hex')}` })
    expect(served).toBe(await skill())
    expect(served).toContain(entry!['description'])
  })
})

describe('/server.json', () => {
  test('has what the schema of the MCP Registry requires, and no more', async () => {
    const entry = await read('/server.json')
    expect(entry).toMatchObject({
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: expect.stringMatching(/^com\.example\.api\/[a-zA-Z0-9._-]+$/),
      version: facts.version,
      remotes: [{ type: 'streamable-http', url: 'https://api.example.com/mcp' }],
    })
    expect(entry['description'].length).toBeLessThanOrEqual(100)
    expect(Object.keys(entry).toSorted()).toEqual(
      ['$schema', 'description', 'icons', 'name', 'remotes', 'title', 'version', 'websiteUrl'].toSorted(),
    )
    expect(await read('/.well-known/mcp/server.json')).toEqual(entry)
  })
})

describe('/.well-known/x402', () => {
  test('lists callable addresses that answer 402', async () => {
    const { version, resources, ownershipProofs } = await read('/.well-known/x402')
    expect({ version, ownershipProofs }).toEqual({ version: 1, ownershipProofs: facts.ownershipProofs })
    expect(resources).toHaveLength(facts.offers.filter(({ access }) => access.kind === 'fixed').length)
    expect(resources).toContain('https://api.example.com/v1/texts/en?tone=plain')
    expect(resources.join()).not.toContain('{')
  })

  test('lists nothing when x402 is off', async () => {
    const off = open({ networks: facts.networks.map((network) => ({ ...network, settles: false })) })
    expect((await read('/.well-known/x402', off))['resources']).toEqual([])
    expect((await read('/.well-known/agent-registration.json', off))['x402Support']).toBe(false)
  })
})

test('the registration has the form of ERC-8004, and names an identity only if there is one', async () => {
  const registration = await read('/.well-known/agent-registration.json')
  expect(registration).toMatchObject({
    type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1',
    name: 'Farthing',
    image: 'https://api.example.com/icon.png',
    x402Support: true,
    active: true,
    registrations: [{ agentId: 7, agentRegistry: 'eip155:8453:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432' }],
  })
  expect(registration['services']).toContainEqual({
    name: 'MCP',
    endpoint: 'https://api.example.com/mcp',
    version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
  expect((await read('/.well-known/agent-registration.json', open({ identities: [] })))['registrations']).toEqual([])
})

test('the agent card names no A2A interface, and has a skill with address and price for every offer', async () => {
  const card = await read('/.well-known/agent-card.json')
  for (const { protocolBinding } of card['supportedInterfaces']) expect(protocolBinding).toMatch(/^https:\/\//)
  expect(card['skills']).toHaveLength(facts.offers.length)
  const price = (card['skills'] as { id: string; description: string; tags: string[] }[]).find(({ id }) => id === 'market-price')
  expect(price?.description).toContain('GET https://api.example.com/v1/market/price/{symbol}, $0.0075.')
  expect(price?.tags).toEqual(['market', 'price'])
})

describe('the server card', () => {
  test('names the MCP endpoint and its supported versions', async () => {
    const card = await read('/.well-known/mcp/server-card.json')
    expect(card).toMatchObject({ name: 'com.example.api/farthing', version: '1.2.3' })
    expect(card['description'].length).toBeLessThanOrEqual(100)
    expect(card['remotes']).toEqual([
      { type: 'streamable-http', url: 'https://api.example.com/mcp', supportedProtocolVersions: expect.arrayContaining(['2025-06-18']) },
    ])
    expect(await read('/mcp/server-card')).toEqual(card)
  })

  test.each([
    ['http://127.0.0.1:4020', '127.0.0.1/farthing'],
    ['http://localhost:4020', 'localhost/farthing'],
    ['http://[::1]:4020', '1/farthing'],
  ])('has a name at %s too', async (publicUrl, name) => {
    expect((await read('/.well-known/mcp/server-card.json', open({ publicUrl })))['name']).toBe(name)
  })
})

test('the catalog of interfaces is a linkset with absolute addresses, and its Link header says so', async () => {
  const { linkset } = await read('/.well-known/api-catalog')
  for (const { anchor } of linkset) expect(anchor).toMatch(/^https:\/\/api\.example\.com\//)
  expect(linkset[1]['service-desc'][0].href).toBe('https://api.example.com/openapi.json')
  const head = await app.request('/.well-known/api-catalog', { method: 'HEAD' })
  expect(head.headers.get('link')).toBe('<https://api.example.com/.well-known/api-catalog>; rel="api-catalog"')
})

describe('security.txt', () => {
  test('names the contacts and expires within a year, later each day', async () => {
    const text = await (await app.request('/.well-known/security.txt')).text()
    expect(text).toBe(
      [
        'Contact: mailto:operator@example.com',
        'Contact: https://example.com/contact',
        'Expires: 2027-05-20T00:00:00Z',
        'Preferred-Languages: en',
        'Canonical: https://api.example.com/.well-known/security.txt',
        '',
      ].join('\n'),
    )
    let time = now
    const lasting = open({}, { now: () => time })
    const tag = (await lasting.request('/.well-known/security.txt')).headers.get('etag')!
    time += 86_400_000
    const later = await lasting.request('/.well-known/security.txt', { headers: { 'If-None-Match': tag } })
    expect(await later.text()).toContain('Expires: 2027-05-21T00:00:00Z')
  })

  test('is missing without a contact', async () => {
    expect((await open({ contacts: [] }).request('/.well-known/security.txt')).status).toBe(404)
  })
})

test('crawlers may read everything, and get a sitemap', async () => {
  expect(await (await app.request('/robots.txt')).text()).toBe(
    'User-agent: *\nContent-Signal: search=yes, ai-input=yes, ai-train=yes\nAllow: /\n\nSitemap: https://api.example.com/sitemap.xml\n',
  )
  const xml = await (await app.request('/sitemap.xml')).text()
  expect(xml).toContain('<loc>https://api.example.com/</loc>')
})

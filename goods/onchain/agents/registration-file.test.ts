import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openOutsiders, type Outsiders } from '../../../src/net/outsiders.fixture.ts'
import type { AgentId } from './agent-id.ts'
import { proveDomains } from './domain-proof.ts'
import { readRegistrationFile, type FileReading } from './registration-file.ts'
import type { RegistrationRecord } from './registration-record.ts'

let outsiders: Outsiders
let site: string
beforeAll(async () => {
  outsiders = await openOutsiders({ ipfsGateway: 'http' })
  site = `https://shop.agents.example:${outsiders.https}`
})
afterEach(() => outsiders.reset())
afterAll(() => outsiders.close())

const registry = '0x8004a169fb4a3325136eb29fa0ceb6d2e539a432'
const agent: AgentId = { chainId: 8453, registry, agentId: 22n }
const checksummed = 'eip155:8453:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432'
const file = {
  type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1',
  name: 'Quote desk',
  description: 'Quotes freight.',
  image: 'https://shop.agents.example/logo.png',
  services: [
    { name: 'A2A', endpoint: 'https://shop.agents.example/.well-known/agent-card.json', version: '0.3.0' },
    { name: 'ENS', endpoint: 'quotes.eth' },
  ],
  x402Support: true,
  active: true,
  registrations: [{ agentId: 22, agentRegistry: checksummed }],
  supportedTrust: ['reputation'],
}

const read = (uri: string, simulated = false) => readRegistrationFile(uri, agent, { fetch: outsiders.fetch, simulated })
const serve = (body: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }) => {
  outsiders.respond = (_, response) => void response.writeHead(200, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
}
const reasonOf = (reading: FileReading) => (reading.kind === 'read' ? reading.names : reading.reason)

describe('a registration file', () => {
  const expected: RegistrationRecord = {
    type: file.type,
    name: 'Quote desk',
    description: 'Quotes freight.',
    services: [
      { name: 'A2A', endpoint: 'https://shop.agents.example/.well-known/agent-card.json', version: '0.3.0' },
      { name: 'ENS', endpoint: 'quotes.eth', version: null },
    ],
    registrations: [agent],
    supportedTrust: ['reputation'],
    x402Support: true,
    active: true,
  }

  test('is read by https, ipfs and data alike', async () => {
    serve(file)
    const byHttps = await read(`${site}/card.json`)
    expect(byHttps).toMatchObject({ kind: 'read', record: expected, names: 'this_agent', url: `${site}/card.json` })
    const byIpfs = await read('ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG/card.json')
    const encoded = Buffer.from(JSON.stringify(file)).toString('base64')
    const byData = await read(`data:application/json;base64,${encoded}`)
    // As it stands, with the # in its type.
    const byText = await read(`data:application/json;utf8,${JSON.stringify(file)}`)
    for (const other of [byIpfs, byData, byText]) {
      expect(other).toMatchObject({ kind: 'read', record: expected, names: 'this_agent' })
      expect(other).toHaveProperty('sha256', byHttps.kind === 'read' ? byHttps.sha256 : '')
    }
  })

  test('is read in older spellings', async () => {
    const { services, x402Support, supportedTrust, ...rest } = file
    serve({ ...rest, endpoints: services, x402support: x402Support, trustModels: supportedTrust })
    expect(await read(site)).toMatchObject({ kind: 'read', record: expected })
  })

  test('is read as far as it is valid', async () => {
    serve({
      name: 7,
      description: 'a\u202eb\n c',
      services: [
        null,
        'https://a.example/',
        { name: 'web' },
        { name: 'web', endpoint: 'https://exa\u200bmple.com/' },
        { name: 'web', endpoint: `https://example.com/${'a'.repeat(2_048)}` },
        { name: 'MCP', endpoint: 'https://mcp.example/', version: 3 },
      ],
      registrations: [
        { agentId: null, agentRegistry: checksummed },
        { agentId: 1.5, agentRegistry: checksummed },
        { agentId: -1, agentRegistry: checksummed },
        { agentId: '0x16', agentRegistry: checksummed },
        { agentId: 2 ** 53, agentRegistry: checksummed },
        { agentId: 22, agentRegistry: registry },
        { agentId: 22, agentRegistry: 'solana:mainnet:abc' },
        { agentId: '22', agentRegistry: checksummed },
        { agentId: String(2n ** 256n), agentRegistry: checksummed },
        { agentId: String(2n ** 256n - 1n), agentRegistry: checksummed },
      ],
      supportedTrust: 'reputation',
      x402Support: 'yes',
      active: 1,
    })
    expect(await read(site)).toMatchObject({
      kind: 'read',
      names: 'this_agent',
      record: {
        type: null,
        name: null,
        description: 'ab c',
        services: [{ name: 'MCP', endpoint: 'https://mcp.example/', version: null }],
        registrations: [agent, { ...agent, agentId: 2n ** 256n - 1n }],
        supportedTrust: [],
        x402Support: null,
        active: null,
      },
    })
  })

  test('gives a bounded record for a file of any size', async () => {
    const many = <T>(item: T) => Array.from({ length: 1_000 }, () => item)
    serve({ name: 'n'.repeat(5_000), services: many({ name: 'web', endpoint: 'https://a.example/' }), supportedTrust: many('x') })
    const reading = await read(site)
    expect(reading).toMatchObject({ kind: 'read' })
    if (reading.kind !== 'read') return
    expect([reading.record.name?.length, reading.record.services.length, reading.record.supportedTrust.length]).toEqual([128, 32, 16])
  })
})

describe('the agents that a file names', () => {
  test.each([
    ['the agent that points to it', file.registrations, 'this_agent'],
    [
      'it at the end of a long list',
      [...Array.from({ length: 500 }, (_, id) => ({ agentId: id + 100, agentRegistry: checksummed })), ...file.registrations],
      'this_agent',
    ],
    ['another one, since it was stolen', [{ agentId: 23, agentRegistry: checksummed }], 'other_agents'],
    ['its number on another chain', [{ agentId: 22, agentRegistry: checksummed.replace('8453', '1') }], 'other_agents'],
    ['its number in another registry', [{ agentId: 22, agentRegistry: `eip155:8453:0x${'1'.repeat(40)}` }], 'other_agents'],
    ['nobody', [], 'nobody'],
    ['nobody, in a form that is none', 'me', 'nobody'],
  ])('%s', async (_, registrations, names) => {
    serve({ ...file, registrations })
    expect(reasonOf(await read(site))).toBe(names)
  })
})

describe('every failure has a name', () => {
  test.each([
    ['none is given', ' ', 'no_uri'],
    ['it is the file itself', '{"name":"x"}', 'not_a_url'],
    ['it is on a private network', 'https://192.168.1.10/card.json', 'address'],
    ['it is asked for by http', 'http://shop.agents.example/card.json', 'scheme'],
    ['it is a local file', 'file:///etc/passwd', 'scheme'],
    ['its data is broken', 'data:application/json;base64,%%%', 'bad_data'],
    ['its data is a picture', 'data:image/svg+xml,<svg/>', 'content_type'],
    ['its content id is none', 'ipfs://card.json', 'not_a_url'],
    ['its host is not known', 'https://unheard-of.org/', 'dns'],
  ])('%s', async (_, uri, reason) => {
    expect(await read(uri)).toEqual({ kind: 'not_read', reason, status: null })
  })

  test.each([
    ['empty', '', 'empty'],
    ['blank', ' \r\n\t', 'empty'],
    ['an empty object', {}, 'empty'],
    ['an empty list', [], 'empty'],
    ['null', 'null', 'empty'],
    ['a number', '7', 'wrong_shape'],
    ['a text', '"Quote desk"', 'wrong_shape'],
    ['a list', [file], 'wrong_shape'],
    ['another kind of object', { price: 3 }, 'wrong_shape'],
    ['a page', '<html>', 'not_json'],
    ['nested too deeply', '['.repeat(20) + ']'.repeat(20), 'too_deep'],
    ['huge', `{"name":"${'x'.repeat(262_144)}"}`, 'too_large'],
  ])('%s', async (_, body, reason) => {
    serve(body)
    expect(reasonOf(await read(site))).toBe(reason)
  })

  test('of a content type other than JSON, not in UTF-8, or missing', async () => {
    serve('{}', { 'content-type': 'text/html' })
    expect(reasonOf(await read(site))).toBe('content_type')
    outsiders.respond = (_, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.of(0x22, 0xff, 0x22))
    expect(reasonOf(await read(site))).toBe('not_text')
    outsiders.respond = (_, response) => void response.writeHead(410, { 'content-type': 'application/json' }).end(JSON.stringify(file))
    expect(await read(site)).toEqual({ kind: 'not_read', reason: 'status', status: 410 })
  })

  test('in a redirect loop, or leading to a private address', async () => {
    outsiders.respond = (request, response) => void response.writeHead(302, { location: request.url! }).end()
    expect(reasonOf(await read(site))).toBe('too_many_redirects')
    outsiders.respond = (_, response) => void response.writeHead(302, { location: 'https://169.254.169.254/' }).end()
    expect(reasonOf(await read(site))).toBe('address')
  })

  test('never answered, when the caller gives up', async () => {
    outsiders.respond = () => {}
    const reading = await readRegistrationFile(site, agent, { fetch: outsiders.fetch, simulated: false, signal: AbortSignal.timeout(100) })
    expect(reasonOf(reading)).toBe('aborted')
  })
})

describe('a domain', () => {
  const recordOf = (...endpoints: string[]): RegistrationRecord => ({
    type: null,
    name: 'x',
    description: null,
    services: endpoints.map((endpoint) => ({ name: 'web', endpoint, version: null })),
    registrations: [agent],
    supportedTrust: [],
    x402Support: null,
    active: null,
  })
  /** By host and port, as in the sandbox: the servers of these tests are on ports of their own. */
  const prove = async (...endpoints: string[]) =>
    (await proveDomains(recordOf(...endpoints), agent, { fetch: outsiders.fetch, simulated: true })).map(({ outcome }) => outcome)

  test('proves an agent by naming it in its well-known file', async () => {
    serve({ registrations: file.registrations })
    expect(await prove(`${site}/a2a`)).toEqual(['proven'])
    expect(outsiders.reached).toEqual([`GET shop.agents.example:${outsiders.https}/.well-known/agent-registration.json`])
  })

  test('proves nothing when it names others, none, or has no valid file', async () => {
    serve({ registrations: [{ agentId: 23, agentRegistry: checksummed }] })
    expect(await prove(site)).toEqual(['other_agents'])
    serve({ name: 'Quote desk' })
    expect(await prove(site)).toEqual(['nobody'])
    serve('<html>')
    expect(await prove(site)).toEqual(['not_json'])
    outsiders.respond = (_, response) => void response.writeHead(404).end()
    expect(await prove(site)).toEqual(['status'])
  })

  test('cannot be proven by another domain', async () => {
    outsiders.respond = (request, response) => {
      if (request.headers.host?.startsWith('shop.'))
        response.writeHead(302, { location: `https://thief.agents.example:${outsiders.https}${request.url}` }).end()
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(file))
    }
    expect(await prove(site)).toEqual(['elsewhere'])
  })

  test('is asked once, at most four of them, and endpoints without a domain are skipped', async () => {
    serve(file)
    const others = ['b', 'c', 'd', 'e'].map((name) => `https://${name}.agents.example:${outsiders.https}/`)
    expect(await prove('quotes.eth', 'mailto:a@b.c', 'did:web:x', `${site}/a2a`, `${site}/mcp`, ...others)).toEqual(Array(4).fill('proven'))
    expect(outsiders.reached.map((line) => line.slice(4, 8)).toSorted()).toEqual(['b.ag', 'c.ag', 'd.ag', 'shop'])
    expect(await prove('quotes.eth', 'not a url')).toEqual([])
  })

  test('is asked by https on the default port, whatever its endpoint is', async () => {
    outsiders.zone.set('shop.example.org', ['10.0.0.1'])
    const record = recordOf('https://shop.example.org:8443/mcp', 'http://plain.example.org/', 'https://10.0.0.1/', 'https://localhost/')
    expect(await proveDomains(record, agent, { fetch: outsiders.fetch, simulated: false })).toEqual([
      { domain: 'shop.example.org', outcome: 'address' },
      { domain: '10.0.0.1', outcome: 'address' },
      { domain: 'localhost', outcome: 'host' },
    ])
    expect(outsiders.resolved).toEqual(['shop.example.org'])
  })
})

import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { averageSite, hostileSiteOf, singlePageSite } from '../../../sandbox/sites/other-sites.ts'
import { mcpPage, perfectSite, skillsIndexOf, tides402, tidesTerms } from '../../../sandbox/sites/perfect-site.ts'
import { html, json, plain, type Site, type SitePage, type SiteReply } from '../../../sandbox/sites/site.ts'
import { longestTurn } from '../../../test/support/longest-turn.ts'
import { doesAll } from '../../../test/support/runs.ts'
import { selfSigned } from '../../../src/net/certificate.fixture.ts'
import { systemTimers } from '../../../src/ops/system.ts'
import type { Timers } from '../../../src/shared/clock.ts'
import { scanLimits } from './agent-readiness.ts'
import { checks } from './check-list.ts'
import { plantedFaults } from './planted-faults.fixture.ts'
import type { ReadinessBody } from './readiness-answer.ts'
import { scanFaults } from './scan-faults.ts'
import { scan, scanServed, type Scanned } from './scan-site.fixture.ts'

/** A tenth of each wait, except in the thorough tests: for sites that use up all the time that they are given. */
const hurried: Timers = {
  ...systemTimers,
  after: (ms, run) => systemTimers.after(doesAll ? ms : ms / 10, run),
  sleep: (ms, signal) => systemTimers.sleep(doesAll ? ms : ms / 10, signal),
}

const statuses = ({ checks: all }: ReadinessBody) => Object.fromEntries(all.map(({ id, status }) => [id, status]))
const withStatus = (body: ReadinessBody, ...wanted: string[]) =>
  body.checks.filter(({ status }) => wanted.includes(status)).map(({ id }) => id)

describe('a site', () => {
  test('that has everything gets 100', async () => {
    const { body } = await scan(perfectSite)
    expect(withStatus(body, 'warn', 'fail', 'na', 'error')).toEqual([])
    expect(body).toMatchObject({ kind: 'api', score: 100, level: 'ready', observedShare: 1, first: [] })
  })

  test('to read that was not made for agents is in between, and is not held to what only an API needs', async () => {
    const { body, charge } = await scan(averageSite)
    expect(statuses(body)).toMatchObject({
      tls: 'pass',
      robots: 'pass',
      'ai-agents': 'pass',
      sitemap: 'warn',
      markdown: 'fail',
      'llms-txt': 'fail',
    })
    expect(withStatus(body, 'na')).toEqual([
      'openapi',
      'api-catalog',
      'mcp',
      'mcp-stateless',
      'agent-skills',
      'agent-card',
      'oauth',
      'web-bot-auth',
      'x402',
      'mpp',
    ])
    expect({ kind: body.kind, score: body.score, level: body.level, charge }).toEqual({
      kind: 'content',
      score: 52,
      level: 'readable',
      charge: true,
    })
    expect(body.first.map(({ check }) => check)).toEqual(['markdown', 'llms-txt', 'structured-data'])
  })

  test('that answers every address with one page passes nothing that it does not have', async () => {
    const { body } = await scan(singlePageSite)
    expect(withStatus(body, 'pass')).toEqual(['tls', 'speed', 'ai-agents'])
    expect({ kind: body.kind, score: body.score, level: body.level }).toEqual({ kind: 'content', score: 29, level: 'not-ready' })
  })

  test('that is hostile costs its requests and its time, blocks nothing, and passes nothing false', async () => {
    let scanned: Scanned | undefined
    const startedAt = performance.now()
    const longest = await longestTurn(async () => void (scanned = await scan(hostileSiteOf(doesAll ? 1 : 0.1), { timers: hurried })))
    expect(performance.now() - startedAt).toBeLessThan(20_000)
    const { body, served } = scanned!
    expect(served.reached.length).toBeLessThanOrEqual(scanLimits.maxRequests)
    expect(withStatus(body, 'pass')).toEqual(['tls', 'speed', 'robots', 'ai-agents'])
    // A tick of four milliseconds more than 20, since some kernels count so.
    expect(longest).toBeLessThan(24)
  })

  test('that is slow everywhere ends in time, with errors and no faults for what was not read', async () => {
    const slow: Site = {
      ...perfectSite,
      pages: Object.fromEntries(Object.keys(perfectSite.pages).map((path) => [path, { raw: () => {} }])),
      otherwise: { raw: () => {} },
    }
    const startedAt = performance.now()
    const { body, charge } = await scan(slow, { timers: hurried })
    expect(performance.now() - startedAt).toBeLessThan(20_000)
    expect(withStatus(body, 'pass', 'warn', 'fail')).toEqual([])
    expect({ score: body.score, charge }).toEqual({ score: null, charge: false })
  })
})

describe('what few sites have yet lowers no score', () => {
  const without = (...paths: string[]): Site => ({
    ...perfectSite,
    pages: Object.fromEntries(Object.entries(perfectSite.pages).filter(([path]) => !paths.includes(path))),
  })
  const handshakeOnly = mcpPage({ discover: { unknown: true } })

  test('a site without agent skills, or with MCP by handshake alone, still gets 100', async () => {
    const skills = await scan(without('/.well-known/agent-skills/index.json'))
    expect([skills.body.score, statuses(skills.body)['agent-skills']]).toEqual([100, 'na'])
    const mcp = await scan({ ...perfectSite, pages: { ...perfectSite.pages, '/mcp': handshakeOnly } })
    expect([mcp.body.score, statuses(mcp.body)['mcp'], statuses(mcp.body)['mcp-stateless']]).toEqual([100, 'pass', 'na'])
  })

  test('a site with MCP 2026-07-28 alone, without the handshake, has its tools listed and judged', async () => {
    const stateless: SitePage = (request) => {
      const { id, method, params } = JSON.parse(request.body || '{}') as {
        id?: number
        method?: string
        params?: Readonly<Record<string, object>>
      }
      if (method === 'initialize')
        return json({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }, { status: 404 })
      const isAsked = Object.keys(params?.['_meta'] ?? {}).includes('io.modelcontextprotocol/protocolVersion')
      if (!isAsked || request.headers['mcp-method'] !== method)
        return json({ jsonrpc: '2.0', id, error: { code: -32602 } }, { status: 400 })
      return (mcpPage() as (request: never) => SiteReply)(request as never)
    }
    const { body } = await scan({ ...perfectSite, pages: { ...perfectSite.pages, '/mcp': stateless } })
    expect(body.checks.filter(({ id }) => id.startsWith('mcp'))).toMatchObject([
      { id: 'mcp', status: 'pass', evidence: 'MCP answers server/discover and lists 1 tool.' },
      { id: 'mcp-stateless', status: 'pass' },
    ])
  })

  test('a skill on another host is not read, and the evidence says so', async () => {
    const index = json(skillsIndexOf({ url: 'https://other.example/SKILL.md' }))
    const { body } = await scan({ ...perfectSite, pages: { ...perfectSite.pages, '/.well-known/agent-skills/index.json': index } })
    expect(body.checks.find(({ id }) => id === 'agent-skills')).toMatchObject({
      status: 'pass',
      evidence: 'The index has 1 agent skill; none of them is a file of this site, so none was read.',
    })
  })

  test('a payment that is settled before the work is said, and counts for nothing', async () => {
    const [accept] = tidesTerms.accepts
    const terms = { ...tidesTerms, accepts: [{ ...accept, extra: { ...accept!.extra, paymentFlow: 'upfront' } }] }
    const { body } = await scan({ ...perfectSite, pages: { ...perfectSite.pages, '/v1/tides': tides402(terms) } })
    expect(body.score).toBe(100)
    expect(body.checks.find(({ id }) => id === 'x402')).toMatchObject({
      status: 'pass',
      evidence: expect.stringContaining('before the work'),
    })
  })
})

test('documents as large as they are read hold the event loop for no more than a moment', async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 8_000 }, (_, at) => [`/v1/berths/${at}`, { get: { operationId: `berth-${at}`, tags: ['a', 'b', 'c'] } }]),
  )
  const large = json({ openapi: '3.1.0', info: { title: 'Berths', version: '1' }, paths })
  expect(large.body!.length).toBeGreaterThan(500_000)
  let scanned: Scanned | undefined
  const longest = await longestTurn(async () => {
    scanned = await scan({ ...perfectSite, pages: { ...perfectSite.pages, '/openapi.json': large } })
  })
  expect(statuses(scanned!.body)['openapi']).toBe('pass')
  // A tick of four milliseconds more than 20, since some kernels count so.
  expect(longest).toBeLessThan(24)
})

describe('one planted fault', () => {
  test.each(plantedFaults)('$fault is found, named with its fix, and nothing else is', async ({ fault, check, status, site }) => {
    const { body } = await scan(site)
    const { fix } = body.checks.find(({ id }) => id === check)!
    expect(body.checks.find(({ id }) => id === check)).toMatchObject({ status, fault })
    expect(fix).toBe(scanFaults[fault].fix.replaceAll('{host}', 'ready.example').replaceAll('{origin}', 'https://ready.example'))
    expect(body.score).toBeLessThan(100)
    const others = body.checks.filter(({ id, status: other }) => id !== check && (other === 'warn' || other === 'fail')).map(({ id }) => id)
    // A robots.txt that is no text can't name signals or a sitemap either, and a page for every address is also found elsewhere.
    const follows: Readonly<Record<string, readonly string[]>> = {
      robots_missing: ['content-signals'],
      robots_is_page: ['content-signals'],
      paid_without_402: ['mpp'],
    }
    expect(others).toEqual(follows[fault] ?? [])
    expect(body.checks.map(({ snippet }) => snippet).join()).not.toMatch(/\{(?:origin|host)\}/)
  })

  test('covers every fault but that of a certificate, which has a test of its own', () => {
    const planted = new Set(plantedFaults.map(({ fault }) => fault))
    expect(Object.keys(scanFaults).filter((fault) => !planted.has(fault as never))).toEqual(['tls_invalid'])
    expect(planted.size).toBeGreaterThanOrEqual(40)
  })
})

test('a certificate that is not valid for the site is named, and the call is not charged, since nothing else can be read', async () => {
  const { key, cert } = selfSigned(['other.example'])
  const server = createServer({ key, cert }, (_, response) => void response.end('<title>Secure</title>'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { body, charge } = await scanServed({ host: 'secure.example', origin })
    const tls = body.checks.find(({ id }) => id === 'tls')
    expect(tls).toMatchObject({
      status: 'fail',
      fault: 'tls_invalid',
      fix: 'Install a certificate that is valid for secure.example, with its chain.',
    })
    expect(body.first.map(({ check }) => check)).toEqual(['tls'])
    expect(withStatus(body, 'pass')).toEqual([])
    expect({ score: body.score, charge }).toEqual({ score: null, charge: false })
  } finally {
    server.close().closeAllConnections()
  }
})

describe('robots.txt', () => {
  const allButOne: Site = {
    ...perfectSite,
    pages: { ...perfectSite.pages, '/robots.txt': plain('User-agent: Farthing\nDisallow: /llms.txt\nDisallow: /.well-known/\n') },
  }

  test('is respected: what it forbids is not asked, and is an error', async () => {
    const { body, served } = await scan(allButOne)
    expect(served.reached.filter((line) => line.includes('/llms.txt') || line.includes('/.well-known/'))).toEqual([])
    expect(statuses(body)).toMatchObject({ 'llms-txt': 'error', 'api-catalog': 'error', 'agent-card': 'error', oauth: 'error' })
  })

  test('that cannot be read forbids everything', async () => {
    const { body, served } = await scan({ ...perfectSite, pages: { ...perfectSite.pages, '/robots.txt': { status: 503 } } })
    expect(served.reached).toEqual(['GET /robots.txt'])
    expect(body.score).toBeNull()
  })

  test('is asked for under a name with a contact', async () => {
    let agent = ''
    const named: Site = {
      ...perfectSite,
      pages: {
        ...perfectSite.pages,
        '/robots.txt': ({ headers }) => ((agent = headers['user-agent'] ?? ''), plain('User-agent: *\nAllow: /\n')),
      },
    }
    await scan(named)
    expect(agent).toMatch(/^Farthing\/[\d.]+ \(\+https:\/\/farthing\.example\)$/)
  })
})

test('a report in Markdown has the score, every check, and the fixes', async () => {
  const { body } = await scan(
    { ...perfectSite, pages: { ...perfectSite.pages, '/llms.txt': html('<title>No</title>') } },
    { format: 'markdown' },
  )
  expect(body.markdown).toContain('# Agent readiness of https://ready.example')
  expect(body.markdown).toContain(`**${body.score} of 100, ready**`)
  for (const { title } of body.checks) expect(body.markdown).toContain(`| ${title} |`)
  expect(body.markdown).toContain('Serve /llms.txt as plain text')
})

test.each([
  'https://127.0.0.1',
  'http://localhost:3000',
  'https://user:word@ready.example',
  'ftp://ready.example',
  '169.254.169.254',
  'https://ready.example:8443',
])('%s is not scanned', async (url) => {
  await expect(scan(perfectSite, { url })).rejects.toMatchObject({ code: 'invalid_input' })
})

test('goods/readiness/agent-readiness.md has every check with its weights, and every fault with its fix', async () => {
  const page = await readFile(new URL('../../../goods/readiness/agent-readiness.md', import.meta.url), 'utf8')
  for (const { id, title, weight } of checks) expect(page).toContain(`| \`${id}\` | ${title} | ${weight.content} | ${weight.api} |`)
  for (const [fault, { fix }] of Object.entries(scanFaults)) expect(page).toContain(`| \`${fault}\` | ${fix} |`)
})

import { describe, expect, test } from 'vitest'
import { perfectSite } from '../../../sandbox/sites/perfect-site.ts'
import { html, json, plain, type Site } from '../../../sandbox/sites/site.ts'
import { silentLog, type Log } from '../../../src/shared/log.ts'
import { checks } from './check-list.ts'
import { scan } from './scan-site.fixture.ts'
import { scoreSite } from './score-site.ts'
import type { SiteFacts } from './site-facts.ts'

/* What a site sends must not end the scan of it: a scan that fails is not charged, and its requests were made. */

const levels = 60_000
const list = '['.repeat(levels) + ']'.repeat(levels)
const object = '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)
const asJson = (body: string) => ({ ...json({}), body: body })
const asPage = (body: string) => ({ ...html(''), body: body })
const ld = (value: string) => asPage(`<html><script type="application/ld+json">${value}</script>`)
const bigText = 'a'.repeat(200_000)

const hostile: Readonly<Record<string, Site['pages']>> = {
  'JSON-LD with lists in lists as its context': { '/': ld(`{"@context":${list}}`) },
  'JSON-LD with objects in objects as its context': { '/': ld(`{"@context":${object},"@type":"Thing"}`) },
  'JSON-LD of nothing but lists': { '/': ld(list) },
  'twenty JSON-LD scripts, all nested': {
    '/': asPage(`<html>${`<script type="application/ld+json">{"@graph":${'['.repeat(6_000)}${']'.repeat(6_000)}}</script>`.repeat(20)}`),
  },
  'JSON-LD of odd values': { '/': ld('[null, 1, "a", [], {"@context": null, "@type": {}}, {"@context": 7, "@graph": "x"}]') },
  'elements in elements': { '/': asPage(`<html>${'<b><i>'.repeat(20_000)}`) },
  'an attribute without an end': { '/': asPage(`<html><script type="application/ld+json" data-x="${bigText}`) },
  'an OpenAPI description nested deeply': { '/openapi.json': asJson(`{"openapi":"3.1.0","paths":${object}}`) },
  'an OpenAPI description whose references are a circle': {
    '/openapi.json': asJson(
      '{"openapi":"3.1.0","paths":{"/a":{"$ref":"#/paths/~1a"}},"components":{"schemas":{"A":{"$ref":"#/components/schemas/A"}}}}',
    ),
  },
  'an OpenAPI description of odd values': {
    '/openapi.json': asJson('{"openapi":"3.1.0","paths":[null,{"get":7},"x",{"get":{"x-payment-info":[]}}]}'),
  },
  'an API catalog, agent card, OAuth metadata, bot keys and x402 list nested deeply': {
    '/.well-known/api-catalog': asJson(`{"linkset":${list}}`),
    '/.well-known/agent-card.json': asJson(`{"skills":${list}}`),
    '/.well-known/oauth-protected-resource': asJson(`{"resource":${object}}`),
    '/.well-known/http-message-signatures-directory': asJson(`{"keys":${list}}`),
    '/.well-known/x402': asJson(`{"resources":${list}}`),
  },
  'lists of nothing in all of them': {
    '/.well-known/api-catalog': asJson('{"linkset":[null,1,"a",[]]}'),
    '/.well-known/agent-card.json': asJson('{"name":"a","skills":null,"capabilities":[]}'),
    '/.well-known/oauth-protected-resource': asJson('{"resource":"::","authorization_servers":[null,{},"::"]}'),
    '/.well-known/http-message-signatures-directory': asJson('{"keys":[null,1,[]]}'),
    '/.well-known/x402': asJson('{"resources":[null,1,{"url":{}},{"resource":"GET ::"}]}'),
  },
  'an index of agent skills nested deeply': { '/.well-known/agent-skills/index.json': asJson(`{"skills":${list}}`) },
  'an index of agent skills of odd values': {
    '/.well-known/agent-skills/index.json': asJson('{"skills":[null,7,{"name":"a","url":"::","digest":{}},{"name":"A-","type":[]}]}'),
  },
  'a skill whose front matter has no end': {
    '/.well-known/agent-skills/index.json': asJson(
      `{"skills":[{"name":"a","type":"skill-md","description":"b","url":"/a.md","digest":"sha256:${'0'.repeat(64)}"}]}`,
    ),
    '/a.md': plain(`---\n${'name: a\n'.repeat(5_000)}`),
  },
  'MCP nested deeply': { '/mcp': asJson(`{"jsonrpc":"2.0","id":1,"result":{"serverInfo":${list}}}`) },
  'a sitemap of entities in entities': {
    '/sitemap.xml': {
      ...plain(''),
      headers: { 'content-type': 'application/xml' },
      body: `<!DOCTYPE x [${'<!ENTITY a "&a;&a;">'.repeat(2_000)}]><urlset>${'<loc>&a;'.repeat(5_000)}</urlset>`,
    },
  },
  'robots.txt of long odd lines': {
    '/robots.txt': plain(`User-agent: *\nSitemap: ::\nContent-Signal: ${bigText}\n${'Allow: /*$*$\n'.repeat(500)}`),
  },
  'a 402 nested deeply': { '/v1/tides': { ...asJson(`{"x402Version":2,"accepts":[${object}]}`), status: 402 } },
}

/** A log, and the checks that threw. */
function listening(): { readonly log: Log; readonly threw: unknown[] } {
  const threw: unknown[] = []
  return { log: { ...silentLog, error: (fields) => void threw.push(fields) }, threw }
}

describe('a scan is made and charged, and no check throws, of a site that sends', () => {
  test.each(Object.keys(hostile))('%s', async (what) => {
    const { log, threw } = listening()
    const { body, charge } = await scan({ ...perfectSite, pages: { ...perfectSite.pages, ...hostile[what] } }, { log })
    expect(threw).toEqual([])
    expect({ charge, checks: body.checks.length }).toEqual({ charge: true, checks: checks.length })
  })
})

test('a check that throws could not read what the site has, and the others count', () => {
  const facts = {
    ...({} as SiteFacts),
    openapi: { kind: 'absent' },
    mcp: { initialize: { kind: 'unreadable' }, discover: { kind: 'unreadable' } },
    paid: null,
  } as unknown as SiteFacts
  const sound = {
    id: 'sound',
    title: 'Sound',
    weight: { content: 9, api: 9 },
    run: () => ({ status: 'pass', fault: null, evidence: '' }) as const,
  }
  const broken = { ...sound, id: 'broken', weight: { content: 1, api: 1 }, run: () => JSON.parse('[') as never }
  const threw: string[] = []
  const { parts, score } = scoreSite(
    { ...facts, apiCatalog: { kind: 'absent', status: 404 }, agentCard: { kind: 'absent', status: 404 }, openapiYaml: null },
    { networks: new Map(), now: 0, checks: [sound, broken], threw: (check) => threw.push(check) },
  )
  expect(parts.map(({ status, evidence }) => [status, evidence])).toEqual([
    ['pass', ''],
    ['error', 'What the site has here could not be read.'],
  ])
  expect({ score, threw }).toEqual({ score: 100, threw: ['broken'] })
})

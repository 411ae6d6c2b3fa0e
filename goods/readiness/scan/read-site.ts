import type { SiteReading, SiteRequest, SiteVisit } from '../../../src/goods/kit/sites.ts'
import { findPaidRoute } from './find-paid-route.ts'
import { linksOf } from './checks/page-checks.ts'
import { resultOf } from './json-rpc-answer.ts'
import { mayRead, readRobotsTxt, type RobotsTxt } from './robots-txt.ts'
import { documentOf, isPage, jsonOf, rawAnswer, type Forbidden, type RawAnswer, type SiteDocument } from './site-document.ts'
import { speaksStateless, statelessVersion } from './stateless-mcp.ts'
import { skillsIn } from './checks/skills-check.ts'
import type { McpFacts, SiteFacts, SkillFacts } from './site-facts.ts'

/** Asks a site. It never rejects. */
export type GetFromSite = SiteVisit['get']

/** Our name in robots.txt. */
const agentName = 'farthing'

const json = { accept: 'application/json' }
const small = { maxRedirects: 1 } as const
/** The largest documents that are still read whole: parsing one takes some 10 ms. */
const openapiBytes = 700_000

/** Reads a site for a scan: robots.txt first, then what it allows. Never rejects. */
export async function readSite(start: URL, visit: Pick<SiteVisit, 'get'>, random: string): Promise<SiteFacts> {
  const first = await readRobots(start.origin, visit)
  const opened = createReader(visit, first.rules, first.closed)
  const home = documentOf(await opened(`${start.origin}/`, { headers: { accept: 'text/html, */*;q=0.1' }, maxRedirects: 3 }))
  const origin = home.kind === 'found' ? new URL(home.url).origin : start.origin
  // The page may be on another host, such as www, which has rules of its own.
  const robots = origin === start.origin ? first : await readRobots(origin, visit)
  const ask = createReader(visit, robots.rules, robots.closed)
  const read = async (path: string, request: SiteRequest = small) => documentOf(await ask(origin + path, request))
  const readJson = (path: string) => read(path, { headers: json, ...small })

  const described = home.kind === 'found' ? linkTo('service-desc', home, origin) : null
  const sitemapUrl =
    robots.rules?.sitemaps.map((url) => URL.parse(url)).find((url) => url?.origin === origin)?.href ?? `${origin}/sitemap.xml`
  const [missing, llms, sitemap, openapi, apiCatalog, agentCard, x402List] = await Promise.all([
    ask(`${origin}/${random}`, small).then(rawAnswer),
    read('/llms.txt'),
    ask(sitemapUrl, small).then(documentOf),
    ask(described ?? `${origin}/openapi.json`, { headers: json, maxRedirects: 1, maxBytes: openapiBytes }).then(documentOf),
    readJson('/.well-known/api-catalog'),
    readJson('/.well-known/agent-card.json'),
    readJson('/.well-known/x402'),
  ])
  const [mcp, skills, markdown, protectedResource, botKeys, openapiYaml, oldAgentCard, paid] = await Promise.all([
    readMcp(origin, ask),
    readSkills(origin, ask),
    read('/', { headers: { accept: 'text/markdown' }, ...small }),
    readJson('/.well-known/oauth-protected-resource'),
    readJson('/.well-known/http-message-signatures-directory'),
    openapi.kind === 'absent' ? read('/openapi.yaml') : null,
    agentCard.kind === 'absent' ? readJson('/.well-known/agent.json') : null,
    readPaid(origin, { x402List, openapi }, ask),
  ])
  return {
    origin,
    robots: { document: robots.document, rules: robots.rules },
    home,
    markdown,
    missing,
    llms,
    sitemap,
    openapi,
    openapiYaml,
    apiCatalog,
    agentCard,
    oldAgentCard,
    mcp,
    skills,
    protectedResource,
    authorizationServer: namesItself(protectedResource, origin) ? await readJson('/.well-known/oauth-authorization-server') : null,
    botKeys,
    x402List,
    paid,
  }
}

/** A reading, or that robots.txt does not allow it. */
type Ask = (url: string, request?: SiteRequest) => Promise<SiteReading | Forbidden>

interface Robots {
  readonly document: SiteDocument
  readonly rules: RobotsTxt | null
  /** RFC 9309 section 2.3.1.4: while robots.txt can't be read, nothing else may be. */
  readonly closed: boolean
}

async function readRobots(origin: string, visit: Pick<SiteVisit, 'get'>): Promise<Robots> {
  const document = documentOf(await visit.get(`${origin}/robots.txt`, { maxBytes: 512_000, maxRedirects: 2 }))
  const rules = document.kind === 'found' && !isPage(document) ? readRobotsTxt(document.text) : null
  // A file that we may not see (401, 403) forbids nothing, by the same section.
  const closed = document.kind === 'unreadable' && !document.reason.startsWith('status 4')
  return { document, rules, closed }
}

/** Asks only what robots.txt allows. */
function createReader(visit: Pick<SiteVisit, 'get'>, rules: RobotsTxt | null, closed: boolean): Ask {
  return async (url, request) => {
    const { pathname, search } = new URL(url)
    if (closed || (rules !== null && !mayRead(rules, agentName, pathname + search))) return { kind: 'failed', reason: 'forbidden' }
    return visit.get(url, request)
  }
}

/** The address of a relation in the Link header, if it is on the same site. */
function linkTo(relation: string, home: Extract<SiteDocument, { kind: 'found' }>, origin: string): string | null {
  const target = linksOf(home.header('link')).find((link) => link.relation === relation)?.target
  const url = target === undefined ? null : URL.parse(target, home.url)
  return url?.origin === origin ? url.href : null
}

const mcpHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'Farthing readiness scan', version: '1' } },
})
const initialized = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })
const listTools = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })
/** What MCP 2026-07-28 has in each request, in place of a handshake. */
const statelessMeta = {
  'io.modelcontextprotocol/protocolVersion': statelessVersion,
  'io.modelcontextprotocol/clientInfo': { name: 'Farthing readiness scan', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const stateless = (id: number, method: string) => ({
  body: JSON.stringify({ jsonrpc: '2.0', id, method, params: { _meta: statelessMeta } }),
  headers: { 'mcp-protocol-version': statelessVersion, 'mcp-method': method },
})

/** Initialises MCP and lists its tools, with the session that the server gives; also asks it without a handshake. */
async function readMcp(origin: string, ask: Ask): Promise<McpFacts> {
  const card = documentOf(await ask(`${origin}/.well-known/mcp/server-card.json`, { headers: json, ...small }))
  const named = card.kind === 'found' && !isPage(card) ? remoteOf(jsonOf(card), origin) : null
  const url = named ?? `${origin}/mcp`
  const post = (body: string, more: Record<string, string> = {}, maxBytes = 65_536) =>
    ask(url, { method: 'POST', headers: { ...mcpHeaders, ...more }, body, maxRedirects: 0, maxBytes })
  const question = stateless(3, 'server/discover')
  const [opened, discover] = await Promise.all(
    [post(initialize), post(question.body, question.headers)].map(async (one) => rawAnswer(await one)),
  )
  const facts = { url, named: named !== null, initialize: opened!, discover: discover! }
  const result = resultOf(facts.initialize)
  if (opened?.kind !== 'answered' || result === null) {
    const asked = stateless(4, 'tools/list')
    return { ...facts, list: speaksStateless(facts) ? rawAnswer(await post(asked.body, asked.headers, openapiBytes)) : null }
  }
  const session = opened.answer.header('mcp-session-id')
  const version = typeof result['protocolVersion'] === 'string' ? result['protocolVersion'] : '2025-06-18'
  const headers = { 'mcp-protocol-version': version, ...(session === null ? {} : { 'mcp-session-id': session }) }
  if (session !== null) await post(initialized, headers)
  const list: RawAnswer = rawAnswer(await post(listTools, headers, openapiBytes))
  return { ...facts, list }
}

/** The index of agent skills, and the first of them that is a file of this site. */
async function readSkills(origin: string, ask: Ask): Promise<SkillFacts> {
  const read = async (path: string) => documentOf(await ask(origin + path, { headers: json, ...small }))
  const index = await read('/.well-known/agent-skills/index.json')
  const oldIndex = index.kind === 'absent' ? await read('/.well-known/skills/index.json') : null
  for (const entry of skillsIn(index) ?? []) {
    const url = URL.parse(entry.url, `${origin}/.well-known/agent-skills/index.json`)
    if (entry.type !== 'skill-md' || url?.origin !== origin) continue
    return { index, oldIndex, first: { entry, answer: rawAnswer(await ask(url.href, small)) } }
  }
  return { index, oldIndex, first: null }
}

function remoteOf(card: Readonly<Record<string, unknown>> | null, origin: string): string | null {
  const remotes = card?.['remotes']
  const [remote] = Array.isArray(remotes) ? (remotes as { url?: unknown }[]) : []
  const url = typeof remote?.url === 'string' ? URL.parse(remote.url) : null
  return url?.origin === origin ? url.href : null
}

async function readPaid(
  origin: string,
  documents: { readonly x402List: SiteDocument; readonly openapi: SiteDocument },
  ask: Ask,
): Promise<SiteFacts['paid']> {
  const { x402List, openapi } = documents
  // Some sellers put the list into a file with an ending.
  const list = x402List.kind === 'absent' ? documentOf(await ask(`${origin}/.well-known/x402.json`, { headers: json, ...small })) : x402List
  const route = findPaidRoute(origin, { x402List: list, openapi })
  if (route === null) return null
  const post = { method: 'POST', body: '{}', headers: { ...json, 'content-type': 'application/json' }, maxRedirects: 0 } as const
  return { url: route.url, answer: rawAnswer(await ask(route.url, route.method === 'POST' ? post : { headers: json, ...small })) }
}

function namesItself(document: SiteDocument, origin: string): boolean {
  const value = document.kind === 'found' && !isPage(document) ? jsonOf(document) : null
  const servers = value?.['authorization_servers']
  return Array.isArray(servers) && servers.some((server) => typeof server === 'string' && URL.parse(server)?.origin === origin)
}

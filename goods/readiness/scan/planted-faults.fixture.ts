import {
  agentCardOf,
  mcpPage,
  paymentChallenge,
  perfectSite,
  robotsOf,
  skillsIndexOf,
  tides402,
  tidesTerms,
  tidesTool,
} from '../../../sandbox/sites/perfect-site.ts'
import { html, json, missing, plain, type Site, type SitePage, type SiteReply } from '../../../sandbox/sites/site.ts'
import type { CheckStatus } from './check-result.ts'
import type { ScanFault } from './scan-faults.ts'

/** The perfect site with one fault, and what the scan says of it. `goods/readiness/agent-readiness.md` has the same table. */
export interface PlantedFault {
  readonly fault: ScanFault
  readonly check: string
  readonly status: CheckStatus
  readonly site: Site
}

const origin = 'https://ready.example'
const page = html('<title>Ready Harbour</title>')
const homeOf = perfectSite.pages['/'] as (request: Parameters<Extract<SitePage, (request: never) => SiteReply>>[0]) => SiteReply

const withPages = (pages: Readonly<Record<string, SitePage>>): Site => ({ ...perfectSite, pages: { ...perfectSite.pages, ...pages } })
const plant = (fault: ScanFault, check: string, status: CheckStatus, pages: Readonly<Record<string, SitePage>>): PlantedFault => ({
  fault,
  check,
  status,
  site: withPages(pages),
})
/** The home page, changed for people only. */
const homeWith = (change: (reply: SiteReply) => SiteReply): Readonly<Record<string, SitePage>> => ({
  '/': (request) => (request.headers.accept?.includes('text/markdown') ? homeOf(request) : change(homeOf(request))),
})
const markdownWith = (change: (reply: SiteReply) => SiteReply): Readonly<Record<string, SitePage>> => ({
  '/': (request) => (request.headers.accept?.includes('text/markdown') ? change(homeOf(request)) : homeOf(request)),
})
const robots = (change: (text: string) => string): Readonly<Record<string, SitePage>> => ({ '/robots.txt': plain(change(robotsOf)) })
const ld = (text: string) => homeWith((reply) => ({ ...reply, body: `<html><script type="application/ld+json">${text}</script></html>` }))
const sitemap = (body: string): Readonly<Record<string, SitePage>> => ({ '/sitemap.xml': { type: 'application/xml', body } })
const catalogPath = '/.well-known/api-catalog'
const skillsPath = '/.well-known/agent-skills/index.json'
const cardPath = '/.well-known/agent-card.json'
const oauthPath = '/.well-known/oauth-protected-resource'
const keysPath = '/.well-known/http-message-signatures-directory'
const paid = (reply: SitePage): Readonly<Record<string, SitePage>> => ({ '/v1/tides': reply })
const [accept] = tidesTerms.accepts

export const plantedFaults: readonly PlantedFault[] = [
  plant(
    'slow',
    'speed',
    'warn',
    homeWith((reply) => ({ ...reply, waitMs: 1_200 })),
  ),
  plant(
    'very_slow',
    'speed',
    'fail',
    homeWith((reply) => ({ ...reply, waitMs: 3_100 })),
  ),
  { fault: 'everything_is_200', check: 'honest-404', status: 'fail', site: { ...perfectSite, otherwise: page } },
  {
    fault: 'missing_is_redirected',
    check: 'honest-404',
    status: 'warn',
    site: { ...perfectSite, otherwise: { status: 302, headers: { location: '/' } } },
  },
  plant('robots_missing', 'robots', 'fail', { '/robots.txt': missing }),
  plant('robots_is_page', 'robots', 'fail', { '/robots.txt': page }),
  plant(
    'robots_no_group',
    'robots',
    'fail',
    robots(() => `Sitemap: ${origin}/sitemap.xml\nContent-Signal: search=yes\n`),
  ),
  plant(
    'ai_blocked',
    'ai-agents',
    'fail',
    robots(
      (text) =>
        `User-agent: GPTBot\nUser-agent: OAI-SearchBot\nUser-agent: ChatGPT-User\nUser-agent: ClaudeBot\nUser-agent: Claude-User\nUser-agent: PerplexityBot\nUser-agent: Google-Extended\nDisallow: /\n\n${text.slice(text.indexOf('User-agent: *'))}`,
    ),
  ),
  plant(
    'ai_partly_blocked',
    'ai-agents',
    'warn',
    robots((text) => text.replace('Allow: /', 'Disallow: /')),
  ),
  plant(
    'signals_missing',
    'content-signals',
    'fail',
    robots((text) => text.replace(/Content-Signal:.*\n/, '')),
  ),
  plant(
    'signals_malformed',
    'content-signals',
    'warn',
    robots((text) => text.replace('ai-train=no', 'ai-train=maybe')),
  ),
  plant('sitemap_missing', 'sitemap', 'fail', { '/sitemap.xml': missing }),
  plant('sitemap_not_xml', 'sitemap', 'fail', { '/sitemap.xml': page }),
  plant('sitemap_empty', 'sitemap', 'fail', sitemap('<urlset></urlset>')),
  plant('sitemap_other_host', 'sitemap', 'fail', sitemap('<urlset><url><loc>https://other.example/</loc></url></urlset>')),
  plant(
    'sitemap_not_named',
    'sitemap',
    'warn',
    robots((text) => text.replace(/Sitemap:.*\n/, '')),
  ),
  plant(
    'json_ld_missing',
    'structured-data',
    'fail',
    homeWith((reply) => ({ ...reply, body: '<html></html>' })),
  ),
  plant('json_ld_broken', 'structured-data', 'fail', ld('{"@context": ')),
  plant('json_ld_untyped', 'structured-data', 'warn', ld('{"name": "Harbour"}')),
  plant(
    'links_missing',
    'links',
    'fail',
    homeWith((reply) => ({ ...reply, headers: {} })),
  ),
  plant(
    'links_unknown',
    'links',
    'warn',
    homeWith((reply) => ({ ...reply, headers: { link: '</style.css>; rel="preload"' } })),
  ),
  plant(
    'markdown_missing',
    'markdown',
    'fail',
    markdownWith(() => homeOf({ method: 'GET', path: '/', headers: {}, body: '' })),
  ),
  plant(
    'markdown_is_page',
    'markdown',
    'fail',
    markdownWith((reply) => ({ ...reply, body: '<!doctype html><html></html>' })),
  ),
  plant(
    'markdown_without_vary',
    'markdown',
    'warn',
    markdownWith((reply) => ({ ...reply, headers: {} })),
  ),
  plant('llms_missing', 'llms-txt', 'fail', { '/llms.txt': missing }),
  plant('llms_is_page', 'llms-txt', 'fail', { '/llms.txt': page }),
  plant('llms_no_heading', 'llms-txt', 'fail', { '/llms.txt': plain(`Ready Harbour\n\n[Berths](${origin}/berths)`) }),
  plant('llms_no_links', 'llms-txt', 'warn', { '/llms.txt': plain('# Ready Harbour\n\n> Tides and berths.') }),
  plant('openapi_missing', 'openapi', 'fail', { '/openapi.json': missing }),
  plant('openapi_is_page', 'openapi', 'fail', { '/openapi.json': page }),
  plant('openapi_broken', 'openapi', 'fail', { '/openapi.json': { type: 'application/json', body: '{"openapi": ' } }),
  plant('openapi_old', 'openapi', 'fail', { '/openapi.json': json({ swagger: '2.0', paths: { '/a': {} } }) }),
  plant('openapi_no_paths', 'openapi', 'fail', {
    '/openapi.json': json({ openapi: '3.1.0', info: { title: 'Tides', version: '1' }, paths: {} }),
  }),
  plant('openapi_yaml_only', 'openapi', 'warn', {
    '/openapi.json': missing,
    '/openapi.yaml': { type: 'application/yaml', body: 'openapi: 3.1.0\npaths: {}\n' },
  }),
  plant('catalog_missing', 'api-catalog', 'fail', { [catalogPath]: missing }),
  plant('catalog_wrong_type', 'api-catalog', 'warn', { [catalogPath]: json({ linkset: [{ anchor: `${origin}/` }] }) }),
  plant('catalog_no_linkset', 'api-catalog', 'fail', { [catalogPath]: json({ links: [] }, { type: 'application/linkset+json' }) }),
  plant('mcp_missing', 'mcp', 'warn', { '/mcp': missing }),
  plant('mcp_broken', 'mcp', 'fail', { '/mcp': mcpPage({ initialize: { capabilities: {} } }) }),
  plant('mcp_list_broken', 'mcp', 'fail', { '/mcp': mcpPage({ list: { tools: 'all' } }) }),
  plant('mcp_no_tools', 'mcp', 'warn', { '/mcp': mcpPage({ list: { tools: [] } }) }),
  plant('mcp_tool_without_schema', 'mcp', 'warn', { '/mcp': mcpPage({ list: { tools: [tidesTool, { name: 'berths' }] } }) }),
  plant('mcp_discover_broken', 'mcp-stateless', 'warn', { '/mcp': mcpPage({ discover: { supportedVersions: '2026-07-28' } }) }),
  plant('skills_broken', 'agent-skills', 'fail', { [skillsPath]: json(skillsIndexOf({ digest: 'md5:0' })) }),
  plant('skills_old', 'agent-skills', 'warn', {
    [skillsPath]: missing,
    '/.well-known/skills/index.json': json({ skills: [{ name: 'tides', description: 'Tells tides.', files: ['SKILL.md'] }] }),
  }),
  plant('skill_missing', 'agent-skills', 'fail', { '/.well-known/agent-skills/tides/SKILL.md': missing }),
  plant('skill_digest_wrong', 'agent-skills', 'fail', { [skillsPath]: json(skillsIndexOf({ digest: `sha256:${'0'.repeat(64)}` })) }),
  plant('skill_front_matter', 'agent-skills', 'warn', { [skillsPath]: json(skillsIndexOf({ name: 'berths' })) }),
  plant('card_broken', 'agent-card', 'fail', { [cardPath]: json({ ...agentCardOf, skills: undefined }) }),
  plant('card_old', 'agent-card', 'warn', {
    [cardPath]: json({ ...agentCardOf, supportedInterfaces: undefined, url: `${origin}/a2a`, preferredTransport: 'JSONRPC' }),
  }),
  plant('card_old_place', 'agent-card', 'warn', { [cardPath]: missing, '/.well-known/agent.json': json(agentCardOf) }),
  plant('oauth_broken', 'oauth', 'fail', { [oauthPath]: json({ resource: origin }) }),
  plant('oauth_other_resource', 'oauth', 'fail', {
    [oauthPath]: json({ resource: 'https://other.example', authorization_servers: [origin] }),
  }),
  plant('oauth_server_missing', 'oauth', 'fail', { '/.well-known/oauth-authorization-server': missing }),
  plant('oauth_metadata_missing', 'oauth', 'fail', {
    [oauthPath]: missing,
    '/mcp': json({}, { status: 401, headers: { 'www-authenticate': 'Bearer' } }),
  }),
  plant('bot_keys_broken', 'web-bot-auth', 'fail', {
    [keysPath]: json({ keys: [] }, { type: 'application/http-message-signatures-directory+json' }),
  }),
  plant('bot_keys_wrong_type', 'web-bot-auth', 'warn', { [keysPath]: json({ keys: [{ kty: 'OKP' }] }) }),
  plant('paid_without_402', 'x402', 'fail', paid(json({ tides: [] }))),
  plant('x402_missing', 'x402', 'warn', paid(tides402(null))),
  plant('x402_faulty', 'x402', 'fail', paid(tides402({ ...tidesTerms, accepts: [{ ...accept, extra: { name: 'USDC', version: '2' } }] }))),
  plant('x402_doubtful', 'x402', 'warn', paid(tides402({ ...tidesTerms, accepts: [{ ...accept, maxTimeoutSeconds: 7_200 }] }))),
  plant('mpp_missing', 'mpp', 'warn', paid(tides402(tidesTerms, null))),
  plant('mpp_faulty', 'mpp', 'fail', paid(tides402(tidesTerms, paymentChallenge({ request: '!!!' })))),
]

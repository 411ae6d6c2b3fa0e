import type { Hono } from 'hono'
import type { Clock } from '../../shared/clock.ts'
import { inTurns, type Steps } from '../../shared/in-turns.ts'
import { allVersions, statelessVersion } from '../mcp/protocol-versions.ts'
import { agentCard } from './agent-card.ts'
import { agentRegistration } from './agent-registration.ts'
import { apiCatalog, linksetType } from './api-catalog.ts'
import { robotsTxt, sitemap } from './crawling.ts'
import { linesOf } from '../../offers/line-of.ts'
import { lineDocument } from './line-document.ts'
import { llmsFullTxtInSteps } from './llms-full-txt.ts'
import { llmsTxt } from './llms-txt.ts'
import { mcpServerCard, mcpServerJson } from './mcp-server-card.ts'
import { fullOpenapiInSteps, lineOpenapiInSteps, openapiInSteps } from './openapi.ts'
import { iconPng, iconSvg, sharingPng } from './pictures.ts'
import { referenceRoutes } from './reference-routes.ts'
import { securityTxt } from './security-txt.ts'
import { answerWith, serveDocument, type Served } from './serve-document.ts'
import type { ServiceFacts } from './service-facts.ts'
import { skillMd, skillPath, skillsIndex } from './skill-md.ts'
import { x402Resources } from './x402-resources.ts'

/** Resolves in another turn of the event loop. */
type Pause = () => Promise<void>

/**
 * The documents in which agents, directories and people find the offers. Each is built once, at its first request: the list of offers may change
 * often. Those that take long are built in many turns of the event loop. The pages are in `console`.
 */
export function discoveryRoutes(app: Hono, facts: ServiceFacts, clock: Clock, pause: Pause): void {
  openapiRoutes(app, facts, pause)
  serveDocument(app, '/llms.txt', () => text(llmsTxt(facts)))
  serveDocument(app, '/llms-full.txt', async () => text(await inTurns(llmsFullTxtInSteps(facts), pause)))
  serveDocument(app, '/robots.txt', () => text(robotsTxt(facts)))
  serveDocument(app, '/sitemap.xml', () => ({ contentType: 'application/xml', body: sitemap(facts) }))
  wellKnown(app, facts)
  securityRoute(app, facts, clock)
  pictures(app)
  referenceRoutes(app, facts)
}

function openapiRoutes(app: Hono, facts: ServiceFacts, pause: Pause): void {
  const made = (steps: () => Steps<unknown>) => async () => json(await inTurns(steps(), pause))
  serveDocument(
    app,
    '/openapi.json',
    made(() => openapiInSteps(facts)),
  )
  serveDocument(
    app,
    '/reference/openapi.json',
    made(() => fullOpenapiInSteps(facts)),
  )
  // Each on its own: a pattern would disable the fast router for every route of the service.
  for (const line of linesOf(facts.offers))
    serveDocument(
      app,
      lineDocument(line),
      made(() => lineOpenapiInSteps(facts, line)),
    )
}

function wellKnown(app: Hono, facts: ServiceFacts): void {
  serveDocument(app, '/.well-known/x402', () => json(x402Resources(facts)))
  serveDocument(app, '/.well-known/agent-registration.json', json(agentRegistration(facts, statelessVersion)))
  serveDocument(app, '/.well-known/agent-card.json', () => json(agentCard(facts, statelessVersion)))
  const serverCard = json(mcpServerCard(facts, allVersions))
  serveDocument(app, '/.well-known/mcp/server-card.json', serverCard)
  // The default place of SEP-2127: below the address of the endpoint.
  serveDocument(app, '/mcp/server-card', { ...serverCard, contentType: 'application/mcp-server-card+json' })
  const registryEntry = json(mcpServerJson(facts))
  serveDocument(app, '/server.json', registryEntry)
  serveDocument(app, '/.well-known/mcp/server.json', registryEntry)
  skillRoutes(app, facts)
  serveDocument(app, '/.well-known/api-catalog', () => ({
    contentType: linksetType,
    body: JSON.stringify(apiCatalog(facts)),
    headers: { Link: `<${facts.publicUrl}/.well-known/api-catalog>; rel="api-catalog"` },
  }))
}

/** The index has the hash of the skill, so both are made of the same text. */
function skillRoutes(app: Hono, facts: ServiceFacts): void {
  let made: string | undefined
  const body = () => (made ??= skillMd(facts))
  const skill = () => ({ contentType: 'text/markdown; charset=utf-8', body: body() })
  serveDocument(app, '/SKILL.md', skill)
  serveDocument(app, skillPath, skill)
  serveDocument(app, '/.well-known/agent-skills/index.json', () => json(skillsIndex(facts, body())))
}

/** There is no security.txt without a contact, which RFC 9116 requires. */
function securityRoute(app: Hono, facts: ServiceFacts, clock: Clock): void {
  if (facts.contacts.length === 0) return
  // Built for each request, because its expiry moves with the day.
  const answer = (context: { req: { raw: Request } }) =>
    answerWith({ ...text(securityTxt(facts, clock.now())), maxAgeSeconds: 3600 })(context.req.raw)
  app.get('/.well-known/security.txt', answer)
}

function pictures(app: Hono): void {
  serveDocument(app, '/favicon.svg', { contentType: 'image/svg+xml', body: iconSvg, maxAgeSeconds: day })
  serveDocument(app, '/icon.png', () => ({ contentType: 'image/png', body: iconPng(), maxAgeSeconds: day }))
  // For clients that do not read the page. The content type counts, not the name.
  serveDocument(app, '/favicon.ico', () => ({ contentType: 'image/png', body: iconPng(), maxAgeSeconds: day }))
  serveDocument(app, '/sharing.png', () => ({ contentType: 'image/png', body: sharingPng(), maxAgeSeconds: day }))
}

const day = 86_400

function json(value: unknown): Served {
  return { contentType: 'application/json', body: JSON.stringify(value) }
}

function text(value: string): Served {
  return { contentType: 'text/plain; charset=utf-8', body: value }
}

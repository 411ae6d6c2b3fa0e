import { checkAgentCard, checkApiCatalog, checkOauth, checkOpenapi } from './checks/api-checks.ts'
import { checkAiAgents, checkBotKeys, checkContentSignals, checkRobots, checkSitemap } from './checks/crawling-checks.ts'
import { checkMcp, checkStatelessMcp } from './checks/mcp-check.ts'
import {
  checkLinks,
  checkLlmsTxt,
  checkMarkdown,
  checkMissingPage,
  checkSpeed,
  checkStructuredData,
  checkTls,
} from './checks/page-checks.ts'
import { checkMpp, checkX402, type PaymentContext } from './checks/payment-checks.ts'
import { checkSkills } from './checks/skills-check.ts'
import type { CheckResult } from './check-result.ts'
import type { SiteFacts } from './site-facts.ts'
import type { SiteKind } from './site-kind.ts'

export interface Check {
  readonly id: string
  readonly title: string
  /** What a pass counts, by the kind of the site; a warning counts half. */
  readonly weight: Readonly<Record<SiteKind, number>>
  readonly run: (facts: SiteFacts, kind: SiteKind, context: PaymentContext) => CheckResult
}

const check = (id: string, title: string, content: number, api: number, run: Check['run']): Check => ({
  id,
  title,
  weight: { content, api },
  run,
})

/** Every check, in the order of the answer. `goods/readiness/agent-readiness.md` has the same table. */
export const checks: readonly Check[] = [
  check('tls', 'HTTPS', 10, 8, checkTls),
  check('speed', 'Speed', 6, 6, checkSpeed),
  check('honest-404', 'Missing pages are missing', 10, 8, checkMissingPage),
  check('robots', 'robots.txt', 8, 4, checkRobots),
  check('ai-agents', 'AI agents may read', 12, 6, checkAiAgents),
  check('content-signals', 'Content signals', 4, 2, checkContentSignals),
  check('sitemap', 'Sitemap', 8, 3, checkSitemap),
  check('structured-data', 'Structured data', 8, 3, checkStructuredData),
  check('links', 'Link headers', 6, 5, checkLinks),
  check('markdown', 'Markdown for agents', 12, 5, checkMarkdown),
  check('llms-txt', 'llms.txt', 12, 10, checkLlmsTxt),
  check('openapi', 'OpenAPI', 4, 14, checkOpenapi),
  check('api-catalog', 'API catalog', 2, 4, checkApiCatalog),
  check('mcp', 'MCP', 4, 8, checkMcp),
  check('mcp-stateless', 'MCP without a handshake', 1, 2, checkStatelessMcp),
  check('agent-skills', 'Agent skills', 2, 3, checkSkills),
  check('agent-card', 'A2A agent card', 2, 3, checkAgentCard),
  check('oauth', 'OAuth metadata', 3, 4, checkOauth),
  check('web-bot-auth', 'Web Bot Auth', 2, 2, checkBotKeys),
  check('x402', 'x402', 4, 10, (facts, _kind, context) => checkX402(facts, context)),
  check('mpp', 'MPP', 2, 4, (facts, _kind, context) => checkMpp(facts, context)),
]

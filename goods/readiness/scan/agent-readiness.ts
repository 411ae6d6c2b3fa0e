import { answer, fixedPrice, metaOf, offer, Problem, uncharged, z } from '../../../src/goods/door.ts'
import type { Clock } from '../../../src/goods/kit/parts.ts'
import type { SiteVisits } from '../../../src/goods/kit/sites.ts'
import { createCallPlaces } from '../../../src/goods/kit/workers.ts'
import { knownNetworks } from '../payment-terms/known-tokens.ts'
import type { ReadinessBody } from './readiness-answer.ts'
import { readinessAnswer } from './readiness-answer.ts'
import { readinessExample } from './readiness-example.ts'
import { readinessReport } from './readiness-report.ts'
import { createSiteScanner } from './site-scanner.ts'
import { startOf } from './start-url.ts'

/** Requests of one scan with redirects, and milliseconds of a scan and of one request. What was not read by then counts as not read. */
export const scanLimits = { maxRequests: 30, maxMs: 9_000, requestMs: 4_000 } as const

/** Scans of one process: each holds connections, and pages of megabytes. */
const scansAtOnce = 32

const scanOnThread = createSiteScanner()

/** What a scan needs besides the context of a call. */
export interface ReadinessParts {
  readonly sites: SiteVisits
  readonly simulated: boolean
}

/** How ready a site is for agents: what they can find, read, call and pay there. */
export const agentReadiness = ({ sites, simulated }: ReadinessParts) =>
  offer({
    id: 'agent-readiness',
    route: 'GET /v2/x402/agent-readiness',
    access: fixedPrice('0.03'),
    title: 'Agent readiness of a site',
    purpose:
      'Scans a site for what agents need: llms.txt, robots and content signals, sitemap, structured data, Markdown, OpenAPI, API catalog, MCP, A2A card, OAuth metadata, x402 and MPP. Each check with evidence and a fix to paste, a score from 0 to 100, and what to do first.',
    restsOn: `what the site answers to at most ${scanLimits.maxRequests} requests in ${scanLimits.maxMs / 1_000} seconds`,
    cannotKnow: 'pages behind a login; what a site shows to other visitors',
    query: z.object({
      url: z.string().min(4).max(2_048).describe('The site: its address, or its host alone'),
      format: z.enum(['json', 'markdown']).optional().describe('markdown adds a report to the answer'),
    }),
    answer: readinessAnswer,
    brief: ['url', 'score', 'level', 'kind', 'observedShare', 'first[].check', 'first[].fix'],
    example: readinessExample,
    deadlineMs: 10_000,
    admit: createCallPlaces(scansAtOnce).enter,
    async run({ query: { url, format } }, context) {
      const start = startOf(url)
      const { clock, chains, signal, log } = context
      const order = { start: start.href, madeUpPath: madeUpPath(start, clock.now()), networks: knownNetworks(chains), now: clock.now() }
      const scan = await scanOnThread(order, () => sites.open({ ...scanLimits, signal }), signal)
      for (const { check, err } of scan.threw) log.error({ check, err }, 'a check of a scan threw')
      if (scan.unreadable !== null && refusedReasons.has(scan.unreadable)) throw notPublic()
      const scanned = { ...scan.body, requestCount: scan.requestCount }
      const body = {
        ...scanned,
        markdown: format === 'markdown' ? readinessReport(scanned) : null,
        meta: metaFor(scanned, { simulated, clock }),
      }
      // The caller chose the site, and the scan was work.
      return scanned.score === null ? uncharged(body, 'site_not_read', 'caller') : answer(body)
    },
  })

/** Addresses that are never asked. */
const refusedReasons = new Set(['scheme', 'credentials', 'port', 'host', 'address', 'not a url'].map((reason) => `not read: ${reason}`))

function notPublic(): Problem {
  return new Problem('invalid_input', 'This site is not scanned: its address must be public, by https, on the usual port.', {
    field: 'query.url',
    expected: 'https://example.com',
  })
}

/** No site has it, and it is another one on each scan. */
function madeUpPath({ hostname }: URL, now: number): string {
  return `no-such-page-${hostname.length}${now.toString(36)}`
}

/** The site says itself what it is. */
function metaFor(
  { url, checks }: Pick<ReadinessBody, 'url' | 'checks'>,
  { simulated, clock }: Pick<ReadinessParts, 'simulated'> & { readonly clock: Clock },
) {
  const stamp = {
    id: 'site',
    url,
    asOf: new Date(clock.now()).toISOString(),
    licence: 'as published by the site',
    attribution: new URL(url).host,
    cache: 'miss',
  } as const
  const missing = checks.flatMap(({ status }, index) => (status === 'error' ? [`checks[${index}].status`] : []))
  return metaOf({ stamps: [stamp], missing, simulated })
}

import { advise, adviseOnOffer } from '../../../goods/readiness/check-402/advise.ts'
import { check402Body } from '../../../goods/readiness/check-402/check-402-body.ts'
import { check402Answer } from '../../../goods/readiness/check-402/check-402-answer.ts'
import { checkTerms } from '../../../goods/readiness/payment-terms/check-terms.ts'
import { severityOf } from '../../../goods/readiness/payment-terms/fault-table.ts'
import type { Received402 } from '../../../goods/readiness/payment-terms/found-offer.ts'
import { knownNetworks } from '../../../goods/readiness/payment-terms/known-tokens.ts'
import { readTerms } from '../../../goods/readiness/payment-terms/read-terms.ts'
import type { ScreenedPayee } from '../../../goods/readiness/check-402/screen-payees.ts'
import { mayRead, readRobotsTxt } from '../../../goods/readiness/scan/robots-txt.ts'
import type { SiteDocument } from '../../../goods/readiness/scan/site-document.ts'
import type { SiteFacts } from '../../../goods/readiness/scan/site-facts.ts'
import { scoreSite } from '../../../goods/readiness/scan/score-site.ts'
import { ownMeta } from '../../../src/sources/policy/meta.ts'
import { perfectSite, robotsOf, tides402, tidesTerms } from '../../../sandbox/sites/perfect-site.ts'
import type { SiteReply } from '../../../sandbox/sites/site.ts'
import { jsonNear } from '../generate/mutate-json.ts'
import { mutateText } from '../generate/mutate-text.ts'
import { onWire, wrapped, type Wire } from '../generate/wire.ts'
import { hold } from '../promises.ts'
import type { Target } from '../run-fuzz.ts'
import { stillClock } from '../still-world.ts'

/* What the check of a 402 and the scan of a site read of strangers. */

/** No check may. */
const threw = (check: string, error: unknown): never => {
  throw new Error(`the check ${check} threw`, { cause: error })
}
const networks = knownNetworks(new Map())
const now = stillClock.now()
const url = 'https://ready.example/v1/tides'
const challenge = (tides402().headers as Readonly<Record<string, string>>)['www-authenticate']!
const [accept] = tidesTerms.accepts
const v1Body = {
  x402Version: 1,
  accepts: [{ ...accept, network: 'base', maxAmountRequired: '10000', resource: url, description: 'Tides' }],
}
const nearTerms = jsonNear([tidesTerms, { ...tidesTerms, accepts: [accept, { ...accept, network: 'eip155:137' }] }])
const nearBody = jsonNear([tidesTerms, v1Body])

interface Sent {
  readonly header: Wire
  readonly challenge: string
  readonly body: string
}

/** A 402 of which each part is near a sound one. */
const seller402: Target<Sent, Received402> = {
  name: 'the 402 of a seller',
  make: (random) => ({
    header: wrapped(random, random.chance(0.3) ? JSON.stringify(tidesTerms) : nearTerms(random), 'base64'),
    challenge: random.chance(0.5) ? challenge : mutateText(random, challenge),
    body: random.chance(0.5) ? '' : nearBody(random),
  }),
  fed: ({ header, challenge: authenticate, body }) => ({
    status: 402,
    headers: new Map([
      ['payment-required', [onWire(header)]],
      ['www-authenticate', [authenticate]],
    ]),
    body,
    url,
  }),
  check(received) {
    const terms = checkTerms(readTerms(received, now), { networks, url, knownPayees: [] })
    const payees = terms.offers.flatMap(({ payTo }): ScreenedPayee[] =>
      payTo === null
        ? []
        : [{ address: payTo.toLowerCase() as `0x${string}`, sanctions: 'clean', lists: [], score: null, isScoreShown: false }],
    )
    const advices = new Map(terms.offers.map((offer) => [offer.id, adviseOnOffer(offer, payees, null)]))
    const advice = advise(terms, advices)
    const body = check402Body({ url, status: 402, terms, advices, advice, payees, networks })
    const parsed = check402Answer.safeParse({ ...body, meta: ownMeta(false) })
    hold(parsed.success, `the answer has the shape that was declared: ${parsed.error?.message}`)
    hold(JSON.stringify(body).length < 200_000, 'the answer is bounded')
    if (advice.action !== 'pay') return advice.action
    const chosen = terms.offers.find(({ id }) => id === advice.offer)
    hold(chosen !== undefined && chosen.amount !== null, 'the offer to pay is there')
    hold(chosen.amount === advice.max && chosen.amount <= 100_000n, 'what is to be paid is small and known')
    hold(chosen.payTo !== null && networks.get(chosen.network ?? '')?.usdc?.address === chosen.asset, 'it is USDC, to somebody')
    hold(
      [...terms.faults, ...chosen.faults].every((fault) => severityOf(fault) === 'note'),
      'nothing speaks against it',
    )
    return 'pay'
  },
  reaches: ['pay', 'ask', 'do_not_pay'],
}

interface Text {
  readonly text: string
}

const robotsTxt: Target<Text, string> = {
  name: 'robots.txt',
  make: (random) => ({ text: mutateText(random, random.chance(0.5) ? robotsOf : 'User-agent: *\nDisallow: /*a*b*c$\nAllow: /a/*/c\n') }),
  fed: ({ text }) => text,
  check(text) {
    const robots = readRobotsTxt(text)
    const paths = ['/', '/a/b/c', `/${'a'.repeat(2_000)}`]
    for (const path of paths) mayRead(robots, 'farthing', path)
    return mayRead(robots, 'farthing', '/') ? 'allowed' : 'forbidden'
  },
  reaches: ['allowed'],
}

const found = ({ body = '', type = 'text/plain', headers = {} }: SiteReply): SiteDocument => ({
  kind: 'found',
  url: 'https://ready.example/',
  mediaType: type.split(';')[0] ?? null,
  text: body,
  ms: 10,
  header: (name) => headers[name] ?? null,
})

const documentPaths = [
  '/llms.txt',
  '/sitemap.xml',
  '/openapi.json',
  '/.well-known/api-catalog',
  '/.well-known/agent-card.json',
  '/.well-known/oauth-protected-resource',
  '/.well-known/http-message-signatures-directory',
  '/.well-known/agent-skills/index.json',
] as const
const pageAt = (path: string) => perfectSite.pages[path] as SiteReply
const homeText = '<html><script type="application/ld+json">{"@context":"https://schema.org","@type":"WebAPI"}</script></html>'

interface Documents {
  readonly texts: readonly string[]
  readonly home: string
  readonly link: string
}

const siteDocuments: Target<Documents, SiteFacts> = {
  name: 'the documents of a site',
  make: (random) => ({
    texts: documentPaths.map((path) => (random.chance(0.5) ? (pageAt(path).body ?? '') : mutateText(random, pageAt(path).body ?? ''))),
    home: random.chance(0.5) ? homeText : mutateText(random, homeText),
    link: mutateText(random, '<https://ready.example/openapi.json>; rel="service-desc"'),
  }),
  fed: ({ texts, home, link }) => {
    const [llms, sitemap, openapi, apiCatalog, agentCard, protectedResource, botKeys, skillsIndex] = documentPaths.map((path, index) =>
      found({ ...pageAt(path), body: texts[index] ?? '' }),
    ) as [SiteDocument, SiteDocument, SiteDocument, SiteDocument, SiteDocument, SiteDocument, SiteDocument, SiteDocument]
    const unread = { kind: 'unreadable', reason: 'not read: timeout' } as const
    return {
      origin: 'https://ready.example',
      robots: { document: found({ body: robotsOf }), rules: readRobotsTxt(robotsOf) },
      home: found({ type: 'text/html', body: home, headers: { link } }),
      markdown: unread,
      missing: unread,
      openapiYaml: null,
      mcp: { url: 'https://ready.example/mcp', named: false, initialize: unread, discover: unread, list: null },
      skills: { index: skillsIndex, oldIndex: null, first: null },
      authorizationServer: null,
      x402List: unread,
      paid: null,
      llms,
      sitemap,
      openapi,
      apiCatalog,
      agentCard,
      oldAgentCard: null,
      protectedResource,
      botKeys,
    }
  },
  check(facts) {
    const { score, parts } = scoreSite(facts, { networks, now, threw })
    hold(score === null || (Number.isInteger(score) && score >= 0 && score <= 100), `the score is from 0 to 100: ${score}`)
    for (const { status, fault, evidence } of parts) {
      hold((fault !== null) === (status === 'warn' || status === 'fail'), 'a fault is named where there is one')
      hold(evidence.length < 300, 'evidence is short')
    }
    return parts.some(({ status }) => status === 'fail') ? 'faults' : 'sound'
  },
  reaches: ['faults', 'sound'],
}

export const readinessTargets: readonly Target[] = [seller402, robotsTxt, siteDocuments]

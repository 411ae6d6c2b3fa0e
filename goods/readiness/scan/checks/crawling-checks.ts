import { fail, na, pass, unread, warn, type CheckResult } from '../check-result.ts'
import { mayRead, namesAgent } from '../robots-txt.ts'
import { isPage, jsonOf } from '../site-document.ts'
import type { SiteFacts } from '../site-facts.ts'

/** Agents that read for models and their users; operators of sites name these. */
const aiAgents = ['GPTBot', 'OAI-SearchBot', 'ChatGPT-User', 'ClaudeBot', 'Claude-User', 'PerplexityBot', 'Google-Extended'] as const

const signalText = /^(?:search|ai-input|ai-train)=(?:yes|no)$/

export function checkRobots({ robots: { document, rules } }: SiteFacts): CheckResult {
  if (document.kind === 'unreadable') return unread(`/robots.txt: ${document.reason}.`)
  if (document.kind === 'absent') return fail('robots_missing', `/robots.txt answers ${document.status}.`)
  if (isPage(document) || rules === null) return fail('robots_is_page', '/robots.txt answers with an HTML page.')
  if (rules.groups.length === 0) return fail('robots_no_group', '/robots.txt has no User-agent line.')
  return pass(`/robots.txt has ${rules.groups.length} ${rules.groups.length === 1 ? 'group' : 'groups'}.`)
}

export function checkAiAgents({ robots: { document, rules } }: SiteFacts): CheckResult {
  if (document.kind === 'unreadable') return unread(`/robots.txt: ${document.reason}.`)
  // Without a file everything is allowed.
  if (rules === null) return pass('There is no robots.txt, so nothing is forbidden to AI agents.')
  const blocked = aiAgents.filter((agent) => !mayRead(rules, agent, '/'))
  const named = aiAgents.filter((agent) => namesAgent(rules, agent))
  if (blocked.length === aiAgents.length) return fail('ai_blocked', 'robots.txt forbids the home page to all AI agents.')
  if (blocked.length > 0) return warn('ai_partly_blocked', `robots.txt forbids the home page to ${blocked.join(', ')}.`)
  return pass(
    named.length > 0
      ? `robots.txt names ${named.join(', ')}, and they may read the home page.`
      : 'The general rules of robots.txt let AI agents read the home page.',
  )
}

export function checkContentSignals({ robots: { document, rules } }: SiteFacts): CheckResult {
  if (document.kind === 'unreadable') return unread(`/robots.txt: ${document.reason}.`)
  if (rules === null || rules.signals.length === 0) return fail('signals_missing', 'robots.txt has no Content-Signal.')
  const parts = rules.signals.flatMap((signal) => signal.split(',')).map((part) => part.trim().toLowerCase())
  if (!parts.every((part) => signalText.test(part))) return warn('signals_malformed', 'A Content-Signal in robots.txt cannot be read.')
  return pass(`robots.txt has ${parts.length} content signals.`)
}

export function checkSitemap({ sitemap, robots, origin }: SiteFacts): CheckResult {
  if (sitemap.kind === 'unreadable') return unread(`The sitemap: ${sitemap.reason}.`)
  if (sitemap.kind === 'absent') return fail('sitemap_missing', `The sitemap answers ${sitemap.status}.`)
  if (isPage(sitemap)) return fail('sitemap_not_xml', 'The sitemap answers with an HTML page.')
  const { text } = sitemap
  if (!text.includes('<urlset') && !text.includes('<sitemapindex'))
    return fail('sitemap_not_xml', 'The sitemap has neither urlset nor sitemapindex.')
  const places = firstPlaces(text)
  if (places.length === 0) return fail('sitemap_empty', 'The sitemap lists no address.')
  const host = URL.parse(origin)?.host
  if (!places.some((place) => URL.parse(place)?.host === host))
    return fail('sitemap_other_host', 'The sitemap lists only addresses of other hosts.')
  if (robots.rules !== null && robots.rules.sitemaps.length === 0) return warn('sitemap_not_named', 'robots.txt does not name the sitemap.')
  return pass(`The sitemap lists ${places.length === maxPlaces ? `${maxPlaces} or more` : places.length} addresses.`)
}

const maxPlaces = 50

/** Searches for fixed strings, since a regular expression can take very long on a hostile text. */
function firstPlaces(text: string): string[] {
  const places: string[] = []
  let at = text.indexOf('<loc>')
  while (at >= 0 && places.length < maxPlaces) {
    const end = text.indexOf('</loc>', at)
    if (end < 0) break
    places.push(text.slice(at + 5, Math.min(end, at + 2_053)).trim())
    at = text.indexOf('<loc>', end)
  }
  return places
}

/** Whether the site runs agents of its own, which sign their requests. Most sites run none. */
export function checkBotKeys({ botKeys }: SiteFacts): CheckResult {
  if (botKeys.kind === 'unreadable') return unread(`The key directory: ${botKeys.reason}.`)
  if (botKeys.kind === 'absent' || isPage(botKeys))
    return na('The site publishes no keys of agents of its own, and needs none unless it runs agents.')
  const keys = keysOf(jsonOf(botKeys))
  if (keys === null) return fail('bot_keys_broken', 'The key directory holds no JWK set with a key.')
  if (botKeys.mediaType !== 'application/http-message-signatures-directory+json') {
    return warn('bot_keys_wrong_type', 'The key directory has another content type than its specification names.')
  }
  return pass(`The key directory has ${keys} ${keys === 1 ? 'key' : 'keys'}.`)
}

function keysOf(document: Readonly<Record<string, unknown>> | null): number | null {
  const keys = document?.['keys']
  const good = Array.isArray(keys) && keys.length > 0 && keys.every((key) => typeof (key as { kty?: unknown } | null)?.kty === 'string')
  return good ? keys.length : null
}

import { fail, na, pass, unread, warn, type CheckResult } from '../check-result.ts'
import { isPage, jsonValue } from '../site-document.ts'
import type { SiteFacts } from '../site-facts.ts'

const fastMs = 1_000
const slowMs = 3_000
const usefulRelations = ['api-catalog', 'service-desc', 'service-doc', 'service-meta', 'describedby', 'llms-txt', 'alternate']
const maxScripts = 20

export function checkTls({ home, origin, robots }: SiteFacts): CheckResult {
  // Only the sandbox has such sites: elsewhere plain HTTP is never asked.
  if (origin.startsWith('http:')) return na('The site runs on this machine.')
  if (home.kind === 'found' || home.kind === 'absent') return pass('The home page is served by HTTPS with a valid certificate.')
  // Where robots.txt can't be read, the home page is not asked.
  if ([home, robots.document].some((document) => document.kind === 'unreadable' && document.reason === 'not read: tls'))
    return fail('tls_invalid', 'No secure connection could be made, or the certificate is not valid for the host.')
  return unread(`The home page: ${home.reason}.`)
}

export function checkSpeed({ home }: SiteFacts): CheckResult {
  if (home.kind !== 'found') return unread('The home page was not read.')
  // Rounded, so that the same site gives the same words.
  const evidence = `The home page took ${home.ms < fastMs ? 'less than 1 s' : `about ${Math.round(home.ms / 1_000)} s`}.`
  if (home.ms < fastMs) return pass(evidence)
  return home.ms < slowMs ? warn('slow', evidence) : fail('very_slow', evidence)
}

export function checkMissingPage({ missing }: SiteFacts): CheckResult {
  if (missing.kind === 'unreadable') return unread(`A made-up address: ${missing.reason}.`)
  const { status, redirects } = missing.answer
  if (status >= 200 && status < 300) {
    if (redirects.length > 0) return warn('missing_is_redirected', 'A made-up address is redirected to a page.')
    return fail('everything_is_200', `A made-up address answers ${status}.`)
  }
  if (status >= 300 && status < 400) return warn('missing_is_redirected', 'A made-up address is redirected.')
  if (status >= 500) return unread(`A made-up address answers ${status}.`)
  return pass(`A made-up address answers ${status}.`)
}

export function checkStructuredData({ home }: SiteFacts): CheckResult {
  if (home.kind !== 'found') return unread('The home page was not read.')
  const scripts = ldScripts(home.text)
  if (scripts.length === 0) return fail('json_ld_missing', 'The home page has no JSON-LD.')
  const values = scripts.map(jsonValue)
  if (values.includes(undefined)) return fail('json_ld_broken', 'A JSON-LD script of the home page is not JSON, or is nested too deeply.')
  if (!values.some(isTyped)) return warn('json_ld_untyped', 'The JSON-LD of the home page has no @type of schema.org.')
  return pass(`The home page has ${scripts.length} JSON-LD ${scripts.length === 1 ? 'script' : 'scripts'}.`)
}

/** The contents of the ld+json scripts. Found by searching, since a pattern over a long hostile page may take long. */
function ldScripts(html: string): string[] {
  const lower = html.toLowerCase()
  const scripts: string[] = []
  let at = lower.indexOf('<script')
  for (let seen = 0; at >= 0 && scripts.length < maxScripts && seen < 500; seen++) {
    const open = lower.indexOf('>', at)
    if (open < 0) break
    const end = lower.indexOf('</script', open)
    if (end < 0) break
    if (lower.slice(at, Math.min(open, at + 1_000)).includes('application/ld+json')) scripts.push(html.slice(open + 1, end))
    at = lower.indexOf('<script', end)
  }
  return scripts
}

function isTyped(value: unknown): boolean {
  const entries = Array.isArray(value) ? value.slice(0, maxScripts) : [value]
  return entries.some((entry) => {
    if (entry === null || typeof entry !== 'object') return false
    const { '@context': context, '@type': type, '@graph': graph } = entry as Record<string, unknown>
    const ofSchema = JSON.stringify(context ?? '')
      .slice(0, 1_000)
      .includes('schema.org')
    return ofSchema && (typeof type === 'string' || Array.isArray(type) || Array.isArray(graph))
  })
}

export function checkLinks({ home }: SiteFacts): CheckResult {
  if (home.kind !== 'found') return unread('The home page was not read.')
  const relations = linksOf(home.header('link')).map(({ relation }) => relation)
  if (relations.length === 0) return fail('links_missing', 'The home page has no Link header.')
  const useful = usefulRelations.filter((relation) => relations.includes(relation))
  if (useful.length === 0) return warn('links_unknown', 'The Link header names no relation that leads agents to documents.')
  return pass(`The Link header names ${useful.join(', ')}.`)
}

/** The links of a Link header (RFC 8288); those without a relation are left out. */
export function linksOf(header: string | null): { readonly target: string; readonly relation: string }[] {
  return [...(header ?? '').slice(0, 8_192).matchAll(/<([^<>]{1,2048})>([^<]*)/g)].flatMap(([, target = '', parameters = '']) => {
    const relations = /;\s*rel="?([^";,]{1,200})/i.exec(parameters)?.[1]?.trim().toLowerCase().split(/\s+/) ?? []
    return relations.map((relation) => ({ target, relation }))
  })
}

export function checkMarkdown({ markdown }: SiteFacts): CheckResult {
  if (markdown.kind === 'unreadable') return unread(`The page as Markdown: ${markdown.reason}.`)
  if (markdown.kind === 'absent' || !isMarkdown(markdown.mediaType))
    return fail('markdown_missing', 'Accept: text/markdown is not answered with Markdown.')
  if (isPage(markdown)) return fail('markdown_is_page', 'The answer to Accept: text/markdown is an HTML page.')
  if (!/(?:^|,)\s*(?:accept|\*)\s*(?:,|$)/i.test(markdown.header('vary') ?? ''))
    return warn('markdown_without_vary', 'The Markdown is sent without Vary: Accept.')
  return pass('Accept: text/markdown is answered with Markdown.')
}

const isMarkdown = (mediaType: string | null) => mediaType === 'text/markdown' || mediaType === 'text/x-markdown'

export function checkLlmsTxt({ llms }: SiteFacts): CheckResult {
  if (llms.kind === 'unreadable') return unread(`/llms.txt: ${llms.reason}.`)
  if (llms.kind === 'absent') return fail('llms_missing', `/llms.txt answers ${llms.status}.`)
  if (isPage(llms)) return fail('llms_is_page', '/llms.txt answers with an HTML page.')
  const text = llms.text.trimStart()
  if (!/^# \S/.test(text)) return fail('llms_no_heading', '/llms.txt does not begin with a heading.')
  // Without brackets in a label, so that a row of them costs no more than its length.
  const links = [...text.slice(0, 100_000).matchAll(/\[[^[\]\n]{1,200}\]\([^()\s]{1,2048}\)/g)].length
  if (links === 0) return warn('llms_no_links', '/llms.txt has no link.')
  return pass(`/llms.txt has a heading and ${links} ${links === 1 ? 'link' : 'links'}.`)
}

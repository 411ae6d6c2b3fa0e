import type { Finding, FindingSeverity } from '../finding.ts'
import type { Flow } from '../taint/rule.ts'
import { cleanQuote } from './clean-quote.ts'

/**
 * Weaknesses of text that is put together: a command or a statement. A parameter in it is a mistake for whatever caller. A parameter
 * that is used whole (a path, a module, a template) is often what the function is for.
 */
const ofBuiltText = ['CWE-78', 'CWE-89']

/** Weaknesses that are worth a look for whatever caller: a secret in the open, a parameter that becomes markup or a query, and pickle. */
const worthALook = ['CWE-79', 'CWE-312', 'CWE-319', 'CWE-502', 'CWE-522', 'CWE-532', 'CWE-643']

/** Advice, whose harm depends on what the code is for. */
const advice = ['CWE-703', 'CWE-390']

/** A file that serves requests says so by what it imports or extends. */
const servesRequests =
  /^[ \t]*(?:from|import)[ \t]+(?:flask|django|fastapi|starlette|aiohttp|sanic|bottle|tornado|falcon|pyramid|quart|litestar|webob|werkzeug|cherrypy|rest_framework|ninja|chalice|functions_framework|azure|http\.server|wsgiref|graphene|strawberry)\b|\blambda_handler\b|\bBaseHTTPRequestHandler\b/m

/** What the data flow found, as findings. Where a caller may or may not be an outsider, it weighs less. */
export function findingsOfFlows(
  flows: readonly Flow[],
  file: { readonly language: string; readonly code: string },
): Omit<Finding, 'file'>[] {
  // In Python a parameter called request is often one that the program itself sends.
  const isServer = file.language !== 'python' || servesRequests.test(file.code)
  return flows.map(({ rule, at, source }) => {
    const isCertain = !source || (source.certain && (isServer || !isParameter(source.name)))
    return {
      ruleId: `${source ? 'taint' : 'rules'}/${rule.id}`,
      engine: source ? 'taint' : 'rules',
      category: 'security',
      severity: severityOf(rule, isCertain),
      confidence: isCertain ? (rule.confidence ?? (source ? 0.85 : 0.7)) : Math.min(0.5, rule.confidence ?? 0.5),
      title: rule.title,
      why: rule.why,
      howToMend: rule.fix,
      cwe: [rule.weakness],
      at,
      source: source ? { name: cleanQuote(source.name.slice(0, 120)), at: source.at } : null,
      fix: null,
    }
  })
}

function severityOf({ weakness, severity }: Flow['rule'], isCertain: boolean): FindingSeverity {
  if (advice.includes(weakness)) return 'info'
  if (isCertain) return severity
  if (ofBuiltText.includes(weakness)) return 'medium'
  return worthALook.includes(weakness) ? 'low' : 'info'
}

/** A name that nothing in the file says more about, or a member of a parameter for requests. */
function isParameter(name: string): boolean {
  return /^\w+$/.test(name) || /^(?:self\.)?req(?:uest)?\b/.test(name)
}

import type { CodeFinding, FindingSeverity } from '../finding.ts'
import type { Flow } from '../taint/rule.ts'
import { cleanQuote } from './clean-quote.ts'

/**
 * Weaknesses of text that is put together: a command or a statement. A parameter in it is a mistake for whatever caller. A parameter
 * that is used whole (a path, a module, a template) is often what the function is for.
 */
const ofBuiltText = ['CWE-78', 'CWE-89']

/** Weaknesses that are worth a look for whatever caller: a secret in the open, a parameter that becomes markup or a query, and pickle. */
const worthALook = ['CWE-79', 'CWE-312', 'CWE-319', 'CWE-502', 'CWE-522', 'CWE-532', 'CWE-643']

/** The same in JavaScript, whose rules take few parameters for outsiders. */
const worthALookInScripts = ['CWE-22', 'CWE-88', 'CWE-94', 'CWE-918', 'CWE-601']

/** What the person says who runs the program: they may do all that the program may. */
const ownArguments =
  /^(?:process\.(?:argv|env)|sys\.(?:argv|stdin)|os\.environ|input\(\)|click\b)|\b(?:argv|parse_args|ArgumentParser|argparse|yargs|minimist|commander|meow|mri)\b/

/** Advice, whose harm depends on what the code is for. */
const advice = ['CWE-703', 'CWE-390']

/** A file that serves requests says so by what it imports or extends. */
const servesRequests =
  /^[ \t]*(?:from|import)[ \t]+(?:flask|django|fastapi|starlette|aiohttp|sanic|bottle|tornado|falcon|pyramid|quart|litestar|webob|werkzeug|cherrypy|rest_framework|ninja|chalice|functions_framework|azure|http\.server|wsgiref|graphene|strawberry)\b|\blambda_handler\b|\bBaseHTTPRequestHandler\b/m

/** In JavaScript it says so by a framework, or by a handler that is given a request and a response. */
const scriptServes =
  /(?:from|require\(|import)\s*['"](?:node:)?(?:express|koa|fastify|hapi|restify|polka|sails|next|remix|nuxt|feathers|loopback|elysia|micro|connect|electron|ws|socket\.io|busboy|multer|formidable|body-parser|passport|@(?:koa|fastify|hapi|nestjs|remix-run|sveltejs|hono|google-cloud\/functions-framework)|hono|aws-lambda|apollo-server)\b|\b(?:createServer|exports\.handler|APIGateway\w*)\b|@(?:Controller|Get|Post|Query|Body)\b|\b_?(?:req|request)(?:\s*:\s*[\w.]+)?\s*,\s*_?(?:res|resp|response|reply|h)\b|\((?:ctx|c)(?:\s*,\s*next)?\)|\.(?:get|post|put|patch|delete|use|all|route)\(\s*['"`]\/|export\s+(?:default\s+)?(?:async\s+)?(?:function|const)\s+(?:GET|POST|PUT|PATCH|DELETE|loader|action|handler|middleware)\b/

/** What the data flow found, as findings. Where a caller may or may not be an outsider, it weighs less. */
export function findingsOfFlows(
  flows: readonly Flow[],
  file: { readonly language: string; readonly code: string },
): Omit<CodeFinding, 'file'>[] {
  // A parameter called request is often one that the program itself sends.
  const isServer = (file.language === 'python' ? servesRequests : scriptServes).test(file.code)
  return flows.map(({ rule, at, source }) => {
    const isCertain =
      !source || (source.certain && (isServer || (source.kind !== 'outsider' && file.language !== 'python') || !isParameter(source.name)))
    return {
      ruleId: `${source ? 'taint' : 'rules'}/${rule.id}`,
      engine: source ? 'taint' : 'rules',
      category: 'security',
      severity:
        source && ownArguments.test(source.name)
          ? ofOwnArgument(rule, isCertain, file.language)
          : severityOf(rule, isCertain, file.language),
      confidence: isCertain ? (rule.confidence ?? (source ? 0.85 : 0.7)) : Math.min(0.5, rule.confidence ?? 0.5),
      title: rule.title,
      why: rule.why,
      howToMend: rule.fix,
      cwe: [rule.weakness, ...(rule.also ?? [])],
      at,
      source: source ? { name: cleanQuote(source.name.slice(0, 120)), at: source.at } : null,
      fix: null,
    }
  })
}

/** A command that is put together from what is typed is a mistake, and no attack. */
function ofOwnArgument(rule: Flow['rule'], isCertain: boolean, language: string): FindingSeverity {
  const severity = severityOf(rule, isCertain, language)
  if (severity !== 'critical' && severity !== 'high') return severity
  return ofBuiltText.includes(rule.weakness) && rule.severity === 'critical' ? 'medium' : 'low'
}

function severityOf({ weakness, severity }: Flow['rule'], isCertain: boolean, language: string): FindingSeverity {
  if (advice.includes(weakness)) return 'info'
  if (isCertain) return severity
  if (ofBuiltText.includes(weakness)) return 'medium'
  return worthALook.includes(weakness) || (language !== 'python' && worthALookInScripts.includes(weakness)) ? 'low' : 'info'
}

/** A name that nothing in the file says more about, or a member of a parameter for requests. */
function isParameter(name: string): boolean {
  return /^\w+$/.test(name) || /^(?:self\.)?req(?:uest)?\b/.test(name)
}

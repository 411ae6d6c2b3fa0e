import type { MildSource } from '../taint/rule.ts'
import { personal } from './script-private-data.ts'
import type { Weakness } from '../taint/value.ts'

/** Names of parameters that hold a request, in any function. */
export const scriptRequestNames = /^(?:req|request|_req|httpRequest|ctx|context|c|event|messageEvent)$/

/** What of a request an outsider writes: Node, Express, Koa, Fastify, Hono, Next, Lambda. */
export const scriptRequestMembers =
  /^(?:request\.|req\.|params\.)?(?:query|body|cookies|signedCookies|headers|rawHeaders|url|originalUrl|path|querystring|hostname|files?|rawBody|(?:get|header|headers|param|queries|query|json|text|formData|parseBody|valid|parts)\(\)|nextUrl|queryStringParameters|multiValueQueryStringParameters|pathParameters|rawPath|rawQueryString|searchParams)(?![\w$])/

export const scriptSources: readonly RegExp[] = [
  /^\?(?:messageEvent|e|ev|evt|event|msg|message)\.data$/,
  /^\?\{\}\.(?:query|searchParams|queryStringParameters|pathParameters|rawPath|request\.(?:url|body|query|(?:json|text|formData)\(\)))$/,
  /^next\/(?:router\.useRouter\(\)\.query|headers\.(?:cookies|headers)\(\)\.get\(\))$/,
]

/** Every weakness that data can lead to. */
const all: readonly Weakness[] = [
  'CWE-22',
  'CWE-73',
  'CWE-78',
  'CWE-88',
  'CWE-134',
  'CWE-79',
  'CWE-89',
  'CWE-90',
  'CWE-94',
  'CWE-113',
  'CWE-117',
  'CWE-201',
  'CWE-209',
  'CWE-312',
  'CWE-338',
  'CWE-377',
  'CWE-434',
  'CWE-502',
  'CWE-532',
  'CWE-601',
  'CWE-611',
  'CWE-643',
  'CWE-770',
  'CWE-829',
  'CWE-915',
  'CWE-918',
  'CWE-942',
  'CWE-943',
  'CWE-1321',
  'CWE-1333',
  'CWE-1336',
]

/** The weaknesses that stay clean for data that can only lead to these. */
export function everythingBut(...reached: readonly Weakness[]): readonly Weakness[] {
  return all.filter((weakness) => !reached.includes(weakness))
}

/** Names of values that have to stay secret. */
const secretMember = String.raw`(?:\w*[pP]ass(?:word|wd|phrase)|\w*[sS]ecret|\w*(?:[aA]ccess|[rR]efresh|[aA]uth|[aA]pi)_?[tT]oken|api_?[kK]ey|privateKey|creditCard|cardNumber|cvv|ssn)`

export const scriptSecretNames = new RegExp(`^(?!.*(?:hash|crypt|encoded))(?:${secretMember}|${personal})$`, 'i')

export const scriptDelicateSources = [
  { path: /^\??(?:e|er|err|error|ex|exception|reason)\.stack$/, cleaned: everythingBut('CWE-209') },
  { path: /^Math\.random\(\)$/, cleaned: everythingBut('CWE-338') },
  { path: /^(?:os\.)?tmpdir\(\)$/, cleaned: everythingBut('CWE-377') },
] as const

/** What only a server's own machine has to fear. */
const serverSide: readonly Weakness[] = [
  'CWE-22',
  'CWE-73',
  'CWE-78',
  'CWE-88',
  'CWE-134',
  'CWE-89',
  'CWE-113',
  'CWE-117',
  'CWE-770',
  'CWE-918',
  'CWE-943',
]

export const scriptMildSources: readonly MildSource[] = [
  // Names in an archive lead to files and nothing else.
  {
    path: /^\?(?:\w+\.entryName|archiveEntry\.(?:path|name|fileName|entryName)|(?:entry|zipEntry|header)\.fileName)$/,
    certain: true,
    cleaned: serverSide.filter((weakness) => weakness !== 'CWE-22'),
  },
  // Parts of a path and headers are always text.
  {
    path: /^\?(?:req|request|ctx|context|event)\.(?:params|pathParameters|url|originalUrl|path|headers)(?![\w$(])/,
    certain: true,
    cleaned: ['CWE-943', 'CWE-915'],
  },
  { path: /^\?\{\}\.(?:params)$/, certain: false, cleaned: ['CWE-943', 'CWE-915'] },
  // The person who runs a program may name any file and address.
  {
    path: /^process\.argv$|^(?:yargs|yargs\/yargs|minimist|commander|optimist)(?:\(\)|\.\w+)*\.?(?:argv|opts\(\)|parse(?:Sync)?\(\))$|^(?:minimist|get-them-args|yargs-parser|arg|mri|command-line-args)\(\)$|^meow\(\)\.(?:flags|input)$/,
    certain: true,
    cleaned: [
      'CWE-22',
      'CWE-73',
      'CWE-88',
      'CWE-134',
      'CWE-79',
      'CWE-113',
      'CWE-117',
      'CWE-601',
      'CWE-770',
      'CWE-918',
      'CWE-1333',
      'CWE-1321',
      'CWE-915',
      'CWE-943',
    ],
  },
  {
    path: /^(?:(?:window|self|globalThis|top|parent|document)\.)*location(?:\.(?:href|hash|search|pathname))?$|^(?:window\.|self\.)?document\.(?:URL|documentURI|referrer|baseURI)$|^(?:window|self|top|parent)\.name$/,
    certain: true,
    cleaned: serverSide,
  },
  {
    path: /^(?:next\/navigation|next\/router|react-router|react-router-dom)\.(?:useSearchParams|useParams|useLocation)\(\)$/,
    certain: true,
    cleaned: serverSide,
  },
  {
    path: /^(?:window\.)?(?:localStorage|sessionStorage)\.getItem\(\)$|^document\.cookie$|^\?(?:e|ev|evt|event)\.target\.value$/,
    certain: false,
    cleaned: serverSide,
  },
  { path: /^(?:fetch|axios(?:\.\w+)?)\(\)$/, certain: false, cleaned: [] },
]

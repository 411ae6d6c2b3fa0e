import type { Misuse, SeenCall } from '../taint/rule.ts'
import type { Value } from '../taint/value.ts'
import { optionOf } from './arguments.ts'
import { ignoresOrigin } from './script-structures.ts'

const isOff = (value: Value | null) => value?.number === false
const isPlain = (address: string | null | undefined) =>
  /^http:\/\/(?!localhost|127\.|0\.0\.0\.0|\[::1\]|10\.|192\.168\.|www\.w3\.org|schemas?\.|xmlns|[\w-]+(?:[:/]|$)|[\w.-]*\.(?:local|test|internal|example)(?:[:/?#]|$))/.test(
    address ?? '',
  )
const isTemporary = (value: Value | undefined) =>
  /^(?:\/tmp|\/var\/tmp|C:\\\\?(?:Windows\\\\)?Temp)\//i.test(value?.prefix ?? '') || value?.path === 'temporary'

/** Something in the arguments, or in records among them. */
function mentions(values: readonly Value[], test: (value: Value) => boolean, depth = 0): boolean {
  return values.some(
    (value) => test(value) || (depth < 3 && value.fields !== null && mentions([...value.fields.values()], test, depth + 1)),
  )
}

/** Calls of JavaScript that are wrong whatever data they get. */
export const scriptMisuses: readonly Misuse[] = [
  {
    id: 'script-no-certificate-check',
    weakness: 'CWE-295',
    path: /./,
    when: (call) => ['rejectUnauthorized', 'strictSSL', 'checkServerIdentity', 'insecure'].some((name) => hasSetting(call, name)),
    severity: 'high',
    title: 'Certificates are not checked',
    why: 'Anyone between you and the server can read and change the data.',
    fix: 'Leave the check on; pass the ca option if you need another CA.',
  },
  {
    id: 'script-plain-protocol',
    weakness: 'CWE-319',
    path: /^(?:fetch|axios(?:\.\w+)?|got(?:\.\w+)?|request(?:\.\w+)?|node-fetch|http\.(?:get|request)|superagent\.\w+|needle(?:\.\w+)?|ky(?:\.\w+)?|undici\.\w+|axios\.create|\$\.(?:get|post|ajax)|jQuery\.(?:get|post|ajax)|WebSocket|ws|navigator\.sendBeacon)$/,
    when: (call) =>
      [call.args[0]?.value, call.args[1]?.value].some((value) =>
        [value, optionOf(call, 'url'), optionOf(call, 'baseURL'), optionOf(call, 'uri')].some(
          (one) => isPlain(one?.text ?? one?.prefix) || /^ws:\/\/(?!localhost|127\.)/.test(one?.text ?? one?.prefix ?? ''),
        ),
      ),
    severity: 'medium',
    title: 'Data travels without encryption',
    why: 'Anyone on the way can read and change it.',
    fix: 'Use https: or wss:.',
  },
  {
    id: 'script-any-origin-with-credentials',
    weakness: 'CWE-942',
    path: /^(?:cors|@koa\/cors|@fastify\/cors|hono\/cors\.cors|\?\w+\.enableCors|.*\.enableCors|socket\.io\.Server)$/,
    when: (call) => {
      const options = optionOf(call, 'cors')?.fields ?? null
      const [origin, credentials] = ['origin', 'credentials'].map((name) => options?.get(name) ?? optionOf(call, name))
      return (
        credentials?.number === true &&
        (origin === null || origin === undefined || origin.number === true || origin.text === '*' || allowsAll(origin))
      )
    },
    severity: 'high',
    title: 'Every site may make requests with the cookies of a visitor',
    why: 'A page of an attacker can read what your site shows to the visitor.',
    fix: 'List the origins that may send credentials.',
  },
  {
    id: 'script-open-permissions',
    weakness: 'CWE-732',
    path: /(?:^|\.)(?:chmod|chmodSync|fchmod|lchmod|mkdir|mkdirSync|writeFile|writeFileSync|open|openSync|appendFile|appendFileSync|createWriteStream|umask)$/,
    when: (call) =>
      [...call.args.slice(1).map(({ value }) => value), optionOf(call, 'mode')].some((value) => isOpenMode(value)) ||
      (call.path.endsWith('umask') && call.args[0]?.value.number === 0),
    severity: 'medium',
    title: 'A file that everyone may write',
    why: 'Other users of the machine can change it.',
    fix: 'Use 0o600 or 0o640.',
  },
  {
    id: 'script-temporary-file',
    weakness: 'CWE-377',
    path: /^fs(?:\/promises|\.promises|-extra)?(?:\.promises)?\.(?:writeFile|writeFileSync|createWriteStream|open|openSync|appendFile|appendFileSync)$/,
    when: (call) =>
      isTemporary(call.args[0]?.value) &&
      !call.args.some(({ value }) => /x/.test(value.fields?.get('flag')?.text ?? value.fields?.get('flags')?.text ?? '')) &&
      !(/open(?:Sync)?$/.test(call.path) && /x/.test(call.args[1]?.value.text ?? '')),
    severity: 'medium',
    title: 'A temporary file with a name that can be guessed',
    why: 'Another user of the machine can make the file first, or a link in its place.',
    fix: 'Make a folder with fs.mkdtemp, or open the file with the flag wx.',
  },
  {
    id: 'script-message-of-any-origin',
    weakness: 'CWE-346',
    path: /^(?:(?:window|self|globalThis|top)\.)?addEventListener$|^(?:jQuery|\$)\(\)\.on$/,
    when: (call) => call.args[0]?.value.text === 'message' && call.args.some(({ value }) => value.functions.some(ignoresOrigin)),
    severity: 'medium',
    title: 'Messages are read from windows of any origin',
    why: 'Any page that holds or opens this one can send such a message.',
    fix: 'Compare event.origin with the origin you expect before you use event.data.',
  },
  {
    id: 'script-message-to-any-origin',
    also: ['CWE-346'],
    weakness: 'CWE-201',
    path: /\.postMessage$|^postMessage$/,
    when: (call) =>
      call.args[1]?.value.text === '*' &&
      !call.args[0]?.value.isConstant &&
      /window|parent|opener|top|frame|contentWindow|\?/i.test(call.path),
    severity: 'medium',
    title: 'A message is sent to a window of any origin',
    why: 'Another site may have taken the place of the page that should read it.',
    fix: 'Name the origin: postMessage(data, "https://app.example.com").',
  },
  {
    id: 'script-templates-do-not-escape',
    weakness: 'CWE-79',
    path: /^\??(?:handlebars|Handlebars|nunjucks)(?:\.default)?\.(?:compile|configure|Environment)$|^marked(?:\.\w+)?$/,
    when: (call) => optionOf(call, 'noEscape')?.number === true || isOff(optionOf(call, 'autoescape')),
    severity: 'medium',
    title: 'Templates that do not escape',
    why: 'Data in the template can hold tags.',
    fix: 'Leave escaping on.',
  },
  {
    id: 'script-whole-folder-served',
    weakness: 'CWE-548',
    path: /^serve-index$|^\??(?:express|serve-static)(?:\.static)?$/,
    when: (call) =>
      call.path.endsWith('serve-index') ||
      (call.path.endsWith('static') && /^(?:\.|\/|\.\.|\.\/|node_modules|\.\/node_modules)$/.test(call.args[0]?.value.text ?? '')),
    severity: 'medium',
    title: 'A folder is served whole',
    why: 'Files that are not meant for visitors can be listed or read.',
    fix: 'Serve a folder that holds only public files.',
  },
  {
    id: 'script-node-in-page',
    weakness: 'CWE-829',
    path: /(?:^|\.)BrowserWindow$/,
    when: (call) => {
      const settings = optionOf(call, 'webPreferences')?.fields
      return (
        settings?.get('nodeIntegration')?.number === true ||
        settings?.get('contextIsolation')?.number === false ||
        settings?.get('webSecurity')?.number === false
      )
    },
    severity: 'high',
    title: 'Pages of a window can use Node',
    why: 'A script in the page can read files and start programs.',
    fix: 'Leave nodeIntegration off and contextIsolation on.',
  },
  {
    id: 'script-rendered-protection-off',
    weakness: 'CWE-693',
    path: /^helmet(?:\.\w+)?$/,
    when: (call) =>
      ['contentSecurityPolicy', 'frameguard', 'hsts', 'noSniff', 'xFrameOptions', 'strictTransportSecurity'].some((name) =>
        isOff(optionOf(call, name)),
      ),
    severity: 'low',
    title: 'A protection of the browser is switched off',
    why: 'The header keeps an injected script or frame from doing harm.',
    fix: 'Leave the header on and adjust what it allows.',
  },
  {
    id: 'script-unlimited-body',
    weakness: 'CWE-770',
    path: /^\??(?:express|body-parser|bodyParser)\.(?:json|urlencoded|text|raw)$/,
    when: (call) =>
      optionOf(call, 'limit')?.number === Number.POSITIVE_INFINITY ||
      optionOf(call, 'limit')?.path === 'Infinity' ||
      /^(?:\d{3,}mb|\d+gb)$/i.test(optionOf(call, 'limit')?.text ?? ''),
    severity: 'medium',
    title: 'Requests of any size are read into memory',
    why: 'A few large requests fill the memory.',
    fix: 'Set a limit such as 1mb.',
  },
]

function hasSetting(call: SeenCall, name: string): boolean {
  return mentions(
    call.args.map(({ value }) => value),
    (value) => {
      const setting = value.fields?.get(name)
      if (name === 'insecure') return setting?.number === true && /tls|https|agent/i.test(call.path)
      if (name === 'checkServerIdentity')
        return (
          setting?.functions.some(
            ({ body }) => body.length === 0 || (body.length === 1 && body[0]?.kind === 'return' && isEmpty(body[0].value)),
          ) ?? false
        )
      return setting?.number === false || setting?.number === 0
    },
  )
}

function isEmpty(value: { readonly kind: string } | null): boolean {
  return (
    value === null ||
    value.kind === 'constant' ||
    (value.kind === 'name' && 'name' in value && value.name === 'undefined') ||
    value.kind === 'collection'
  )
}

/** A function that says yes to each origin. */
function allowsAll(origin: Value): boolean {
  return origin.functions.some(
    ({ body }) =>
      body.length === 1 &&
      JSON.stringify(body, (key: string, value: unknown) => (key === 'at' ? undefined : value)).includes('"value":true'),
  )
}

function isOpenMode(value: Value | null): boolean {
  if (typeof value?.number === 'number') return value.number >= 0o100 && value.number <= 0o7777 && (value.number & 0o002) !== 0
  return /^0?[0-7]{2}[2367]$/.test(value?.text ?? '')
}

import type { Misuse, SeenCall } from '../taint/rule.ts'
import type { Value } from '../taint/value.ts'
import { optionOf } from './arguments.ts'
import { onResponse } from './script-paths.ts'

const isOff = (value: Value | null) => value?.number === false
const sessionOptions = (call: SeenCall) =>
  optionOf(call, 'cookie')?.fields ?? (/cookie-session|cookieSession/.test(call.path) ? call.args[0]?.value.fields : null) ?? null
const isSession =
  /^(?:express-session|cookie-session(?:\.\w+)?|session|cookieSession|koa-session|@fastify\/session|@fastify\/secure-session|iron-session\.\w+)$/
const setsCookie =
  /^\??(?:res|resp|response|reply|ctx|context|c)(?:\.\w+)?\.(?:cookie|setCookie|cookies\.set)$|^hono\/cookie\.setCookie$|^next\/headers\.cookies\(\)\.set$|^(?:js-cookie|Cookies)\.set$/
const isSensitive = (call: SeenCall) =>
  call.args.slice(0, 2).some(({ value }) => /sess|auth|token|jwt|sid|login|user|remember|csrf|account|key/i.test(value.text ?? ''))
const isBrowserCookie = (call: SeenCall) => /^(?:js-cookie|Cookies)\./.test(call.path)
const cookieOptions = (call: SeenCall) => call.args.slice(1).find(({ value }) => value.fields)?.value.fields ?? null
/** What is not written out may be right. */
const isUnset = (options: ReadonlyMap<string, Value> | null, name: string) => {
  const value = options?.get(name)
  return value === undefined || value.number === false
}

const cookies = {
  severity: 'medium',
  why: 'A script that runs in the page can read the cookie, or it is sent over plain HTTP.',
  fix: 'Set httpOnly: true, secure: true and sameSite: "lax".',
} as const

/** Cookies that are set without their protections. */
export const scriptCookies: readonly Misuse[] = [
  {
    ...cookies,
    id: 'script-cookie-without-encryption',
    weakness: 'CWE-614',
    path: setsCookie,
    when: (call) =>
      (call.args.length >= 2 && isSensitive(call) && !isUnknownOptions(call) && isUnset(cookieOptions(call), 'secure')) ||
      (call.args.length > 2 && isOff(cookieOptions(call)?.get('secure') ?? null)),
    title: 'A cookie that is sent over plain HTTP too',
  },
  {
    ...cookies,
    id: 'script-cookie-for-scripts',
    weakness: 'CWE-1004',
    path: setsCookie,
    when: (call) =>
      call.args.length >= 2 &&
      isSensitive(call) &&
      !isBrowserCookie(call) &&
      !isUnknownOptions(call) &&
      isUnset(cookieOptions(call), 'httpOnly'),
    title: 'A cookie that scripts can read',
  },
  {
    ...cookies,
    id: 'script-session-without-encryption',
    weakness: 'CWE-614',
    path: isSession,
    when: (call) =>
      call.args[0]?.value.fields !== undefined && isUnset(sessionOptions(call), 'secure') && call.args[0]?.value.fields !== null,
    title: 'A session cookie that is sent over plain HTTP too',
  },
  {
    ...cookies,
    id: 'script-session-for-scripts',
    weakness: 'CWE-1004',
    path: isSession,
    when: (call) => sessionOptions(call)?.get('httpOnly')?.number === false,
    title: 'A session cookie that scripts can read',
  },
  {
    id: 'script-cookie-header',
    weakness: 'CWE-1004',
    path: onResponse('setHeader|header|set|append|writeHead'),
    when: (call) =>
      /^set-cookie$/i.test(call.args[0]?.value.text ?? '') &&
      /sess|auth|token|jwt|sid/i.test(call.args[1]?.value.text ?? call.args[1]?.value.prefix ?? '') &&
      call.args[1]?.value.text !== null &&
      !/httponly/i.test(call.args[1]?.value.text ?? ''),
    severity: 'medium',
    title: 'A cookie that scripts can read',
    why: 'A script that runs in the page can read the cookie.',
    fix: 'Add HttpOnly, Secure and SameSite to the header.',
  },
]

function isUnknownOptions(call: SeenCall): boolean {
  const place = call.path.startsWith('hono/cookie.') ? 3 : 2
  const options = call.args[place]?.value
  return options !== undefined && (options.fields === null || (options.path ?? '').startsWith('{...}'))
}

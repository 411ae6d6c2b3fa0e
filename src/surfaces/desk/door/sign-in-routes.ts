import type { Context, Hono } from 'hono'
import { isSameSecret } from '../../../shared/same-secret.ts'
import type { FrameFacts } from '../pages/frame.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { deskHeaders } from '../headers.ts'
import { noSessionCookie, sessionCookie, sessionIdIn } from './cookie.ts'
import { tryToken, type DoorParts } from './door.ts'
import { isFromOwnPage } from './own-form.ts'
import type { Session, Sessions } from './sessions.ts'

export interface SignInParts extends DoorParts {
  readonly sessions: Sessions
  readonly frame: FrameFacts
  /** Names under which the service is reached besides the one that a request gives. */
  readonly hosts: ReadonlySet<string>
  /** The service is reached by TLS. */
  readonly hasTls: boolean
}

/** What a form holds; its values are texts. */
export type Form = Readonly<Record<string, string>>

const foreignForm = 'This form was not sent by a page of the desk. Load the page again, and send it from there.'

/** Signing in and out. */
export function signInRoutes(app: Hono, parts: SignInParts): void {
  const { sessions, frame } = parts
  app.get('/operator/sign-in', (context) => askToSignIn(context, parts))
  app.post('/operator/sign-in', async (context) => {
    if (!isFromOwnPage(context, parts.hosts)) return askToSignIn(context, parts, { wrong: foreignForm, status: 403 })
    const form = await readForm(context)
    const entry = tryToken(context, (form['token'] ?? '').trim(), parts)
    if (entry.kind === 'locked') {
      const wrong = `Too many wrong tokens came from your address. Wait ${entry.seconds} seconds.`
      return askToSignIn(context, parts, { wrong, status: 429, headers: { 'Retry-After': String(entry.seconds) } })
    }
    if (entry.kind === 'wrong') return askToSignIn(context, parts, { wrong: 'This is not a token of the desk.', status: 401 })
    // A session that the browser brought ends: none that others may know becomes one that is signed in.
    const before = sessionIdIn(context.req.header('cookie'))
    if (before !== null) await sessions.end(before)
    return redirect(frame.base + pathIn(form['to']), { 'Set-Cookie': sessionCookie(await sessions.begin(entry.operator)) })
  })
  app.post(
    '/operator/sign-out',
    withSession(parts, async (context) => {
      await sessions.end(sessionIdIn(context.req.header('cookie'))!)
      return redirect(`${frame.base}/operator/sign-in`, { 'Set-Cookie': noSessionCookie })
    }),
  )
}

/**
 * A page or a form for those who are signed in; others are asked to. A form must carry the token of its session and come from a page of
 * ours.
 */
export function withSession(
  parts: SignInParts,
  answer: (context: Context, session: Session, form: Form) => Response | Promise<Response>,
): (context: Context) => Promise<Response> {
  return async (context) => {
    const id = sessionIdIn(context.req.header('cookie'))
    const session = id === null ? null : await parts.sessions.find(id)
    const isForm = context.req.method === 'POST'
    if (session === null)
      return askToSignIn(context, parts, { wrong: isForm ? 'Your session has ended: nothing was done.' : null, status: 401 })
    if (!isForm) return answer(context, session, {})
    const form = await readForm(context)
    const isOurs = isFromOwnPage(context, parts.hosts) && isSameSecret(form['form-token'] ?? '', session.formToken)
    return isOurs ? answer(context, session, form) : askToSignIn(context, parts, { wrong: foreignForm, status: 403 })
  }
}

function askToSignIn(
  context: Context,
  { frame, hasTls }: SignInParts,
  {
    wrong = null,
    status = 200,
    headers = {},
  }: { readonly wrong?: string | null; readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): Response {
  const { pathname, search, hostname } = new URL(context.req.url)
  const to = context.req.method === 'GET' ? pathIn(pathname + search) : '/operator'
  const isSafe = hasTls || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
  return signInPage(frame, { to, wrong, isSafe }, status, headers)
}

/** A page of the desk; the first one for any other text, so that nobody is led away. */
function pathIn(text: string | undefined): string {
  const isPage =
    text !== undefined && text.length <= 1_000 && /^\/operator(?:[/?][!-~]*)?$/.test(text) && !/^\/operator\/(?:sign-|api)/.test(text)
  return isPage ? text : '/operator'
}

async function readForm(context: Context): Promise<Form> {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(context.req.header('content-type') ?? '')
  return isForm ? Object.fromEntries(new URLSearchParams(await context.req.text())) : {}
}

function redirect(to: string, headers: Readonly<Record<string, string>>): Response {
  return new Response(null, { status: 303, headers: { ...deskHeaders, Location: to, ...headers } })
}

import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Log } from '../../shared/log.ts'
import { Problem } from '../../shared/problems.ts'
import { apiPath, apiRoutes } from './api/api-routes.ts'
import { refusalAnswer } from './api/api-answer.ts'
import { deskCalls } from './calls/all-calls.ts'
import type { DeskCallParts } from './calls/desk-parts.ts'
import { deskStyle } from './desk-style.ts'
import { signInRoutes, type SignInParts } from './door/sign-in-routes.ts'
import { deskHeaders } from './headers.ts'
import { deskMcpRoutes } from './mcp/desk-mcp-routes.ts'
import type { PageParts } from './pages/page-parts.ts'
import { pageRoutes } from './pages/page-routes.ts'

export interface DeskParts extends DeskCallParts, SignInParts, Pick<PageParts, 'explorerOf'> {
  readonly timeZone: string
  readonly version: string
  readonly log: Log
}

/** Bytes. The largest form is a search. */
const maxBodyBytes = 64 * 1024

/** The desk: pages, forms and API below `/operator`. It decides nothing about money: each call is a function of `operate`. */
export function createDeskApp(parts: DeskParts): Hono {
  const app = new Hono()
  const calls = deskCalls(parts)
  const style = deskStyle()
  app.use(
    '/operator/*',
    bodyLimit({ maxSize: maxBodyBytes, onError: () => refusalAnswer('body_too_large', `A body may have ${maxBodyBytes} bytes.`) }),
  )
  app.get(`/operator/assets/${style.name}`, () => {
    const headers = { ...deskHeaders, 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'public, max-age=31536000, immutable' }
    return new Response(style.css, { headers })
  })
  apiRoutes(app, { ...parts, calls })
  deskMcpRoutes(app, { ...parts, calls })
  signInRoutes(app, parts)
  pageRoutes(app, { ...parts, calls })
  app.notFound(() => refusalAnswer('not_found', `There is nothing at this path; the desk begins at /operator, its API at ${apiPath}.`))
  app.onError((error) => {
    if (error instanceof Problem && error.code === 'ledger_unavailable')
      return refusalAnswer('ledger_unavailable', 'The database does not take writes now. Nothing was done.')
    parts.log.error({ err: error }, 'the desk failed')
    return refusalAnswer('failed', 'The log says why.')
  })
  return app
}

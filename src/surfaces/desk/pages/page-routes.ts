import type { Hono } from 'hono'
import type { DeskCall } from '../calls/desk-call.ts'
import type { Summary } from '../calls/overview-calls.ts'
import { runCall, type RunCallParts } from '../calls/run-call.ts'
import { mayDo } from '../door/operator.ts'
import { withSession, type SignInParts } from '../door/sign-in-routes.ts'
import { deskPage, pageResponse } from './frame.ts'
import { overviewMain } from './overview-page.ts'
import { createWords } from './words.ts'

export interface PageParts extends SignInParts, RunCallParts {
  readonly calls: readonly DeskCall[]
  readonly timeZone: string
}

/** The pages, for those who are signed in. */
export function pageRoutes(app: Hono, parts: PageParts): void {
  const { frame, clock, timeZone } = parts
  const callOf = (id: string) => parts.calls.find((call) => call.id === id)!
  app.get(
    '/operator',
    withSession(parts, async (_, session) => {
      const outcome = await runCall(callOf('summary'), {}, session.operator, parts)
      const words = createWords(timeZone, clock.now())
      const mayMute = mayDo(session.operator, 'admin')
      const main = overviewMain((outcome as { readonly answer: unknown }).answer as Summary, { base: frame.base, words, mayMute })
      return pageResponse(deskPage(frame, session, { title: 'Overview', path: '/operator', main }))
    }),
  )
}

import type { Hono } from 'hono'
import type { DeskCall } from '../calls/desk-call.ts'
import { admitCall, runCall } from '../calls/run-call.ts'
import { withSession } from '../door/sign-in-routes.ts'
import type { Session } from '../door/sessions.ts'
import { actionMain, doneMain, editableFields, hasDryRun, inputOfForm, type Foreseen } from './action-page.ts'
import { deskPage, pageResponse } from './frame.ts'
import { answerLines, refusalOf, statusOf } from './outcome-lines.ts'
import type { PageParts } from './page-parts.ts'

type Given = Readonly<Record<string, string>>

/** `/operator/do/{call}`: a page says what a call will do and asks once; its form does it. */
export function actionRoutes(app: Hono, parts: PageParts): void {
  const { frame } = parts
  for (const call of parts.calls) {
    if (call.method !== 'POST') continue
    const path = `/operator/do/${call.id}`
    app.get(
      path,
      withSession(parts, async (context, session) => {
        const given = context.req.query()
        const isReady = editableFields(call).length === 0 || given['checked'] === 'yes'
        const foreseen = isReady ? await foresee(call, given, session, parts) : null
        const main = actionMain(call, foreseen, { base: frame.base, session, given })
        return pageResponse(deskPage(frame, session, { title: call.title, path: '', main }))
      }),
    )
    app.post(
      path,
      withSession(parts, async (_, session, form) => {
        const outcome = await runCall(call, inputOfForm(form), session.operator, parts)
        const lines = outcome.kind === 'answer' ? answerLines(outcome.answer) : [outcome.detail]
        const main = doneMain(call, lines, refusalOf(outcome) === null, { base: frame.base, session, given: form })
        return pageResponse(deskPage(frame, session, { title: call.title, path: '', main }), statusOf[outcome.kind])
      }),
    )
  }
}

/** What the call would do: by its dry run, or in the words of its input. */
async function foresee(call: DeskCall, given: Given, { operator }: Session, parts: PageParts): Promise<Foreseen> {
  const input = inputOfForm(given)
  if (hasDryRun(call)) {
    const outcome = await runCall(call, { ...input, dryRun: true }, operator, parts)
    return outcome.kind === 'answer' ? { will: answerLines(outcome.answer) } : { cannot: outcome.detail }
  }
  const admitted = admitCall(call, input, operator)
  if (admitted.kind !== 'input') return { cannot: admitted.detail }
  return { will: [call.title, ...Object.entries(input).map(([name, value]) => `${name}: ${value}`)] }
}

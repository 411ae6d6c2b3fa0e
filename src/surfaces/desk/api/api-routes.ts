import type { Context, Hono } from 'hono'
import type { DeskCall } from '../calls/desk-call.ts'
import { runCall, type CallOutcome, type RunCallParts } from '../calls/run-call.ts'
import type { DoorParts } from '../door/door.ts'
import type { Operator } from '../door/operator.ts'
import { jsonAnswer, refusalAnswer } from './api-answer.ts'
import { csvAnswer, wantsCsv } from './csv-answer.ts'
import { forBearer } from './for-bearer.ts'
import { openApiOfDesk } from './openapi-of-desk.ts'

export const apiPath = '/operator/api'

export interface ApiParts extends DoorParts, RunCallParts {
  readonly calls: readonly DeskCall[]
  readonly version: string
}

/** `/operator/api`: every call of the desk as JSON, for bearer tokens. It takes no cookies, so no page of others can call it for an operator. */
export function apiRoutes(app: Hono, parts: ApiParts): void {
  const document = openApiOfDesk(parts.calls, parts.version)
  const guarded = (answer: (context: Context, operator: Operator) => Promise<Response>) => forBearer(parts, answer)
  app.get(
    `${apiPath}/openapi.json`,
    guarded(async () => jsonAnswer(document)),
  )
  for (const call of parts.calls) {
    const path = apiPath + call.path.replaceAll(/\{(\w+)\}/g, ':$1')
    app.on(
      call.method,
      path,
      guarded(async (context, operator) => {
        const given = await inputOf(context, call)
        if (given === undefined) return refusalAnswer('invalid_input', 'Send a JSON object with Content-Type: application/json.')
        if (call.csv && wantsCsv(context))
          return (await csvAnswer(call, given, operator)) ?? answerOf(await runCall(call, given, operator, parts))
        return answerOf(await runCall(call, given, operator, parts))
      }),
    )
  }
  app.all(
    `${apiPath}/*`,
    guarded(async () => refusalAnswer('not_found', `${apiPath}/openapi.json has every path and its method.`)),
  )
}

/** What the path, and the query or the body, give; undefined where the body is not a JSON object. */
async function inputOf(context: Context, { method }: DeskCall): Promise<object | undefined> {
  const path = context.req.param()
  if (method === 'GET') {
    const { format: _, ...query } = context.req.query()
    return { ...withoutEmpty(query), ...path }
  }
  const text = await context.req.text()
  if (text.trim() === '') return path
  if (!/^application\/json\b/i.test(context.req.header('content-type') ?? '')) return undefined
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body, ...path } : undefined
  } catch {
    return undefined
  }
}

export function withoutEmpty(query: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}

function answerOf(outcome: CallOutcome): Response {
  switch (outcome.kind) {
    case 'answer':
      return jsonAnswer(outcome.answer)
    case 'forbidden':
      return refusalAnswer('forbidden', outcome.detail)
    case 'invalid':
      return refusalAnswer('invalid_input', outcome.detail)
    case 'refused':
      return refusalAnswer('refused', outcome.detail)
  }
}

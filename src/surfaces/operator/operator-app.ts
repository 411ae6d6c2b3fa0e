import { Hono } from 'hono'
import { ZodError } from 'zod'
import type { Log } from '../../shared/log.ts'
import { OperatorError } from '../../shared/operator-error.ts'
import type { OperatorAction } from './operator-action.ts'

/**
 * What the operator's commands ask of the running service, over the socket in its data directory: `POST /<action>` with a JSON
 * object. A refusal is `{ "refused": "why and what to do" }` with status 400 or 409; the other statuses are those of HTTP.
 * It decides nothing: each action is a function of `operate`.
 */
export function createOperatorApp({ actions, log }: { readonly actions: readonly OperatorAction[]; readonly log: Log }): Hono {
  const app = new Hono()
  for (const action of actions) {
    app.post(`/${action.name}`, async (context) => {
      try {
        const given: unknown = await context.req.json().catch(() => undefined)
        const result = await action.answer(given, context.req.raw.signal)
        return result instanceof Response ? result : json({ result }, 200)
      } catch (error) {
        if (error instanceof ZodError) return refused(400, `the service does not understand the command: ${wordsOf(error)}`)
        if (error instanceof OperatorError) return refused(409, error.message)
        log.error({ err: error, action: action.name }, 'a command of the operator failed')
        return refused(500, 'the service failed; its log says why')
      }
    })
  }
  app.notFound(() => refused(404, 'the running service does not know this command: it has another version than farthing here'))
  return app
}

function refused(status: number, why: string): Response {
  return json({ refused: why }, status)
}

function json(body: unknown, status: number): Response {
  const text = JSON.stringify(body, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  return new Response(text, { status, headers: { 'Content-Type': 'application/json' } })
}

function wordsOf(error: ZodError): string {
  return error.issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`)).join('; ')
}

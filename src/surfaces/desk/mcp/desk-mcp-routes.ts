import type { Hono } from 'hono'
import { jsonAnswer, refusalAnswer } from '../api/api-answer.ts'
import { forBearer } from '../api/for-bearer.ts'
import type { ApiParts } from '../api/api-routes.ts'
import type { AnswerDeskMessage } from './answer-desk-message.ts'

/**
 * `/operator/mcp`: the calls of the API as tools for the operator's own agent, by Streamable HTTP without sessions. A token sees and calls the
 * tools that its scope allows, so an agent with a `read` token changes nothing. The SDK is loaded with the first message.
 */
export function deskMcpRoutes(app: Hono, parts: ApiParts): void {
  let answering: Promise<AnswerDeskMessage> | null = null
  app.post(
    '/operator/mcp',
    forBearer(parts, async ({ req }, operator) => {
      const body: unknown = await req.json().catch(() => undefined)
      if (body === undefined) return refusalAnswer('invalid_input', 'Send one JSON-RPC message.')
      answering ??= import('./answer-desk-message.ts').then(({ createDeskAnswering }) => createDeskAnswering(parts))
      const answer = await (await answering)({ body, protocolVersion: req.header('mcp-protocol-version') ?? null, operator })
      return answer.message === null ? new Response(null, { status: 202 }) : jsonAnswer(answer.message, answer.status)
    }),
  )
}

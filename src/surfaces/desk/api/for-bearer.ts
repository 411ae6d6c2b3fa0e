import type { Context } from 'hono'
import { tryToken, type DoorParts } from '../door/door.ts'
import type { Operator } from '../door/operator.ts'
import { refusalAnswer } from './api-answer.ts'

/** An answer for those who bring a token as a bearer. Cookies count for nothing here. */
export function forBearer(
  parts: DoorParts,
  answer: (context: Context, operator: Operator) => Promise<Response>,
): (context: Context) => Promise<Response> {
  return async (context) => {
    const token = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1] ?? ''
    const entry = tryToken(context, token, parts)
    if (entry.kind === 'in') return answer(context, entry.operator)
    if (entry.kind === 'locked')
      return refusalAnswer('too_many_tries', 'Wait before the next try.', { 'Retry-After': String(entry.seconds) })
    return refusalAnswer('unauthorized', 'Send Authorization: Bearer and a token of OPERATOR_TOKEN or OPERATOR_TOKENS.', {
      'WWW-Authenticate': 'Bearer realm="operator"',
    })
  }
}

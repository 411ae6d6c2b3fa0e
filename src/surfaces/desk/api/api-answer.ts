import { deskHeaders } from '../headers.ts'

export function jsonAnswer(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${JSON.stringify(body)}\n`, { status, headers: { ...deskHeaders, 'Content-Type': 'application/json', ...headers } })
}

const problems = {
  invalid_input: [400, 'Invalid input'],
  unauthorized: [401, 'No token of the desk'],
  forbidden: [403, 'The token does not allow this'],
  not_found: [404, 'Nothing at this path'],
  refused: [409, 'It can not be done'],
  body_too_large: [413, 'The body is too large'],
  too_many_tries: [429, 'Too many wrong tokens'],
  failed: [500, 'The service failed'],
  ledger_unavailable: [503, 'The ledger does not answer'],
} as const
export type ApiProblem = keyof typeof problems

/** RFC 9457. */
export function refusalAnswer(code: ApiProblem, detail: string, headers: Readonly<Record<string, string>> = {}): Response {
  const [status, title] = problems[code]
  return jsonAnswer({ type: 'about:blank', title, status, code, detail }, status, {
    'Content-Type': 'application/problem+json',
    ...headers,
  })
}

import { jsonResponse, refusalResponse } from '../surfaces/http/respond.ts'
import { Problem } from '../shared/problems.ts'

/** Answers until the service is built: alive, not ready, and every call may come again. */
export function answerWhileStarting(request: Request): Response {
  const { pathname } = new URL(request.url)
  if (pathname === '/livez') return jsonResponse({ status: 'alive' })
  if (pathname === '/readyz') return jsonResponse({ status: 'not_ready', checks: { process: 'starting' } }, 503, { 'Retry-After': '5' })
  return refusalResponse(new Problem('ledger_unavailable', 'The service is starting, and its ledger is not open yet.', { retryAfter: 2 }))
}

import type { Hono } from 'hono'
import { isSameSecret } from '../../shared/same-secret.ts'
import { Problem } from '../../shared/problems.ts'
import { commonHeaders } from './headers.ts'
import { jsonResponse, refusalResponse } from './respond.ts'

export interface OperationsParts {
  readonly health: { ready(): { readonly ready: boolean; readonly checks: Readonly<Record<string, string>> } }
  readonly metricsText: () => Promise<string>
  /** /metrics needs no token, since only the operator can reach it (the sandbox). */
  readonly metricsOpen: boolean
  /** Otherwise the bearer tokens of which /metrics requires one; null: /metrics is not served. */
  readonly metricsTokens: readonly string[] | null
}

/** For machines and operators: liveness, readiness, metrics. */
export function operationsRoutes(app: Hono, parts: OperationsParts): void {
  app.get('/livez', () => jsonResponse({ status: 'alive' }))
  app.get('/readyz', () => {
    const { ready, checks } = parts.health.ready()
    return jsonResponse({ status: ready ? 'ready' : 'not_ready', checks }, ready ? 200 : 503, ready ? {} : { 'Retry-After': '5' })
  })
  app.get('/metrics', async (context) => {
    const { metricsOpen, metricsTokens } = parts
    const header = context.req.header('authorization')
    const allowed = metricsOpen || (metricsTokens ?? []).some((token) => bearerMatches(header, token))
    if (!allowed) {
      return refusalResponse(new Problem('not_found', 'There is nothing at this path.'))
    }
    return new Response(await parts.metricsText(), {
      headers: { ...commonHeaders, 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
    })
  })
}

function bearerMatches(header: string | undefined, token: string): boolean {
  return isSameSecret(/^Bearer (.+)$/.exec(header ?? '')?.[1] ?? '', token)
}

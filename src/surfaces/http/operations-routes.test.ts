import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { operationsRoutes } from './operations-routes.ts'

function routes(metricsToken: string | null, { ready = true, metricsOpen = false } = {}): Hono {
  const app = new Hono()
  operationsRoutes(app, {
    health: { ready: () => ({ ready, checks: { ledger: 'ok' } }) },
    metricsText: async () => 'farthing_calls_total 1\n',
    metricsOpen,
    metricsTokens: metricsToken === null ? null : [metricsToken, 'the-other-token-16'],
  })
  return app
}

describe('metrics', () => {
  test('are open where only the operator can reach them', async () => {
    expect(await (await routes(null, { metricsOpen: true }).request('/metrics')).text()).toContain('farthing_calls_total')
  })
  test('need their token, and are 404 without it', async () => {
    const app = routes('a-long-secret-token-of-the-operator')
    expect((await app.request('/metrics')).status).toBe(404)
    expect((await app.request('/metrics', { headers: { Authorization: 'Bearer wrong' } })).status).toBe(404)
    expect((await app.request('/metrics', { headers: { Authorization: 'Bearer a-long-secret-token-of-the-operator' } })).status).toBe(200)
  })
  test('are not served without one in live mode', async () => {
    expect((await routes(null).request('/metrics', { headers: { Authorization: 'Bearer null' } })).status).toBe(404)
  })
})

describe('readiness', () => {
  test('is 503 with Retry-After until the process may get traffic; liveness is 200', async () => {
    const starting = routes(null, { ready: false })
    const response = await starting.request('/readyz')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect((await starting.request('/livez')).status).toBe(200)
    expect((await routes(null).request('/readyz')).status).toBe(200)
  })
})

import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { discoveryRoutes } from './discovery-routes.ts'
import { facts } from './facts.fixture.ts'

const app = new Hono()
discoveryRoutes(app, facts)

describe.each([
  ['/openapi.json', 'application/json'],
  ['/llms.txt', 'text/plain; charset=utf-8'],
])('%s', (path, contentType) => {
  test('is read by pages of any origin, and kept for five minutes', async () => {
    const response = await app.request(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(contentType)
    expect(response.headers.get('cache-control')).toBe('max-age=300')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect((await response.text()).length).toBeGreaterThan(100)
  })

  test('can be asked for with HEAD', async () => {
    const response = await app.request(path, { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })
})

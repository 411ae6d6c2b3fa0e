import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { beforeAll, describe, expect, test } from 'vitest'
import { longestTurn } from '../../../test/support/longest-turn.ts'
import { facts } from './facts.fixture.ts'
import { loadScalar, type ScalarScript } from './load-scalar.ts'
import { referencePage } from './reference-page.ts'
import { referenceRoutes } from './reference-routes.ts'

let scalar: ScalarScript
let longestTurnMs = 0
beforeAll(async () => {
  longestTurnMs = await longestTurn(async () => void (scalar = await loadScalar()))
})

function open(load = () => Promise.resolve(scalar)): Hono {
  const app = new Hono()
  referenceRoutes(app, facts, { isInstalled: () => true, load })
  app.onError((error, context) => context.text(error.message, 500))
  return app
}

test('without the package of Scalar the page leads to the same content as text', async () => {
  const app = new Hono()
  referenceRoutes(app, facts, { isInstalled: () => false, load: () => Promise.reject(new Error('not installed')) })
  const response = await app.request('/reference')
  expect([response.status, response.headers.get('location')]).toEqual([302, '/llms-full.txt'])
})

describe('the script', () => {
  test('is read from its package while other work continues', () => {
    const text = Buffer.from(scalar.script).toString('utf8')
    expect(text.length).toBeGreaterThan(1_000_000)
    expect(text).toContain('createApiReference')
    expect(text).not.toContain('sourceMappingURL')
    expect(gunzipSync(scalar.packed).equals(Buffer.from(scalar.script))).toBe(true)
    // Some 5 ms where nothing else runs; reading it here takes hundreds.
    expect(longestTurnMs).toBeLessThan(100)
  })

  test('is served compressed under a name with its hash, cacheable for ever', async () => {
    const app = open()
    const source =
      /<script src="(\/reference\/script\/scalar-[0-9a-f]{16}\.js)">/.exec(await (await app.request('/reference')).text())?.[1] ?? ''
    const response = await app.request(source, { headers: { 'Accept-Encoding': 'gzip' } })
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(scalar.packed))).toBe(true)
    expect((await (await app.request(source)).arrayBuffer()).byteLength).toBe(scalar.script.length)
    expect((await app.request('/reference/script/scalar-0123456789abcdef.js')).status).toBe(404)
    const other = await open(() => Promise.resolve({ ...scalar, packed: scalar.packed.slice(1) })).request('/reference')
    expect(await other.text()).not.toContain(source)
  })

  test('is read again at the next request after a failure', async () => {
    let tries = 0
    const app = open(() => ((tries += 1) === 1 ? Promise.reject(new Error('no memory')) : Promise.resolve(scalar)))
    expect((await app.request('/reference')).status).toBe(500)
    expect((await app.request('/reference')).status).toBe(200)
    expect((await app.request('/reference')).status).toBe(200)
    expect(tries).toBe(2)
  })
})

describe('the page', () => {
  const attribute = (page: string) =>
    JSON.parse(/data-configuration="([^"]+)"/.exec(page)![1]!.replaceAll('&quot;', '"')) as Record<string, any>

  test('is the same with a trailing slash', async () => {
    const app = open()
    expect(await (await app.request('/reference/')).text()).toBe(await (await app.request('/reference')).text())
  })

  test('runs that script only, and calls only this service', async () => {
    const response = await open().request('/reference')
    const policy = response.headers.get('content-security-policy')!.split('; ')
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self' https://api.example.com",
        "font-src 'self' data:",
      ]),
    )
    const page = await response.text()
    // The other one holds settings: its type makes it data.
    expect([...page.matchAll(/<script[^>]*>/g)].map(([tag]) => tag.replace(/data-configuration="[^"]*"|scalar-[0-9a-f]+/g, ''))).toEqual([
      '<script id="api-reference" type="application/json" >',
      '<script src="/reference/script/.js">',
    ])
    expect(page).not.toMatch(/cdn|https:\/\/(?!api\.example\.com)/)
  })

  test('pays its test requests in a sandbox only', () => {
    expect(referencePage(facts, 'scalar-1.js')).not.toMatch(/type="module"|data-pay-to/)
    const page = referencePage({ ...facts, playMoney: true }, 'scalar-1.js')
    expect(page).toMatch(/<script type="module" src="\/assets\/[0-9a-f]{16}\/reference\.js">/)
    expect(page).toContain(`data-pay-to="${facts.payTo}"`)
  })

  test('switches off everything that would call other hosts', () => {
    expect(attribute(referencePage(facts, 'scalar-1.js'))).toMatchObject({
      url: '/reference/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
    })
  })

  test('finds its parts also when the service is below a path', () => {
    const page = referencePage({ ...facts, publicUrl: 'https://example.com/data' }, 'scalar-1.js')
    expect(page).toContain('<script src="/data/reference/script/scalar-1.js">')
    expect(attribute(page)['url']).toBe('/data/reference/openapi.json')
  })
})

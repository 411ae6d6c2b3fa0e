import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { hostileOffer, facts, injected, nasty } from './console.fixture.ts'
import { consoleRoutes } from './console-routes.ts'
import type { HomeFacts } from './home/home-page.ts'
import { pagePolicy } from './policy.ts'

function open(more: Partial<HomeFacts> = {}): Hono {
  const app = new Hono()
  consoleRoutes(app, { ...facts, ...more }, async () => {})
  return app
}

const app = open()
const read = async (path: string, from = app) => (await from.request(path)).text()

describe('the page at /', () => {
  test('has the title, description, icon and picture for directories', async () => {
    const page = await read('/')
    expect(/<title>(.+)<\/title>/.exec(page)?.[1]).toBe('Farthing: data for software agents, by the call')
    expect(/<meta name="description" content="([^"]{50,})"/.exec(page)).not.toBeNull()
    expect(page).toMatch(/<link rel="icon" type="image\/svg\+xml" href="\/favicon.svg"/)
    expect(page).toContain('<meta property="og:image" content="https://api.example.com/sharing.png"')
  })

  test('lists every offer with its price, for people and in schema.org terms', async () => {
    const page = await read('/')
    for (const { id, title } of facts.offers) {
      expect(page).toContain(`href="/offers/${id}"`)
      expect(page).toContain(title)
    }
    const data = JSON.parse(/<script type="application\/ld\+json">([\s\S]+?)<\/script>/.exec(page)![1]!) as {
      offers: { name: string; price: string }[]
    }
    expect(data.offers).toHaveLength(facts.offers.length)
    expect(data.offers.find(({ name }) => name === 'Market price of a coin')).toMatchObject({ price: '0.0075', priceCurrency: 'USD' })
  })

  test('links to the documents for machines in its headers', async () => {
    const head = await app.request('/', { method: 'HEAD' })
    expect(head.headers.get('link')).toBe(
      '<https://api.example.com/.well-known/api-catalog>; rel="api-catalog", <https://api.example.com/openapi.json>; rel="service-desc"',
    )
  })

  test.each([
    ['text/markdown', 'text/markdown; charset=utf-8'],
    ['text/markdown, text/html;q=0.9', 'text/markdown; charset=utf-8'],
    ['text/html, text/markdown;q=0.5', 'text/html; charset=utf-8'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html; charset=utf-8'],
    ['*/*', 'text/html; charset=utf-8'],
  ])('answers Accept: %s with %s, and says that it depends on it', async (accept, type) => {
    const response = await app.request('/', { headers: { accept } })
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('vary')).toBe('Accept-Encoding, Accept')
  })

  test('searches without a script: words, line and price are in its address', async () => {
    const ids = async (query: string) =>
      [...(await read(`/${query}`)).matchAll(/<a href="\/offers\/([a-z0-9-]+)"/g)].map(([, id]) => id).slice(1)
    expect(await ids('?q=wallet+score')).toEqual(['deep-analysis', 'wallet-score'])
    expect(new Set(await ids('?line=market'))).toEqual(
      new Set(facts.offers.filter(({ template }) => template.includes('/market/')).map(({ id }) => id)),
    )
    expect(await ids('?cost=free&q=price')).not.toContain('market-price')
    expect(await read('/?q=nothing-has-this-word')).toContain('Nothing here fits that.')
    // A search is its visitor's: no cache keeps it.
    expect((await app.request('/?q=x')).headers.get('cache-control')).toBe('no-store')
  })

  test('mentions the sandbox only in the sandbox', async () => {
    expect(await read('/')).not.toContain('andbox')
    expect(await read('/', open({ simulated: true, playMoney: true }))).toContain('<a href="/sandbox">')
  })

  test('sells what strangers sell: no page needs to know a line or an offer of ours', async () => {
    const page = await read('/', open({ offers: [hostileOffer] }))
    expect(page).toContain('1 offer<')
    expect(page).toContain('/offers/hostile')
    expect((await open({ offers: [] }).request('/')).status).toBe(200)
  })
})

describe('the page of an offer', () => {
  test.each(facts.offers.map(({ id }) => id))('%s has its form, its code, its answer and what can go wrong', async (id) => {
    const page = await read(`/offers/${id}`)
    for (const part of ['<form', 'Code', 'What it rests on', 'What can go wrong', 'An answer', 'curl']) expect(page).toContain(part)
  })

  test('is missing for an unknown offer', async () => {
    expect((await app.request('/offers/constructor')).status).toBe(404)
  })

  test('its form leads to the call where no script runs, and to no other host', async () => {
    const called = await app.request('/offers/market-price/call?path.symbol=..%2F..%2F%2Fevil.example&query.x=1%262')
    expect([called.status, called.headers.get('location')]).toEqual([303, '/v1/market/price/..%2F..%2F%2Fevil.example?x=1%262'])
    const anywhere = { ...hostileOffer, id: 'anywhere', template: '/{+place}' }
    const from = open({ offers: [anywhere] })
    for (const place of ['/evil.example', '/evil.example/x', '\\evil.example', ''])
      expect(
        (await from.request(`/offers/anywhere/call?path.place=${encodeURIComponent(place)}`)).headers.get('location') ?? '/',
      ).not.toMatch(/^\/[/\\]./)
    expect((await app.request('/offers/code-review/call?body.code=x')).status).toBe(400)
  })
})

describe('what an outsider writes', () => {
  const attacked = open({ offers: [hostileOffer], playMoney: true })

  test.each(['/', `/?q=${encodeURIComponent(nasty)}&line=${encodeURIComponent(nasty)}`, '/offers/hostile', '/style'])(
    'is text at %s',
    async (path) => {
      const page = await read(path, attacked)
      expect(injected(page)).toEqual([])
      // The page's own script, and its data for directories.
      expect((page.match(/<script/g) ?? []).length).toBeLessThanOrEqual(2)
    },
  )

  test('runs nowhere: pages take no inline script, no other host, and no frame around them', async () => {
    for (const path of ['/', '/?q=x', '/offers/hostile', '/style']) {
      const { headers } = await attacked.request(path)
      const policy = headers.get('content-security-policy')
      expect(policy).toBe(pagePolicy(facts.publicUrl))
      expect(headers.get('x-frame-options')).toBe('DENY')
    }
    expect(pagePolicy(facts.publicUrl)).not.toMatch(/unsafe|\*/)
    expect(pagePolicy(facts.publicUrl)).toContain("frame-ancestors 'none'")
  })
})

describe('style and scripts', () => {
  test('are served at addresses that change with their content', async () => {
    const page = await read('/')
    const [style, script] = [/href="(\/assets\/[^"]+\.css)"/.exec(page)![1]!, /src="(\/assets\/[^"]+\.js)"/.exec(page)![1]!]
    const [css, js] = [await app.request(style), await app.request(script)]
    expect(css.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(js.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    // The budgets of the page at /, in bytes.
    expect((await css.text()).length).toBeLessThan(20_000)
    expect((await js.text()).length).toBeLessThan(60_000)
    for (const path of ['/assets/style-0.css', script.replace(/[0-9a-f]{16}/, '0'.repeat(16)), script.replace('page.js', 'constructor')])
      expect((await app.request(path)).status).toBe(404)
  })
})

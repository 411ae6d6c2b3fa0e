import { pageFacts } from '../console/console.fixture.ts'
import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { facts } from '../discovery/facts.fixture.ts'
import { exampleLanguages } from './example-languages.ts'
import { examplesRoutes, type ExampleFacts } from './examples-routes.ts'

const base = {
  id: 'eip155:8453',
  name: 'Base',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  domain: { name: 'USD Coin', version: '2' },
}

function served(changes: Partial<ExampleFacts> = {}) {
  const app = new Hono()
  examplesRoutes(app, {
    page: pageFacts,
    offers: facts.offers,
    baseUrl: facts.publicUrl,
    sandbox: false,
    network: base,
    freeCallsPerDay: 25,
    ...changes,
  })
  return async (path: string, accept?: string) => {
    const response = await app.request(path, accept === undefined ? {} : { headers: { accept } })
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
  }
}

describe('/examples', () => {
  test('lists every offer and every language, as Markdown or JSON', async () => {
    const get = served()
    const page = await get('/examples')
    expect(page).toMatchObject({ status: 200, type: 'text/markdown; charset=utf-8' })
    for (const { id } of facts.offers) expect(page.text).toContain(`https://api.example.com/examples/${id})`)
    const list = JSON.parse((await get('/examples', 'application/json')).text) as { languages: unknown[]; offers: { id: string }[] }
    expect(list.offers.map(({ id }) => id)).toEqual(facts.offers.map(({ id }) => id))
    expect(list.languages).toHaveLength(exampleLanguages.length)
  })
})

describe('/examples/{offer-id}', () => {
  test('has the code in all languages, as Markdown or JSON', async () => {
    const get = served()
    const page = await get('/examples/market-price')
    expect(page).toMatchObject({ status: 200, type: 'text/markdown; charset=utf-8' })
    const json = await get('/examples/market-price?format=json')
    expect(json.type).toBe('application/json')
    const { examples } = JSON.parse(json.text) as { examples: { language: string; code: string }[] }
    expect(examples.map(({ language }) => language)).toEqual(['curl', 'x402-fetch', 'mppx', 'python', 'mcp'])
    for (const { code } of examples) expect(page.text).toContain(code)
  })

  test('returns one language alone, as a file', async () => {
    const get = served()
    const { type, text } = await get('/examples/market-price?lang=curl')
    expect(type).toBe('text/plain; charset=utf-8')
    expect(text).toContain("curl -sS -i 'https://api.example.com/v1/market/price/BTC'")
    expect(text).toContain('--max 0.0075')
  })

  test('names the valid values for an unknown offer or language', async () => {
    const get = served()
    expect(await get('/examples/nothing')).toMatchObject({ status: 404, text: expect.stringContaining('/examples') })
    expect(await get('/examples/market-price?lang=cobol')).toMatchObject({ status: 400, text: expect.stringContaining('curl, x402-fetch') })
  })

  test('reads the key from WALLET_KEY, except in a sandbox, which lends a wallet', async () => {
    for (const language of ['x402-fetch', 'mppx', 'python', 'mcp']) {
      const [live, sandbox] = await Promise.all(
        [served(), served({ sandbox: true })].map((get) => get(`/examples/market-price?lang=${language}`)),
      )
      expect(live!.text).toContain('WALLET_KEY')
      expect(live!.text).not.toContain('/sandbox')
      expect(sandbox!.text).toContain('https://api.example.com/sandbox')
      expect(sandbox!.text).not.toContain('WALLET_KEY')
    }
  })

  test('needs no wallet for a free offer', async () => {
    const get = served()
    for (const { id } of exampleLanguages) expect((await get(`/examples/discovery?lang=${id}`)).text).not.toMatch(/wallet|sign/i)
  })

  test('names the asset to clients that do not know it', async () => {
    const asset = '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'
    const get = served({ network: { ...base, id: 'eip155:10', name: 'Optimism', asset } })
    for (const language of ['x402-fetch', 'mppx', 'python', 'mcp'])
      expect((await get(`/examples/market-price?lang=${language}`)).text).toContain(asset)
  })

  test('shows a transfer by the payer when the service settles nothing', async () => {
    const get = served({ network: null })
    const { examples } = JSON.parse((await get('/examples/market-price?format=json')).text) as { examples: { language: string }[] }
    expect(examples.map(({ language }) => language)).toEqual(['curl'])
    expect((await get('/examples/market-price')).text).toContain('--protocol hash')
    expect((await get('/examples/market-price?lang=mppx')).status).toBe(400)
  })

  test('installs the versions that the examples are tested with', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>
    const versions = exampleLanguages.flatMap(({ install }) => [...(install ?? '').matchAll(/(\S+)@(\d\S*)/g)])
    expect(versions.length).toBeGreaterThan(5)
    for (const [, name, version] of versions) expect({ ...dependencies, ...devDependencies }[name!]).toBe(version)
  })
})

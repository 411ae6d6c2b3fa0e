import { execFile } from 'node:child_process'
import {
  checkEndpointSchema,
  checkL2ForOpenAPI,
  checkL4ForOpenAPI,
  discoverOriginSchema,
  getOpenAPI,
  getWarningsForFavicon,
  getWarningsForL2,
  getWarningsForL3,
  getWarningsForL4,
  getWarningsForLegacyWellKnown,
  getWarningsForOpenAPI,
  isOpenApiParseFailure,
  probeLegacyWellKnown,
  scrapeFavicon,
  validatePaymentRequiredDetailed,
} from '@agentcash/discovery'
import { Validator } from '@seriousme/openapi-schema-validator'
import { parsePaymentRequired } from '@x402/core/schemas'
import { validate as validateForMpp } from 'mppx/discovery'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { stockClient } from '../../sandbox/demo/stock-client.ts'
import { createApp } from '../../src/service/app.ts'
import { startTestService, untilIndexed, type TestService } from '../start-test-service.ts'
import { receiptOf } from '../signed-payments.ts'
import { withoutEngines } from '../example-calls.ts'
import { requestsOf, type DocumentedRequest } from './documented-requests.ts'
import { fromInside } from '../support/from-inside.ts'
import { doesAll, shareOf } from '../support/runs.ts'

type Json = Record<string, any>

let service: TestService
let document: Json
let requests: DocumentedRequest[]
beforeAll(async () => {
  service = await startTestService({ env: { FREE_QUOTA_PER_DAY: '10', CONTACT: 'api@example.com' } })
  await untilIndexed(service, 'transfers')
  document = await json('/openapi.json')
  requests = requestsOf(document)
})
afterAll(() => service?.close())

const json = async (path: string) => (await (await fetch(service.url + path)).json()) as Json
const offers = () => service.parts.catalog.offers
/** The document for crawlers names the others in the operations of these. */
const mainOffers = () => offers().filter(({ variantOf }) => variantOf === undefined)
const priced = () => requests.filter(({ operation }) => 'x-payment-info' in operation)
/** Those that are answered without a worker or a browser. */
const quick = (all: readonly DocumentedRequest[]) => {
  const ids = new Set(withoutEngines(offers()).map(({ id }) => id))
  return all.filter(({ operation }) => ids.has(operation.operationId))
}
const send = ({ url, init }: DocumentedRequest, by: typeof fetch = fetch) => by(url, init)
const termsOf = (response: Response) =>
  JSON.parse(Buffer.from(response.headers.get('payment-required')!, 'base64').toString('utf8')) as Json

/** Runs a command of a package and returns its output. */
function run(script: string, ...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env: { ...process.env, NO_UPDATE_NOTIFIER: '1' } }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })
}

describe('the OpenAPI document', () => {
  test('describes every offer, and is small enough for crawlers', async () => {
    expect(requests.map(({ operation }) => operation.operationId)).toEqual(mainOffers().map(({ id }) => id))
    const bytes = (await (await fetch(`${service.url}/openapi.json`, { headers: { 'Accept-Encoding': 'identity' } })).arrayBuffer())
      .byteLength
    expect(bytes).toBeLessThan(64 * 1024)
  })

  test.each(['/openapi.json', '/reference/openapi.json'])('is valid OpenAPI 3.1: %s', async (path) => {
    const validator = new Validator()
    expect(await validator.validate(await json(path))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test.each(['/openapi.json', '/reference/openapi.json'])('passes mppx discover validate without a remark: %s', async (path) => {
    expect(validateForMpp(await json(path))).toEqual([])
    // The command says the same, and takes seconds to start.
    if (path !== '/openapi.json' && !doesAll) return
    const said = await run('node_modules/mppx/dist/bin.js', 'discover', 'validate', service.url + path)
    expect(said).toEqual({ code: 0, output: expect.stringContaining('Discovery document is valid.') })
  })
})

/** Said of every service with more than forty offers; a shorter document would hide some. */
const manyRoutes = 'warn L2_ROUTE_COUNT_HIGH'

describe('agentcash', () => {
  test('finds every route with its price, its protocols and its input', async () => {
    const found = await discoverOriginSchema({ target: service.url })
    if (!found.found) throw new Error(found.message)
    expect(found).toMatchObject({
      source: 'openapi',
      guidanceAvailable: true,
      info: { title: 'Farthing', contactEmail: 'api@example.com' },
    })
    expect(found.endpoints.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
      mainOffers()
        .map(({ route }) => route)
        .toSorted(),
    )
    for (const { path, authMode, price, pricingMode, protocols } of found.endpoints) {
      const { access } = offers().find(({ template }) => template === path)!
      if (access.kind !== 'fixed') expect({ path, authMode }).toEqual({ path, authMode: 'unprotected' })
      else {
        const usd = Number(access.price) / 1e6
        expect({ path, authMode, price, pricingMode, protocols }).toEqual({
          path,
          authMode: 'paid',
          price: `${usd} USD`,
          pricingMode: 'fixed',
          protocols: ['x402', 'mpp'],
        })
      }
    }
  })

  test('remarks only on the older document, which other clients still read', async () => {
    const openApi = (await getOpenAPI(service.url)).unwrapOr(null)
    if (openApi === null || isOpenApiParseFailure(openApi)) throw new Error('the document could not be read')
    const legacy = (await probeLegacyWellKnown(service.url)).unwrapOr({ x402: false, mpp: false })
    const warnings = [
      ...getWarningsForOpenAPI(openApi),
      ...getWarningsForL2(checkL2ForOpenAPI(openApi)),
      ...getWarningsForL4(checkL4ForOpenAPI(openApi)),
      ...(await getWarningsForFavicon(service.url)).unwrapOr([]),
      ...getWarningsForLegacyWellKnown(legacy),
    ]
    const remarks = warnings.map(({ code, severity }) => `${severity} ${code}`)
    expect(remarks.filter((remark) => remark !== manyRoutes)).toEqual(['info LEGACY_WELL_KNOWN_FOUND'])
  })

  test('reads every 402 in both protocols without a remark, from the document and from the response', async () => {
    for (const { url, operation, init } of shareOf(priced(), 0, 3)) {
      for (const probe of [false, true]) {
        const body = init.body === undefined ? {} : { sampleInputBody: JSON.parse(init.body as string) as Json }
        const checked = await checkEndpointSchema({ url, probe, ...(probe ? body : {}) })
        if (!checked.found) throw new Error(`${operation.operationId}: ${checked.cause}`)
        const warnings = checked.advisories.flatMap((advisory) => getWarningsForL3(advisory))
        expect({ id: operation.operationId, probe, warnings }).toEqual({ id: operation.operationId, probe, warnings: [] })
        const offered = checked.advisories.flatMap(({ paymentOptions }) => paymentOptions ?? []).map(({ protocol }) => protocol)
        if (probe) expect(new Set(offered)).toEqual(new Set(['x402', 'mpp']))
      }
    }
  })

  test('says the same in its own commands, for all routes and for each', async () => {
    const command = 'node_modules/@agentcash/discovery/bin/discovery.js'
    const all = await run(command, 'discover', service.url, '--json', '--verbose')
    const found = JSON.parse(all.output) as Json
    const warnings = (found['warnings'] as Json[]).filter(({ code, severity }) => `${severity} ${code}` !== manyRoutes)
    expect({ code: all.code, ok: found['ok'], warnings }).toEqual({ code: 0, ok: true, warnings: [] })
    expect(found['resources']).toHaveLength(mainOffers().length)
    if (!doesAll) return
    const one = await run(command, 'check', `${service.url}/v1/market/price/BTC`, '--json')
    expect({ code: one.code, ...(JSON.parse(one.output) as Json) }).toMatchObject({ code: 0, found: true, warnings: [] })
  })
})

describe('every 402', () => {
  /** What x402scan scrapes from the page at `/`. */
  async function metadata() {
    const page = await (await fetch(service.url)).text()
    const image = /<meta property="og:image" content="([^"]+)"/.exec(page)?.[1] ?? ''
    expect((await fetch(image)).headers.get('content-type')).toBe('image/png')
    return {
      title: /<title>([^<]+)/.exec(page)?.[1] ?? null,
      description: /<meta name="description" content="([^"]+)"/.exec(page)?.[1] ?? null,
      favicon: await scrapeFavicon(service.url),
      ogImages: [image],
    }
  }

  test('fits the schemas of @x402/core, and x402scan has no remark', async () => {
    const page = await metadata()
    for (const request of priced()) {
      const response = await send(request)
      expect({ id: request.operation.operationId, status: response.status }).toEqual({ id: request.operation.operationId, status: 402 })
      const terms = termsOf(response)
      expect(parsePaymentRequired(terms).error, request.operation.operationId).toBeUndefined()
      const { issues } = validatePaymentRequiredDetailed(terms, { metadata: page })
      expect(issues, request.operation.operationId).toEqual([])
    }
  })

  test('has Bazaar information that fits its schema, for two validators', async () => {
    const { Ajv2020 } = fromInside('@modelcontextprotocol/sdk/types.js', 'ajv/dist/2020.js') as { Ajv2020: new (options: Json) => Ajv }
    const bazaar = fromInside('@x402/fetch', '@x402/extensions/bazaar') as Record<
      'validateDiscoveryExtension' | 'validateDiscoveryExtensionSpec',
      (extension: unknown) => Json
    >
    const remarks: string[] = []
    vi.spyOn(console, 'warn').mockImplementation((remark: string) => void remarks.push(remark))
    for (const request of shareOf(priced(), 2, 3)) {
      const response = await send(request)
      const inHeader = termsOf(response)['extensions'].bazaar as Json
      const inBody = ((await response.json()) as Json)['extensions'].bazaar as Json
      const id = request.operation.operationId
      for (const extension of [inHeader, inBody]) {
        const validate = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).compile(extension['schema'])
        validate(extension['info'])
        expect(validate.errors, id).toBeNull()
        expect(bazaar.validateDiscoveryExtension(extension), id).toEqual({ valid: true })
        expect(bazaar.validateDiscoveryExtensionSpec(extension), id).toEqual({ valid: true })
      }
    }
    vi.restoreAllMocks()
    // The second validator does not know formats, and says so.
    expect(remarks.filter((remark) => !/^unknown format "date(?:-time)?" ignored in schema/.test(remark))).toEqual([])
  })
})

describe('the worked example of every offer', () => {
  const assets = () => [...service.parts.chains.values()].map(({ network: { id, asset } }) => ({ network: id, usdc: asset }))

  test('built from the document alone, gets a free answer, a quota answer or a 402; and the official client pays it', async () => {
    const buy = stockClient(await service.payingWallet('20'), assets())
    for (const request of shareOf(quick(requests), 0)) {
      const { operation } = request
      const free = !('x-payment-info' in operation)
      const first = await send(request)
      expect({ id: operation.operationId, status: first.status }).toEqual({ id: operation.operationId, status: free ? 200 : 402 })
      if (free) continue
      let paid = await send(request, buy)
      // What took too long on a busy machine was not charged.
      while (paid.status === 503 || paid.status === 504) paid = await send(request, buy)
      expect({ id: operation.operationId, status: paid.status }).toEqual({ id: operation.operationId, status: 200 })
      expect((await receiptOf(paid)).state).toMatch(/settled|uncharged/)
    }
  })

  test('of a route with a quota gets a 402 after the quota, and can then be paid', async () => {
    const buy = stockClient(await service.payingWallet('20'), assets())
    const metered = requests.filter(({ operation }) => 'x-free-quota' in operation)
    expect(metered.length).toBeGreaterThan(0)
    const { callsPerDay, after } = metered[0]!.operation['x-free-quota']
    for (let call = 0; call < callsPerDay; call++) await send(metered[0]!)
    for (const request of metered) {
      const { operationId } = request.operation
      const unpaid = await send(request)
      expect({ operationId, status: unpaid.status }).toEqual({ operationId, status: 402 })
      const terms = termsOf(unpaid)
      expect(terms['accepts'][0].amount).toBe(String(Math.round(Number(after.price.amount) * 1e6)))
      expect(parsePaymentRequired(terms).error, operationId).toBeUndefined()
      expect(validatePaymentRequiredDetailed(terms).issues, operationId).toEqual([])
      const paid = await send(request, buy)
      expect({ operationId, status: paid.status }).toEqual({ operationId, status: 200 })
      expect((await receiptOf(paid)).state).toBe('settled')
    }
  })

  test('built from the Bazaar extension alone, is paid and answered', async () => {
    const buy = stockClient(await service.payingWallet('20'), assets())
    for (const request of shareOf(quick(priced()), 1)) {
      const { extensions, resource } = termsOf(await send(request)) as { extensions: Json; resource: { url: string } }
      const { info, routeTemplate } = extensions['bazaar'] as Json
      const { method, pathParams = {}, queryParams = {}, body } = info.input as Json
      const path = ((routeTemplate as string | undefined) ?? new URL(resource.url).pathname)
        .split('/')
        .map((part) => (part.startsWith(':') ? encodeURIComponent(pathParams[part.slice(1)] as string) : part))
        .join('/')
      const query = new URLSearchParams(queryParams as Record<string, string>).toString()
      const init = method === 'POST' ? { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : {}
      const paid = await buy(`${service.url}${path}${query === '' ? '' : `?${query}`}`, init)
      expect({ id: request.operation.operationId, status: paid.status }).toEqual({ id: request.operation.operationId, status: 200 })
    }
  })
})

test('every address that the older x402 document lists answers 402', async () => {
  const { resources } = (await json('/.well-known/x402')) as { resources: string[] }
  expect(resources).toHaveLength(priced().length + offers().length - mainOffers().length)
  for (const url of resources) {
    const { pathname } = new URL(url)
    const variant = offers().find(({ template, variantOf }) => template === pathname && variantOf !== undefined)
    const body = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(variant?.example.body) }
    const init = variant ? body : priced().find((request) => new URL(request.url).pathname === pathname)!.init
    expect((await fetch(url, init)).status).toBe(402)
  }
})

test('every linked document exists', async () => {
  const { linkset } = (await json('/.well-known/api-catalog')) as { linkset: Record<string, { href: string }[]>[] }
  const linked = new Set(['service-desc', 'service-doc', 'service-meta', 'status'])
  const links = linkset.flatMap((entry) => Object.entries(entry).flatMap(([relation, targets]) => (linked.has(relation) ? targets : [])))
  for (const { href } of links) expect({ href, status: (await fetch(href)).status }).toEqual({ href, status: 200 })
  const llms = await (await fetch(`${service.url}/llms.txt`)).text()
  for (const [, href = ''] of llms.matchAll(/\]\((http[^)]+)\)/g))
    expect({ href, status: (await fetch(href)).status }).toEqual({ href, status: 200 })
  const sitemap = await (await fetch(`${service.url}/sitemap.xml`)).text()
  for (const [, href = ''] of sitemap.matchAll(/<loc>([^<]+)/g))
    expect({ href, status: (await fetch(href)).status }).toEqual({ href, status: 200 })
})

test('document routes keep the fast router in use', async () => {
  const app = createApp(service.parts)
  await app.request('/v1/market/price/BTC')
  expect((app.router as unknown as { name: string }).name).toBe('SmartRouter + RegExpRouter')
})

interface Ajv {
  compile(schema: unknown): { (value: unknown): boolean; readonly errors: unknown }
}

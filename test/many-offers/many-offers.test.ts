import { checkEndpointSchema, discoverOriginSchema } from '@agentcash/discovery'
import { validate } from 'mppx/discovery'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lineOf, linesOf } from '../../src/offers/line-of.ts'
import type { AnyOffer } from '../../src/offers/offer.ts'
import { openapiPath } from '../../src/offers/path-template.ts'
import { facts } from '../../src/surfaces/discovery/facts.fixture.ts'
import { openapi } from '../../src/surfaces/discovery/openapi.ts'
import { connectMcp } from '../mcp-clients.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { documentsOfOffers } from './documents-of-offers.ts'
import { generatedOffers } from './generated-offers.ts'

/** With our own offers. */
const total = 200

let service: TestService
const offers = (): readonly AnyOffer[] => service.parts.catalog.offers

beforeAll(async () => {
  service = await startTestService()
  const { builtInOffers, catalog, replaceOffers } = service.parts
  await replaceOffers([...builtInOffers, ...generatedOffers(total - catalog.offers.length)])
})
afterAll(async () => service?.close())

const read = async (path: string) => (await fetch(service.url + path)).text()
const json = async (path: string) => JSON.parse(await read(path)) as Record<string, any>
const isListed = (offer: AnyOffer, paths: Record<string, any>) => offer.method.toLowerCase() in (paths[openapiPath(offer.template)] ?? {})

test('two hundred offers of all kinds are sold', () => {
  expect(offers().length).toBe(total)
  expect(new Set(offers().map(({ access }) => access.kind))).toEqual(new Set(['free', 'daily-quota', 'fixed', 'computed']))
  for (const kind of ['watchlist', 'body', 'answerAfter'] as const) expect(offers().some((offer) => offer[kind])).toBe(true)
  expect(offers().some(({ settle }) => settle === 'first')).toBe(true)
})

test.each(documentsOfOffers.flatMap(([path, maxBytes]) => (maxBytes === null ? [] : [[path, maxBytes] as const])))(
  '%s has at most %i bytes',
  async (path, maxBytes) => {
    expect(Buffer.byteLength(await read(path))).toBeLessThanOrEqual(maxBytes)
  },
)

test('/openapi.json has every offer with its price, as the readers of crawlers take it, and names the document of each line', async () => {
  const document = await json('/openapi.json')
  expect(validate(document).filter(({ severity }) => severity === 'error')).toEqual([])
  const variants = Object.values(document['paths']).flatMap((item) =>
    Object.values(item as object).flatMap((one) => one['x-variants'] ?? []),
  )
  const missing = offers().filter(
    (offer) => !isListed(offer, document['paths']) && !variants.some((text) => String(text).includes(offer.template)),
  )
  expect(missing.map(({ id }) => id)).toEqual([])
  expect(document['x-lines']).toMatchObject({ openapi: `${service.url}/openapi/{line}.json`, lines: linesOf(offers()) })

  const found = await discoverOriginSchema({ target: service.url })
  const endpoints = found.found ? found.endpoints : []
  const paid = offers().filter((offer) => isListed(offer, document['paths']) && ['fixed', 'computed'].includes(offer.access.kind))
  for (const offer of paid) {
    const one = endpoints.find(({ method, path }) => method === offer.method && path === openapiPath(offer.template))
    expect([offer.id, one?.authMode, one?.price !== undefined, one?.protocols?.includes('x402')]).toEqual([offer.id, 'paid', true, true])
  }
  const checked = await checkEndpointSchema({ url: `${service.url}/v1/ports/forecast/kiel` })
  expect(checked).toMatchObject({ found: true, advisories: [{ method: 'GET', authMode: 'paid' }] })
})

test('with so many offers that not even their essentials fit, /openapi.json says which lines it lacks and how many offers they have', () => {
  const many = generatedOffers(600)
  const document = openapi({ ...facts, offers: many }) as Record<string, any>
  expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThanOrEqual(63_900)
  const lacking: Record<string, number> = document['x-lines'].onlyThere
  expect(
    many
      .filter((offer) => !isListed(offer, document['paths']))
      .map(lineOf)
      .toSorted(),
  ).toEqual(
    Object.entries(lacking)
      .flatMap(([line, count]) => Array.from({ length: count }, () => line))
      .toSorted(),
  )
})

test('the document of each line has each of its offers in full, with request, answer and example', async () => {
  for (const line of linesOf(offers())) {
    const { paths } = await json(`/openapi/${line}.json`)
    const own = offers().filter((offer) => lineOf(offer) === line)
    expect([line, own.filter((offer) => !isListed(offer, paths)).map(({ id }) => id)]).toEqual([line, []])
  }
  const { paths } = await json('/openapi/ports.json')
  expect(paths['/v1/ports/forecast/{place}'].get).toMatchObject({
    parameters: expect.arrayContaining([expect.objectContaining({ name: 'day', schema: expect.objectContaining({ format: 'date' }) })]),
    responses: { 200: { content: { 'application/json': { example: { place: 'Kiel' } } } } },
  })
})

test.each([
  ['/reference/openapi.json', (offer: AnyOffer) => `"operationId":"${offer.id}"`],
  ['/llms.txt', (offer: AnyOffer) => `\`${offer.method} ${offer.template}\``],
  ['/llms-full.txt', (offer: AnyOffer) => `\`${offer.method} ${offer.template}\``],
  ['/.well-known/agent-card.json', ({ id }: AnyOffer) => `"${id}"`],
  ['/sitemap.xml', ({ id }: AnyOffer) => `/examples/${id}<`],
  ['/examples', ({ id }: AnyOffer) => `/examples/${id})`],
  ['/', ({ id }: AnyOffer) => `/offers/${id}"`],
])('%s names every offer', async (path, nameOf) => {
  const text = await read(path)
  expect(offers().flatMap((offer) => (text.includes(nameOf(offer)) ? [] : [offer.id]))).toEqual([])
})

test('/SKILL.md says how many routes it has no room for, and where they are', async () => {
  const text = await read('/SKILL.md')
  const shown = text.match(/^- `(?:GET|POST) /gm)?.length ?? 0
  expect(text).toContain(`${total - shown} more routes are in ${service.url}/llms.txt`)
})

test('discovery names every line with its number of offers, and each line lists its offers', async () => {
  const { endpoints, lines } = await json('/v1/agent/discovery')
  expect(Object.values(lines as Record<string, { offerCount: number }>).reduce((sum, line) => sum + line.offerCount, 0)).toBe(total)
  expect(Object.keys(endpoints).length).toBeGreaterThan(10)
  for (const line of linesOf(offers())) {
    const answer = await read(`/v1/agent/discovery?offer=${line}`)
    expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(8_192)
    const own = offers()
      .filter((offer) => lineOf(offer) === line)
      .map(({ id }) => id)
    // A line may have the name of an offer, which is described then.
    if (!offers().some(({ id }) => id === line)) expect(Object.keys(JSON.parse(answer).endpoints)).toEqual(own)
  }
})

test('MCP lists every tool in pages, tells their lines on connection in few words, and describes each', async () => {
  const client = await connectMcp(service.url)
  const names: string[] = []
  let cursor: string | undefined
  let pages = 0
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor })
    names.push(...page.tools.map(({ name }) => name))
    cursor = page.nextCursor
    pages += 1
  } while (cursor !== undefined)
  expect([names, pages]).toEqual([offers().map(({ id }) => id), 2])
  const words = client.getInstructions()!
  expect(Buffer.byteLength(words)).toBeLessThan(4_000)
  for (const line of linesOf(offers())) expect(words).toContain(`${line} (`)
  await expect(client.listTools({ cursor: 'nowhere' })).rejects.toThrow('leads to no page')
  const described = await client.callTool({ name: 'discovery', arguments: { offer: 'ports-forecast' } })
  expect(described).toMatchObject({ structuredContent: { endpoints: { 'ports-forecast': { path: '/v1/ports/forecast/{place}' } } } })
  const whole = await client.callTool({ name: 'discovery', arguments: {} })
  expect(Buffer.byteLength(JSON.stringify(whole))).toBeLessThanOrEqual(8_192)
  await client.close()
})

test('a 402 stays small, and says how many free offers there are besides those that it names', async () => {
  const response = await fetch(`${service.url}/v1/ports/forecast/kiel`)
  const body = await response.text()
  expect(response.status).toBe(402)
  expect(Buffer.byteLength(body)).toBeLessThan(24_000)
  expect((JSON.parse(body) as { withoutWallet: string }).withoutWallet).toMatch(
    /Free without a wallet: (?:[\w-]+, ){11}[\w-]+ and \d+ more\./,
  )
  const headers = [...response.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
  expect(headers).toBeLessThan(8_000)
})

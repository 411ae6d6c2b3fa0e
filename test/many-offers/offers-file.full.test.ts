import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOffersFile } from '../../goods/upstream/file/read-offers-file.ts'
import { connectMcp } from '../mcp-clients.ts'
import { callUntilAnswered, signPayment, termsOf } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { cpuTimeOf } from '../support/cpu-time.ts'
import { startScriptedUpstream, type ScriptedUpstream } from '../support/scripted-upstream.ts'
import { documentsOfOffers } from './documents-of-offers.ts'

const total = 200
const folder = mkdtempSync(join(tmpdir(), 'farthing-offers-file-'))
const file = join(folder, 'offers.json')
let upstream: ScriptedUpstream
let service: TestService
let text: string

const things = ['tides', 'waves', 'winds', 'wrecks', 'lights', 'buoys', 'ports', 'ferries', 'locks', 'depths']

/** One of ten kinds: free, quota, priced by the call, a stream, with path, query and body, each with schemas. */
function row(index: number) {
  const thing = things[index % things.length]!
  const path = `/${thing}/${Math.floor(index / things.length)}`
  const metres = { type: 'number', minimum: -20, maximum: 20, description: 'Above chart datum' }
  const about = {
    id: `${thing}-${Math.floor(index / things.length)}`,
    title: `What is known of ${thing}, by place and day, in series ${index}`,
    purpose: `The ${thing} of a place with the time of each observation. Run it before anything that depends on them.`,
    upstream: `sea-${index % 3}`,
    tags: [thing],
    answer: { schema: { type: 'object', properties: { number: { type: 'number' }, metres } } },
  }
  const query = { schema: { type: 'object', properties: { day: { type: 'string', format: 'date' }, unit: { enum: ['m', 'ft'] } } } }
  const body = {
    schema: { type: 'object', required: ['places'], properties: { places: { type: 'array', items: { type: 'string' }, maxItems: 50 } } },
  }
  switch (index % 5) {
    case 0:
      return { ...about, route: `GET ${path}/{place}`, price: '0.01', query, parameters: { place: { type: 'string', maxLength: 40 } } }
    case 1:
      return { ...about, route: `POST ${path}`, body, pricing: { items: { of: '/body/places', each: '0.002' }, most: '0.2' } }
    case 2:
      return { ...about, route: `GET ${path}/*`, price: '0.05', answer: { types: ['text/event-stream'], streams: true } }
    case 3:
      return { ...about, route: `GET ${path}`, ...(index % 2 === 0 ? { access: 'free' } : { access: 'quota', price: '0.02' }), query }
    default:
      return { ...about, route: `PUT ${path}/{place}`, price: '0.1', body }
  }
}

beforeAll(async () => {
  upstream = await startScriptedUpstream()
  const sea = { url: upstream.url, private: true }
  const offers = Array.from({ length: total }, (_, index) => row(index))
  text = JSON.stringify({ service: { name: 'The sea' }, upstreams: { 'sea-0': sea, 'sea-1': sea, 'sea-2': sea }, offers })
  writeFileSync(file, text)
  service = await startTestService({ env: { OFFERS_FILE: file } })
})
afterAll(async () => {
  await service?.close()
  await upstream?.close()
  rmSync(folder, { recursive: true })
})

/** The offers of the file, without that which describes the service. */
const sold = () => service.parts.catalog.offers.map(({ id }) => id).filter((id) => id !== 'discovery')

test('two hundred offers of a file are read within two seconds of processor time, and all are sold', () => {
  const ms = cpuTimeOf(() => expect(readOffersFile(text, {}).kind).toBe('read'), 2)
  process.stdout.write(`${total} offers, ${text.length} characters: read in ${ms.toFixed(0)} ms of CPU\n`)
  expect(ms).toBeLessThan(2_000)
  expect(sold()).toHaveLength(total)
})

test.each(documentsOfOffers.flatMap(([path, maxBytes]) => (maxBytes === null ? [] : [[path, maxBytes] as const])))(
  '%s has at most %i bytes',
  async (path, maxBytes) => {
    const response = await fetch(service.url + path)
    expect([response.status, Buffer.byteLength(await response.text()) <= maxBytes]).toEqual([200, true])
  },
)

test('a 402 is as small as with one offer', async () => {
  const response = await fetch(`${service.url}/tides/0/brest`)
  const headers = [...response.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
  expect([response.status, Buffer.byteLength(await response.text()) < 24_000, headers < 8_000]).toEqual([402, true, true])
})

test('the start page is answered within ten milliseconds of processor time', async () => {
  const calls = 50
  const html = { headers: { accept: 'text/html' } }
  await (await fetch(`${service.url}/`, html)).text()
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 4; round++) {
    const before = process.cpuUsage()
    for (let call = 0; call < calls; call++) await (await fetch(`${service.url}/`, html)).text()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1_000 / calls)
  }
  process.stdout.write(`GET / with ${total} offers: ${least.toFixed(2)} ms of CPU, its client with it\n`)
  expect(least).toBeLessThan(10)
})

test('MCP lists all of them in pages of a hundred, and those of one line within 40 KB', async () => {
  const pagesOf = async (search: string) => {
    const client = await connectMcp(service.url, { search })
    const pages: { names: string[]; bytes: number }[] = []
    let cursor: string | undefined
    do {
      const page = await client.listTools(cursor === undefined ? {} : { cursor })
      pages.push({ names: page.tools.map(({ name }) => name), bytes: Buffer.byteLength(JSON.stringify(page)) })
      cursor = page.nextCursor
    } while (cursor !== undefined)
    await client.close()
    return pages
  }
  const all = await pagesOf('')
  expect(all.flatMap(({ names }) => names).filter((name) => name !== 'discovery')).toEqual(sold())
  expect(Math.max(...all.map(({ names }) => names.length))).toBe(100)
  for (const thing of things) {
    const [page, ...more] = await pagesOf(`?tools=${thing}`)
    expect([thing, page!.names.filter((name) => name !== 'discovery').length, page!.bytes < 40_960, more]).toEqual([thing, 20, true, []])
  }
})

test('one of them is bought', async () => {
  const payer = await service.wallet('1')
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"places":["brest","dover"]}' }
  const payment = await signPayment(await termsOf(service.url, '/waves/0', init), payer)
  const bought = await callUntilAnswered(`${service.url}/waves/0`, payment, init)
  expect([bought.status, await bought.json()]).toEqual([200, { number: 1 }])
})

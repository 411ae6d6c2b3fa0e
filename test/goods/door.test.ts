import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callUntilAnswered, signPayment, termsOf } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'farthing-door-'))
let service: TestService

/** The line of `docs/api.md`, as a reader copies it. */
function lineOfThePage(): string {
  const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
  const [, code] = /```ts tides\.ts\n(.*?)```/s.exec(page) ?? []
  if (code === undefined) throw new Error('docs/api.md has no tides.ts')
  const path = join(folder, 'tides.ts')
  writeFileSync(path, code)
  return path
}

beforeAll(async () => {
  service = await startTestService({ env: { GOODS: lineOfThePage() } })
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = async (path: string, headers: Record<string, string> = {}) => fetch(service.url + path, { headers })
const json = async (path: string) => (await get(path)).json() as Promise<Record<string, unknown>>

test('the line of the page is sold, and nothing else', async () => {
  const told = await (await get('/v1/agent/discovery')).text()
  expect([...told.matchAll(/"path":"([^"]+)"/g)].map(([, path]) => path)).toEqual(['/v1/agent/discovery', '/v1/tides', '/v1/tides/{port}'])
})

test.each(['/openapi.json', '/llms.txt', '/llms-full.txt', '/reference/openapi.json', '/v1/agent/discovery'])(
  '%s names its routes',
  async (path) => {
    expect(await (await get(path)).text()).toContain('/v1/tides/{port}')
  },
)

test('crawlers find a call of it', async () => {
  expect(await json('/.well-known/x402')).toMatchObject({ resources: [`${service.url}/v1/tides/brest`] })
})

test('its tools are there over MCP', async () => {
  const response = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  const text = await response.text()
  expect([text.includes('"tide-height"'), text.includes('"market-price"')]).toEqual([true, false])
})

test('a call is paid once, says where its answer comes from, and its table counts it', async () => {
  const wallet = await service.wallet()
  const path = '/v1/tides/dover'
  const payment = await signPayment(await termsOf(service.url, path), wallet)
  const paid = await callUntilAnswered(service.url + path, payment)
  expect(paid.status).toBe(200)
  const answer = (await paid.json()) as { data: unknown; meta: { sources: unknown[]; simulated: boolean } }
  expect(answer).toMatchObject({ data: { port: 'dover', metres: 4.2 }, meta: { simulated: true, sources: [{ id: 'tide-office' }] } })
  const again = await callUntilAnswered(service.url + path, payment)
  expect(await again.json()).toEqual(answer)
  expect(await json('/v1/tides')).toMatchObject({ ports: [{}, {}, { port: 'dover', timesAsked: 1 }] })
})

test('its own refusal costs nothing', async () => {
  const response = await callUntilAnswered(
    `${service.url}/v1/tides/paris`,
    await signPayment(await termsOf(service.url, '/v1/tides/paris'), await service.wallet()),
  )
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([404, 'unknown_port'])
})

test('its source and its check are on the status page', async () => {
  const { sources } = (await json('/status')) as { sources: { id: string }[] }
  expect(sources.map(({ id }) => id)).toContain('tide-office')
  expect((await json('/readyz'))['checks']).toHaveProperty('tides:office')
})

test('a line that sells something else is followed at once, and a wrong list changes nothing', async () => {
  const path = join(folder, 'changing.ts')
  writeFileSync(
    path,
    `export default ({ goods, offer, fixedPrice, free, answer, z }) => {
      const word = (id, access) => offer({
        id, route: 'GET /v1/words/' + id, access, title: 'Word', purpose: 'A word that is sold.', brief: ['word'],
        answer: z.object({ word: z.string() }), example: { answer: { word: id } }, run: async () => answer({ word: id }),
      })
      return goods({
        name: 'words',
        open: ({ replaceOffers }) => ({
          offers: [word('old', fixedPrice('0.01')), offer({
            ...word('change', free), access: free, id: 'change', brief: ['done'], route: 'GET /v1/change/{to}', path: z.object({ to: z.string() }),
            answer: z.object({ done: z.boolean() }), example: { path: { to: 'new' }, answer: { done: true } },
            run: async ({ path: { to } }) => {
              const change = word('change', free)
              await replaceOffers(to === 'wrong' ? [word('old', free), word('old', free)] : [word('new', fixedPrice('0.02'))]).catch(() => null)
              return answer({ done: true })
            },
          })],
        }),
      })
    }`,
  )
  const changing = await startTestService({ env: { GOODS: path } })
  const status = async (asked: string) => (await fetch(changing.url + asked)).status
  try {
    expect([await status('/v1/words/old'), await status('/v1/words/new')]).toEqual([402, 404])
    await status('/v1/change/wrong')
    expect([await status('/v1/words/old'), await status('/v1/words/new')]).toEqual([402, 404])
    await status('/v1/change/new')
    // What was sold a moment ago is said to be gone, not to be unknown.
    expect([await status('/v1/words/old'), await status('/v1/words/new')]).toEqual([503, 402])
    expect(await (await fetch(`${changing.url}/llms.txt`)).text()).toContain('/v1/words/new')
  } finally {
    await changing.close()
  }
})

import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { modelsHere } from '../../goods/text/models/models.fixture.ts'
import { pay } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

const headers = { 'Content-Type': 'application/json' }

describe.runIf(modelsHere)('sentiment and summaries', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ env: { ENGINE_TRIALS: 'start' } })
    const unpaid = () => fetch(`${service.url}/v1/ai/sentiment`, { method: 'POST', headers, body: JSON.stringify({ text: 'Fine.' }) })
    await vi.waitFor(async () => expect((await unpaid()).status).toBe(402), { timeout: 100_000, interval: 500 })
  })
  afterAll(() => service?.close())

  const exampleOf = (id: string) => service.parts.catalog.offers.find((offer) => offer.id === id)?.example
  const paid = (path: string, body: unknown) =>
    pay(service.url, privateKeyToAccount(service.sandbox.world.payer.privateKey), {
      path,
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })

  test.each([
    ['sentiment', '/v1/ai/sentiment'],
    ['summarize', '/v1/ai/summarize'],
  ])('%s answers its example as documented', async (id, path) => {
    const example = exampleOf(id)
    const response = await paid(path, example?.body)
    expect(response.status).toBe(200)
    const { engine, meta: _, ...documented } = (example?.answer ?? {}) as Record<string, unknown>
    const {
      engine: { version, ...named },
      meta: __,
      ...answer
    } = (await response.json()) as { engine: { version: string }; meta: unknown }
    expect(answer).toEqual(documented)
    expect(engine).toMatchObject(named)
    expect(version).not.toBe('')
  })

  test('a language without a model is refused and not charged', async () => {
    const response = await paid('/v1/ai/sentiment', { text: 'Det här är en mycket bra film och jag tycker om den.' })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ code: 'unsupported_language', field: 'body.language' })
    expect(response.headers.get('payment-response')).toBeNull()
  })

  test.each([
    ['an empty text', { text: '  ' }],
    ['a text that is too long', { text: 'x'.repeat(60_001) }],
    ['two lengths', { text: 'One. Two.', length: { words: 10, sentences: 1 } }],
    ['a length of nothing', { text: 'One. Two.', length: {} }],
  ])('a summary of %s is refused before it is paid', async (_, body) => {
    const response = await fetch(`${service.url}/v1/ai/summarize`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid_input' })
  })
})

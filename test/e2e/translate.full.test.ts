import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modelsHere } from '../../goods/text/models/models.fixture.ts'
import { apertiumHere } from '../../goods/text/translation/apertium.fixture.ts'
import { pay } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

const headers = { 'Content-Type': 'application/json' }
const path = '/v1/ai/translate'

describe('without Apertium', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ env: { APERTIUM_DIR: '/nonexistent' } })
  })
  afterAll(() => service?.close())

  test('a sandbox sells what its stand-in makes, and says so', async () => {
    const body = JSON.stringify({ text: 'The house is red.', source: 'en', target: 'es' })
    const response = await pay(service.url, privateKeyToAccount(service.sandbox.world.payer.privateKey), {
      path,
      method: 'POST',
      headers,
      body,
    })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ confidence: 0, meta: { simulated: true } })
  })
})

describe.runIf(apertiumHere)('translation', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService()
  })
  afterAll(() => service?.close())

  const exampleOf = (id: string) => service.parts.catalog.offers.find((offer) => offer.id === id)?.example
  const translate = (body: unknown) =>
    pay(service.url, privateKeyToAccount(service.sandbox.world.payer.privateKey), {
      path,
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })

  async function refused(body: unknown, status: number, problem: object) {
    const response = await translate(body)
    expect(await response.json()).toMatchObject(problem)
    expect(response.status).toBe(status)
    expect(response.headers.get('payment-response')).toBeNull()
  }

  test('answers its example as documented, but for the version', async () => {
    const example = exampleOf('translate')
    const response = await translate(example?.body)
    expect(response.status).toBe(200)
    const { engine, meta: _, ...documented } = (example?.answer ?? {}) as Record<string, unknown>
    const { engine: found, meta: __, ...answer } = (await response.json()) as Record<string, { version: string }>
    expect(answer).toEqual(documented)
    expect({ ...found, version: '' }).toEqual({ ...(engine as object), version: '' })
  })

  test('the free list names every pair with its tested quality', async () => {
    const response = await fetch(`${service.url}/v1/ai/translate/languages`)
    expect(response.status).toBe(200)
    const { routes, languages } = (await response.json()) as { routes: { chrf: number }[]; languages: { code: string }[] }
    expect(routes).toContainEqual(
      expect.objectContaining({ sourceLanguage: 'en', targetLanguage: 'es', route: ['en', 'es'], quality: 'gist' }),
    )
    expect(routes.every(({ chrf }) => chrf > 50)).toBe(true)
    expect(languages).toContainEqual({ code: 'es', name: 'Spanish' })
  })

  test('a way over another language is named, with a warning', async () => {
    const response = await translate({ text: 'The house is red.', source: 'en', target: 'it' })
    expect(await response.json()).toMatchObject({
      translatedText: 'La casa è rossa.',
      route: ['en', 'es', 'it'],
      warnings: [expect.stringContaining('by way of es')],
    })
  })

  test('an unknown pair is refused and not charged', async () => {
    const problem = { code: 'unsupported_language', field: 'body.target', detail: 'English is not translated to de here.' }
    await refused({ text: 'The house is red.', source: 'en', target: 'de' }, 422, problem)
    await refused({ text: 'The house is red.', source: 'en', target: 'en' }, 422, { code: 'unsupported_language', field: 'body.target' })
    await refused({ text: 'Das Haus ist rot.', source: 'de', target: 'en' }, 422, { code: 'unsupported_language', field: 'body.source' })
  })

  test('a text that stays mostly as it is is refused and not charged', async () => {
    await refused({ text: 'Zorgblat grunkle wibbly.', source: 'en', target: 'es' }, 502, { code: 'not_translated', field: 'body.text' })
    await refused({ text: 'https://example.com {{name}} 12345 x', source: 'en', target: 'es' }, 502, { code: 'not_translated' })
  })

  test.each([
    ['an empty text', { text: ' ', target: 'es' }],
    ['a text that is too long', { text: 'x'.repeat(10_001), target: 'es' }],
    ['no target', { text: 'The house is red.' }],
    ['a name in place of a code', { text: 'The house is red.', target: 'Spanish' }],
  ])('%s is refused before it is paid', async (_, body) => {
    const response = await fetch(`${service.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid_input' })
  })

  describe.runIf(modelsHere)('of texts whose language is detected', () => {
    test('answers with the language', async () => {
      const response = await translate({ text: 'El comité publicó ayer su informe sobre el precio de la electricidad.', target: 'en' })
      expect(await response.json()).toMatchObject({
        sourceLanguage: 'es',
        detected: true,
        translatedText: expect.stringMatching(/The committee published.*electricity/),
      })
    })

    test('refuses a language that is unclear, or another one than the call names', async () => {
      await refused({ text: 'No no no.', target: 'es' }, 422, { code: 'unsupported_language', field: 'body.source' })
      await refused({ text: 'El comité publicó ayer su informe sobre el precio de la electricidad.', source: 'en', target: 'ca' }, 422, {
        code: 'unsupported_language',
        detail: 'The text looks like Spanish, and the call says English.',
      })
    })

    test('knows Galician from Portuguese by its words', async () => {
      const text = 'Vendeu máis coches este ano que o ano pasado. Tamén hai moita xente nunha reunión.'
      expect(await (await translate({ text, target: 'en' })).json()).toMatchObject({ sourceLanguage: 'gl', detected: true })
    })
  })
})

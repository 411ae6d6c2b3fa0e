import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pay } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

const headers = { 'Content-Type': 'application/json' }
const path = '/v1/ai/code-review'

describe('code review', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ env: { ENGINE_TRIALS: 'call' } })
  })
  afterAll(() => service?.close())

  const paid = (body: unknown, query = '') =>
    pay(service.url, privateKeyToAccount(service.sandbox.world.payer.privateKey), {
      path: path + query,
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })

  test('answers its example as documented, for its price', async () => {
    const example = service.parts.catalog.byId('code-review')?.example
    let response = await paid(example?.body)
    // The first review of a busy machine may take longer than a call may. That is not charged.
    while (response.status === 504) response = await paid(example?.body)
    expect(response.status).toBe(200)
    const { meta: _, ...documented } = (example?.answer ?? {}) as Record<string, unknown>
    const { meta: __, ...answer } = (await response.json()) as Record<string, unknown>
    expect(answer).toEqual(documented)
    const terms = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(example?.body) })
    expect(((await terms.json()) as { accepts: { amount: string }[] }).accepts[0]?.amount).toBe('75000')
  })

  test('answers in SARIF where the call asks for it', async () => {
    const response = await paid({ files: [{ name: 'a.js', code: 'if (a === NaN) b()' }] }, '?format=sarif')
    const { sarif, findings, summary } = (await response.json()) as Record<string, any>
    expect(findings).toEqual([])
    expect(summary).toMatchObject({ findingCount: 1, highCount: 1 })
    expect(sarif).toMatchObject({ version: '2.1.0', runs: [{ results: [{ ruleId: 'eslint/use-isnan', level: 'error' }] }] })
  })

  test('says what a review of a language without rules is', async () => {
    const response = await paid({ code: 'fun main() {}', filename: 'main.kt' })
    expect(await response.json()).toMatchObject({
      files: [{ language: 'kotlin', coverage: 'generic' }],
      summary: {
        score: null,
        grade: null,
        coverage: [
          { name: 'secrets', lineShare: 1 },
          { name: 'metrics', lineShare: 1 },
        ],
      },
    })
  })

  test.each([
    ['no code', {}],
    ['empty code', { code: '  ' }],
    ['code and files', { code: 'a', files: [{ name: 'a', code: 'a' }] }],
    ['a language that is not one', { code: 'a', language: 'klingon' }],
    ['too much code', { code: 'é'.repeat(60_000) }],
    ['too much code in files', { files: [1, 2].map((index) => ({ name: `${index}`, code: 'a'.repeat(60_000) })) }],
    ['two files of one name', { files: [1, 2].map(() => ({ name: 'a', code: 'a' })) }],
    ['eleven files', { files: Array.from({ length: 11 }, (_, index) => ({ name: `${index}`, code: 'a' })) }],
    ['a name with a line break', { code: 'a', filename: 'a\nb' }],
  ])('%s is refused before it is paid', async (_, body) => {
    const response = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid_input' })
  })
})

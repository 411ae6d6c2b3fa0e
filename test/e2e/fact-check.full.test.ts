import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { modelsHere } from '../../goods/text/models/models.fixture.ts'
import { pay } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

interface Check {
  readonly verdict: string
  readonly confidence: number
  readonly scores: Record<string, number>
  readonly evidence: unknown
  readonly reasons: unknown
}

describe.runIf(modelsHere)('the fact-check', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ env: { ENGINE_TRIALS: 'start' } })
    await vi.waitUntil(async () => (await check(exampleOf('fact-check'))).status !== 503, { timeout: 60_000, interval: 1_000 })
  })
  afterAll(() => service?.close())

  const offerOf = (id: string) => service.parts.catalog.offers.find((offer) => offer.id === id)
  const exampleOf = (id: string) => offerOf(id)?.example.body as { claim: string; source: string }
  const check = (body: unknown) =>
    fetch(`${service.url}/v1/ai/fact-check`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('answers its example as documented', async () => {
    const response = await check(exampleOf('fact-check'))
    expect(response.status).toBe(200)
    const answer = (await response.json()) as Check
    const documented = offerOf('fact-check')?.example.answer as Check
    expect(answer).toMatchObject({ verdict: documented.verdict, evidence: documented.evidence, reasons: documented.reasons })
    for (const [verdict, score] of Object.entries(documented.scores))
      expect(Math.abs((answer.scores[verdict] ?? 9) - score)).toBeLessThan(0.06)
  })

  test('is free, and says so', () => {
    expect(offerOf('fact-check')?.access).toEqual({ kind: 'free' })
    expect(offerOf('fact-check')?.fairUse).toBeDefined()
  })

  test.each([
    ['a claim that is too short', { claim: 'Too short', source: 'x'.repeat(60) }],
    ['a claim that is too long', { claim: 'x'.repeat(2_001), source: 'x'.repeat(60) }],
    ['a source that is too long', { claim: 'The sea is deep.', source: 'x'.repeat(15_001) }],
    ['an empty source', { claim: 'The sea is deep.', source: ' '.repeat(60) }],
  ])('refuses %s', async (_, body) => {
    const response = await check(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid_input' })
  })

  test('counts characters as code points', async () => {
    expect((await check({ claim: `The sea is deep. ${'🌊'.repeat(1_900)}`, source: exampleOf('fact-check').source })).status).toBe(200)
  })

  test('refuses another language', async () => {
    const source = 'Die Brücke wurde am dritten Oktober für den Verkehr freigegeben und verbindet seitdem die Stadt mit der Insel.'
    const response = await check({ claim: 'The bridge was opened in October.', source })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ code: 'unsupported_language' })
  })

  test('the deep check is sold, and answers its example as documented', async () => {
    const example = exampleOf('fact-check-deep')
    const unpaid = await fetch(`${service.url}/v2/x402/ai/fact-check/deep`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(example),
    })
    expect(unpaid.status).toBe(402)
    const payer = privateKeyToAccount(service.sandbox.world.payer.privateKey)
    const paid = await pay(service.url, payer, {
      path: '/v2/x402/ai/fact-check/deep',
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(example),
    })
    expect(paid.status).toBe(200)
    const documented = offerOf('fact-check-deep')?.example.answer as { verdict: string; claims: readonly Check[] }
    const answer = (await paid.json()) as { verdict: string; claims: readonly { verdict: string; claim: unknown }[] }
    expect(answer.verdict).toBe(documented.verdict)
    expect(answer.claims.map(({ claim, verdict }) => ({ claim, verdict }))).toEqual(
      (documented.claims as unknown as typeof answer.claims).map(({ claim, verdict }) => ({ claim, verdict })),
    )
  })
})

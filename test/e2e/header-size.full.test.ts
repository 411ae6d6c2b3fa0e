import { privateKeyToAccount, generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyOffer } from '../../src/offers/offer.ts'
import { bytesOfHeaders, exampleRequest, exampleUrl } from '../example-calls.ts'
import { callWith, signPayment, termsOf, type Account } from '../signed-payments.ts'
import { untilDataIsLoaded } from './until-data-is-loaded.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

/** Stock nginx takes 4 KB of response headers and answers 502 for more. A public address of 40 characters takes 70 bytes more than ours. */
const maxBytes = 3_900 - 70

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { FREE_QUOTA_PER_DAY: '0', ANSWER_AFTER: 'verified', SETTLE_FIRST: 'token-analysis' } })
  await untilDataIsLoaded(service)
})
afterAll(() => service?.close())

/** No call is free here, so that routes with a quota answer 402 too. */
const unpaid = (offer: AnyOffer) => fetch(service.url + exampleUrl(offer), exampleRequest(offer))

async function refused(offer: AnyOffer, payer: Account): Promise<Response> {
  const terms = await termsOf(service.url, exampleUrl(offer), exampleRequest(offer))
  return callWith(service.url + exampleUrl(offer), await signPayment(terms, payer, { amount: 1n }), exampleRequest(offer))
}

const priced = () => service.parts.catalog.offers.filter(({ access }) => access.kind !== 'free')

test.each(['unpaid', 'with a refused payment'] as const)('every 402 %s has less than 3.9 KB of headers', async (form) => {
  const payer = privateKeyToAccount(generatePrivateKey())
  const sizes: Record<string, number> = {}
  for (const offer of priced()) {
    const response = await (form === 'unpaid' ? unpaid(offer) : refused(offer, payer))
    expect({ id: offer.id, status: response.status }).toEqual({ id: offer.id, status: 402 })
    await response.body?.cancel()
    sizes[offer.id] = bytesOfHeaders(response)
  }
  expect(Object.entries(sizes).filter(([, bytes]) => bytes >= maxBytes)).toEqual([])
})

test('every unpaid 402 tells directories how to call the offer', async () => {
  for (const offer of priced()) {
    const response = await unpaid(offer)
    const terms = JSON.parse(Buffer.from(response.headers.get('payment-required')!, 'base64').toString('utf8')) as Record<string, any>
    await response.body?.cancel()
    expect(terms['extensions'], offer.id).toMatchObject({ bazaar: { info: { input: { method: offer.method } } } })
    expect(terms['accepts']).toHaveLength(6)
  }
})

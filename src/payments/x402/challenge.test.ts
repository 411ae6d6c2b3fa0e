import { decodePaymentRequiredHeader } from '@x402/core/http'
import { PaymentRequiredV2Schema } from '@x402/core/schemas'
import { describe, expect, test } from 'vitest'
import { networks } from '../../chain/networks.ts'
import { buildChallenge, type ChallengeTerms, maxChallengeHeader } from './challenge.ts'
import { decodePaymentRequired } from './decode-required.ts'

const url = 'https://api.example.com/v1/market/price/BTC?fiat=eur'
const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const answer = { symbol: 'BTC', price: '61234.5', meta: { sources: [{ id: 'coingecko' }] } }

const terms: ChallengeTerms = {
  price: 7500n,
  payTo,
  networks,
  description: 'Market price. What an asset trades at now.',
  serviceName: 'Farthing',
  discovery: {
    method: 'GET',
    template: '/v1/market/price/{symbol}',
    example: { path: { symbol: 'BTC' }, query: { fiat: 'eur' }, answer },
    schemas: {
      path: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: { symbol: { type: 'string' } },
        required: ['symbol'],
      },
      query: { type: 'object', properties: { fiat: { type: 'string' } } },
      answer: { type: 'object', properties: { symbol: { type: 'string' } } },
    },
  },
  firstCallFree: { below: '0.03' },
  sandbox: false,
}

type Body = Record<string, unknown> & { accepts: Record<string, unknown>[]; extensions: Record<string, { info: Record<string, unknown> }> }
const bodyOf = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString('utf8')) as Body

describe('PAYMENT-REQUIRED', () => {
  const { paymentRequired } = buildChallenge(terms).answer({ url })
  const object = decodePaymentRequiredHeader(paymentRequired)

  test('satisfies the schema of the official SDK, one entry per network in order', () => {
    const parsed = PaymentRequiredV2Schema.parse(object)
    expect(parsed).toMatchObject({
      x402Version: 2,
      error: 'PAYMENT-SIGNATURE header is required',
      resource: { url, description: terms.description, mimeType: 'application/json', serviceName: 'Farthing' },
    })
    expect(parsed.accepts).toEqual(
      networks.map(({ id, asset, domain }) => ({
        scheme: 'exact',
        network: id,
        amount: '7500',
        asset,
        payTo,
        maxTimeoutSeconds: 300,
        extra: { name: domain.name, version: domain.version },
      })),
    )
  })

  test('has members of the specification only', () => {
    expect(Object.keys(object).toSorted()).toEqual(['accepts', 'error', 'extensions', 'resource', 'x402Version'])
  })

  test('is standard base64 in one piece, whatever the URL', () => {
    const challenge = buildChallenge(terms)
    for (const path of ['', 'a', 'ab', 'abc', 'ü', '"quoted"\\', '€uro/%20']) {
      const value = challenge.answer({ url: `https://x.example/${path}` }).paymentRequired
      expect(value).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
      expect(decodePaymentRequiredHeader(value).resource).toMatchObject({ url: `https://x.example/${path}` })
    }
  })

  test('declares how to call the offer, and that a payment identifier is known', () => {
    const extensions = object.extensions as Body['extensions']
    expect(extensions.bazaar).toMatchObject({
      info: {
        input: { type: 'http', method: 'GET', pathParams: { symbol: 'BTC' }, queryParams: { fiat: 'eur' } },
        output: { type: 'json', example: answer },
      },
      schema: { properties: { input: { properties: { pathParams: { required: ['symbol'] }, queryParams: { type: 'object' } } } } },
      routeTemplate: '/v1/market/price/:symbol',
    })
    expect(JSON.stringify(extensions.bazaar).match(/\$schema/g)).toHaveLength(1)
    expect(extensions['payment-identifier']?.info).toEqual({ required: false })
  })

  test('is read by our wallet as by official clients', () => {
    const decoded = decodePaymentRequired(paymentRequired)
    if (!decoded.ok) throw new Error(decoded.reason)
    expect(decoded.required).toMatchObject({
      url,
      error: 'PAYMENT-SIGNATURE header is required',
      resource: object.resource,
      extensions: object.extensions,
    })
    expect(decoded.required.accepts.map(({ raw }) => raw)).toEqual(object.accepts)
    expect(decoded.required.accepts[0]).toMatchObject({
      network: 'eip155:8453',
      chainId: 8453,
      amount: 7500n,
      domain: { name: 'USD Coin', version: '2' },
    })
  })

  describe('grows too long', () => {
    const large = { ...terms.discovery, example: { ...terms.discovery.example, answer: { text: 'x'.repeat(5000) } } }
    const extensionsOf = (discovery: ChallengeTerms['discovery']) => {
      const { paymentRequired } = buildChallenge({ ...terms, discovery }).answer({ url })
      expect(paymentRequired.length).toBeLessThanOrEqual(maxChallengeHeader)
      return decodePaymentRequiredHeader(paymentRequired).extensions as Body['extensions']
    }

    test('with the example of the answer: it is dropped first, and the type of the answer stays', () => {
      const { info, schema } = extensionsOf(large).bazaar as unknown as { info: object; schema: object }
      expect(info).toMatchObject({ output: { type: 'json' } })
      expect(schema).toMatchObject({ properties: { output: { properties: { example: { type: 'object' } } } } })
    })

    test('with the descriptions of the parameters: their names stay, and which are required', () => {
      const query = { type: 'object', properties: { fiat: { type: 'string', description: 'y'.repeat(5000) } }, required: ['fiat'] }
      const { info, schema } = extensionsOf({ ...large, schemas: { ...large.schemas, query } }).bazaar as unknown as Record<string, object>
      expect(info).toMatchObject({ input: { queryParams: { fiat: 'eur' } } })
      const bare = { type: 'object', properties: { fiat: { type: 'string' } }, required: ['fiat'] }
      expect(schema).toMatchObject({ properties: { input: { properties: { queryParams: bare } } } })
    })

    test('with the example of the request: the extension is dropped, and the body has all of it', () => {
      const huge = { ...large, example: { ...large.example, query: { fiat: 'z'.repeat(5000) } } }
      expect(Object.keys(extensionsOf(huge))).toEqual(['payment-identifier'])
      const { extensions } = bodyOf(buildChallenge({ ...terms, discovery: huge }).answer({ url }).body)
      expect(extensions.bazaar?.info.output).toMatchObject({ example: { text: 'x'.repeat(5000) } })
    })
  })

  test('stays under its cap for the longest URL, whose query it drops', () => {
    const long = `https://api.example.com/v1/x?q=${'z'.repeat(20_000)}`
    const { paymentRequired: value } = buildChallenge(terms).answer({ url: long })
    expect(value.length).toBeLessThanOrEqual(maxChallengeHeader)
    expect(decodePaymentRequiredHeader(value).resource.url).toBe('https://api.example.com/v1/x')
  })

  test('cuts a long description', () => {
    const { paymentRequired: value } = buildChallenge({ ...terms, description: 'word '.repeat(100) }).answer({ url })
    expect(decodePaymentRequiredHeader(value).resource.description?.length).toBeLessThanOrEqual(200)
  })
})

describe('the body of a 402', () => {
  const body = bodyOf(buildChallenge(terms).answer({ url }).body)

  test('is a problem and a challenge in one', () => {
    expect(body).toMatchObject({
      x402Version: 2,
      type: 'urn:farthing:problem:payment_required',
      title: 'Payment required',
      status: 402,
      code: 'payment_required',
      resource: { url, mimeType: 'application/json' },
      description: terms.description,
      example_response: answer,
      first_call_free: { below: '0.03' },
      howToPay: { protocols: ['x402'], x402: { header: 'PAYMENT-SIGNATURE' } },
    })
    expect(body.detail).toContain('0.0075 USDC')
    expect(body).not.toHaveProperty('refusal')
    expect(body).not.toHaveProperty('sandbox')
    expect(body).not.toHaveProperty('mpp')
  })

  test('has the entries of the header, with the older aliases', () => {
    expect(body.accepts).toHaveLength(6)
    for (const [at, entry] of body.accepts.entries()) {
      expect(entry).toMatchObject({
        network: networks[at]?.id,
        amount: '7500',
        maxAmountRequired: '7500',
        resource: url,
        description: terms.description,
        mimeType: 'application/json',
        outputSchema: { input: { method: 'GET', discoverable: true }, output: { type: 'object' } },
      })
    }
  })

  test('says what was wrong with a payment, and both forms name it', () => {
    const refusal = {
      reason: 'invalid_exact_evm_insufficient_balance',
      field: 'payload.authorization.from',
      expected: '7500',
      received: '12',
    } as const
    const answered = buildChallenge(terms).answer({ url, refusal })
    expect(decodePaymentRequiredHeader(answered.paymentRequired).error).toBe(refusal.reason)
    const refused = bodyOf(answered.body)
    expect(refused).toMatchObject({
      code: refusal.reason,
      status: 402,
      error: refusal.reason,
      refusal: { ...refusal, fix: expect.stringContaining('Fund') },
    })
    expect(refused.detail).toContain('expected 7500, received 12')
  })

  test('says that it is a sandbox, and how to get funds there', () => {
    const sandbox = bodyOf(buildChallenge({ ...terms, sandbox: true, firstCallFree: null }).answer({ url }).body)
    expect(sandbox.sandbox).toBe(true)
    expect(JSON.stringify(sandbox.howToPay)).toContain('/sandbox/faucet')
    expect(sandbox).not.toHaveProperty('first_call_free')
  })

  test('includes the members of another protocol', () => {
    const extended = bodyOf(buildChallenge(terms).answer({ url, bodyMembers: ['"mpp":{"supported":true}'] }).body)
    expect(extended.mpp).toEqual({ supported: true })
    expect(extended.accepts).toHaveLength(6)
  })

  test('is JSON whatever the URL and the refusal hold', () => {
    const nasty = 'https://x.example/€"},{"a":"\\u0000\u2028</script>@@resource-url@@'
    const refusal = { reason: 'invalid_exact_evm_scheme', field: '"', expected: '\\', received: '\n@@resource-url@@' } as const
    const parsed = bodyOf(buildChallenge(terms).answer({ url: nasty, refusal }).body)
    expect(parsed.resource).toMatchObject({ url: nasty })
    expect(parsed.refusal).toMatchObject(refusal)
  })

  test('of a POST offer shows the body to send', () => {
    const discovery = {
      method: 'POST',
      template: '/v1/check',
      example: { body: { text: 'hello' }, answer: {} },
      schemas: { body: { type: 'object', properties: { text: { type: 'string' } } } },
    } as const
    const posted = bodyOf(buildChallenge({ ...terms, discovery }).answer({ url }).body)
    expect(posted.extensions.bazaar).toMatchObject({
      info: { input: { type: 'http', method: 'POST', bodyType: 'json', body: { text: 'hello' } } },
      schema: { properties: { input: { properties: { body: { properties: { text: { type: 'string' } } } } } } },
    })
    expect(posted.extensions.bazaar).not.toHaveProperty('routeTemplate')
  })
})

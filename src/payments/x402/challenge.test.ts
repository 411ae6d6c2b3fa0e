import { paymentRefusal } from '../wire/refusals.ts'
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
  title: 'Market price',
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
      resource: { url, description: terms.title, serviceName: 'Farthing' },
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

  test('says in a text what it asks for, where nothing is left out for it', () => {
    expect(object.error).toBe('Payment required')
    // The queries fill the header up to its cap, byte by byte.
    for (let length = 0; length < 300; length++) {
      const { paymentRequired: value } = buildChallenge(terms).answer({ url: `${url}?q=`.padEnd(url.length + 3 + length, 'z') })
      expect(value.length).toBeLessThanOrEqual(maxChallengeHeader)
      if (decodePaymentRequiredHeader(value).error === undefined) expect(value.length).toBeGreaterThan(maxChallengeHeader - 40)
    }
  })

  test('is standard base64 in one piece, whatever the URL', () => {
    const challenge = buildChallenge(terms)
    for (const path of ['', 'a', 'ab', 'abc', 'ü', '"quoted"\\', '€uro/%20']) {
      const value = challenge.answer({ url: `https://x.example/${path}` }).paymentRequired
      expect(value).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
      expect(decodePaymentRequiredHeader(value).resource).toMatchObject({ url: `https://x.example/${path}` })
    }
  })

  test('declares how to call the offer with the smallest schema, and that a payment identifier is known', () => {
    const extensions = object.extensions as Body['extensions']
    expect(extensions).toEqual({
      bazaar: {
        info: {
          input: { type: 'http', method: 'GET', pathParams: { symbol: 'BTC' }, queryParams: { fiat: 'eur' } },
        },
        schema: {
          properties: {
            input: { properties: { type: { const: 'http' }, method: { enum: ['GET'] }, queryParams: {} } },
            output: { properties: { example: {} } },
          },
          required: ['input'],
        },
        routeTemplate: '/v1/market/price/:symbol',
      },
      'payment-identifier': { info: { required: false } },
    })
  })

  test('of a refused payment has no example of the call: the payer has read it', () => {
    const refusal = paymentRefusal('settlement_refused', { field: 'payload.authorization.value', expected: '7500', received: '1' })
    const { paymentRequired: refused } = buildChallenge(terms).answer({ url, refusal })
    expect(Object.keys(decodePaymentRequiredHeader(refused).extensions!)).toEqual(['payment-identifier'])
  })

  test('is read by our wallet as by official clients', () => {
    const decoded = decodePaymentRequired(paymentRequired)
    if (!decoded.ok) throw new Error(decoded.reason)
    expect(decoded.required).toMatchObject({
      url,
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

  test('leaves the extension out where its example is too long, and the body has all of it', () => {
    const query = { fiat: 'z'.repeat(5000) }
    const discovery = { ...terms.discovery, example: { ...terms.discovery.example, query } }
    const { paymentRequired: value, body } = buildChallenge({ ...terms, discovery }).answer({ url })
    expect(value.length).toBeLessThanOrEqual(maxChallengeHeader)
    expect(Object.keys(decodePaymentRequiredHeader(value).extensions!)).toEqual(['payment-identifier'])
    expect(bodyOf(body).extensions.bazaar?.info).toMatchObject({ input: { queryParams: query }, output: { example: answer } })
  })

  test('names the URL as it was asked for, up to 512 characters, and then without its query', () => {
    for (const length of [512, 513]) {
      const asked = `https://api.example.com/v1/x?q=`.padEnd(length, 'z')
      const { resource } = decodePaymentRequiredHeader(buildChallenge(terms).answer({ url: asked }).paymentRequired)
      expect(resource.url).toBe(length === 512 ? asked : 'https://api.example.com/v1/x')
    }
  })

  test('stays under its cap for the longest URL, leaving out the last networks where all else is left out', () => {
    const title = 'The longest title of an offer is cut to eighty characters, as this one would be.'
    const nine = [...networks, ...networks.slice(0, 3)]
    for (const length of [512, 20_000]) {
      const asked = `https://api.example.com/v1/${'z'.repeat(250)}?q=`.padEnd(length, 'z')
      const { paymentRequired: value, body } = buildChallenge({ ...terms, title, networks: nine }).answer({ url: asked })
      expect(value.length).toBeLessThanOrEqual(maxChallengeHeader)
      const { accepts } = decodePaymentRequiredHeader(value)
      expect(accepts.length).toBeGreaterThanOrEqual(length === 512 ? 5 : 6)
      expect(accepts.length).toBeLessThan(9)
      expect(accepts.map(({ network }) => network)).toEqual(nine.slice(0, accepts.length).map(({ id }) => id))
      expect(bodyOf(body).accepts).toHaveLength(9)
    }
  })

  test('says of an offer that is settled before the work that a failure after the payment may cost', () => {
    const settledFirst = buildChallenge({ ...terms, settlement: { when: 'before_work' } }).answer({ url })
    const flows = (value: string) => decodePaymentRequiredHeader(value).accepts.map(({ extra }) => extra.paymentFlow)
    expect(flows(settledFirst.paymentRequired)).toEqual(networks.map(() => 'upfront'))
    expect(flows(paymentRequired)).toEqual(networks.map(() => undefined))
    expect(flows(buildChallenge({ ...terms, settlement: { when: 'after_answer' } }).answer({ url }).paymentRequired)).not.toContain(
      'upfront',
    )
  })

  test('has the schema of a payment identifier where it fits', () => {
    const { extensions } = decodePaymentRequiredHeader(
      buildChallenge({ ...terms, networks: networks.slice(0, 2) }).answer({ url }).paymentRequired,
    )
    expect(extensions!['payment-identifier']).toMatchObject({ schema: { properties: { id: { minLength: 16 } } } })
  })

  test.each([
    ['A title. ' + 'word '.repeat(50), 'A title.'],
    ['word '.repeat(50), `${'word '.repeat(16).trimEnd()}…`],
  ])('ends a long title where a sentence or a word ends: %s', (title, expected) => {
    const { description } = decodePaymentRequiredHeader(buildChallenge({ ...terms, title }).answer({ url }).paymentRequired).resource
    expect(description).toBe(expected)
    expect(description!.length).toBeLessThanOrEqual(80)
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
      howToPay: { protocols: ['x402', 'mpp'], x402: { header: 'PAYMENT-SIGNATURE' }, mpp: { header: 'Authorization' } },
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
    const wrong = { field: 'payload.authorization.from', expected: '7500', received: '12' }
    const refusal = paymentRefusal('invalid_exact_evm_insufficient_balance', wrong)
    const { code } = refusal
    const answered = buildChallenge(terms).answer({ url, refusal })
    expect(decodePaymentRequiredHeader(answered.paymentRequired).error).toBe(code)
    const refused = bodyOf(answered.body)
    expect(refused).toMatchObject({
      code,
      status: 402,
      error: code,
      refusal: { ...wrong, reason: code, fix: expect.stringContaining('Fund') },
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
    const wrong = { field: '"', expected: '\\', received: '\n@@resource-url@@' }
    const refusal = paymentRefusal('invalid_exact_evm_scheme', wrong)
    const parsed = bodyOf(buildChallenge(terms).answer({ url: nasty, refusal }).body)
    expect(parsed.resource).toMatchObject({ url: nasty })
    expect(parsed.refusal).toMatchObject({ reason: refusal.code, ...wrong })
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

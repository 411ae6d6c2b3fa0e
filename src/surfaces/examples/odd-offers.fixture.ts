import fc from 'fast-check'
import { z } from 'zod'
import { answer, fixedPrice, free, offer, type AnyOffer } from '../../offers/offer.ts'
import { methods, takesBody } from '../../shared/http-methods.ts'
import type { ExampleInput } from './example-input.ts'
import { anyText } from '../../../test/support/any-text.ts'

/** Text with special characters of shells, JavaScript, Python, URLs and Markdown. */
const marks = [
  "'",
  '"',
  '\\',
  '$',
  '`',
  '${x}',
  '$(x)',
  '#',
  '%',
  '&',
  '?',
  '/',
  '\n',
  '\r',
  '\t',
  '\u0085',
  '\u2028',
  '\u2029',
  '*/',
  '```',
  '@',
  '{}',
  '[1-3]',
  ' ',
  'é',
  '😀',
]
const pieces = fc.oneof(fc.constantFrom(...marks), anyText({ maxLength: 3 }), fc.constantFrom('\ud800', '\u0000', '__proto__'))
export const oddText: fc.Arbitrary<string> = fc.array(pieces, { maxLength: 8 }).map((some) => some.join(''))

export const oddJson: fc.Arbitrary<fc.JsonValue> = fc.letrec<{ value: fc.JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    oddText,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(oddText, tie('value'), { maxKeys: 4 }),
  ),
})).value

/** Offers in which every text is odd: one path parameter, a query, and in half of them a body. */
export const oddOffer: fc.Arbitrary<AnyOffer> = fc
  .record({
    title: oddText,
    // No dot segments, which URLs cannot contain.
    name: oddText.filter((text) => !['', '.', '..'].includes(text)),
    query: fc.dictionary(
      oddText.filter((text) => text !== '__proto__'),
      oddText,
      { maxKeys: 3, noNullPrototype: true },
    ),
    body: fc.option(fc.dictionary(oddText, oddJson, { maxKeys: 3, noNullPrototype: true }), { nil: undefined }),
    paid: fc.boolean(),
    method: fc.constantFrom(...methods),
  })
  .map(({ title, name, query, body: given, paid, method }) => {
    const body = takesBody(method) ? (given ?? {}) : undefined
    return offer({
      id: 'odd',
      route: `${method} /v1/odd/{name}`,
      access: paid ? fixedPrice('0.0075') : free,
      title,
      purpose: title,
      path: z.object({ name: z.string() }),
      query: z.object(Object.fromEntries(Object.keys(query).map((member) => [member, z.string()]))),
      ...(body === undefined ? {} : { body: z.looseObject({}) }),
      answer: z.object({}),
      example: { path: { name }, query, body, answer: {} },
      run: () => Promise.resolve(answer({})),
    })
  })

export function exampleInput(offer: AnyOffer): ExampleInput {
  const network = {
    id: 'eip155:8453',
    name: 'Base',
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    domain: { name: 'USD Coin', version: '2' },
  }
  return { offer, baseUrl: 'https://api.example.com', sandbox: true, network, freeCallsPerDay: 25 }
}

/** The request that must arrive at the service, computed independently of the code under test. */
export function expectedRequest({ example, method }: AnyOffer): {
  method: string
  path: string
  query: [string, string][]
  body: string | null
} {
  return {
    method,
    path: `/v1/odd/${String(example.path?.['name']).toWellFormed()}`,
    query: Object.entries(example.query ?? {}).map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]),
    body: takesBody(method) ? JSON.stringify(example.body) : null,
  }
}

export function receivedRequest(method: string, url: string, body: string | null): ReturnType<typeof expectedRequest> {
  const { origin, pathname, searchParams } = new URL(url)
  if (origin !== 'https://api.example.com') throw new Error(`asked ${origin}`)
  return { method, path: decodeURIComponent(pathname), query: [...searchParams], body }
}

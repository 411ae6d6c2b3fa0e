import { expect, test } from 'vitest'
import { createRateLimit } from '../../shared/rate-limit.ts'
import { Problem } from '../../shared/problems.ts'
import { readJsonBody, type BodyLimits } from './read-body.ts'

const noRateLimit = { maxBytes: 100, limitRate: () => null }

const post = (body: string | Uint8Array | ReadableStream, type = 'application/json', limits: BodyLimits = noRateLimit, headers = {}) =>
  readJsonBody(new Request('http://a/', { method: 'POST', body, headers: { 'Content-Type': type, ...headers }, duplex: 'half' }), limits)

/** Sends these parts, then fails. */
function brokenAfter(...parts: string[]): ReadableStream {
  const left = parts.map((part) => Buffer.from(part))
  return new ReadableStream({
    pull(controller) {
      const next = left.shift()
      if (next) controller.enqueue(next)
      else controller.error(new Error('aborted'))
    },
  })
}

test('a JSON body is read, and an empty one is undefined', async () => {
  expect(await post('{"a":[1]}')).toEqual({ a: [1] })
  expect(await post('{}', 'application/problem+json; charset=utf-8')).toEqual({})
  expect(await post('')).toBeUndefined()
})

test.each([
  ['of another kind', () => post('{}', 'text/plain'), 'unsupported_media_type'],
  ['that is too long', () => post(`"${'a'.repeat(100)}"`), 'payload_too_large'],
  ['that is too long in parts', () => post(brokenAfter(`"${'a'.repeat(60)}`, `${'a'.repeat(60)}"`)), 'payload_too_large'],
  ['that is too deep', () => post('['.repeat(40) + ']'.repeat(40)), 'invalid_json'],
  ['of too many members', () => post(manyMembers(2_001), 'application/json', { ...noRateLimit, maxBytes: 100_000 }), 'invalid_json'],
  ['that is not UTF-8', () => post(new Uint8Array([0x22, 0xff, 0x22])), 'invalid_json'],
  ['that is not JSON', () => post('{"a":'), 'invalid_json'],
  ['that breaks off', () => post(brokenAfter('{"a":')), 'invalid_json'],
])('a body %s is a problem of its sender', async (_, read, code) => {
  await expect(read()).rejects.toMatchObject({ name: 'Problem', code })
})

/** An object with so many members. */
function manyMembers(count: number): string {
  return `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join()}}`
}

test.each(['gzip', 'GZIP', 'br', 'deflate', 'zstd', 'x-gzip', 'identity, gzip', 'gzip, br', 'aes128gcm'])(
  'a body in the coding %s is refused by that name',
  async (coding) => {
    const sent = post('{}', 'application/json', noRateLimit, { 'Content-Encoding': coding })
    await expect(sent).rejects.toMatchObject({ code: 'unsupported_content_encoding', options: { field: 'Content-Encoding' } })
  },
)

test('a body that says that it has no coding is read', async () => {
  for (const coding of ['identity', 'Identity', '', ' identity , '])
    expect(await post('{}', 'application/json', noRateLimit, { 'Content-Encoding': coding })).toEqual({})
})

test('a body that is too large is read to its end, so that its sender gets the answer, but one without end is not', async () => {
  let sent = 0
  const blocks = (count: number) =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent++ < count) controller.enqueue(new Uint8Array(1 << 20))
        else controller.close()
      },
    })
  await expect(post(blocks(20))).rejects.toMatchObject({ code: 'payload_too_large' })
  expect(sent).toBe(21)
  sent = 0
  await expect(post(blocks(1_000))).rejects.toMatchObject({ code: 'payload_too_large' })
  expect(sent).toBeLessThan(40)
})

test('the bytes of a body that is too large count in the rate limit', async () => {
  const { of } = openLimit()
  await expect(post(new Blob([`"${'a'.repeat(3_000_000)}"`]).stream(), 'application/json', of('a'))).rejects.toMatchObject({
    code: 'payload_too_large',
  })
  await expect(post(new Blob([junk]).stream(), 'application/json', of('a'))).rejects.toMatchObject({ code: 'rate_limited' })
})

test('commas in text are no members', async () => {
  const limits = { ...noRateLimit, maxBytes: 100_000 }
  expect(await post(manyMembers(2_000), 'application/json', limits)).toHaveProperty('k1999', 1)
  const text = `${','.repeat(3_000)}\\",,`
  expect(await post(JSON.stringify({ text }), 'application/json', limits)).toEqual({ text })
})

/** The rate limit of two clients who start with twenty tokens each. */
function openLimit() {
  const rate = createRateLimit({ burst: 20, perSecond: 1, clock: { now: () => 0 } })
  return {
    rate,
    of: (client: string): BodyLimits => ({
      maxBytes: 262_144,
      limitRate: (tokens) => (rate.take(client, tokens) > 0 ? new Problem('rate_limited', 'Too many requests from this address.') : null),
    }),
  }
}

const junk = `"${'a'.repeat(250_000)}"`

test.each([
  ['says its length', (limits: BodyLimits) => post(junk, 'application/json', limits, { 'Content-Length': String(junk.length) })],
  ['comes in parts', (limits: BodyLimits) => post(new Blob([junk]).stream(), 'application/json', limits)],
])('a client that sends junk of 250 KB soon gets 429, and another one does not, when it %s', async (_, send) => {
  const { of, rate } = openLimit()
  await send(of('attacker')).catch(() => {})
  await expect(send(of('attacker'))).rejects.toMatchObject({ code: 'rate_limited' })
  // A body of up to 16 KB takes nothing besides the token of its request.
  for (let call = 0; call < 100; call++)
    expect(await post(`"${'a'.repeat(16_000)}"`, 'application/json', of('honest'))).toHaveLength(16_000)
  expect(rate.take('honest', 20)).toBe(0)
})

test('what says that it is too large takes no token', async () => {
  const { of, rate } = openLimit()
  await expect(post('{}', 'application/json', of('a'), { 'Content-Length': '262145' })).rejects.toMatchObject({ code: 'payload_too_large' })
  expect(rate.take('a', 20)).toBe(0)
})

import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { byteAnswer, unchargedBytes, type ByteAnswers } from '../../offers/byte-answers.ts'
import { dailyQuota, free, type Access } from '../../offers/offer.ts'
import type { ByteAnswer } from '../../shared/byte-answer.ts'
import { utcHour } from '../../shared/clock.ts'
import { Problem } from '../../shared/problems.ts'
import { openGateFixture, price, type GateFixture } from '../gate.fixture.ts'

const picture = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0xff, 10, 13)
const declared: ByteAnswers = {
  types: ['image/*', 'application/json', 'text/plain'],
  schema: z.object({ level: z.number() }),
  headers: ['ETag', 'Location'],
  maxBytes: 1_000,
  refusals: ['application/json', 'application/problem+json'],
}
const made = (more: Partial<ByteAnswer> = {}): ByteAnswer => ({
  status: 200,
  contentType: 'image/png',
  headers: {},
  bytes: picture,
  ...more,
})
const json = (value: unknown, more: Partial<ByteAnswer> = {}) =>
  made({
    contentType: 'application/json; charset=utf-8',
    bytes: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
    ...more,
  })

function open(bytes: ByteAnswer, access: Access = { kind: 'fixed', price }) {
  const fixture = openGateFixture(access, undefined, { answers: declared })
  fixture.run = async () => byteAnswer(bytes)
  return fixture
}

const statesOf = async ({ ledger }: GateFixture) => (await ledger.totals()).map(({ state }) => state)

describe('an answer of bytes', () => {
  test('is sold and given again byte for byte, with its status, its media type and the headers that its offer lets through', async () => {
    const fixture = open(
      made({
        status: 201,
        contentType: 'image/png; q=1',
        headers: { etag: '"a1"', 'Set-Cookie': 'a=b', Server: 'x', Location: '/made/1' },
      }),
    )
    const credential = await fixture.pay()
    const first = await fixture.ask(credential)
    const headers = { ETag: '"a1"', Location: '/made/1' }
    expect(first).toMatchObject({ kind: 'answer', status: 201, contentType: 'image/png; q=1', headers, replay: false })
    const again = await fixture.ask(credential)
    expect(again).toMatchObject({ kind: 'answer', status: 201, contentType: 'image/png; q=1', headers, replay: true })
    for (const outcome of [first, again]) expect(outcome.kind === 'answer' && [...outcome.body]).toEqual([...picture])
  })

  test.each<[string, ByteAnswer]>([
    ['a media type that is not promised', made({ contentType: 'text/html' })],
    ['no media type', made({ contentType: '' })],
    ['a media type with a line break', made({ contentType: 'image/png\r\nSet-Cookie: a=b' })],
    ['more bytes than promised', made({ bytes: new Uint8Array(1_001) })],
    ['JSON that its schema does not fit', json({ level: 'high' })],
    ['JSON that is cut off', json('{"level":')],
    ['JSON that is not UTF-8', json('', { bytes: Uint8Array.of(0x22, 0xff, 0x22) })],
    ['a part', made({ status: 206 })],
    ['a redirect', made({ status: 302 })],
    ['a failure', made({ status: 500 })],
    ['content without content', made({ status: 204 })],
  ])('with %s is a 502 that costs nothing, and the payment may be used again', async (_, bytes) => {
    const fixture = open(bytes)
    const credential = await fixture.pay()
    expect(await fixture.ask(credential)).toMatchObject({ kind: 'refused', refusal: { code: 'upstream_misfit', status: 502 } })
    expect(await statesOf(fixture)).toEqual(['released'])
    fixture.run = async () => byteAnswer(json({ level: 1 }))
    expect(await fixture.ask(credential)).toMatchObject({ kind: 'answer', status: 200 })
    expect((await statesOf(fixture))[0]).toMatch(/free|settled/)
  })

  test('without content has no media type to fit', async () => {
    const fixture = open(made({ status: 204, contentType: '', bytes: new Uint8Array() }))
    const credential = await fixture.pay()
    expect(await fixture.ask(credential)).toMatchObject({ kind: 'answer', status: 204 })
    expect(await fixture.ask(credential)).toMatchObject({ kind: 'answer', status: 204, replay: true })
  })

  test('of a run that makes none is our fault', async () => {
    const fixture = open(made())
    fixture.run = async () => ({ body: null, charge: true }) as never
    expect(await fixture.ask(await fixture.pay())).toMatchObject({ kind: 'refused', refusal: { code: 'run_failed' } })
  })

  test('may cost nothing, with a reason on its receipt', async () => {
    const fixture = open(made())
    fixture.run = async () => unchargedBytes(made(), 'upstream_says_no', 'upstream')
    const outcome = await fixture.ask(await fixture.pay())
    expect(outcome).toMatchObject({ kind: 'answer', status: 200, payment: { state: 'uncharged', reason: 'upstream_says_no' } })
  })

  test.each([
    ['free', free],
    ['on the quota', dailyQuota('0.0075')],
  ])('is the same where the call is %s', async (_, access) => {
    const fixture = open(made({ status: 203, headers: { ETag: 'x' } }), access)
    expect(await fixture.ask(null)).toMatchObject({ kind: 'answer', status: 203, contentType: 'image/png', headers: { ETag: 'x' } })
  })
})

describe('a refusal of an upstream', () => {
  test('costs nothing, counts for its caller, and leaves the payment unused', async () => {
    const fixture = open(made())
    const passed = json({ error: 'no such tide' }, { status: 404 })
    fixture.run = async () => {
      throw new Problem('upstream_refused', 'The upstream answered 404.', { extra: { upstreamStatus: 404 }, passed })
    }
    const credential = await fixture.pay()
    expect(await fixture.ask(credential)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'upstream_refused', options: { passed } },
      payment: { state: 'released', reason: 'upstream_refused' },
    })
    expect(await fixture.ledger.runsOfClient({ hour: utcHour(fixture.clock.at), client: '192.0.2.1' })).toBe(1)
    fixture.run = async () => byteAnswer(made())
    expect(await fixture.ask(credential)).toMatchObject({ kind: 'answer' })
  })
})

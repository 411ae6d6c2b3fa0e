import { describe, expect, test, vi } from 'vitest'
import { streamedAnswer, type ByteAnswers } from '../../offers/byte-answers.ts'
import { free, type Access } from '../../offers/offer.ts'
import { Problem } from '../../shared/problems.ts'
import { openGateFixture, price } from '../gate.fixture.ts'
import type { GateOutcome } from '../outcome.ts'

const declared: ByteAnswers = { types: ['text/event-stream'], maxBytes: 100, streams: true }

/** An answer whose chunks come when the test says so. */
function upstream() {
  let wake: () => void = () => {}
  const waiting: (string | Error | null)[] = []
  const given: { up: boolean } = { up: false }
  async function* chunks(): AsyncGenerator<Uint8Array, void, void> {
    try {
      for (;;) {
        while (waiting.length === 0) await new Promise<void>((resolve) => void (wake = resolve))
        const next = waiting.shift() ?? null
        if (next instanceof Error) throw next
        if (next === null) return
        yield Buffer.from(next)
      }
    } finally {
      given.up = true
    }
  }
  return {
    given,
    send(...more: (string | Error | null)[]) {
      waiting.push(...more)
      wake()
    },
    answer: () => streamedAnswer({ status: 200, contentType: 'text/event-stream', headers: {}, chunks: chunks() }),
  }
}

function open(access: Access = { kind: 'fixed', price }, more: Parameters<typeof openGateFixture>[2] = {}) {
  const fixture = openGateFixture(access, undefined, { answers: declared, settle: 'first', firstCallFree: false, ...more })
  const source = upstream()
  fixture.run = async () => source.answer()
  return { fixture, source }
}

function streamOf(outcome: GateOutcome) {
  if (outcome.kind !== 'answer' || !outcome.stream) throw new Error(`the outcome is no stream: ${outcome.kind}`)
  return outcome.stream
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += Buffer.from(chunk).toString()
  return text
}

describe('a streamed answer', () => {
  test('begins when its payment is settled and its first bytes are there, and is stored when it has ended', async () => {
    const { fixture, source } = open()
    const credential = await fixture.pay()
    source.send('one ')
    const outcome = await fixture.ask(credential)
    expect(outcome).toMatchObject({
      kind: 'answer',
      contentType: 'text/event-stream',
      payment: { state: 'running', transaction: expect.any(String) },
    })
    const read = textOf(streamOf(outcome).read())
    source.send('two', null)
    expect(await read).toBe('one two')
    expect(await streamOf(outcome).ended).toMatchObject({ state: 'settled' })
    const again = await fixture.ask(credential)
    expect(again).toMatchObject({ kind: 'answer', replay: true, contentType: 'text/event-stream' })
    expect(again.kind === 'answer' && Buffer.from(again.body).toString()).toBe('one two')
    await vi.waitFor(() => expect(fixture.inFlight()).toBe(0), 60_000)
  })

  test('is read from its beginning by who lost the connection, while it still grows', async () => {
    const { fixture, source } = open()
    const credential = await fixture.pay()
    source.send('one ')
    const first = await fixture.ask(credential)
    for await (const _ of streamOf(first).read()) break
    const second = await fixture.ask(credential)
    expect(second).toMatchObject({ replay: true })
    const read = textOf(streamOf(second).read())
    source.send('two ', 'three', null)
    expect(await read).toBe('one two three')
    expect(await fixture.ledger.totals()).toMatchObject([{ state: 'settled', payments: 1n }])
  })

  test('goes on to its end when nobody reads it', async () => {
    const { fixture, source } = open()
    source.send('one')
    const outcome = await fixture.ask(await fixture.pay())
    source.send(null)
    expect(await streamOf(outcome).ended).toMatchObject({ state: 'settled' })
  })

  test.each<[string, (source: ReturnType<typeof upstream>) => void]>([
    ['breaks', (source) => source.send(new Error('reset'))],
    ['is longer than promised', (source) => source.send('x'.repeat(100))],
  ])('that %s in the middle cuts its readers off, and its payment is a credit that buys it again', async (_, breakOff) => {
    const { fixture, source } = open()
    const credential = await fixture.pay()
    source.send('one ')
    const outcome = await fixture.ask(credential)
    const read = textOf(streamOf(outcome).read())
    breakOff(source)
    await expect(read).rejects.toThrow()
    expect(await streamOf(outcome).ended).toMatchObject({ state: 'credit', runs: 1 })
    expect(source.given.up).toBe(true)
    await vi.waitFor(() => expect(fixture.inFlight()).toBe(0), 60_000)
    const next = upstream()
    fixture.run = async () => next.answer()
    next.send('whole', null)
    const again = await fixture.ask(credential)
    expect(await textOf(streamOf(again).read())).toBe('whole')
    expect(await streamOf(again).ended).toMatchObject({ state: 'settled', runs: 2 })
  })

  test('whose payment somebody else has taken over meanwhile ends as one that is cut off, since the payment buys another run', async () => {
    const { fixture, source } = open()
    source.send('one ')
    const outcome = await fixture.ask(await fixture.pay())
    const stream = streamOf(outcome)
    const reading = textOf(stream.read())
    const { id, epoch } = (await fixture.ledger.find(outcome.payment!.id))!
    expect(await fixture.ledger.failRun({ id, epoch, reason: 'its instance stood still' })).toMatchObject({ state: 'credit' })
    source.send('two', null)
    await expect(reading).rejects.toMatchObject({ code: 'credit_waiting' })
    expect(await stream.ended).toMatchObject({ id, state: 'credit' })
    expect(await fixture.ledger.answer(id)).toBeUndefined()
  })

  test('that fails before its first bytes is a problem, and its payment is a credit', async () => {
    const { fixture, source } = open()
    source.send(new Problem('upstream_failed', 'The upstream answered 500.'))
    const outcome = await fixture.ask(await fixture.pay())
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { code: 'upstream_failed' }, payment: { state: 'credit' } })
  })

  test('of another media type than promised is a 502 and a credit', async () => {
    const { fixture, source } = open()
    const { chunks } = source.answer().bytes
    fixture.run = async () => streamedAnswer({ status: 200, contentType: 'text/html', headers: {}, chunks })
    expect(await fixture.ask(await fixture.pay())).toMatchObject({
      kind: 'refused',
      refusal: { code: 'upstream_misfit' },
      payment: { state: 'credit' },
    })
  })

  test('of a first call free is given up without a charge where it fails, and the free call is used up', async () => {
    const { fixture, source } = open({ kind: 'fixed', price: 7_500n }, { firstCallFree: true })
    source.send('one ')
    const outcome = await fixture.ask(await fixture.pay({ value: 7_500n }))
    expect(outcome).toMatchObject({ payment: { free: true } })
    const read = textOf(streamOf(outcome).read())
    source.send(new Error('reset'))
    await expect(read).rejects.toThrow()
    expect(await streamOf(outcome).ended).toMatchObject({ state: 'released' })
  })

  test('that costs nothing is read once, and is given up when its caller goes', async () => {
    const { fixture, source } = open(free, { settle: 'after' })
    source.send('one')
    const outcome = await fixture.ask(null)
    for await (const _ of streamOf(outcome).read()) break
    expect(await streamOf(outcome).ended).toBeNull()
    await vi.waitFor(() => expect(source.given.up).toBe(true), 60_000)
  })

  test('keeps the place of its call until it has ended', async () => {
    let places = 1
    const admit = () => (places === 0 ? null : (places--, { leave: () => void places++ }))
    const { fixture, source } = open(undefined, { admit })
    source.send('one')
    const outcome = await fixture.ask(await fixture.pay())
    expect(places).toBe(0)
    source.send(null)
    await streamOf(outcome).ended
    await vi.waitFor(() => expect(places).toBe(1), 60_000)
  })
})

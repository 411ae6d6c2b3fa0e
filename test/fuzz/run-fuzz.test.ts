import { describe, expect, test } from 'vitest'
import { createSeededRandom, seedFor } from './seeded-random.ts'
import { print, treeOf } from './generate/json-tree.ts'
import { jsonNear } from './generate/mutate-json.ts'
import { rawText } from './generate/mutate-text.ts'
import { fuzz, missed, type Target } from './run-fuzz.ts'
import { judge } from './service/judge.ts'
import type { Answer } from './service/send.ts'

interface Text {
  readonly text: string
}

/** A decoder of texts, with the generator of the real decoders. */
function decoder(check: (text: string) => string): Target<Text, string> {
  return {
    name: 'planted',
    make: (random) => ({ text: rawText(random, ['{', '}', 'a', ':', '"']) }),
    fed: ({ text }) => text,
    check,
    reaches: ['fine'],
  }
}

const run = (check: (text: string) => string, runs = 2_000) => fuzz(decoder(check), { seed: 7, runs })

describe('a decoder that breaks its promise', () => {
  test('is found, with the seed, the case and the smallest input', async () => {
    const broken = run((text) => {
      if (/\{.*\}/s.test(text)) throw new TypeError('planted')
      return 'fine'
    })
    await expect(broken).rejects.toThrow(/^planted: case \d+ of seed 7 .*\nSmallest input: \{"text":"\{\}"\}\nTypeError: planted/)
  })

  test('is found if it takes too long', async () => {
    const slow = run((text) => {
      const before = process.threadCpuUsage()
      while (text.startsWith('{') && process.threadCpuUsage(before).user < 30_000);
      return 'fine'
    })
    await expect(slow).rejects.toThrow(/took \d+\.\d ms, and 20 ms is the most/)
  })

  test('is found if it changes the prototype of all objects', async () => {
    const polluting = run((text) => {
      if (text.startsWith('a')) Object.assign(Object.prototype, { planted: true })
      return 'fine'
    })
    await expect(polluting).rejects.toThrow('Object.prototype was changed')
    Reflect.deleteProperty(Object.prototype, 'planted')
  })
})

test('a run that never reaches an expected outcome reports it', async () => {
  const report = await run(() => 'other', 10)
  expect(report).toMatchObject({ runs: 10, outcomes: { other: 10 } })
  expect(
    missed(
      decoder(() => ''),
      report,
    ),
  ).toEqual(['fine'])
})

test('the same seed makes the same inputs, and another seed makes others', () => {
  const near = jsonNear([{ a: [1, 'b', { c: null }] }])
  const inputs = (seed: number) => Array.from({ length: 50 }, (_, at) => near(createSeededRandom(seedFor(seed, 'x', at))))
  expect(inputs(1)).toEqual(inputs(1))
  expect(inputs(1)).not.toEqual(inputs(2))
  expect(new Set(inputs(1)).size).toBeGreaterThan(30)
})

test('a tree prints the text that it was made from', () => {
  const value = { a: [1, 'b\u2028"\\', { c: null, 'd e': true }], f: {}, g: [] }
  for (let seed = 0; seed < 50; seed++) expect(JSON.parse(print(treeOf(value), createSeededRandom(seed)))).toEqual(value)
})

describe('an answer of the service', () => {
  const standing: [string, string][] = [
    ['access-control-allow-origin', '*'],
    ['x-content-type-options', 'nosniff'],
    ['cache-control', 'no-store'],
    ['content-type', 'application/problem+json'],
  ]
  const problem = { type: 'urn:x', title: 'Not found', status: 404, code: 'not_found', detail: 'There is nothing.', fix: 'Look elsewhere.' }
  const answer = (changed: Partial<Answer>, body: unknown = problem): Answer => {
    return { status: 404, headers: new Map(standing), body: JSON.stringify(body), byPlatform: false, ...changed }
  }

  test('is accepted when it is a valid answer', () => {
    expect(judge(answer({}), 'GET', ['secret'])).toBe('404 not_found')
  })

  const faulty: [string, Answer][] = [
    ['is a 500', answer({ status: 500 }, { ...problem, status: 500, code: 'internal_error' })],
    ['has a code of another status', answer({}, { ...problem, code: 'invalid_input' })],
    ['has an unknown code', answer({}, { ...problem, code: 'oops' })],
    ['has no fix', answer({}, { ...problem, fix: undefined })],
    ['tells a place in our code', answer({}, { ...problem, detail: 'failed at main.ts:12' })],
    ['tells a stack', answer({}, { ...problem, detail: 'failed\n    at run (x)' })],
    ['tells an error of the runtime', answer({}, { ...problem, detail: 'TypeError: x is not a function' })],
    ['tells a path of the machine', answer({}, { ...problem, detail: 'no such file /home/x/y' })],
    ['tells a secret', answer({}, { ...problem, detail: 'the secret is out' })],
    ['is no JSON', answer({ body: 'Not Found' })],
    ['lacks the standing headers', answer({ headers: new Map(standing.slice(1)) })],
    ['may be kept', answer({ headers: new Map([...standing, ['cache-control', 'public']]) })],
    ['has a header of other letters', answer({ headers: new Map([...standing, ['x-a', 'é']]) })],
    ['has headers of 8 KB', answer({ headers: new Map([...standing, ['x-a', 'a'.repeat(8_000)]]) })],
    ['is a 503 without Retry-After', answer({ status: 503 }, { ...problem, status: 503, code: 'offer_unavailable' })],
    ['is a 402 without terms', answer({ status: 402 }, { ...problem, status: 402, code: 'payment_required' })],
  ]
  test.each(faulty)('is not when it %s', (_, wrong) => {
    expect(() => judge(wrong, 'GET', ['secret'])).toThrow()
  })

  test('is rejected when a HEAD has a body', () => {
    expect(() => judge(answer({}), 'HEAD', [])).toThrow('no body')
  })
})

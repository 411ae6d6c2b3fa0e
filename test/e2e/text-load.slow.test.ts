import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { modelsHere } from '../../goods/text/models/models.fixture.ts'
import { apertiumHere } from '../../goods/text/translation/apertium.fixture.ts'
import { signPayment, termsOf, type Account } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { longestTurn } from '../support/longest-turn.ts'

const headers = { 'Content-Type': 'application/json' }
const sentence = 'The committee published its report on the price of electricity, which rose by 12 % in 2019. '
const prose = (length: number) => sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length)
const claim = (length: number) => prose(length).trim()

interface Tool {
  readonly name: string
  readonly path: string
  readonly here: boolean
  /** Calls at once. */
  readonly calls: number
  /** How often each caller calls, where one call is too short to see much beside it. */
  readonly rounds?: number
  readonly usual: object
  readonly largest: object
}

const tools: readonly Tool[] = [
  {
    name: 'fact-check',
    path: '/v1/ai/fact-check',
    here: modelsHere,
    calls: 100,
    usual: { claim: claim(91), source: prose(1_000) },
    largest: { claim: claim(2_000), source: prose(15_000) },
  },
  {
    name: 'fact-check-deep',
    path: '/v2/x402/ai/fact-check/deep',
    here: modelsHere,
    calls: 100,
    usual: { claim: claim(91), source: prose(1_000) },
    largest: { claim: claim(500), sources: Array.from({ length: 5 }, () => prose(3_000)) },
  },
  {
    name: 'sentiment',
    path: '/v1/ai/sentiment',
    here: modelsHere,
    calls: 100,
    usual: { text: prose(300) },
    largest: { text: prose(20_000) },
  },
  {
    name: 'summarize',
    path: '/v1/ai/summarize',
    here: modelsHere,
    calls: 100,
    usual: { text: prose(3_000) },
    largest: { text: prose(60_000) },
  },
  {
    name: 'translate',
    path: '/v1/ai/translate',
    here: apertiumHere,
    calls: 50,
    rounds: 6,
    usual: { text: prose(300), source: 'en', target: 'es' },
    largest: { text: prose(10_000), source: 'en', target: 'es' },
  },
]

let service: TestService
let account: Account
beforeAll(async () => {
  service = await startTestService({
    env: { ENGINE_TRIALS: 'start', FACT_CHECK_PRICE: '0.01', RATE_LIMIT_PER_SECOND: '1000', RATE_LIMIT_BURST: '5000' },
  })
  account = await service.payingWallet('100')
}, 200_000)
afterAll(() => service?.close())

const percentile = (values: readonly number[], share: number) =>
  Math.round(values.toSorted((one, other) => one - other)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? 0)

/** Makes paid calls, so many at once. */
async function call({ path }: Tool, bodies: readonly object[], atOnce: number): Promise<readonly { status: number; ms: number }[]> {
  const asking = (body: object): RequestInit => ({ method: 'POST', headers, body: JSON.stringify(body) })
  const terms = await termsOf(service.url, path, asking(bodies[0] ?? {}))
  const payments: string[] = []
  for (const _ of bodies) payments.push(await signPayment(terms, account))
  const one = async (body: object, payment: string | undefined) => {
    const started = performance.now()
    const response = await fetch(service.url + path, { ...asking(body), headers: { ...headers, 'PAYMENT-SIGNATURE': payment ?? '' } })
    await response.arrayBuffer()
    return { status: response.status, ms: performance.now() - started }
  }
  const results: { status: number; ms: number }[] = []
  const left = [...bodies.entries()]
  const caller = async () => {
    for (let next = left.shift(); next; next = left.shift()) results.push(await one(next[1], payments[next[0]]))
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
  return results
}

/** How long a free route takes while something runs. */
async function watchFreeRoute(run: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = []
  let over = false
  const watching = (async () => {
    while (!over) {
      const started = performance.now()
      await (await fetch(`${service.url}/v2/x402/market/rates`)).arrayBuffer()
      times.push(performance.now() - started)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })()
  await run()
  over = true
  await watching
  return times
}

describe.each(tools.filter(({ here }) => here))('$name', (tool) => {
  test('answers usual and largest texts within its time', async () => {
    await vi.waitUntil(async () => (await call(tool, [tool.usual], 1))[0]?.status === 200, { timeout: 120_000, interval: 1_000 })
    for (const [size, body, count] of [
      ['usual', tool.usual, 30],
      ['largest', tool.largest, 10],
    ] as const) {
      const results = await call(
        tool,
        Array.from({ length: count }, () => body),
        1,
      )
      expect(results.map(({ status }) => status)).toEqual(results.map(() => 200))
      const times = results.map(({ ms }) => ms)
      console.log(`${tool.name}, ${size}: p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms`)
    }
  })

  test('many calls at once get an answer or a clear refusal, while free routes answer within 50 ms', async () => {
    const alone = await watchFreeRoute(() => new Promise((resolve) => setTimeout(resolve, 3_000)))
    let results: readonly { status: number; ms: number }[] = []
    const bodies = Array.from({ length: tool.calls * (tool.rounds ?? 1) }, () => tool.usual)
    let turnMs = 0
    const others = await watchFreeRoute(async () => {
      turnMs = await longestTurn(async () => {
        results = await call(tool, bodies, tool.calls)
      })
    })
    const times = results.map(({ ms }) => ms)
    const answered = results.filter(({ status }) => status === 200).length
    console.log(
      `${tool.name}, ${tool.calls} at once: ${answered} answered, p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms; free routes p99 ${percentile(others, 0.99)} ms, and ${percentile(alone, 0.99)} ms without these calls; longest turn ${Math.round(turnMs)} ms of processor time, with those of the callers`,
    )
    // A call that waits too long gets 504, and one without a place 503; neither is charged.
    expect(results.filter(({ status }) => ![200, 503, 504].includes(status))).toEqual([])
    expect(answered).toBeGreaterThan(0)
    // What other processes of a loaded machine cost is there without these calls too.
    expect(percentile(others, 0.99)).toBeLessThan(50 + percentile(alone, 0.99))
  })
})

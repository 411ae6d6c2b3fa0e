import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserHere } from '../../goods/rendering/renderer/rendering.fixture.ts'
import { signPayment, termsOf, type Account } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

const path = '/v1/util/screenshot'
const callCount = 50
/** Mixed pages: usual ones, and such as take their time or everything they can get. */
const pages = [
  'http://example.com/',
  'http://hostile.example/tall',
  'http://hostile.example/frames',
  'http://hostile.example/drip',
  'http://example.com/',
]

let service: TestService
let account: Account
beforeAll(async () => {
  if (!browserHere) return
  service = await startTestService({ env: { BROWSER_PAGES: '2', BROWSER_QUEUE: '6' } })
  account = await service.payingWallet('50')
})
afterAll(() => service?.close())

interface Shot {
  readonly status: number
  readonly type: string | null
  readonly bytes: Buffer
  readonly ms: number
}

const percentile = (values: readonly number[], share: number) =>
  Math.round(values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? 0)

describe.runIf(browserHere)('fifty screenshots at once', () => {
  test('get their picture, or a 503 before any claim, while other routes answer quickly', async () => {
    const bodies = Array.from({ length: callCount }, (_, index) => ({
      url: pages[index % pages.length],
      wait_seconds: 1,
      width: 400 + index,
    }))
    const asking = (body: object): RequestInit => ({
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const terms = await termsOf(service.url, path, asking({ url: pages[0] }))
    const payments = await Promise.all(bodies.map(() => signPayment(terms, account)))
    const claims = service.claims()

    let over = false
    const others: number[] = []
    const watching = (async () => {
      while (!over) {
        const started = performance.now()
        await (await fetch(`${service.url}/v2/x402/market/rates`)).arrayBuffer()
        others.push(performance.now() - started)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })()

    const shoot = async (body: object, payment: string): Promise<Shot> => {
      const started = performance.now()
      const headers = { 'Content-Type': 'application/json', Accept: 'image/png', 'PAYMENT-SIGNATURE': payment }
      const response = await fetch(service.url + path, { ...asking(body), headers })
      const bytes = Buffer.from(await response.arrayBuffer())
      return { status: response.status, type: response.headers.get('content-type'), bytes, ms: performance.now() - started }
    }
    const shots = await Promise.all(bodies.map((body, index) => shoot(body, payments[index] as string)))
    over = true
    await watching

    const served = shots.flatMap((shot, index) => (shot.status === 200 ? [{ ...shot, width: bodies[index]?.width }] : []))
    expect(new Set(shots.map(({ status }) => status))).toEqual(new Set([200, 503]))
    for (const { bytes, width, type } of served) {
      expect(type).toBe('image/png')
      expect(PNG.sync.read(bytes).width).toBe(width)
    }
    // Whoever got no picture was not claimed, so nothing can be charged.
    expect(service.claims() - claims).toBe(served.length)
    expect(served.length).toBeGreaterThanOrEqual(8)
    const times = served.map(({ ms }) => ms)
    console.log(
      `${served.length} of ${callCount} pictures: p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms; other routes p99 ${percentile(others, 0.99)} ms over ${others.length} calls`,
    )
    expect(percentile(others, 0.99)).toBeLessThan(100)
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callWith, receiptOf, signPayment, termsOf } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

const path = '/v1/ai/code-review'
const request = {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ code: 'a = 1\n', language: 'python' }),
}

let service: TestService
/** Review workers that other tests of this process left behind. */
let before: readonly number[]
beforeAll(async () => {
  before = reviewWorkers()
  service = await startTestService({ env: { ENGINE_TRIALS: 'call', TEXT_WORKERS: '1', TEXT_JOB_SECONDS: '5' } })
})
afterAll(() => service?.close())

/** Ids of the processes of this one that review code. */
function reviewWorkers(): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    try {
      const parent = / (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) \w/, ''))?.[1]
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      return Number(parent) === process.pid && command.includes('review-worker') ? [Number(pid)] : []
    } catch {
      return []
    }
  })
}

test.skipIf(process.platform !== 'linux')(
  'a review whose worker is stuck is a 503 and not charged, and the same payment buys the next one',
  async () => {
    const account = await service.payingWallet('5')
    const sign = async () => signPayment(await termsOf(service.url, path, request), account)
    // A loaded machine may take longer than a call waits; a call without an answer leaves its payment unused.
    const untilAnswered = (payment: string) =>
      vi.waitUntil(
        async () => {
          const response = await callWith(service.url + path, payment, request)
          return response.status === 200 ? response : null
        },
        { timeout: 500_000, interval: 200 },
      )
    await untilAnswered(await sign())
    const [worker] = reviewWorkers().filter((pid) => !before.includes(pid))
    expect(worker).toBeGreaterThan(0)

    process.kill(worker!, 'SIGSTOP')
    const payment = await sign()
    const stuck = await callWith(service.url + path, payment, request)
    expect(await stuck.clone().json()).toMatchObject({
      code: expect.stringMatching(/^(?:engine_failed|deadline_exceeded)$/),
      retryable: true,
    })
    expect(await receiptOf(stuck)).toMatchObject({ state: 'released', charged: { baseUnits: '0' } })

    expect(await receiptOf(await untilAnswered(payment))).toMatchObject({ state: 'settled', charged: { baseUnits: '75000' } })
  },
)

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signPayment, termsOf, type Account } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

const path = '/v1/ai/code-review'
const callCount = 50

/** A handler as people write it, about 3 KB of them. */
const handler = (index: number) => `
app.get('/users/${index}', async (req, res) => {
  const { name, page = 1 } = req.query
  if (!name) return res.status(400).json({ error: 'name is missing' })
  const rows = await db.query("SELECT * FROM users WHERE name = '" + name + "' LIMIT 20 OFFSET " + 20 * page)
  const users = rows.map(({ id, name, email }) => ({ id, name, email, isAdmin: id === ${index} }))
  res.json({ users, count: users.length })
})
`
const codeOf = (bytes: number) => {
  let code = "const express = require('express')\nconst db = require('./db')\nconst app = express()\n"
  for (let index = 0; code.length + handler(index).length < bytes; index += 1) code += handler(index)
  return code
}

const percentile = (values: readonly number[], share: number) =>
  Math.round(values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? 0)

let service: TestService
let account: Account
beforeAll(async () => {
  service = await startTestService({ env: { ENGINE_TRIALS: 'call', TEXT_WORKERS: '1' } })
  account = await service.payingWallet('50')
})
afterAll(() => service?.close())

const asking = (code: string): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ code, filename: 'app.js' }),
})

async function review(code: string, payment: string) {
  const started = performance.now()
  const request = asking(code)
  const response = await fetch(service.url + path, { ...request, headers: { ...request.headers, 'PAYMENT-SIGNATURE': payment } })
  const body = (await response.json()) as { summary?: { criticalCount: number }; files?: { coverage: string }[] }
  return { status: response.status, body, ms: performance.now() - started }
}

/** Latency of a free route while something runs. */
async function watchFreeRoute(work: Promise<unknown>): Promise<readonly number[]> {
  const latencies: number[] = []
  let over = false
  void work.finally(() => (over = true))
  while (!over) {
    const started = performance.now()
    await (await fetch(`${service.url}/v2/x402/market/rates`)).arrayBuffer()
    latencies.push(performance.now() - started)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return latencies
}

describe('fifty reviews at once', { timeout: 600_000 }, () => {
  test('are answered while a free route answers in less than 50 ms', async () => {
    const code = codeOf(3_000)
    const terms = await termsOf(service.url, path, asking(code))
    const payments = await Promise.all(Array.from({ length: callCount + 1 }, () => signPayment(terms, account)))
    // The first one loads the analysers.
    expect((await review(code, payments.pop() ?? '')).status).toBe(200)
    const reviews = Promise.all(payments.map((payment) => review(code, payment)))
    const [done, free] = await Promise.all([reviews, watchFreeRoute(reviews)])
    const times = done.map(({ ms }) => ms)
    console.log(
      `50 reviews of 3 KB at once: p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms; a free route meanwhile: p50 ${percentile(free, 0.5)} ms, p99 ${percentile(free, 0.99)} ms`,
    )
    expect(done.map(({ status }) => status)).toEqual(Array.from({ length: callCount }, () => 200))
    expect(done.every(({ body }) => (body.summary?.criticalCount ?? 0) > 0)).toBe(true)
    expect(percentile(free, 0.99)).toBeLessThan(50)
  })

  test('of one after the other, the usual and the largest take this long', async () => {
    for (const [name, bytes] of [
      ['3 KB', 3_000],
      ['100 KB', 100_000],
    ] as const) {
      const code = codeOf(bytes)
      const terms = await termsOf(service.url, path, asking(code))
      const times: number[] = []
      for (let call = 0; call < 20; call += 1) {
        const { status, ms } = await review(code, await signPayment(terms, account))
        expect(status).toBe(200)
        times.push(ms)
      }
      console.log(`one review of ${name}: p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms`)
    }
  })
})

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openCompanyWorld, verify, type CompanyWorld } from './verify.fixture.ts'

let world: CompanyWorld | null = null
let counter: Server | null = null
afterEach(async () => {
  await world?.close()
  counter?.closeAllConnections()
  counter?.close()
  world = counter = null
})

interface Counted {
  readonly baseUrl: string
  total: number
  atOnce: number
  most: number
}

/** Forwards to a stand-in after a while, and counts how many requests are under way at once. */
async function count(target: () => string, delayMs: number): Promise<Counted> {
  const counted = { baseUrl: '', total: 0, atOnce: 0, most: 0 }
  counter = createServer((request, response) => {
    const isStatus = request.url === '/check-status'
    if (!isStatus) {
      counted.total += 1
      counted.atOnce += 1
      counted.most = Math.max(counted.most, counted.atOnce)
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      setTimeout(() => {
        void fetch(target() + request.url, {
          method: request.method ?? 'GET',
          headers: { 'user-agent': 'test', 'content-type': 'application/json' },
          ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
        }).then(async (answer) => {
          const body = await answer.text()
          if (!isStatus) counted.atOnce -= 1
          response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(body)
        })
      }, delayMs)
    })
  })
  await new Promise<void>((resolve) => counter!.listen(0, '127.0.0.1', resolve))
  return Object.assign(counted, { baseUrl: `http://127.0.0.1:${(counter.address() as AddressInfo).port}` })
}

/** Different numbers of Czech companies with right check digits, which no stand-in knows. */
function czechNumbers(amount: number): string[] {
  const numbers: string[] = []
  for (let body = 6_000_001; numbers.length < amount; body++) {
    const sum = [...String(body)].reduce((total, digit, index) => total + Number(digit) * (8 - index), 0)
    numbers.push(`CZ${body}${(11 - (sum % 11)) % 10}`)
  }
  return numbers
}

test('200 calls at once send at most two requests to a member state of VIES at a time, and one for each number', async () => {
  const upstream = { url: '' }
  const vies = await count(() => upstream.url, 2)
  const opened = await openCompanyWorld()
  upstream.url = opened.upstreams.baseUrls['vies']!
  world = opened
  const behind = await openCompanyWorld({ baseUrls: { ...opened.upstreams.baseUrls, vies: vies.baseUrl } })
  const five = czechNumbers(5)
  const answers = await Promise.all(Array.from({ length: 200 }, (_, nth) => verify(behind, five[nth % five.length]!)))
  await behind.close()
  expect(answers.map(({ data }) => data.verdict)).toEqual(answers.map(() => 'invalid'))
  expect(vies.most).toBeLessThanOrEqual(2)
  expect(vies.total).toBe(five.length)
})

test('200 calls at once for 200 companies stay within what GLEIF allows in a minute, and are told what was not asked', async () => {
  world = await openCompanyWorld()
  const { upstreams } = world
  const answers = await Promise.all(czechNumbers(200).map((vatId) => verify(world!, vatId)))
  expect(upstreams.requests('gleif')).toBeLessThanOrEqual(50)
  const unasked = answers.filter(({ data }) => data.checks.some(({ check, status }) => check === 'lei' && status === 'unavailable'))
  expect(unasked.length).toBeGreaterThan(100)
  // What VIES had no room for is unavailable, which never makes a number invalid.
  for (const { data, charge } of answers) {
    expect(['invalid', 'inconclusive']).toContain(data.verdict)
    expect(charge).toBe(data.verdict === 'invalid')
  }
})

test('an answer from the cache takes under 20 ms for 99 of 100 calls, while one upstream does not answer', async () => {
  world = await openCompanyWorld()
  const { upstreams } = world
  await verify(world, 'FI01120389', { name: 'Nokia' })
  upstreams.setMode('ares', 'slow')
  const times: number[] = []
  for (let call = 0; call < 200; call++) {
    const startedAt = process.cpuUsage()
    await verify(world, 'FI01120389', { name: 'Nokia' })
    const { user, system } = process.cpuUsage(startedAt)
    times.push((user + system) / 1000)
  }
  expect(times.toSorted((one, other) => one - other)[197]).toBeLessThan(20)
})

test('a register that does not answer leaves the rest, within the deadline', async () => {
  world = await openCompanyWorld({ limits: { timeoutMs: 100, budgetMs: 150, attempts: { retries: 0, backoffMs: 1 } } })
  world.upstreams.setMode('ares', 'slow')
  const { data, charge, meta } = await verify(world, 'CZ45274649')
  expect([data.verdict, data.reasons, charge]).toEqual(['verified_partial', ['register_unavailable'], true])
  expect([meta.degraded, meta.missing]).toEqual([true, ['checks.register']])
})

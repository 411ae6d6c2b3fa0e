import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestService, type TestService } from '../start-test-service.ts'
import { callWith, receiptOf, signPayment, termsOf, usdcOf, type Account } from '../signed-payments.ts'

let service: TestService
let account: Account
beforeAll(async () => {
  service = await startTestService()
  account = await service.payingWallet('100')
  await buy('/v1/data/fx/EUR/EUR')
  // Until all lists are there, a name is inconclusive, which is not charged.
  const screened = async () => expect((await buy('/v1/data/risk/Nokia')).body.data.verdict).toBe('clear')
  await vi.waitFor(screened, { timeout: 60_000, interval: 200 })
})
afterAll(() => service?.close())

interface Verified {
  readonly data: { readonly verdict: string; readonly advice: string; readonly reasons: readonly string[] }
}

async function buy(path: string) {
  const answer = await callWith(service.url + path, await signPayment(await termsOf(service.url, path), account))
  return { answer, body: (await answer.clone().json()) as Verified }
}

function pathOf(vatId: string, name: string | undefined): string {
  return `/v1/data/company/verify/${vatId}${name === undefined ? '' : `?name=${encodeURIComponent(name)}`}`
}

/** The rows of the table in docs/before-you-pay.md: what is given, the verdict with its reason, the advice. */
function rowsOfStory(): { vatId: string; name: string | undefined; verdict: string; reason: string | undefined; advice: string }[] {
  const story = readFileSync(new URL('../../docs/before-you-pay.md', import.meta.url), 'utf8')
  const rows = story.split('\n').filter((line) => /^\| `[A-Z]{2}\w+`/.test(line))
  return rows.map((row) => {
    const [given = '', judged = '', advised = ''] = row.split('|').slice(1)
    const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text!)
    const [[vatId = '', name], [verdict = '', reason], [advice = '']] = [quoted(given), quoted(judged), quoted(advised)]
    return { vatId, name, verdict, reason, advice }
  })
}

test('the story in the docs is what an agent gets for its money', async () => {
  const rows = rowsOfStory()
  expect(rows.length).toBe(7)
  for (const { vatId, name, verdict, reason, advice } of rows) {
    const { answer, body } = await buy(pathOf(vatId, name))
    expect([vatId, answer.status, body.data.verdict, body.data.advice]).toEqual([vatId, 200, verdict, advice])
    expect(body.data.reasons[0]).toBe(reason)
    expect(await receiptOf(answer)).toMatchObject({ state: 'settled', charged: { usd: '0.05' } })
  }
})

test('an inconclusive verdict is answered and not charged, and the verdict afterwards is', async () => {
  const switchTo = (id: string, mode: string) =>
    fetch(`${service.url}/sandbox/upstreams/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mode }),
    })
  const before = await usdcOf(service.chain(), account.address)
  await switchTo('vies:PT', 'MS_UNAVAILABLE')
  const silent = await buy(pathOf('PT519821432', undefined))
  expect([silent.answer.status, silent.body.data.verdict, silent.body.data.advice]).toEqual([200, 'inconclusive', 'try_again'])
  expect(await receiptOf(silent.answer)).toMatchObject({ charged: { usd: '0' }, reason: 'inconclusive' })
  expect(await usdcOf(service.chain(), account.address)).toBe(before)
  await switchTo('vies:PT', 'ok')
  const { body } = await buy(pathOf('PT519821432', undefined))
  expect(body.data.verdict).toBe('verified')
  expect(await usdcOf(service.chain(), account.address)).toBe(before - 50_000n)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../start-test-service.ts'
import { callWith, receiptOf, signPayment, termsOf, usdcOf, type Account } from '../signed-payments.ts'

let service: TestService
let account: Account
beforeAll(async () => {
  service = await startTestService()
  account = await service.payingWallet('100')
  // The first call of a wallet is free and would hide a charge.
  const path = '/v1/data/fx/EUR/EUR'
  await callWith(service.url + path, await signPayment(await termsOf(service.url, path), account))
})
afterAll(() => service?.close())

interface Dataset {
  readonly id: string
  readonly method: string
  readonly price: { readonly usd: string }
  readonly sources: readonly { readonly id: string }[]
  readonly example: { readonly url: string; readonly body?: unknown }
}

async function datasets(): Promise<Dataset[]> {
  return ((await (await fetch(`${service.url}/v1/data`)).json()) as { datasets: Dataset[] }).datasets
}

async function setSources({ sources }: Dataset, mode: string): Promise<void> {
  for (const { id } of sources) {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${service.url}/sandbox/upstreams/${id}`, { method: 'POST', headers, body: JSON.stringify({ mode }) })
    expect(response.status).toBeLessThan(300)
  }
}

test('the free catalog names every dataset, with the examples of the price list', async () => {
  const all = await datasets()
  expect(all.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['data-fx', 'data-energy', 'data-macro', 'data-stablecoins', 'data-security', 'data-risk']),
  )
  for (const { id, method, example, price } of all) {
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch(example.url, method === 'GET' ? {} : { method, headers, body: JSON.stringify(example.body) })
    expect(response.status, id).toBe(402)
    const [terms] = ((await response.json()) as { accepts: { amount: string }[] }).accepts
    expect(Number(terms?.amount), id).toBe(Number(price.usd) * 1e6)
  }
})

describe.each(['data-fx', 'data-energy', 'data-macro'])('%s', (id) => {
  test('with all its sources stopped is a 503 that charges nothing; the same payment buys the answer when they are back', async () => {
    const dataset = (await datasets()).find((one) => one.id === id)!
    const path = dataset.example.url.slice(service.url.length)
    const payment = await signPayment(await termsOf(service.url, path), account)
    const before = await usdcOf(service.chain(), account.address)
    await setSources(dataset, 'outage')
    const failed = await callWith(dataset.example.url, payment)
    expect([failed.status, Number(failed.headers.get('retry-after'))]).toEqual([503, expect.any(Number)])
    expect(await failed.json()).toMatchObject({ code: 'upstream_unavailable', retryable: true })
    expect(await receiptOf(failed)).toMatchObject({ state: 'released', charged: { usd: '0' } })
    expect(await usdcOf(service.chain(), account.address)).toBe(before)
    await setSources(dataset, 'ok')
    const good = await callWith(dataset.example.url, payment)
    expect(good.status).toBe(200)
    expect(await good.json()).toMatchObject({ success: true, meta: { simulated: true } })
    expect(await receiptOf(good)).toMatchObject({ state: 'settled', charged: { usd: '0.0015' } })
  })
})

test('a screening with no result is answered and not charged; one with a result is charged', async () => {
  const screen = async (name: string) => {
    const path = `/v1/data/risk/${encodeURIComponent(name)}`
    const before = await usdcOf(service.chain(), account.address)
    const response = await callWith(service.url + path, await signPayment(await termsOf(service.url, path), account))
    const { data } = (await response.json()) as { data: { verdict: string } }
    const { state, charged } = await receiptOf(response)
    return {
      status: response.status,
      verdict: data.verdict,
      state,
      charged,
      paid: before - (await usdcOf(service.chain(), account.address)),
    }
  }
  expect(await screen('习近平')).toMatchObject({
    status: 200,
    verdict: 'inconclusive',
    state: 'uncharged',
    charged: { usd: '0' },
    paid: 0n,
  })
  expect(await screen('Saddam Husayn')).toMatchObject({ status: 200, verdict: 'match', state: 'settled', paid: 3_000n })
  expect(await screen('0x098b716b8aaf21512996dc57eb0615e2383e2f96')).toMatchObject({ status: 200, verdict: 'match', paid: 3_000n })
})

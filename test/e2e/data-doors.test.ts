import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callWith, openStage, receiptOf, signPayment, termsOf, usdcOf, type Account, type Stage } from '../stage.ts'

let stage: Stage
let account: Account
beforeAll(async () => {
  stage = await openStage()
  account = await stage.payingWallet('100')
  // The first call of a wallet is free, which would hide a charge.
  const path = '/v1/data/fx/EUR/EUR'
  await callWith(stage.url + path, await signPayment(await termsOf(stage.url, path), account))
})
afterAll(() => stage?.close())

interface Door {
  readonly id: string
  readonly price: { readonly usd: string }
  readonly sources: readonly { readonly id: string }[]
  readonly example: { readonly url: string }
}

async function doors(): Promise<Door[]> {
  return ((await (await fetch(`${stage.url}/v1/data`)).json()) as { doors: Door[] }).doors
}

async function setSources({ sources }: Door, mode: string): Promise<void> {
  for (const { id } of sources) {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${stage.url}/sandbox/upstreams/${id}`, { method: 'POST', headers, body: JSON.stringify({ mode }) })
    expect(response.status).toBeLessThan(300)
  }
}

test('the free catalogue names every door, and its examples are the price lists’', async () => {
  const all = await doors()
  expect(all.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['data-fx', 'data-energy', 'data-macro', 'data-stablecoins', 'data-security', 'data-risk']),
  )
  for (const { id, example, price } of all) {
    const response = await fetch(example.url)
    expect(response.status, id).toBe(402)
    const [terms] = ((await response.json()) as { accepts: { amount: string }[] }).accepts
    expect(Number(terms?.amount), id).toBe(Number(price.usd) * 1e6)
  }
})

describe.each(['data-fx', 'data-energy', 'data-macro'])('%s', (id) => {
  test('with all its sources stopped is a 503 that charges nothing; the same payment buys the answer when they are back', async () => {
    const door = (await doors()).find((one) => one.id === id)!
    const path = door.example.url.slice(stage.url.length)
    const payment = await signPayment(await termsOf(stage.url, path), account)
    const before = await usdcOf(stage.chain(), account.address)
    await setSources(door, 'outage')
    const failed = await callWith(door.example.url, payment)
    expect([failed.status, Number(failed.headers.get('retry-after'))]).toEqual([503, expect.any(Number)])
    expect(await failed.json()).toMatchObject({ code: 'upstream_unavailable', retryable: true })
    expect(await receiptOf(failed)).toMatchObject({ state: 'released', charged: { usd: '0' } })
    expect(await usdcOf(stage.chain(), account.address)).toBe(before)
    await setSources(door, 'ok')
    const good = await callWith(door.example.url, payment)
    expect(good.status).toBe(200)
    expect(await good.json()).toMatchObject({ success: true, simulated: true, meta: { simulated: true } })
    expect(await receiptOf(good)).toMatchObject({ state: 'settled', charged: { usd: '0.0015' } })
  })
})

test('a screening that says nothing is answered and not charged, one that does is', async () => {
  const screen = async (name: string) => {
    const path = `/v1/data/risk/${encodeURIComponent(name)}`
    const before = await usdcOf(stage.chain(), account.address)
    const response = await callWith(stage.url + path, await signPayment(await termsOf(stage.url, path), account))
    const { data } = (await response.json()) as { data: { verdict: string } }
    const { state, charged } = await receiptOf(response)
    return { status: response.status, verdict: data.verdict, state, charged, paid: before - (await usdcOf(stage.chain(), account.address)) }
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

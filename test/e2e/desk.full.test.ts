import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callUntilAnswered, priceOfBitcoin, signPayment, termsOf } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { askService } from '../../src/service/ask-service.ts'
import { freePort } from '../../src/service/listen.ts'

const token = 'desk-desk-desk-desk-desk-desk-desk-desk'
let service: TestService
let desk: string

beforeAll(async () => {
  const port = await freePort('127.0.0.1', 0)
  desk = `http://127.0.0.1:${port}`
  service = await startTestService({ env: { OPERATOR_TOKEN: token, METRICS_PORT: String(port) } })
})
afterAll(() => service.close())

async function api(path: string, body?: object): Promise<{ status: number; answer: Record<string, unknown> }> {
  const response = await fetch(`${desk}/operator/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${token}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> }
}

async function terms(): Promise<{ readonly amounts: readonly unknown[]; readonly networks: readonly unknown[] }> {
  const { accepts } = (await termsOf(service.url, priceOfBitcoin)) as unknown as {
    readonly accepts: readonly { readonly amount: string; readonly network: string }[]
  }
  return { amounts: [...new Set(accepts.map(({ amount }) => amount))], networks: accepts.map(({ network }) => network) }
}

test('where the metrics have a port of their own the desk is on that port alone, and off it is not there at all', async () => {
  expect((await fetch(`${service.url}/operator`)).status).toBe(404)
  expect((await fetch(`${service.url}/operator/api/summary`, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(404)
  expect((await fetch(`${desk}/operator`)).status).toBe(401)
  expect((await fetch(`${desk}/metrics`)).status).toBe(200)
  await using off = await startTestService().then((one) => ({ ...one, [Symbol.asyncDispose]: () => one.close() }))
  expect((await fetch(`${off.url}/operator`)).status).toBe(404)
  expect((await fetch(`${off.url}/operator/sign-in`, { method: 'POST' })).status).toBe(404)
})

test('a payment that was just made is on the first screen, in the list, and found by its transaction', async () => {
  const account = await service.payingWallet()
  const response = await callUntilAnswered(
    service.url + priceOfBitcoin,
    await signPayment(await termsOf(service.url, priceOfBitcoin), account),
  )
  expect(response.status).toBe(200)
  const wallet = account.address.toLowerCase()
  const listed = async () =>
    (await api(`/payments?wallet=${wallet}&state=settled`)).answer['payments'] as { transaction: string; receipt: string }[]
  await vi.waitUntil(async () => (await listed()).length === 1, 60_000)
  const [payment] = await listed()
  expect((await api(`/payments?search=${payment!.transaction}`)).answer['payments']).toMatchObject([{ receipt: payment!.receipt }])
  expect((await api(`/payments/${payment!.receipt}`)).answer).toMatchObject({ state: 'settled', payer: wallet, events: [] })
  const { days } = (await api('/summary')).answer as { days: { today: object } }
  expect(days.today).toMatchObject({ calls: 1, payingWallets: 1, earnedUsdc: '0.0075' })
})

test('the next 402 has a price that was set at the desk, lacks a network that was switched off, and is gone with its offer', async () => {
  expect(await terms()).toMatchObject({ amounts: ['7500'], networks: expect.arrayContaining(['eip155:8453']) as unknown })
  expect((await api('/prices/market-price', { usd: '0.01', dryRun: true })).answer).toMatchObject({
    presentUsd: '0.0075',
    usd: '0.01',
    done: false,
  })
  expect((await terms()).amounts).toEqual(['7500'])
  expect((await api('/prices/market-price', { usd: '0.01' })).status).toBe(200)
  expect((await terms()).amounts).toEqual(['10000'])

  expect((await api('/networks/eip155:8453/switch', { on: false })).status).toBe(200)
  await vi.waitUntil(async () => !(await terms()).networks.includes('eip155:8453'), 60_000)
  expect((await terms()).networks.length).toBeGreaterThan(0)
  expect((await api('/summary')).answer).toMatchObject({ switchedOff: [{ what: 'network', id: 'eip155:8453', by: 'admin' }] })
  expect((await api('/networks/eip155:8453/switch', { on: true })).status).toBe(200)
  await vi.waitUntil(async () => (await terms()).networks.includes('eip155:8453'), 60_000)

  expect((await api('/offers/market-price/switch', { on: false })).status).toBe(200)
  const off = await fetch(service.url + priceOfBitcoin)
  expect([off.status, ((await off.json()) as { code: string }).code]).toEqual([503, 'offer_unavailable'])
  expect((await api('/offers/market-price/switch', { on: true })).status).toBe(200)
  expect((await fetch(service.url + priceOfBitcoin)).status).not.toBe(503)
  const set = { dataDir: service.directory, action: 'price/set', input: { offer: 'market-price', price: null, from: null } }
  expect(await askService(set)).toMatchObject({ result: { usd: '0.0075' } })
  const { events } = (await api('/audit?kind=ordered')).answer as { events: { detail: { order: string; by: string } }[] }
  expect(events.map(({ detail }) => `${detail.by} ${detail.order}`)).toEqual([
    'a command price-set',
    'admin switch-offer',
    'admin switch-offer',
    'admin switch-network',
    'admin switch-network',
    'admin set-price',
  ])
})

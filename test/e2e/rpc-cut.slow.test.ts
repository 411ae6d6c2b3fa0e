import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { FailPointName } from '../../src/shared/fail-point.ts'
import { startRpcProxy, type RpcFault, type RpcProxy } from '../faults/rpc-proxy.ts'
import { expensivePath, expensivePrice } from '../killable-service.ts'
import { callWith, pay, priceOfBitcoin, receiptOf, signPayment, termsOf, usdcOf, type Account } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

const price = 7_500n
const patiently = { timeout: 40_000, interval: 50 }

let service: TestService
let node: RpcProxy
/** The fault that begins at the next moment of this name. */
let next: { readonly at: FailPointName; readonly fault: RpcFault } | null = null
/** Works of settled payments that have been begun. */
let begun = 0
beforeAll(async () => {
  service = await startTestService({
    env: {
      SETTLE_FIRST: 'token-analysis',
      ANSWER_AFTER: 'verified',
      ANSWER_WITHIN_SECONDS: '3',
      TRUSTED_PROXIES: '127.0.0.1,::1',
    },
    failPoint(name) {
      if (name === 'running') begun += 1
      if (name !== next?.at) return
      node.set(next.fault)
      next = null
    },
    async endpoints({ endpoints }) {
      const base = endpoints.find(({ network }) => network === 'eip155:8453')!
      node = await startRpcProxy(base.urls[0]!, () => 0.5)
      return [{ ...base, urls: [node.url] }, ...endpoints.filter((one) => one !== base)]
    },
  })
})
afterAll(async () => {
  node?.set('pass')
  await service?.close()
  await node?.close()
})
afterEach(() => {
  begun = 0
  next = null
})

const paidIn = () => usdcOf(service.chain(), service.sandbox.payTo)
const transactionIn = (response: Response) =>
  JSON.parse(Buffer.from(response.headers.get('payment-response')!, 'base64').toString('utf8')).transaction as string

/** From when the node fails, and how: around the moment at which the settlement is sent. */
const cuts: [string, FailPointName, RpcFault][] = [
  ['before a transaction reaches the node', 'stored', 'cut before broadcast'],
  ['after a transaction reached the node, so that its answer is lost', 'stored', 'cut after broadcast'],
  ['altogether, before anything is sent', 'stored', 'down'],
  ['altogether, after it was sent', 'sent', 'down'],
  ['for receipts and logs, after it was sent', 'sent', 'cut receipts'],
]

/** The terms name Base again. */
async function untilOffered(): Promise<void> {
  node.set('pass')
  await vi.waitFor(async () => {
    const { accepts } = await termsOf(service.url, priceOfBitcoin)
    expect(accepts.map(({ network }) => network)).toContain('eip155:8453')
  }, patiently)
}

async function untilAnswered(payment: string): Promise<Response> {
  for (let tries = 0; tries < 20; tries++) {
    const response = await callWith(service.url + expensivePath, payment)
    if (response.status !== 503) return response
    await response.body?.cancel()
  }
  throw new Error('no answer came')
}

describe('an answer before its settlement, when the node is cut off', () => {
  async function knownPayer(): Promise<Account> {
    const account = await service.payingWallet('1')
    const response = await pay(service.url, account, { path: priceOfBitcoin })
    expect(await receiptOf(response)).toMatchObject({ state: 'settled' })
    return account
  }

  test.each(cuts)('%s: it is charged once, as soon as the node is back', async (_, at, fault) => {
    await untilOffered()
    const payer = await knownPayer()
    const [before, had] = [await paidIn(), await usdcOf(service.chain(), payer.address)]
    const payment = await signPayment(await termsOf(service.url, priceOfBitcoin), payer)
    next = { at, fault }
    const faulty = node.faultyRequests[fault]
    const response = await callWith(service.url + priceOfBitcoin, payment)
    expect([response.status, transactionIn(response)]).toEqual([200, ''])
    await vi.waitFor(() => expect(node.faultyRequests[fault]).toBeGreaterThan(faulty), patiently)
    const open = await callWith(service.url + priceOfBitcoin, payment)
    expect([open.status, open.headers.get('idempotent-replay')]).toEqual([200, 'true'])
    await untilOffered()
    await vi.waitFor(
      async () => expect(await receiptOf(response)).toMatchObject({ state: 'settled', settlement: 'done', answeredEarly: true }),
      patiently,
    )
    expect((await paidIn()) - before).toBe(price)
    expect(had - (await usdcOf(service.chain(), payer.address))).toBe(price)
    const { openUsd, owedUsd, lostTodayUsd } = await earlyStatus()
    expect([openUsd, owedUsd, lostTodayUsd]).toEqual(['0', '0', '0'])
  })
})

describe('a payment that is settled before its work, when the node is cut off', () => {
  test.each(cuts)('%s: no work is begun before the settlement is known, and it is charged once', async (_, at, fault) => {
    await untilOffered()
    const [payer, before] = [await service.wallet('1'), await paidIn()]
    const payment = await signPayment(await termsOf(service.url, expensivePath), payer)
    next = { at, fault }
    const response = await callWith(service.url + expensivePath, payment)
    // The chain tells of a transaction whose answer was lost.
    if (response.status === 200) expect([fault, begun]).toEqual(['cut after broadcast', 1])
    else expect([await response.json(), begun]).toMatchObject([{ code: 'settlement_pending' }, 0])
    await untilOffered()
    const answered = await untilAnswered(payment)
    expect([answered.status, await answered.clone().json()]).toMatchObject([200, { known: { symbol: 'USDC' } }])
    expect(await receiptOf(answered)).toMatchObject({ state: 'settled', settlement: 'before_work', runs: 1 })
    expect(begun).toBe(1)
    expect((await paidIn()) - before).toBe(expensivePrice)
    expect(await usdcOf(service.chain(), payer.address)).toBe(1_000_000n - expensivePrice)
  })
})

async function earlyStatus(): Promise<Record<string, unknown>> {
  await service.parts.earlyAnswers.refresh()
  // A status is kept for a second.
  return vi.waitFor(async () => {
    const { earlyAnswers } = (await (await fetch(`${service.url}/status`)).json()) as { earlyAnswers: Record<string, unknown> }
    expect(earlyAnswers['openUsd']).toBe('0')
    return earlyAnswers
  }, patiently)
}

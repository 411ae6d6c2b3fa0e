import { expect, test } from 'vitest'
import type { Service } from '../../src/service/start-service.ts'
import type { Instances } from '../instances.ts'
import { callWith, priceOfBitcoin, receiptOf, signPayment, termsOf } from '../signed-payments.ts'

/** What must be exact on every instance. */
export interface Pair {
  readonly world: Instances
  readonly services: readonly [Service, Service]
}

/** Settings of the instances that are tested. Load must change none of the statuses. */
export const exactSettings = {
  FREE_QUOTA_PER_DAY: '10',
  FREE_CALLS_PER_CLIENT_PER_DAY: '6',
  UNCHARGED_RUNS_PER_HOUR: '4',
  ANSWER_WITHIN_SECONDS: '120',
}

const price = 7_500n
const expensivePath = '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const from = (address: string) => ({ 'X-Forwarded-For': address })

/** Two instances of one ledger. Each gets half of all requests at the same instant. */
export function exactAcrossInstances(pair: () => Pair): void {
  const { earned, wallet, payingWallet } = {
    earned: () => pair().world.earned(),
    wallet: (usdc?: string) => pair().world.wallet(usdc),
    payingWallet: () => pair().world.payingWallet(url(0)),
  }
  /** Alternates between the two instances. */
  const url = (turn: number) => pair().services[turn % 2]!.url
  const inTurns = (payments: readonly string[], path: string, headers?: Record<string, string>) =>
    Promise.all(payments.map((payment, turn) => callWith(url(turn) + path, payment, headers ? { headers } : {})))
  const statusesOf = (responses: readonly Response[]) => responses.map(({ status }) => status).toSorted((a, b) => a - b)

  test('a payment at both at once is one purchase with one answer', async () => {
    const account = await payingWallet()
    const before = await earned()
    const payment = await signPayment(await termsOf(url(0), priceOfBitcoin), account)
    const responses = await inTurns([payment, payment], priceOfBitcoin)
    expect(statusesOf(responses)).toEqual([200, 200])
    expect(responses.map(({ headers }) => headers.get('idempotent-replay')).filter((replay) => replay === 'true')).toHaveLength(1)
    const [first, second] = await Promise.all(responses.map(async (response) => [(await receiptOf(response)).id, await response.text()]))
    expect(first).toEqual(second)
    expect((await earned()) - before).toBe(price)
  })

  test('a payment at both at once whose run fails gets the same problem at both, and is not charged', async () => {
    const account = await payingWallet()
    const before = await earned()
    const unknown = '/v1/market/price/NO-SUCH-COIN-AT-BOTH'
    const payment = await signPayment(await termsOf(url(0), unknown), account)
    const responses = await inTurns([payment, payment], unknown, from('198.51.100.11'))
    expect(statusesOf(responses)).toEqual([404, 404])
    for (const response of responses) expect(await response.json()).toMatchObject({ code: 'unknown_symbol' })
    expect((await earned()) - before).toBe(0n)
  })

  test('payments at both at once with one Idempotency-Key are one purchase, and the key is taken at both', async () => {
    const account = await payingWallet()
    const before = await earned()
    const terms = await termsOf(url(0), priceOfBitcoin)
    const payments = await Promise.all([1, 2, 3, 4].map(() => signPayment(terms, account)))
    const key = { 'Idempotency-Key': 'one-purchase-at-both' }
    const responses = await inTurns(payments, priceOfBitcoin, key)
    expect(statusesOf(responses)).toEqual([200, 200, 200, 200])
    expect(new Set((await Promise.all(responses.map(receiptOf))).map(({ id }) => id)).size).toBe(1)
    const other = '/v1/market/price/ETH'
    const more = await Promise.all([1, 2].map(async () => signPayment(await termsOf(url(0), other), account)))
    for (const response of await inTurns(more, other, key)) expect(await response.json()).toMatchObject({ code: 'idempotency_key_reused' })
    expect((await earned()) - before).toBe(price)
  })

  test('the free calls of a day are exact', async () => {
    const calls = Array.from({ length: 24 }, (_, turn) =>
      fetch(`${url(turn)}/v1/settlement/estimate?amount=100`, { headers: from('198.51.100.7') }),
    )
    const statuses = statusesOf(await Promise.all(calls))
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(14).fill(402)])
  })

  test('of first calls of one wallet one is free', async () => {
    const account = await wallet()
    const before = await earned()
    const terms = await termsOf(url(0), priceOfBitcoin)
    const payments = await Promise.all([1, 2, 3, 4].map(() => signPayment(terms, account)))
    const receipts = await Promise.all((await inTurns(payments, priceOfBitcoin, from('198.51.100.8'))).map(receiptOf))
    expect(receipts.map(({ state }) => state).toSorted()).toEqual(['free', 'settled', 'settled', 'settled'])
    expect((await earned()) - before).toBe(3n * price)
  })

  test('of first calls of many wallets as many are free as an address has a day', async () => {
    const before = await earned()
    const terms = await termsOf(url(0), priceOfBitcoin)
    const payments = await Promise.all(Array.from({ length: 10 }, async () => signPayment(terms, await wallet('1'))))
    const receipts = await Promise.all((await inTurns(payments, priceOfBitcoin, from('198.51.100.9'))).map(receiptOf))
    expect(receipts.map(({ state }) => state).toSorted()).toEqual([...Array(6).fill('free'), ...Array(4).fill('settled')])
    expect((await earned()) - before).toBe(4n * price)
  })

  test('a wallet that can pay once is served once', async () => {
    const account = await wallet('0.15')
    const before = await earned()
    const terms = await termsOf(url(0), expensivePath)
    const payments = await Promise.all([1, 2, 3, 4].map(() => signPayment(terms, account)))
    expect(statusesOf(await inTurns(payments, expensivePath))).toEqual([200, 402, 402, 402])
    expect((await earned()) - before).toBe(150_000n)
  })

  test('runs that fail are counted at both, and end at both', async () => {
    const account = await payingWallet()
    const unknown = '/v1/crypto/wallet-score/nobody-has-this.eth'
    const coin = '/v1/market/price/NO-SUCH-COIN'
    const coinTerms = await termsOf(url(0), coin)
    for (let turn = 0; turn < 2; turn++)
      expect((await callWith(url(turn) + coin, await signPayment(coinTerms, account), { headers: from('198.51.100.10') })).status).toBe(404)
    const terms = await termsOf(url(0), unknown)
    const statuses: number[] = []
    for (let turn = 0; turn < 4; turn++)
      statuses.push((await callWith(url(turn) + unknown, await signPayment(terms, account), { headers: from('198.51.100.10') })).status)
    expect(statuses).toEqual([404, 404, 429, 429])
  })

  test('the price of an instance that starts with a new one is taken at once, and what held before for the grace', async () => {
    const account = await payingWallet()
    const terms = await termsOf(url(0), priceOfBitcoin)
    const sign = (amount: number) =>
      signPayment({ ...terms, accepts: terms.accepts.map((one) => ({ ...one, amount: `${amount}` })) }, account)
    const signed = (amount: number) => Promise.all([sign(amount), sign(amount)])
    const { ledger, clock } = pair().services[0].parts
    const record = (amount: bigint, secondsAgo: number) =>
      ledger.recordPrices({ prices: [{ offerId: 'market-price', price: amount }], at: clock.now() - secondsAgo * 1000 })
    const before = await earned()
    // Both have read the prices now.
    expect(statusesOf(await inTurns(await signed(9_000), priceOfBitcoin))).toEqual([402, 402])
    await record(9_000n, 0)
    expect(statusesOf(await inTurns(await signed(9_000), priceOfBitcoin))).toEqual([200, 200])
    expect(statusesOf(await inTurns(await signed(7_500), priceOfBitcoin))).toEqual([200, 200])
    expect((await earned()) - before).toBe(33_000n)

    await record(5_000n, 5_000)
    await record(6_000n, 1_000)
    await record(7_500n, 100)
    expect(statusesOf(await inTurns(await signed(6_000), priceOfBitcoin))).toEqual([200, 200])
    const late = await inTurns(await signed(5_000), priceOfBitcoin)
    expect(statusesOf(late)).toEqual([402, 402])
    for (const response of late) expect(await response.json()).toMatchObject({ accepts: terms.accepts.map(() => ({ amount: '7500' })) })
    expect((await earned()) - before).toBe(45_000n)
  })
}

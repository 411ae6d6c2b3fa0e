import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemTimers } from '../../src/ops/system.ts'
import {
  callWith,
  decodePayment,
  encodePayment,
  openStage,
  priceOfBitcoin,
  receiptOf,
  signPayment,
  termsOf,
  usdcOf,
  type Account,
  type SignOptions,
  type Stage,
} from '../stage.ts'
import { expectProblem } from '../wire.ts'

let stage: Stage
let account: Account
beforeAll(async () => {
  stage = await openStage({ env: { TRUSTED_PROXIES: '127.0.0.1,::1', FREE_QUOTA_PER_DAY: '3', FREE_CALLS_PER_CLIENT_PER_DAY: '2' } })
  account = await stage.payingWallet('50')
})
afterAll(() => stage?.close())

const path = priceOfBitcoin
const estimate = '/v1/settlement/estimate?amount=100'
const url = () => stage.url + path
const otherUrl = () => `${stage.url}/v1/market/price/ETH`
const from = (address: string) => ({ 'X-Forwarded-For': address })
const signed = async (options: SignOptions = {}, payer = account) => signPayment(await termsOf(stage.url, path), payer, options)
const earned = (network?: 'eip155:137') => usdcOf(stage.chain(network), stage.sandbox.payTo)
const left = (response: Response) => response.headers.get('x-free-quota-remaining')

describe('the free calls of an address', () => {
  test('are one pool however the address is written', async () => {
    const forms = [
      '198.51.100.77',
      '::ffff:198.51.100.77',
      '[::ffff:c633:644d]:4711',
      '198.51.100.77:80',
      '2002:c633:644d::1',
      '64:ff9b::c633:644d',
    ]
    const answers: Response[] = []
    for (const form of forms) answers.push(await fetch(stage.url + estimate, { headers: from(form) }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 402, 402, 402])
    expect(answers.map(left)).toEqual(['2', '1', '0', '0', '0', '0'])
  })

  test('are not made more by headers that the client writes itself', async () => {
    const said = ['203.0.113.1', 'unknown', '', ' , ,', '[::1', '0x7f.1', '2130706433', '\u00ff']
    const answers: Response[] = []
    for (const claim of said) {
      const more = {
        Forwarded: 'for=203.0.113.2',
        'X-Real-IP': '203.0.113.3',
        'CF-Connecting-IP': '203.0.113.4',
        'True-Client-IP': '203.0.113.5',
      }
      answers.push(await fetch(stage.url + estimate, { headers: { ...more, ...from(`${claim}, 198.51.100.78`) } }))
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 402, 402, 402, 402, 402])
  })

  test('are those of ten networks at most for a whole site of IPv6', async () => {
    const addresses = Array.from({ length: 40 }, (_, at) => `2001:db8:77:${at.toString(16)}::${at + 1}`)
    const rounds = await Promise.all(
      [0, 1].flatMap(() => addresses.map((address) => fetch(stage.url + estimate, { headers: from(address) }))),
    )
    expect(rounds.filter(({ status }) => status === 200)).toHaveLength(10 * 3)
  })

  test('are not used up by calls that fail, nor won by asking for them in other ways', async () => {
    const headers = from('198.51.100.79')
    const failing = [
      fetch(`${stage.url}/v1/settlement/estimate?amount=0`, { headers }),
      fetch(stage.url + estimate, { headers, method: 'DELETE' }),
    ]
    for (const answer of await Promise.all(failing)) expect([400, 405]).toContain(answer.status)
    const methods = ['HEAD', 'GET', 'HEAD', 'GET', 'HEAD', 'OPTIONS']
    const statuses: number[] = []
    for (const method of methods) statuses.push((await fetch(stage.url + estimate, { headers, method })).status)
    expect(statuses).toEqual([200, 200, 200, 402, 402, 204])
    // A payment that is none does not fall back to a free call.
    await expectProblem(await callWith(stage.url + estimate, '%%%', { headers: from('198.51.100.80') }), 400, 'malformed_payment')
  })

  test('are, of first calls of new wallets, so many a day; beyond them a wallet is charged as quoted and keeps its own', async () => {
    const wallets = await Promise.all(Array.from({ length: 4 }, () => stage.wallet('1')))
    const states: string[] = []
    for (const wallet of wallets)
      states.push((await receiptOf(await callWith(url(), await signed({}, wallet), { headers: from('198.51.100.81') }))).state)
    expect(states).toEqual(['free', 'free', 'settled', 'settled'])
    const elsewhere = { headers: from('198.51.100.82') }
    for (const state of ['free', 'settled']) {
      expect((await receiptOf(await callWith(url(), await signed({}, wallets[2]), elsewhere))).state).toBe(state)
    }
  })
})

describe('a key', () => {
  test('that names a purchase names it on every network, and the second signature is never collected', async () => {
    const [base, polygon] = [await earned(), await earned('eip155:137')]
    const headers = { 'Idempotency-Key': 'one-purchase-only' }
    const first = await callWith(url(), await signed(), { headers })
    const second = await callWith(url(), await signed({ network: 'eip155:137' }), { headers })
    expect([first.status, second.status, second.headers.get('idempotent-replay')]).toEqual([200, 200, 'true'])
    expect(second.headers.get('link')).toBe(first.headers.get('link'))
    await systemTimers.sleep(300)
    expect([await earned(), await earned('eip155:137')]).toEqual([base + 7500n, polygon])
  })

  test('sent by ten at once is one purchase for its wallet, and another one for another wallet', async () => {
    const before = await earned()
    const headers = { 'Idempotency-Key': 'ten-at-once-0001' }
    const other = await stage.payingWallet('1')
    const payments = await Promise.all([...Array.from({ length: 9 }, () => signed()), signed({}, other)])
    const answers = await Promise.all(payments.map((payment) => callWith(url(), payment, { headers })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.headers.get('link'))).size).toBe(2)
    expect(await earned()).toBe(before + 2n * 7500n)
  })

  test('of one kind is not taken for a key of the other kind', async () => {
    const id = 'identifier-0123456789'
    const payment = await signed({ paymentIdentifier: id })
    expect((await callWith(url(), payment, { headers: from('198.51.100.4') })).status).toBe(200)
    const rewritten = decodePayment(payment)
    delete rewritten['extensions']
    const stranger = { headers: { ...from('198.51.100.5'), 'Idempotency-Key': id } }
    await expectProblem(await callWith(url(), encodePayment(rewritten), stranger), 409, 'answer_delivered')
  })
})

describe('a first call that was free', () => {
  test('is no second one on another network, and its payment opens nothing else', async () => {
    const fresh = await stage.wallet('1')
    const payment = await signed({}, fresh)
    expect((await receiptOf(await callWith(url(), payment, { headers: from('198.51.100.83') }))).state).toBe('free')
    await expectProblem(await callWith(otherUrl(), payment), 402, 'payment_already_used')
    await expectProblem(await callWith(otherUrl(), payment, { headers: from('203.0.113.7') }), 402, 'payment_already_used')
    expect((await receiptOf(await callWith(url(), await signed({ network: 'eip155:137' }, fresh)))).state).toBe('settled')
    expect(await usdcOf(stage.chain(), fresh.address)).toBe(1_000_000n)
  })
})

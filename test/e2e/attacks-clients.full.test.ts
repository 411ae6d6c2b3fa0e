import { describe, expect, test } from 'vitest'
import { callWith, decodePayment, encodePayment, receiptOf, usdcOf } from '../signed-payments.ts'
import { expectProblem } from '../wire.ts'
import { attackedService, from } from './attacks.fixture.ts'

const attacked = attackedService('attacks by many clients', 'once', { FREE_QUOTA_PER_DAY: '3', FREE_CALLS_PER_CLIENT_PER_DAY: '2' })
const { url, otherUrl, signed, earned } = attacked

const estimate = '/v1/settlement/estimate?amount=100'
const left = (response: Response) => response.headers.get('x-free-quota-remaining')

describe('the free calls of an address', () => {
  test('are one pool in every notation of the address', async () => {
    const forms = [
      '198.51.100.77',
      '::ffff:198.51.100.77',
      '[::ffff:c633:644d]:4711',
      '198.51.100.77:80',
      '2002:c633:644d::1',
      '64:ff9b::c633:644d',
    ]
    const answers: Response[] = []
    for (const form of forms) answers.push(await fetch(attacked.service.url + estimate, { headers: from(form) }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 402, 402, 402])
    expect(answers.map(left)).toEqual(['2', '1', '0', '0', '0', '0'])
  })

  test('do not grow by headers that the client sets', async () => {
    const said = ['203.0.113.1', 'unknown', '', ' , ,', '[::1', '0x7f.1', '2130706433', '\u00ff']
    const answers: Response[] = []
    for (const claim of said) {
      const more = {
        Forwarded: 'for=203.0.113.2',
        'X-Real-IP': '203.0.113.3',
        'CF-Connecting-IP': '203.0.113.4',
        'True-Client-IP': '203.0.113.5',
      }
      answers.push(await fetch(attacked.service.url + estimate, { headers: { ...more, ...from(`${claim}, 198.51.100.78`) } }))
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 402, 402, 402, 402, 402])
  })

  test('are limited to those of ten networks for a whole IPv6 site', async () => {
    const addresses = Array.from({ length: 40 }, (_, at) => `2001:db8:77:${at.toString(16)}::${at + 1}`)
    const rounds = await Promise.all(
      [0, 1].flatMap(() => addresses.map((address) => fetch(attacked.service.url + estimate, { headers: from(address) }))),
    )
    expect(rounds.filter(({ status }) => status === 200)).toHaveLength(10 * 3)
  })

  test('are not used up by failed calls, and other methods give no more of them', async () => {
    const headers = from('198.51.100.79')
    const failing = [
      fetch(`${attacked.service.url}/v1/settlement/estimate?amount=0`, { headers }),
      fetch(attacked.service.url + estimate, { headers, method: 'DELETE' }),
    ]
    for (const answer of await Promise.all(failing)) expect([400, 405]).toContain(answer.status)
    const methods = ['HEAD', 'GET', 'HEAD', 'GET', 'HEAD', 'OPTIONS']
    const statuses: number[] = []
    for (const method of methods) statuses.push((await fetch(attacked.service.url + estimate, { headers, method })).status)
    expect(statuses).toEqual([200, 200, 200, 402, 402, 204])
    // A malformed payment does not become a free call.
    await expectProblem(
      await callWith(attacked.service.url + estimate, '%%%', { headers: from('198.51.100.80') }),
      400,
      'malformed_payment',
    )
  })

  test('include a limited number of free first calls a day; after that a new wallet is charged and keeps its own free call', async () => {
    const wallets = await Promise.all(Array.from({ length: 4 }, () => attacked.service.wallet('1')))
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
  test('names a purchase on every network, and the second signature is never collected', async () => {
    const [base, polygon] = [await earned(), await earned('eip155:137')]
    const claims = attacked.service.claims()
    const headers = { 'Idempotency-Key': 'one-purchase-only' }
    const first = await callWith(url(), await signed(), { headers })
    const second = await callWith(url(), await signed({ network: 'eip155:137' }), { headers })
    expect([first.status, second.status, second.headers.get('idempotent-replay')]).toEqual([200, 200, 'true'])
    expect(second.headers.get('link')).toBe(first.headers.get('link'))
    // Only what was claimed is ever collected.
    expect(attacked.service.claims()).toBe(claims + 1)
    expect([await earned(), await earned('eip155:137')]).toEqual([base + 7500n, polygon])
  })

  test('sent ten times at once is one purchase for its wallet and a separate purchase for another wallet', async () => {
    const before = await earned()
    const headers = { 'Idempotency-Key': 'ten-at-once-0001' }
    const other = await attacked.service.payingWallet('1')
    const payments = await Promise.all([...Array.from({ length: 9 }, () => signed()), signed({}, other)])
    const answers = await Promise.all(payments.map((payment) => callWith(url(), payment, { headers })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.headers.get('link'))).size).toBe(2)
    expect(await earned()).toBe(before + 2n * 7500n)
  })

  test('of one kind does not work as a key of the other kind', async () => {
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
  test('is used up on every network, and its payment buys nothing else', async () => {
    const fresh = await attacked.service.wallet('1')
    const payment = await signed({}, fresh)
    expect((await receiptOf(await callWith(url(), payment, { headers: from('198.51.100.83') }))).state).toBe('free')
    await expectProblem(await callWith(otherUrl(), payment), 402, 'payment_already_used')
    await expectProblem(await callWith(otherUrl(), payment, { headers: from('203.0.113.7') }), 402, 'payment_already_used')
    expect((await receiptOf(await callWith(url(), await signed({ network: 'eip155:137' }, fresh)))).state).toBe('settled')
    expect(await usdcOf(attacked.service.chain(), fresh.address)).toBe(1_000_000n)
  })
})

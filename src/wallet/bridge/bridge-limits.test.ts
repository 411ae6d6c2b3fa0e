import { describe, expect, test } from 'vitest'
import { usd } from '../../shared/money.ts'
import { bridgeTo, openAndClose, service, text, time } from './bridge.fixture.ts'
import { lost, settled } from './tool-service.fixture.ts'

openAndClose()

describe('an answer that was not charged', () => {
  test('counts as long as its signature can be spent, and its nonce is not used again', async () => {
    const shop = await service({ reactions: [settled('0'), settled()] })
    const { call, spent } = await bridgeTo(shop.url)
    const result = await call()
    expect(result).toMatchObject({ structuredContent: { price: 1 } })
    expect(text(result)).toMatch(/charged nothing, but the signed \$0\.0075 stays reserved/)
    expect(spent()).toBe(7500n)
    await call()
    expect(new Set(shop.payments.map(({ payment }) => payment.payload.authorization['nonce'])).size).toBe(2)
    expect(spent()).toBe(15_000n)
  })
})

describe('the limits', () => {
  test('of a call holds before anything is signed', async () => {
    const shop = await service({ asks: '100001', lists: '100001' })
    const { call, spent } = await bridgeTo(shop.url)
    expect(text(await call())).toMatch(/^Not paid: the call costs 0\.100001 USDC, more than the limit of 0\.1 /)
    expect(spent()).toBe(0n)
  })

  test('of a day holds for ten calls at once, and resets with the UTC day', async () => {
    const shop = await service()
    const { call, spent } = await bridgeTo(shop.url, { limits: { perCall: usd('0.10'), perDay: usd('0.03') } })
    const results = await Promise.all(Array.from({ length: 10 }, (_, index) => call({ index })))
    expect(results.filter(({ isError }) => isError === true)).toHaveLength(6)
    expect(spent()).toBe(30_000n)
    time.now = Date.parse('2026-11-21T23:59:59.999Z')
    expect(text(await call())).toMatch(
      /^Not paid: this call costs \$0\.0075, and \$0\.03 of the \$0\.03 .* until 2026-11-22T00:00:00\.000Z/,
    )
    time.now += 1
    expect(await call()).toMatchObject({ structuredContent: { price: 1 } })
    expect(shop.payments).toHaveLength(5)
  })

  test('count ten identical calls at once as one purchase', async () => {
    const shop = await service()
    const { call, spent } = await bridgeTo(shop.url)
    const results = await Promise.all(Array.from({ length: 10 }, () => call()))
    for (const result of results) expect(result).toMatchObject({ structuredContent: { price: 1 } })
    expect(shop.payments).toHaveLength(1)
    expect(spent()).toBe(7500n)
  })

  test('do not stop a call whose payment is already signed: it is sent again even when the limit of the day is reached', async () => {
    const shop = await service({ reactions: [lost] })
    const first = await bridgeTo(shop.url)
    await first.call()
    const text = shop.payments[0]!.text
    const second = await bridgeTo(shop.url, { limits: { perCall: usd('0.10'), perDay: usd('0.0075') } })
    shop.change({ reactions: [settled()] })
    expect(await second.call()).toMatchObject({ structuredContent: { price: 1 } })
    expect(shop.payments.at(-1)!.text).toBe(text)
  })

  test('are shown by wallet_limits', async () => {
    const shop = await service()
    const { client, call } = await bridgeTo(shop.url)
    await call()
    expect(await client.callTool({ name: 'wallet_limits' })).toMatchObject({
      structuredContent: {
        world: 'live',
        perCallUsd: '0.1',
        perDayUsd: '1',
        spentTodayUsd: '0.0075',
        leftTodayUsd: '0.9925',
        resetsAt: '2026-11-22T00:00:00.000Z',
      },
    })
  })
})

describe('terms that differ from what the service said before', () => {
  test.each([
    ['above the price list', { asks: '7501' }, /asks for 0\.007501 USDC, but its price list says 0\.0075 USDC/],
    ['for a tool that is not on it', { lists: null }, /does not contain this tool/],
    ['in another token', { terms: { asset: '0x00000000000000000000000000000000000000bb' } }, /no network that we can pay on/],
    ['on a network that nobody knows', { terms: { network: 'eip155:424242' } }, /no network that we can pay on/],
    ['under another signing domain', { terms: { extra: { name: 'USD Coin', version: '3' } } }, /no network that we can pay on/],
    ['that cannot be read', { terms: { amount: '0.01' } }, /can't be read/],
  ] as const)('%s are not paid', async (_, options, words) => {
    const shop = await service(options)
    const { call, spent } = await bridgeTo(shop.url)
    const result = await call()
    expect(result.isError).toBe(true)
    expect(text(result)).toMatch(words)
    expect(text(result)).toMatch(/^Not paid: .*Nothing was signed/)
    expect(spent()).toBe(0n)
    expect(shop.payments).toEqual([])
  })

  test('for another address than before are not paid, also after a restart, until the user accepts the change', async () => {
    const shop = await service()
    const first = await bridgeTo(shop.url)
    await first.call()
    await first.close()
    shop.change({ terms: { payTo: '0x00000000000000000000000000000000000000cc' } })
    const { call, book } = await bridgeTo(shop.url)
    expect(text(await call())).toMatch(
      /^Not paid: earlier payments to this service went to 0x0+aa, and now it asks for a payment to 0x0+cc/,
    )
    expect(shop.payments).toHaveLength(1)
    book.forgetPayees(new URL(shop.url).origin)
    expect(await call()).toMatchObject({ structuredContent: { price: 1 } })
  })

  test('for less than the listed price are paid', async () => {
    const shop = await service({ asks: '7000' })
    const { call, spent } = await bridgeTo(shop.url)
    await call()
    expect(spent()).toBe(7000n)
  })
})

import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sandbox } from '../../sandbox/open-sandbox.ts'
import { priceCommand } from '../../src/commands/price.ts'
import { systemClock } from '../../src/ops/system.ts'
import type { Service } from '../../src/service/start-service.ts'
import { closeService, startInProcess } from '../service-in-process.ts'
import { sharedSandbox } from '../shared-sandbox.ts'
import { callWith, pay, priceOfBitcoin, receiptOf, signPayment, termsOf, usdcOf, type Account } from '../signed-payments.ts'
import { openLedgerPlaces, type LedgerPlaces, type Place } from './both-engines.ts'
import { readOperator, runOperator } from './run-operator.ts'

const graceMs = 3_600_000

describe('farthing price with two instances on one PostgreSQL', () => {
  let places: LedgerPlaces
  let sandbox: Sandbox
  let payer: Account
  let settings: Place[]
  const services: Service[] = []
  /** How far the clocks of the instances are ahead of that of the chain. */
  let aheadMs = 0
  const clock = { now: () => systemClock.now() + aheadMs }

  beforeAll(async () => {
    places = await openLedgerPlaces('PostgreSQL')
    sandbox = await sharedSandbox()
    const place: Place = { ...(await places.make()), PRICE_GRACE_SECONDS: String(graceMs / 1000) }
    settings = [place, places.beside(place)]
    for (const env of settings) services.push(await startInProcess({ env, sandbox, clock }))
    payer = privateKeyToAccount(generatePrivateKey())
    await sandbox.world.fund(payer.address, '5')
    expect((await pay(services[0]!.url, payer, { path: priceOfBitcoin })).status).toBe(200)
  })
  afterAll(async () => {
    for (const service of services) await closeService(service)
    await sandbox?.close()
    await places?.close()
  })

  const everywhere = <T>(ask: (service: Service) => Promise<T>) => Promise.all(services.map(ask))
  const askedPrices = () =>
    everywhere(async ({ url }) => (await termsOf(url, priceOfBitcoin)).accepts.map(({ amount }) => amount).find(() => true))
  const statuses = () =>
    everywhere(async ({ url }) => ((await (await fetch(`${url}/status`)).json()) as { prices?: Record<string, unknown>[] }).prices?.[0])
  const set = (...args: string[]) => readOperator(priceCommand, settings[0]!, 'set', 'market-price', ...args)
  const earned = () => usdcOf(services[0]!.parts.chains.get('eip155:8453')!, sandbox.payTo)

  /** Valid by the clock of the instances. */
  const sign = (terms: Awaited<ReturnType<typeof termsOf>>) =>
    signPayment(terms, payer, { validBefore: BigInt(Math.floor(clock.now() / 1000) + 55) })

  /** Pays at an instance for terms that were taken before, and gives what the chain and the receipt say was charged. */
  async function charged(service: Service, terms: Awaited<ReturnType<typeof termsOf>>): Promise<readonly [receipt: string, chain: bigint]> {
    const before = await earned()
    const answer = await callWith(service.url + priceOfBitcoin, await sign(terms))
    expect(answer.status, await answer.clone().text()).toBe(200)
    const { charged: sum } = await receiptOf(answer)
    return [sum.usd, (await earned()) - before]
  }

  test('the price changes on both, and who signed for the old one pays exactly that', async () => {
    const old = await termsOf(services[1]!.url, priceOfBitcoin)
    expect(await set('0.01')).toMatchObject({ usd: '0.01' })
    await expect.poll(askedPrices).toEqual(['10000', '10000'])
    await expect.poll(async () => (await statuses()).map((one) => one?.['usd'])).toEqual(['0.01', '0.01'])
    const [one, other] = await statuses()
    expect(one).toEqual(other)
    expect(one).toMatchObject({ offer: 'market-price', version: 1, since: expect.stringMatching(/^20.*Z$/), next: null })
    for (const service of services) {
      expect(await charged(service, old)).toEqual(['0.0075', 7_500n])
      expect(await charged(service, await termsOf(service.url, priceOfBitcoin))).toEqual(['0.01', 10_000n])
    }
  })

  test('a price for later takes effect at its time on both, and is announced on both until then', async () => {
    const from = new Date(clock.now() + 3_600_000).toISOString()
    expect(await set('0.02', '--from', from)).toMatchObject({ usd: '0.02', from })
    await expect
      .poll(async () => (await statuses()).map((one) => one?.['next']))
      .toEqual([
        { usd: '0.02', from, version: 2 },
        { usd: '0.02', from, version: 2 },
      ])
    expect(await askedPrices()).toEqual(['10000', '10000'])
    const before = await everywhere(({ url }) => termsOf(url, priceOfBitcoin))
    aheadMs = 3_600_000
    await expect.poll(askedPrices).toEqual(['20000', '20000'])
    expect((await statuses()).map((one) => one?.['version'])).toEqual([2, 2])
    expect(before.map(({ accepts }) => accepts[0]!.amount)).toEqual(['10000', '10000'])
    const { history } = await readOperator(priceCommand, settings[1]!, 'history', 'market-price')
    const past = history.filter(({ state }: { state: string }) => state === 'charged')
    expect(past.map(({ usd }: { usd: string }) => usd)).toEqual(['0.0075', '0.01', '0.02'])
  })

  test('who signed for the price before is served at it for PRICE_GRACE_SECONDS, and then told the new one and not charged', async () => {
    const now = await termsOf(services[0]!.url, priceOfBitcoin)
    const before = { ...now, accepts: now.accepts.map((one) => ({ ...one, amount: '10000' })) }
    for (const service of services) expect(await charged(service, before)).toEqual(['0.01', 10_000n])
    aheadMs += graceMs
    const earnedUntilNow = await earned()
    for (const { url } of services) {
      const refused = await callWith(url + priceOfBitcoin, await sign(before))
      const body = (await refused.json()) as { accepts: { amount: string }[] }
      expect([refused.status, body.accepts[0]?.amount]).toEqual([402, '20000'])
      expect(JSON.stringify(body)).toMatch(/0\.02 USDC/)
    }
    expect(await earned()).toBe(earnedUntilNow)
  })

  test('commands at the second instance do the same, and their exit codes say whether it was done', async () => {
    expect(await runOperator(priceCommand, settings[1]!, 'set', 'market-price', '--declared')).toMatchObject({ code: 0 })
    await expect.poll(askedPrices).toEqual(['7500', '7500'])
    expect(await runOperator(priceCommand, settings[1]!, 'set', 'no-such-offer', '1')).toMatchObject({ code: 1, out: '' })
    expect(await runOperator(priceCommand, settings[1]!, 'set', 'market-price')).toMatchObject({ code: 2 })
  })
})

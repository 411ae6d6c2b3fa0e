import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { silentLog, type Log } from '../../src/shared/log.ts'
import { callWith, signPayment, termsOf, usdcOf, type Account } from '../signed-payments.ts'
import { startTestService, youngChains, type TestService } from '../start-test-service.ts'
import { canMend, openBreakableBrowser } from './breakable-browser.ts'

const patiently = { timeout: 60_000, interval: 100 }
const path = '/v1/util/screenshot'
const call = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ url: 'http://example.com/', width: 400, height: 300 }),
}

const toClose: (() => unknown)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close()
})

/** A service whose browser works, and can't be started for the next call. */
async function openWithBrokenBrowser(env: Readonly<Record<string, string>>) {
  const said: string[] = []
  const log: Log = { ...silentLog, error: (_, message) => void said.push(message), child: () => log }
  const browser = openBreakableBrowser()
  toClose.push(browser.remove)
  await browser.mend()
  const engines = { BROWSER_PATH: browser.path, TEXT_TOOLS: 'off', ENGINE_TRIALS: 'start', ENGINE_IDLE_SECONDS: '1' }
  const service = await startTestService({ ownSandbox: youngChains, env: { ...engines, ...env }, log })
  toClose.push(service.close)
  const account = await service.payingWallet('1')
  const paid = await usdcOf(service.chain(), account.address)
  const payment = await signPayment(await termsOf(service.url, path, call), account)
  await vi.waitUntil(() => browserWorks(service), patiently)
  browser.break()
  await vi.waitUntil(() => !browser.runs(), patiently)
  return { service, said, browser, account, payment, paid }
}

async function browserWorks({ url }: TestService): Promise<boolean> {
  return (await (await fetch(`${url}/metrics`)).text()).includes('farthing_engine_works{engine="browser"} 1')
}

interface Failed {
  readonly code: string
  readonly detail: string
  readonly fix: string
  readonly receipt: string
}

/** The answer of a call that had paid before its engine failed. */
async function failedCall({ url }: TestService, payment: string): Promise<Failed> {
  const response = await callWith(url + path, payment, call)
  expect(response.status).toBe(503)
  return (await response.json()) as Failed
}

const receiptAt = async (url: string) => (await (await fetch(url)).json()) as Record<string, unknown>

/** Makes blocks, as other users of a chain do: what is below them becomes final. */
const makeBlock = ({ sandbox }: TestService) => sandbox.world.fund(privateKeyToAccount(generatePrivateKey()).address, '0.01')

const balanceOf = ({ chain }: TestService, account: Account) => usdcOf(chain(), account.address)

describe.runIf(canMend)('a payment that was settled before its engine failed', () => {
  test('is sent back on chain where refunds are on', async () => {
    const key = generatePrivateKey()
    const refundWallet = privateKeyToAccount(key)
    const { service, said, account, payment, paid } = await openWithBrokenBrowser({ REFUND_KEY: key })
    await service.sandbox.world.fund(refundWallet.address, '1')
    const failed = await failedCall(service, payment)
    expect(failed).toMatchObject({ code: 'offer_unavailable', credit: expect.anything() })
    const charged = await receiptAt(failed.receipt)
    const price = BigInt((charged['charged'] as { baseUnits: string }).baseUnits)
    expect(price).toBeGreaterThan(0n)
    expect(await balanceOf(service, account)).toBe(paid - price)
    expect(said.join('\n')).toContain('the credit is given back when its block is final')
    await vi.waitFor(async () => {
      await makeBlock(service)
      expect(await receiptAt(failed.receipt)).toMatchObject({ state: 'refunded', charged: { baseUnits: '0' } })
    }, patiently)
    expect(await balanceOf(service, account)).toBe(paid)
    expect(await usdcOf(service.chain(), refundWallet.address)).toBe(1_000_000n - price)
  })

  test('stays a credit where refunds are off, says so, and buys the answer once the engine works again', async () => {
    const { service, said, browser, account, payment, paid } = await openWithBrokenBrowser({})
    const failed = await failedCall(service, payment)
    expect(failed.detail).toContain('The payment was settled and stays a credit.')
    expect(failed.fix).toMatch(/^Do not pay again\. Send the same payment again/)
    expect(said.join('\n')).toContain('it stays a credit that its payer can use when the engine works again')
    const before = await balanceOf(service, account)
    expect(before).toBeLessThan(paid)
    await vi.waitFor(async () => {
      await makeBlock(service)
      expect(await receiptAt(failed.receipt)).toMatchObject({ state: 'credit', final: true })
    }, patiently)
    await browser.mend()
    await vi.waitFor(async () => {
      const answered = await callWith(service.url + path, payment, call)
      await answered.body?.cancel()
      expect(answered.status).toBe(200)
    }, patiently)
    expect(await receiptAt(failed.receipt)).toMatchObject({ state: 'settled' })
    expect(await balanceOf(service, account)).toBe(before)
  })
})

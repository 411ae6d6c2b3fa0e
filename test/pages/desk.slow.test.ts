import { mkdir, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { callUntilAnswered, callWith, priceOfBitcoin, receiptOf, signPayment, termsOf } from '../signed-payments.ts'
import { startTestService, youngChains, type TestService } from '../start-test-service.ts'
import { browserHere, startBrowser, type Browser, type Page } from './browser.ts'

const token = 'desk-desk-desk-desk-desk-desk-desk-desk'
/** The checker of accessibility; null where it is not installed. */
const axe = (() => {
  try {
    return readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  } catch {
    console.warn('axe-core is not installed: the pages are not checked for accessibility. Run npm ci.')
    return null
  }
})()
/** Where pictures are kept, to be looked at; none without it. */
const pictures = process.env['DESK_PICTURES']

let service: TestService
let browser: Browser
let page: Page
beforeAll(async () => {
  if (!browserHere) return
  const refundKey = generatePrivateKey()
  service = await startTestService({
    ownSandbox: youngChains,
    env: { OPERATOR_TOKEN: token, SETTLE_FIRST: 'token-analysis', REFUND_KEY: refundKey },
  })
  await service.sandbox.world.fund(privateKeyToAccount(refundKey).address, '1')
  browser = await startBrowser()
})
afterAll(async () => {
  await page?.close()
  await browser?.close()
  await service?.close()
})

const at = (path: string) => `location.pathname + location.search === ${JSON.stringify(path)} && document.readyState === 'complete'`
const text = () => page.run<string>("document.querySelector('main').textContent")
const go = async (path: string) => {
  await page.run(`location.assign(${JSON.stringify(path)})`)
  await page.until(at(path))
}
const violations = (rules: string) =>
  `axe.run(${rules}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ target, failureSummary }) => ({ id, target: target.join(' '), why: failureSummary }))))`

describe.runIf(browserHere)('an operator in a browser, with the keyboard alone', () => {
  let transaction: string

  test('signs in, and is kept signed in by a cookie that the browser takes from this machine', async () => {
    const account = await service.payingWallet()
    await callUntilAnswered(service.url + priceOfBitcoin, await signPayment(await termsOf(service.url, priceOfBitcoin), account))
    page = await browser.open(`${service.url}/operator`)
    await page.tabTo('#token')
    await page.type(token)
    await page.press('Enter')
    await page.until("document.querySelector('h1')?.textContent === 'All is well'")
    expect(await text()).toContain('0.0075 USDC')
    expect(await page.run('document.cookie')).toBe('')
  })

  test('opens the payment that was just made, and finds it by its transaction', async () => {
    await page.tabTo('main a[href*="state=settled"]')
    await page.press('Enter')
    await page.until("document.querySelector('h1')?.textContent === 'Payments'")
    await page.tabTo('main table a[href*="/operator/payments/"]')
    await page.press('Enter')
    await page.until("document.querySelector('h1')?.textContent === 'Payment of 0.0075 USDC'")
    transaction = (await text()).match(/0x[0-9a-f]{64}/)![0]
    await go('/operator/payments')
    await page.tabTo('#search')
    await page.type(transaction)
    await page.press('Enter')
    await page.until("document.querySelectorAll('main tbody tr').length === 1")
  })

  test('changes a price after a look at what that does, and the next 402 has it', async () => {
    await go('/operator/prices')
    await page.tabTo('main a[href*="set-price?offer=market-price&"]')
    await page.press('Enter')
    await page.until("document.querySelector('#usd')")
    await page.run("document.querySelector('#usd').value = '0.02'")
    await page.tabTo('#usd')
    await page.press('Enter')
    await page.until("/would cost 0.02 dollars instead of 0.0075/.test(document.querySelector('main').textContent)")
    await page.tabTo('main form[method=post] button')
    await page.press('Enter')
    await page.until("/costs 0.02 dollars/.test(document.querySelector('main').textContent)")
    const { accepts } = await termsOf(service.url, priceOfBitcoin)
    expect(accepts[0]!.amount).toBe('20000')
    await go('/operator/audit?kind=ordered')
    expect(await text()).toMatch(/set-price\s*admin\s*market-price/)
  })

  test('gives a payment back that was not answered, after a look at what goes back, and sees where it is', async () => {
    const account = await service.wallet('1')
    const path = '/v1/crypto/token-analysis/0x00000000000000000000000000000000000000aa'
    const { id } = await receiptOf(await callWith(service.url + path, await signPayment(await termsOf(service.url, path), account)))
    const receipt = async () => {
      // Blocks of other users make it final.
      await service.sandbox.world.fund(privateKeyToAccount(generatePrivateKey()).address, '0.01')
      return (await fetch(`${service.url}/v1/receipts/${id}`)).json()
    }
    const patiently = { timeout: 60_000, interval: 100 }
    await vi.waitFor(async () => expect(await receipt()).toMatchObject({ state: 'credit', final: true }), patiently)
    await go('/operator')
    await page.tabTo('main a[href*="state=credit"]')
    await page.press('Enter')
    await page.until("document.querySelector('h1')?.textContent === 'Payments'")
    await page.tabTo(`main table a[href$="/operator/payments/${id}"]`)
    await page.press('Enter')
    await page.until("document.querySelector('h1')?.textContent === 'Payment of 0.15 USDC'")
    await page.tabTo('main a[href*="refund-payment"]')
    await page.press('Enter')
    await page.until("/would go back to/.test(document.querySelector('main').textContent)")
    expect(await text()).toContain(account.address.toLowerCase())
    await page.tabTo('main form[method=post] button')
    await page.press('Enter')
    await page.until("/on their way back/.test(document.querySelector('main').textContent)")
    await vi.waitFor(async () => expect(await receipt()).toMatchObject({ state: 'refunded', refund: { state: 'confirmed' } }), patiently)
    await go(`/operator/payments/${id}`)
    expect(await text()).toContain('refunded')
  })

  test('exports a month, as farthing report has it', async () => {
    const month = new Date().toISOString().slice(0, 7)
    await go(`/operator/report?from=${month}-01&to=${new Date().toISOString().slice(0, 10)}&by=offer`)
    const href = await page.run<string>("document.querySelector('main a[href*=\"report.csv\"]').getAttribute('href')")
    const headers = { origin: service.url, 'content-type': 'application/x-www-form-urlencoded' }
    const signIn = await fetch(`${service.url}/operator/sign-in`, { method: 'POST', body: `token=${token}`, headers, redirect: 'manual' })
    const csv = await fetch(service.url + href, { headers: { cookie: signIn.headers.get('set-cookie')!.split(';')[0]! } })
    expect(csv.headers.get('content-disposition')).toContain('attachment')
    expect(await csv.text()).toMatch(/market-price/)
  })

  test.each([
    '',
    '/payments',
    '/report?by=offer',
    '/funnel',
    '/prices',
    '/switches',
    '/audit',
    '/notices',
    '/do/mute-alarm?alarm=clock&hours=24',
    '/do/set-price?offer=market-price&usd=0.02&checked=yes',
    '/nothing',
  ])('finds /operator%s as wide as its window, in both themes, without a violation that axe finds', async (path) => {
    await go(`/operator${path}`)
    await look(path)
  })

  test('finds the page of a payment, of a wallet and of the sign-in so too, and nothing went wrong on any page', async () => {
    await go('/operator/payments?state=settled')
    const [payment, wallet] = await page.run<string[]>(
      `['payments', 'wallets'].map((one) => document.querySelector('main table a[href*="/operator/' + one + '/"]').getAttribute('href'))`,
    )
    for (const path of [payment!, wallet!, '/operator/sign-in']) {
      await go(path)
      await look(path.split('/').slice(2, 3).join('') + '-one')
    }
    expect(page.faults).toEqual([])
  })
})

async function look(name: string): Promise<void> {
  if (axe !== null) await page.run(`${axe};0`)
  for (const dark of [false, true]) {
    for (const width of [320, 390, 768, 1440]) {
      await page.look({ width, dark })
      expect(
        await page.run('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
        `at ${width} px`,
      ).toBeLessThanOrEqual(0)
      if (pictures !== undefined && (width === 390 || width === 1440)) {
        await mkdir(pictures, { recursive: true })
        await writeFile(
          join(pictures, `${name.replaceAll(/\W+/g, '-') || 'overview'}-${width}${dark ? '-dark' : ''}.png`),
          await page.picture(),
        )
      }
    }
    if (axe !== null)
      expect(await page.run(violations(dark ? "{ runOnly: ['color-contrast'] }" : '{}')), dark ? 'dark' : 'light').toEqual([])
  }
}

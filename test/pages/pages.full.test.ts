import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../start-test-service.ts'
import { hostileOffer, nasty } from '../../src/surfaces/console/console.fixture.ts'
import { browserHere, control, startBrowser, type Browser, type Page } from './browser.ts'

const pages = [
  '/',
  '/offers/market-price',
  '/offers/market-ohlcv',
  '/offers/wallet-score',
  '/offers/code-review',
  '/examples',
  '/status',
  '/style',
  '/v1/market/price/BTC',
  '/v1/receipts/none',
]

/** The checker of accessibility; null where it is not installed. */
const axe = (() => {
  try {
    return readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  } catch {
    console.warn('axe-core is not installed: the pages are not checked for accessibility. Run npm ci.')
    return null
  }
})()

let service: TestService
let browser: Browser
beforeAll(async () => {
  if (!browserHere) return
  service = await startTestService()
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await service?.close()
})

/** Opens a page, and says what went wrong on it when it is closed. */
async function on(path: string, view: Parameters<Browser['open']>[1], work: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.open(service.url + path, view)
  try {
    await work(page)
    expect(page.faults).toEqual([])
  } finally {
    await page.close()
  }
}

/** Scripts of the page have run. */
const ready = "document.readyState === 'complete'"
const click = (page: Page, selector: string) => page.run(`document.querySelector(${JSON.stringify(selector)}).click()`)
const text = (page: Page, selector: string) => page.run<string>(`document.querySelector(${JSON.stringify(selector)}).textContent`)
const receiptOf = (page: Page) => page.run<string>("document.querySelector('[data-receipt]').getAttribute('href')")

describe.runIf(browserHere)('a first-time visitor', () => {
  test('finds an offer by search, reads its price, pays, replays and opens the receipt, with the keyboard alone', async () => {
    await on('/', {}, async (page) => {
      await page.until(ready)
      await page.press('k', control)
      await page.type('market price of a coin')
      await page.until("document.querySelectorAll('[data-offer]:not([hidden])').length < 4")
      expect(await text(page, '[data-count]')).toMatch(/^\d+ of \d+ offers$/)
      await page.tabTo('[data-offer]:not([hidden]) a[href="/offers/market-price"]')
      await page.press('Enter')
      await page.until(`location.pathname === '/offers/market-price' && ${ready}`)
      expect(await text(page, 'h1 ~ p .price')).toBe('$0.0075')
      await page.tabTo('[data-pay-start]')
      await page.press('Enter')
      await page.until("document.querySelector('[data-receipt]')")
      const shown = await text(page, '[data-pay-result]')
      for (const step of ['Asked', 'Terms', 'Signed', 'Paid', 'Answered', 'Settled']) expect(shown).toContain(step)
      const receipt = await receiptOf(page)
      await page.tabTo('[data-broken]')
      await page.press('Enter')
      await page.until(
        "/Idempotent-Replay: true/.test(document.querySelector('[data-pay-result]').textContent) && document.querySelector('[data-receipt]')",
      )
      // The same payment has the same receipt, so it was charged once.
      expect(await receiptOf(page)).toBe(receipt)
      await page.tabTo('[data-again]')
      await page.press('Enter')
      await page.until(
        `(document.querySelector('[data-receipt]')?.getAttribute('href') ?? ${JSON.stringify(receipt)}) !== ${JSON.stringify(receipt)}`,
      )
      await page.tabTo('[data-receipt]')
      await page.press('Enter')
      await page.until("document.querySelector('h1').textContent === 'Receipt' && document.querySelector('.badge.settled')")
      expect(await text(page, '.badge.settled')).toBe('settled')
    })
  })

  test('makes a free call, and copies code that runs', async () => {
    await on('/offers/settlement-estimate', {}, async (page) => {
      await page.until(ready)
      await click(page, 'form[data-call] button[type=submit]')
      await page.until("/Status 200.+free calls left today/.test(document.querySelector('[data-call-result]').textContent)")
      await click(page, '.panel .copy')
      await page.until("/Copied|Selected/.test(document.querySelector('.panel .copy').textContent)")
      const code = await text(page, '.panel code')
      expect(code).toBe(await (await fetch(`${service.url}/examples/settlement-estimate?lang=curl`)).text())
      expect((await promisify(execFile)('sh', ['-c', code])).stdout).toContain('"estimate')
      // Tabs of languages are chosen by the arrows.
      await page.tabTo('[id^="code-"]')
      await page.press('ArrowRight')
      expect(
        await page.run("document.querySelector('#code-1').checked && getComputedStyle(document.querySelectorAll('.panel')[1]).display"),
      ).toBe('block')
    })
  })

  test('needs no script but for paying', async () => {
    await on('/?q=wallet+score', { script: false }, async (page) => {
      expect(await page.run("[...document.querySelectorAll('[data-offer] a')].map((one) => one.getAttribute('href'))")).toContain(
        '/offers/wallet-score',
      )
      expect(await page.run("getComputedStyle(document.querySelector('[data-needs-script]')).display")).toBe('none')
    })
    await on('/offers/market-rates', { script: false }, async (page) => {
      await click(page, 'form[data-call] button[type=submit]')
      await page.until("location.pathname === '/v2/x402/market/rates'")
    })
  })
})

test.runIf(browserHere)('a test request of the reference is paid with play money', async () => {
  await on('/reference', {}, async (page) => {
    const found = (kind: string, words: RegExp) =>
      `[...document.querySelectorAll('${kind}')].find((one) => ${String(words)}.test(one.textContent))`
    for (const [kind, words] of [
      ['a', /Market price of a coin/],
      ['button', /Test Request.*market.price/],
      ['button', /^\s*Send\s*Send get request/],
    ] as const) {
      await page.until(found(kind, words))
      await page.run(`${found(kind, words)}.click()`)
    }
    await page.until('/200 OK/.test(document.body.textContent) && /"coingeckoId"/.test(document.body.textContent)')
  })
})

const shifts =
  "globalThis.shift = 0; new PerformanceObserver((list) => { for (const one of list.getEntries()) shift += one.value }).observe({ type: 'layout-shift', buffered: true })"

describe.runIf(browserHere)('every page', () => {
  test('is painted within half a second where the processor is four times slower', async () => {
    const paints: number[] = []
    // Other work of the machine only adds to it, so one of a few is enough.
    while (paints.length < 8 && !paints.some((ms) => ms < 500))
      await on('/', { slower: 4 }, async (page) => {
        const painted = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
        await page.until(painted)
        paints.push(await page.run<number>(painted))
      })
    expect(Math.min(...paints)).toBeLessThan(500)
  })

  test.each(pages)('%s shifts nothing, is as wide as its window, and has no violation that axe finds, in both themes', async (path) => {
    await on(path, { before: shifts, slower: 4 }, async (page) => {
      await page.until(ready)
      expect(await page.run<number>('shift')).toBe(0)
      await page.slow(1)
      // The policy of the page forbids scripts in it, not those of the browser's own tools.
      if (axe !== null) await page.run(`${axe};0`)
      for (const dark of [false, true]) {
        for (const width of [320, 390, 768, 1440]) {
          await page.look({ width, dark })
          expect(
            await page.run('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
            `at ${width} px`,
          ).toBeLessThanOrEqual(0)
        }
        // Only colours differ between the themes.
        if (axe !== null) expect(await page.run(violations(dark ? "['color-contrast']" : 'null')), dark ? 'dark' : 'light').toEqual([])
      }
    })
  })
})

const violations = (rules: string) =>
  `axe.run(${rules} === null ? {} : { runOnly: ${rules} }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ target, failureSummary }) => ({ id, target: target.join(' '), why: failureSummary }))))`

describe.runIf(browserHere)('a wallet of a visitor', () => {
  /** Wallets that are found by EIP-6963, whose owner agrees to everything, and whose key is in the test. */
  const wallets = (names: readonly string[]) => `
    globalThis.asked = []
    const provider = { async request({ method, params }) {
      asked.push(method)
      if (method === 'eth_requestAccounts') return [await ask('address')]
      if (method === 'eth_chainId') return '0x2105'
      return ask(params[1])
    } }
    addEventListener('eip6963:requestProvider', () => {
      for (const name of ${JSON.stringify(names)})
        dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info: { uuid: name, name }, provider } }))
    })`
  const wallet = wallets(['Wallet A'])
  /** Changes what the service says, as an attacker between page and service would. */
  const answers = (change: string) => `
    const real = fetch
    globalThis.fetch = async (url, options) => {
      const response = await real(url, options)
      if (response.status !== 402) return response
      const body = JSON.parse(await response.text())
      const terms = JSON.parse(atob(response.headers.get('payment-required')))
      for (const one of terms.accepts) { ${change} }
      delete body.sandbox
      return new Response(JSON.stringify(body), { status: 402, headers: { 'payment-required': btoa(JSON.stringify(terms)) } })
    }`
  const asReal = "document.body.dataset.money = 'real'"
  const resultSays = (words: RegExp) => `${String(words)}.test(document.querySelector('[data-pay-result]').textContent)`

  test('signs exactly what the page shows, and the call is paid', async () => {
    const account = await service.payingWallet()
    const signed: Record<string, any>[] = []
    const answer = async (asked: string) => {
      if (asked === 'address') return account.address
      const { domain, types, message, primaryType } = JSON.parse(asked) as Record<string, any>
      signed.push({ domain, message })
      delete types.EIP712Domain
      return account.signTypedData({ domain, types, primaryType, message })
    }
    await on('/v1/market/price/ETH', { before: wallet + answers(''), answer }, async (page) => {
      await page.until(ready)
      await page.run(asReal)
      await click(page, '[data-pay-start]')
      await page.until("document.querySelector('[data-receipt]')")
      const { payTo, most } = await page.run<Record<string, string>>("({ ...document.querySelector('[data-pay]').dataset })")
      expect(signed).toMatchObject([{ domain: { chainId: 8453 }, message: { from: account.address, to: payTo, value: most } }])
      expect(await page.run('asked')).toEqual(['eth_requestAccounts', 'eth_chainId', 'eth_signTypedData_v4'])
    })
  })

  test.each([
    ['another payee', `one.payTo = '0x${'66'.repeat(20)}'`],
    ['a higher price', "one.amount = '7501'"],
    ['another token', `one.asset = '0x${'66'.repeat(20)}'`],
    ['another network', "one.network = 'eip155:56'"],
  ])('signs nothing for %s than the page shows', async (_, change) => {
    await on('/v1/market/price/BTC', { before: wallet + answers(change) }, async (page) => {
      await page.until(ready)
      await page.run(asReal)
      await click(page, '[data-pay-start]')
      await page.until(resultSays(/ask for something else than this page shows/))
      expect(await page.run('asked')).toEqual([])
    })
  })

  test('signs nothing for a sandbox, which is paid with play money, whatever the page is made to say', async () => {
    await on('/v1/market/price/BTC', { before: wallet }, async (page) => {
      await page.until(ready)
      await page.run(asReal)
      await click(page, '[data-pay-start]')
      await page.until(resultSays(/a real wallet signs nothing/))
      expect(await page.run('asked')).toEqual([])
    })
  })

  test('names itself in text, whatever its name is', async () => {
    await on('/v1/market/price/BTC', { before: wallets(['Wallet A', nasty]) + answers('') }, async (page) => {
      await page.until(ready)
      await page.run(asReal)
      await click(page, '[data-pay-start]')
      await page.until("document.querySelectorAll('[data-wallet]').length === 2")
      expect(await text(page, '[data-wallet="1"]')).toBe(nasty)
      expect(await page.run(attacks)).toBe(0)
    })
  })
})

/** What an attack would have made of the nasty text. */
const attacks = "document.querySelectorAll('img[src=x], main script').length + (globalThis.attacked ?? 0)"

describe.runIf(browserHere)('what outsiders write', () => {
  test('is text in a live answer, in an error and in an address', async () => {
    const hostile = (status: number) => `
      globalThis.alert = () => { globalThis.attacked = 1 }
      const body = ${JSON.stringify(hostileOffer.example.answer)}
      const nasty = ${JSON.stringify(nasty)}
      globalThis.fetch = async () => new Response(JSON.stringify({ ...body, detail: nasty, fix: nasty }), { status: ${status}, headers: { 'x-free-quota-remaining': encodeURIComponent(nasty) } })`
    for (const status of [200, 402, 500])
      await on(`/offers/market-rates?x=${encodeURIComponent(nasty)}`, { before: hostile(status) }, async (page) => {
        await page.until(ready)
        await click(page, 'form[data-call] button[type=submit]')
        await page.until(`/Status ${status}/.test(document.querySelector('[data-call-result]').textContent)`)
        expect(await text(page, '[data-call-result]')).toContain('alert(1)')
        expect(await page.run(attacks)).toBe(0)
      })
  })

  test('leads to no other host: a page calls this service, whatever path it has', async () => {
    await on('/v1/market/price/BTC', {}, async (page) => {
      await page.until(ready)
      await page.run("document.querySelector('[data-pay]').dataset.url = '//evil.example/v1/market/price/BTC'")
      await click(page, '[data-pay-start]')
      await page.until("/Status 404/.test(document.querySelector('[data-pay-result]').textContent)")
    })
  })
})

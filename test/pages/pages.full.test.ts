import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../start-test-service.ts'
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

const click = (page: Page, selector: string) => page.run(`document.querySelector(${JSON.stringify(selector)}).click()`)
const text = (page: Page, selector: string) => page.run<string>(`document.querySelector(${JSON.stringify(selector)}).textContent`)

describe.runIf(browserHere)('a first-time visitor', () => {
  test('finds an offer by search, reads its price, pays a call with play money, replays it, opens the receipt and copies the code', async () => {
    await on('/', {}, async (page) => {
      await page.until("!document.querySelector('[data-hotkey]').hidden")
      await page.press('k', control)
      await page.type('price of a coin')
      await page.until("document.querySelectorAll('[data-offer]:not([hidden])').length < 4")
      expect(await text(page, '[data-count]')).toMatch(/^\d+ of \d+ offers$/)
      await click(page, '[data-offer]:not([hidden]) a')
      await page.until("location.pathname === '/offers/market-price' && document.readyState === 'complete'")
      expect(await text(page, 'h1 ~ p .price')).toBe('$0.0075')
      await page.until("!document.querySelector('[data-needs-script]').hidden")
      await click(page, '[data-pay-start]')
      await page.until("document.querySelector('[data-receipt]')")
      const shown = await text(page, '[data-pay-result]')
      for (const step of ['Asked', 'Terms', 'Signed', 'Paid', 'Answered', 'Settled']) expect(shown).toContain(step)
      const receipt = await page.run<string>("document.querySelector('[data-receipt]').getAttribute('href')")
      await click(page, '[data-broken]')
      await page.until(
        "/Idempotent-Replay: true/.test(document.querySelector('[data-pay-result]').textContent) && document.querySelector('[data-receipt]')",
      )
      // The same payment has the same receipt, so it was charged once.
      expect(await page.run("document.querySelector('[data-receipt]').getAttribute('href')")).toBe(receipt)
      await click(page, '[data-again]')
      await page.until(
        `document.querySelector('[data-receipt]') && document.querySelector('[data-receipt]').getAttribute('href') !== ${JSON.stringify(receipt)}`,
      )
      await click(page, '.panel .copy')
      await page.until("/Copied|Selected/.test(document.querySelector('.panel .copy').textContent)")
      await click(page, '[data-receipt]')
      await page.until(
        "document.querySelector('h1').textContent === 'Receipt' && /settled/.test(document.querySelector('.badge.settled').textContent)",
      )
    })
  })

  test('makes a free call', async () => {
    await on('/offers/market-rates', {}, async (page) => {
      await page.until("document.querySelector('form[data-call]')")
      await click(page, 'form[data-call] button[type=submit]')
      await page.until("/Status 200/.test(document.querySelector('[data-call-result]').textContent)")
      expect(await text(page, '[data-call-result]')).toContain('BTC')
    })
  })

  test('reaches all of it by keyboard alone', async () => {
    await on('/v1/market/price/BTC', {}, async (page) => {
      await page.until("!document.querySelector('[data-needs-script]').hidden")
      for (let at = 0; at < 40 && !(await page.run<boolean>("document.activeElement.matches('[data-pay-start]')")); at += 1)
        await page.press('Tab')
      expect(await page.run<boolean>("document.activeElement.matches('[data-pay-start]:focus-visible')")).toBe(true)
      await page.press('Enter')
      await page.until("document.querySelector('[data-receipt]')")
    })
    await on('/offers/market-price', {}, async (page) => {
      await page.run("document.querySelector('#code-0').focus()")
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

describe.runIf(browserHere)('every page', () => {
  test.each([320, 390, 768, 1440])('is as wide as a window of %d px, in both themes', async (width) => {
    for (const path of pages)
      for (const dark of [false, true])
        await on(path, { width, dark }, async (page) => {
          const [wide, seen] = await page.run<[number, number]>(
            '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
          )
          expect(wide, `${path} at ${width} px`).toBeLessThanOrEqual(seen)
        })
  })

  test.runIf(axe !== null)('has no violation that axe finds, in both themes', async () => {
    for (const path of pages)
      for (const dark of [false, true])
        await on(path, { dark }, async (page) => {
          // The policy of the page forbids scripts in it, not those of the browser's own tools.
          await page.run(`${axe ?? ''};0`)
          const found = await page.run<{ id: string; target: string }[]>(
            "axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ target, failureSummary }) => ({ id, target: target.join(' '), why: failureSummary }))))",
          )
          expect(found, `${path} ${dark ? 'dark' : 'light'}`).toEqual([])
        })
  })

  test('shifts nothing while it loads', async () => {
    const before =
      "globalThis.shift = 0; new PerformanceObserver((list) => { for (const one of list.getEntries()) shift += one.value }).observe({ type: 'layout-shift', buffered: true })"
    for (const path of pages)
      await on(path, { before, slower: 4 }, async (page) => {
        await page.until("document.readyState === 'complete'")
        expect(await page.run<number>('shift'), path).toBeLessThan(0.01)
      })
  })
})

describe.runIf(browserHere)('a wallet of a visitor', () => {
  const wallet = `
    globalThis.asked = []
    const provider = { request: async ({ method, params }) => { asked.push(method); if (method === 'eth_requestAccounts') return ['0x' + '11'.repeat(20)]; if (method === 'eth_chainId') return '0x2105'; return '0x' + '22'.repeat(65) } }
    addEventListener('eip6963:requestProvider', () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info: { uuid: 'a', name: 'A wallet' }, provider } })))`

  test('is never asked in a sandbox, whatever the page is made to say', async () => {
    await on('/v1/market/price/BTC', { before: wallet }, async (page) => {
      await page.until("!document.querySelector('[data-needs-script]').hidden")
      await click(page, '[data-pay-start]')
      await page.until("document.querySelector('[data-receipt]')")
      expect(await page.run('asked')).toEqual([])
    })
  })

  test('signs nothing for terms of a sandbox, and a page signs no more than it shows', async () => {
    await on('/v1/market/price/BTC', {}, async (page) => {
      await page.until("!document.querySelector('[data-needs-script]').hidden")
      await page.run("document.querySelector('[data-pay]').dataset.most = '7499'")
      await click(page, '[data-pay-start]')
      await page.until("/ask for something else than this page shows/.test(document.querySelector('[data-pay-result]').textContent)")
      expect(await page.run("document.querySelector('[data-receipt]')")).toBeNull()
    })
  })
})

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startTestService } from '../start-test-service.ts'
import { startBrowser, type Page, type View } from './browser.ts'

/** `npm run screenshots [-- folder]`: every page in every state, at four widths in both themes, to be looked at after a change. */
const folder = process.argv[2] ?? 'screenshots'
const pages = [
  '/',
  '/?q=nothing-has-these-words',
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
const widths = [320, 390, 768, 1440]

// Its own sandbox ends with it; the one that tests share would keep this process running.
const service = await startTestService({ ownSandbox: { blockMs: 50 } })
const browser = await startBrowser()
await mkdir(folder, { recursive: true })

async function keep(name: string, page: Page): Promise<void> {
  const path = join(folder, `${name}.png`)
  await writeFile(path, await page.picture())
  process.stdout.write(`${path}${page.faults.length === 0 ? '' : `: ${page.faults.join('; ')}`}\n`)
}

const nameOf = (path: string) => path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'home'

for (const path of pages)
  for (const width of widths)
    for (const dark of [false, true]) {
      const page = await browser.open(service.url + path, { width, dark })
      await keep(`${nameOf(path)}-${width}${dark ? '-dark' : ''}`, page)
      await page.close()
    }

/** The states that a click makes. */
async function after(view: View, name: string): Promise<void> {
  const page = await browser.open(`${service.url}/v1/market/price/BTC`, view)
  await page.until("!document.querySelector('[data-needs-script]').hidden")
  await page.run("document.querySelector('[data-pay-start]').click()")
  await page.until("document.querySelector('[data-receipt]')")
  await keep(`${name}-paid`, page)
  const receipt = await page.run<string>("document.querySelector('[data-receipt]').getAttribute('href')")
  await page.run("document.querySelector('[data-broken]').click()")
  await page.until("/Idempotent-Replay: true/.test(document.body.textContent) && document.querySelector('[data-receipt]')")
  await keep(`${name}-replayed`, page)
  await page.close()
  const shown = await browser.open(service.url + receipt, view)
  await keep(`${name}-receipt`, shown)
  await shown.close()
}
await after({}, 'call-1440')
await after({ width: 320, dark: true }, 'call-320-dark')

await browser.close()
await service.close()

import { afterEach, expect, test, vi } from 'vitest'
import { silentLog, type Log } from '../../src/shared/log.ts'
import { connectMcp } from '../mcp-clients.ts'
import { signPayment, termsOf } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { canMend, openBreakableBrowser, type BreakableBrowser } from './breakable-browser.ts'

let service: TestService | null = null
const browsers: BreakableBrowser[] = []
afterEach(async () => {
  await service?.close()
  service = null
  for (const browser of browsers.splice(0)) browser.remove()
})

function brokenBrowser(): BreakableBrowser {
  const browser = openBreakableBrowser()
  browsers.push(browser)
  return browser
}

async function start(path: string, trials: 'start' | 'call', env: Record<string, string> = {}) {
  const said: { readonly alarm?: unknown; readonly engine?: unknown; readonly message: string }[] = []
  const note = (fields: object, message: string) => void said.push({ ...fields, message })
  const log: Log = { ...silentLog, info: note, error: note, child: () => log }
  service = await startTestService({ env: { BROWSER_PATH: path, TEXT_TOOLS: 'off', ENGINE_TRIALS: trials, ...env }, log })
  return { opened: service, said }
}

const screenshot = '/v1/util/screenshot'
const call: RequestInit = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ url: 'http://example.com/', width: 400, height: 300 }),
}

/** Where callers find what is sold: whether each place names screenshots. */
async function namedIn({ url }: TestService): Promise<readonly boolean[]> {
  const documents = ['/openapi.json', '/llms.txt', '/llms-full.txt', '/.well-known/x402', '/v1/agent/discovery']
  const texts = await Promise.all(documents.map(async (path) => (await fetch(url + path)).text()))
  const client = await connectMcp(url)
  try {
    const { tools } = await client.listTools()
    return [...texts.map((text) => /util\/screenshot|"screenshot"/.test(text)), tools.some(({ name }) => name === 'screenshot')]
  } finally {
    await client.close()
  }
}

const everywhere = Array.from({ length: 6 }, () => true)
const nowhere = Array.from({ length: 6 }, () => false)

/** A call of a new wallet, which is sent when it is called. */
async function signedCall({ url, payingWallet }: TestService): Promise<() => Promise<Response>> {
  const account = await payingWallet('1')
  const payment = await signPayment(await termsOf(url, screenshot, call), account)
  return () => fetch(url + screenshot, { ...call, headers: { ...call.headers, 'PAYMENT-SIGNATURE': payment } })
}

test('a browser that does not start is not sold: no list names it, its route answers 503, and an alarm says so', async () => {
  const { opened, said } = await start(brokenBrowser().path, 'start')
  await vi.waitUntil(() => said.some(({ alarm }) => alarm === 'engine'), 30_000)
  expect(said.find(({ alarm }) => alarm === 'engine')).toMatchObject({ engine: 'browser', page: 'docs/operate/alarms.md#engine' })
  expect(await namedIn(opened)).toEqual(nowhere)
  const answer = await fetch(opened.url + screenshot, call)
  expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ code: 'offer_unavailable' })])
  const price = await fetch(`${opened.url}/v1/market/price/BTC`)
  expect(price.status).toBeLessThan(500)
  const ready = (await (await fetch(`${opened.url}/readyz`)).json()) as { readonly checks: Record<string, string> }
  expect(ready.checks).toHaveProperty('browser')
})

test('a call that comes before the trial is not charged when that fails', async () => {
  const { opened } = await start(brokenBrowser().path, 'call')
  expect(await namedIn(opened)).toEqual(everywhere)
  const send = await signedCall(opened)
  const before = await opened.parts.ledger.totals()
  const answer = await send()
  expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ code: 'offer_unavailable' })])
  expect(await opened.parts.ledger.totals()).toEqual(before)
  expect(await namedIn(opened)).toEqual(nowhere)
})

test.runIf(canMend)(
  'a browser that works again is sold again; one that breaks later leaves one credit, and no other call is charged',
  async () => {
    const browser = brokenBrowser()
    const { opened, said } = await start(browser.path, 'start', { ENGINE_IDLE_SECONDS: '1' })
    await vi.waitUntil(() => said.some(({ alarm }) => alarm === 'engine'), 30_000)

    await browser.mend()
    await vi.waitUntil(() => said.some(({ message }) => message.includes('works again')), 60_000)
    expect(await namedIn(opened)).toEqual(everywhere)
    const [sendNow, sendToBroken, sendLater] = [await signedCall(opened), await signedCall(opened), await signedCall(opened)]
    expect((await sendNow()).status).toBe(200)

    browser.break()
    await vi.waitUntil(() => !browser.runs(), 30_000)
    const failed = await sendToBroken()
    expect([failed.status, await failed.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'offer_unavailable', credit: expect.anything() }),
    ])
    const before = await opened.parts.ledger.totals()
    expect(await namedIn(opened)).toEqual(nowhere)
    const next = await sendLater()
    expect(next.status).toBe(503)
    expect(await opened.parts.ledger.totals()).toEqual(before)
    expect(said.map(({ message }) => message).join('\n')).toContain('it stays a credit that its payer can use when the engine works again')
  },
)

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { priceOf } from '../../src/offers/offer.ts'
import { startTestService, untilIndexed, type TestService } from '../start-test-service.ts'
import { usdcOf } from '../signed-payments.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await untilIndexed(service, 'transfers')
})
afterAll(() => service?.close())

interface Check {
  readonly label: string
  readonly detail?: string
  readonly severity: 'pass' | 'fail' | 'warn' | 'suggested' | 'skip'
}
interface Report {
  readonly discovery: { readonly checks: readonly Check[] }
  readonly endpoints: readonly {
    readonly method: string
    readonly path: string
    readonly challenge: readonly Check[]
    readonly errorHandling: readonly Check[]
    readonly payment: readonly Check[]
  }[]
}

/**
 * It reads no query parameters from the OpenAPI document and sends these to every route. The search for companies needs a name, a scan its site, and a
 * watchlist that is polled again is charged only for what is sold again.
 */
const queryNeeded = ['--query', 'name=Nokia', '--query', 'redeliver=true', '--query', 'url=https://ready.example/']

/** The stock validator. It asks a public node of Base for names and balances. Here those requests go to the sandbox, and all other outside requests fail. */
async function validate(): Promise<{ code: number; report: Report }> {
  const { world } = service.sandbox
  const base = world.networks.find(({ id }) => id === 'eip155:8453')!
  const preload = `data:text/javascript,${encodeURIComponent(`
    const { fetch } = globalThis
    globalThis.fetch = (input, init) => {
      const url = String(input?.url ?? input)
      if (url.startsWith('https://mainnet.base.org')) return fetch('${base.rpcUrl}', init)
      return new URL(url).hostname === '127.0.0.1' ? fetch(input, init) : Promise.reject(new TypeError('no way out'))
    }
  `)}`
  const env = { ...process.env, MPPX_PRIVATE_KEY: world.payer.privateKey, NO_UPDATE_NOTIFIER: '1', NODE_OPTIONS: `--import=${preload}` }
  // It ends as soon as it has written, and a pipe would lose what is not read by then. A file does not.
  const directory = await mkdtemp(join(tmpdir(), 'farthing-validate-'))
  const written = await open(join(directory, 'report.json'), 'w+')
  try {
    const command = ['node_modules/mppx/dist/bin.js', 'validate', service.url, '--yes', '-j', ...queryNeeded]
    const child = spawn(process.execPath, command, { env, stdio: ['ignore', written.fd, 'ignore'] })
    const [code] = (await once(child, 'exit')) as [number | null]
    const report = JSON.parse(await readFile(join(directory, 'report.json'), 'utf8')) as Report
    return { code: code ?? 1, report }
  } finally {
    await written.close()
    await rm(directory, { recursive: true })
  }
}

const checksOf = ({ discovery, endpoints }: Report): Check[] => [
  ...discovery.checks,
  ...endpoints.flatMap(({ challenge, errorHandling, payment }) => [...challenge, ...errorHandling, ...payment]),
]
const paidTo = () => usdcOf(service.chain(), service.sandbox.payTo)
const priced = () => service.parts.catalog.offers.filter(({ access }) => access.kind === 'fixed')
const priceOfAll = () => priced().reduce((sum, offer) => sum + priceOf(offer), 0n)

describe('mppx validate', () => {
  // The payer of the sandbox has not paid here before. Its first call is free, and that receipt names no transaction.
  test('finds no fault, and its first call is free', async () => {
    const before = await paidTo()
    const { code, report } = await validate()
    const notPassed = checksOf(report).filter(({ severity }) => severity !== 'pass')
    expect(notPassed).toMatchObject([{ label: 'Receipt reference format', severity: 'warn' }])
    expect(code).toBe(0)
    expect((await paidTo()) - before).toBe(priceOfAll() - priceOf(priced()[0]!))
  })

  test('finds every route with a fixed price, pays each of them, and passes all checks', async () => {
    const before = await paidTo()
    const { code, report } = await validate()
    expect(checksOf(report).filter(({ severity }) => severity !== 'pass')).toEqual([])
    expect(code).toBe(0)

    expect(report.endpoints.map(({ method, path }) => `${method} ${path}`)).toEqual(priced().map(({ route }) => route))
    for (const { payment } of report.endpoints) expect(payment.map(({ label }) => label)).toContain('Payment: successful')
    expect((await paidTo()) - before).toBe(priceOfAll())
  })
})

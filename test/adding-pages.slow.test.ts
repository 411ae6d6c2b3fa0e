import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProcess, type ServiceProcess } from './service-process.ts'
import { pay, receiptOf } from './signed-payments.ts'
import { complaintsOf, copyOfProject, follow } from './support/page-code.ts'

const moon = `/v1/almanac/moon/${new Date().toISOString().slice(0, 10)}`

let copy: string
const files: string[] = []
let service: ServiceProcess
const log: string[] = []
beforeAll(async () => {
  copy = await copyOfProject('adding-pages')
  const pages = ['docs/adding-a-line.md', 'docs/adding-a-source.md', 'docs/adding-a-setting.md']
  for (const page of pages) files.push(...(await follow(page, copy)))
  const env = { DATA_DIR: join(copy, 'data'), GOODS: 'almanac', ALMANAC_MAX_DAYS: '9', ON_DUTY: 'Ada', LOG_LEVEL: 'info' }
  service = await startProcess(env, copy, 'src/main.ts', process.execPath, (line) => void log.push(line))
})
afterAll(async () => {
  await service?.stop()
  await rm(copy, { recursive: true, force: true })
})

/** Runs a program in the copy. Gives all that it printed. */
function run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  return new Promise((done) => {
    const options = { cwd: copy, env: { PATH: process.env['PATH'], ...env } }
    execFile(process.execPath, [program, ...args], options, (_error, out, err) => done(out + err))
  })
}

/** Switches the stand-in of the source. */
const switchTo = (mode: string) =>
  fetch(`${service.url}/sandbox/upstreams/tide-office`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  })

test('the code of the pages passes the formatter, the linter and the type checks', async () => {
  expect(await complaintsOf(copy, [...new Set(files)])).toBe('')
})

describe('the line', () => {
  test('is sold by the service, and nothing else is', async () => {
    const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: Record<string, unknown> }
    expect(Object.keys(paths).filter((path) => path.includes('/almanac/'))).toEqual(['/v1/almanac/moon/{date}', '/v1/almanac/tides/{port}'])
    expect(Object.keys(paths).filter((path) => path.includes('/market/'))).toEqual([])
  })

  test('is paid for, answered and settled', async () => {
    const account = await fundedAccount()
    const first = await pay(service.url, account, { path: moon })
    expect(await first.json()).toMatchObject({ litShare: expect.any(Number), ageDays: expect.any(Number) })
    const second = await pay(service.url, account, { path: moon })
    expect(await receiptOf(second)).toMatchObject({ state: 'settled', charged: { usd: '0.001' } })
  })
})

describe('the source', () => {
  test('answers from its stand-in, and says who is behind it', async () => {
    const answered = await pay(service.url, await fundedAccount(), { path: '/v1/almanac/tides/brest' })
    expect(await answered.json()).toMatchObject({
      heightMetres: 4.2,
      meta: { simulated: true, sources: [{ id: 'tide-office', attribution: 'Stand-in for Tide office, not real data' }] },
    })
  })

  test('knows no port that its upstream does not know, and nothing is charged', async () => {
    const refused = await pay(service.url, await fundedAccount(), { path: '/v1/almanac/tides/atlantis' })
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([404, 'no_data'])
  })

  test('fails as the page says: 503, and the payment stays usable', async () => {
    expect((await switchTo('outage')).status).toBe(200)
    const refused = await pay(service.url, await fundedAccount(), { path: '/v1/almanac/tides/cuxhaven' })
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([503, 'upstream_unavailable'])
    await switchTo('ok')
  })
})

describe('the settings', () => {
  test('are in the list of settings, with their defaults', async () => {
    const listed = await run('src/main.ts', ['--settings'])
    expect(listed).toMatch(/ALMANAC_MAX_DAYS +How many days back and ahead the moon is sold for\. Default: 3650\./)
    expect(listed).toMatch(/ON_DUTY +Who is on duty, for the log at the start\./)
  })

  test('take effect', async () => {
    const refused = await pay(service.url, await fundedAccount(), { path: '/v1/almanac/moon/2001-01-01' })
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('a day within 9 days of today')])
    expect(log.some((line) => line.includes('"onDuty":"Ada"'))).toBe(true)
  })

  test('are refused with what was expected', async () => {
    const said = await run('src/main.ts', ['start'], { GOODS: 'almanac', ALMANAC_MAX_DAYS: 'soon', DATA_DIR: join(copy, 'other') })
    expect(said).toContain('ALMANAC_MAX_DAYS must be a whole number from 1 to 36500, not "soon"')
  })
})

async function fundedAccount() {
  const account = privateKeyToAccount(generatePrivateKey())
  await fetch(`${service.url}/sandbox/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address: account.address, usdc: '1' }),
  })
  return account
}

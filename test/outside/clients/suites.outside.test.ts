import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleUrl } from '../../example-calls.ts'
import { untilDataIsLoaded } from '../../e2e/until-data-is-loaded.ts'
import { clientWallet } from '../../interop/paying-clients.ts'
import { priceOfBitcoin } from '../../signed-payments.ts'
import { startTestService, untilTextToolsAnswer, type TestService } from '../../start-test-service.ts'
import { keepOutcome } from '../conformance.ts'
import { describeInstalled, fromNpm, fromPypi } from './packages.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await untilDataIsLoaded(service)
  await untilTextToolsAnswer(service)
})
afterAll(() => service?.close())

/** Runs a program to its end, whatever it ends with. */
async function ran(program: string, args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const running = promisify(execFile)(program, args, { maxBuffer: 2 ** 26, ...options })
  return running.then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
  )
}

/** The examples of offers that cost money and are asked for by GET. */
const paidUrls = () =>
  service.parts.catalog.offers
    .filter(({ access, method }) => access.kind === 'fixed' && method === 'GET')
    .map((offer) => service.url + exampleUrl(offer))

const conformance = '@modelcontextprotocol/conformance'
await describeInstalled(
  `the conformance suite of MCP, ${conformance} 0.1.16`,
  fromNpm('mcp-conformance', { [conformance]: '0.1.16' }),
  (folder) => {
    test('finds nothing but what its file of expected failures explains', async () => {
      const expected = join(import.meta.dirname, 'mcp-expected-failures.yml')
      const program = join(folder, 'node_modules', conformance, 'dist/index.js')
      const args = ['server', '--url', `${service.url}/mcp`, '--suite', 'all', '--expected-failures', expected]
      const { code, stdout } = await ran(process.execPath, [program, ...args], { cwd: service.directory })
      const results = stdout.match(/^\S [a-z0-9-]+: \d+ passed, \d+ failed/gm)!
      const failed = [...stdout.matchAll(/^ {2}\S ([a-z0-9-]+)$/gm)].map(([, name]) => name!)
      keepOutcome({
        what: 'the conformance suite of MCP, all scenarios for servers',
        with: `${conformance} 0.1.16`,
        before: 'the same',
        passed: results.length - failed.length,
        failed: failed.length,
        why: 'All failures are expected: `test/outside/clients/mcp-expected-failures.yml` has the reasons. Most want tools, resources and prompts of the suite’s own example server',
      })
      const named = readFileSync(expected, 'utf8').match(/(?<=^ {2}- ).+$/gm)!
      expect(failed.toSorted()).toEqual(named.toSorted())
      expect({ code, scenarios: results.length }, stdout).toEqual({ code: 0, scenarios: 32 })
    })
  },
)

await describeInstalled('x402-conformance 1.6.0', fromPypi('x402-conformance', ['x402-conformance==1.6.0']), (folder) => {
  test('finds the 402 of every offer well formed, P1 to P7', async () => {
    const { code, stdout } = await ran(join(folder, 'bin/x402conf'), ['resource', ...paidUrls(), '--fail-on-error'])
    const { results } = JSON.parse(stdout) as { results: { target: string; checks: { check: string; pass: boolean }[] }[] }
    const checks = results.flatMap((result) => result.checks)
    const failed = checks.filter(({ pass }) => !pass)
    keepOutcome({
      what: 'x402-conformance, P1 to P7 on every offer that is asked for by GET',
      with: 'x402-conformance 1.6.0',
      before: 'the same',
      passed: checks.length - failed.length,
      failed: failed.length,
      why: `7 checks of ${results.length} offers. R0 to R24 need its facilitator double, which npm does not have: the table below says which tests of ours check the same`,
    })
    expect({ code, failed }).toEqual({ code: 0, failed: [] })
    expect(new Set(checks.map(({ check }) => check.slice(0, 2)))).toEqual(new Set(['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7']))
  })
})

await describeInstalled('x402lint 0.5.2', fromPypi('x402lint', ['x402lint[pay]==0.5.2'], '3.12'), (folder) => {
  interface Report {
    readonly checks: readonly { readonly id: string; readonly level: string; readonly message: string }[]
  }
  const lint = join(folder, 'bin/x402lint')

  test('finds no fault and nothing to warn of in the 402 of every offer', async () => {
    const reports = await Promise.all(
      paidUrls().map(async (url) => JSON.parse((await ran(lint, ['check', '--json', url])).stdout) as Report),
    )
    const checks = reports.flatMap((report) => report.checks).filter(({ level }) => level !== 'INFO')
    const failed = checks.filter(({ level }) => level !== 'PASS')
    keepOutcome({
      what: 'x402lint, the 402 of every offer that is asked for by GET',
      with: 'x402lint 0.5.2',
      before: '53 of 53 for one offer, and a warning: the header has no `error`',
      passed: checks.length - failed.length,
      failed: failed.length,
      why: `${reports.length} offers`,
    })
    expect(failed).toEqual([])
  })

  test('pays by the first terms, and sees the payment settled', async () => {
    const { key } = await clientWallet(service)
    const paid = await ran(lint, ['roundtrip', '--json', service.url + priceOfBitcoin], {
      env: { ...process.env, X402LINT_PRIVATE_KEY: key },
    })
    keepOutcome({
      what: 'x402lint, a call that it pays for',
      with: 'x402lint 0.5.2',
      before: 'not tried',
      passed: paid.code === 0 ? 1 : 0,
      failed: paid.code === 0 ? 0 : 1,
      why: 'it signs the first terms, for Base, and sends `X-PAYMENT`',
    })
    expect(paid.code, paid.stdout).toBe(0)
    expect(paid.stdout).toMatch(/0x[0-9a-f]{64}/)
  })
})

import { execFile, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { privateKeyToAccount } from 'viem/accounts'
import { describedOffers } from '../described-offers.ts'
import { payCommand } from '../../src/commands/pay.ts'
import type { AnyOffer } from '../../src/offers/offer.ts'
import { startTestService, untilIndexed, untilTextToolsAnswer, type TestService } from '../start-test-service.ts'
import { pay, priceOfBitcoin, type Receipt } from '../signed-payments.ts'
import { shareOf } from '../support/runs.ts'
import { exampleRequest, exampleUrl } from '../example-calls.ts'
import { pythonStandIns } from './python-stand-ins.ts'

const run = promisify(execFile)
const project = resolve(import.meta.dirname, '../..')
const python = spawnSync('python3', ['--version']).status === 0

/** Those that are called with curl. */
const chosenForCurl = (all: readonly AnyOffer[]) => shareOf(all, 0, 4)

/** With curl each of them is called twice for free: without payment and by the wallet. */
const offersWithQuota = chosenForCurl(
  await describedOffers({
    discovery: { freeCallsPerDay: 25, protocols: [], networks: [], playMoney: false },
  }),
).filter(({ access }) => access.kind === 'daily-quota').length

/** For calls that are made again, where the machine is busy. */
const callsToSpare = 10

let service: TestService
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'farthing-test-'))
  await symlink(join(project, 'node_modules'), join(directory, 'node_modules'))
  service = await startTestService({
    env: { FREE_QUOTA_PER_DAY: String(2 * offersWithQuota + callsToSpare), UNCHARGED_RUNS_PER_HOUR: '10000' },
  })
  await untilIndexed(service, 'transfers')
  await untilTextToolsAnswer(service)
  // The first call of the wallet that the sandbox lends is free.
  const lent = privateKeyToAccount(service.sandbox.world.payer.privateKey)
  expect((await pay(service.url, lent, { path: priceOfBitcoin })).status).toBe(200)
})
afterAll(async () => {
  await service?.close()
  await rm(directory, { recursive: true, force: true })
})

const offers = (): readonly AnyOffer[] => service.parts.catalog.offers

async function exampleOf(offer: AnyOffer, language: string): Promise<string> {
  const response = await fetch(`${service.url}/examples/${offer.id}?lang=${language}`)
  expect(response.status, `${offer.id} ${language}`).toBe(200)
  return response.text()
}

/** Writes the examples in one language to files, named by the id of the offer. */
async function writeExamples(
  language: string,
  ending: string,
  chosen: readonly AnyOffer[] = offers(),
): Promise<ReadonlyMap<AnyOffer, string>> {
  const folder = join(directory, language)
  await mkdir(folder)
  const files = new Map<AnyOffer, string>()
  for (const offer of chosen) {
    const file = join(folder, `${offer.id}.${ending}`)
    const example = await exampleOf(offer, language)
    await writeFile(file, offer.watchlist ? asConsumer(language, example) : example)
    files.set(offer, file)
  }
  return files
}

/** All languages pay from one wallet. Under a name of its own each is given a watchlist's items, and is charged for them. */
function asConsumer(name: string, example: string): string {
  const named = example.replaceAll('limit=50', `watch=${name}&limit=50`).replaceAll(/(["']?)limit\1: (["'])50\2/g, `watch: "${name}", $&`)
  expect(named).not.toBe(example)
  return named
}

async function expectReceipt(offer: AnyOffer, link: string): Promise<void> {
  const url = /<([^>]+)>; rel="receipt"/.exec(link)?.[1]
  const receipt = (await (await fetch(url!)).json()) as Receipt & { offer: string }
  expect(receipt.offer).toBe(offer.id)
  expect(receipt.state, offer.id).toMatch(/^(?:settled|uncharged)$/)
}

type Printed = ReadonlyMap<AnyOffer, readonly unknown[][]>

/** What the examples in TypeScript print. All run in one process, since clients take seconds to load. */
let modulesRun: Promise<Record<'x402-fetch' | 'mppx' | 'mcp', Printed>> | undefined
const runModulesOnce = () => (modulesRun ??= runAllModules())

async function runAllModules(): Promise<Record<'x402-fetch' | 'mppx' | 'mcp', Printed>> {
  const x402 = await writeExamples('x402-fetch', 'mts', shareOf(offers(), 3))
  const mppx = await writeExamples('mppx', 'mts', shareOf(offers(), 4))
  const mcp = await writeExamples('mcp', 'mts', shareOf(offers(), 5))
  const printed = await runModules([...x402.values(), ...mppx.values(), ...mcp.values()])
  const of = (files: ReadonlyMap<AnyOffer, string>) => new Map([...files].map(([offer, file]) => [offer, printed.get(file)!]))
  return { 'x402-fetch': of(x402), mppx: of(mppx), mcp: of(mcp) }
}

/** Runs modules in one process, four at a time. Returns for each module the lines that it printed. */
async function runModules(files: readonly string[]): Promise<ReadonlyMap<string, readonly unknown[][]>> {
  const driver = `
import { AsyncLocalStorage } from 'node:async_hooks'
const printing = new AsyncLocalStorage()
console.log = (...values) => printing.getStore().push(values)
const files = process.argv.slice(1)
const outputs = []
async function worker() {
  for (let index = outputs.length; index < files.length; index = outputs.length) {
    const lines = (outputs[index] = [])
    await printing.run(lines, () => import(files[index])).catch((error) => lines.push([String(error.stack)]))
  }
}
await Promise.all([worker(), worker(), worker(), worker()])
process.stdout.write(JSON.stringify(outputs, (_, value) => (value === undefined ? null : value)), () => process.exit(0))
`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', driver, ...files], { maxBuffer: 2 ** 26 })
  const outputs = JSON.parse(stdout) as unknown[][][]
  return new Map(files.map((file, index) => [file, outputs[index]!]))
}

describe('the example of every offer', () => {
  test('is listed', async () => {
    const list = (await (await fetch(`${service.url}/examples?format=json`)).json()) as { offers: { id: string; url: string }[] }
    expect(list.offers.map(({ id }) => id)).toEqual(offers().map(({ id }) => id))
    for (const { url } of list.offers) expect(await (await fetch(url)).text()).toContain(service.url)
    expect(await (await fetch(`${service.url}/examples`)).text()).toContain(`/examples/${offers()[0]!.id}`)
  })

  test('works in curl: the free call, the terms, and the paid call with its receipt', async () => {
    const bin = join(directory, 'bin')
    await mkdir(bin)
    await using commands = await farthingInHere()
    await writeFile(join(bin, 'farthing'), `#!/bin/sh\nshift\nprintf '%s\\0' "$@" | curl -sSf --data-binary @- ${commands.url}\n`)
    await chmod(join(bin, 'farthing'), 0o755)
    const free: string[] = []
    const chosen = chosenForCurl(offers())
    await Promise.all(
      halves([...(await writeExamples('curl', 'sh', chosen))]).map(async (half) => {
        for (const [offer, file] of half) {
          const options = { cwd: directory, env: { PATH: process.env['PATH'], HOME: directory }, maxBuffer: 2 ** 26 }
          let statuses: number[]
          let stdout: string
          let stderr: string
          // It is told to come again where a browser took too long to start, and is not charged.
          do {
            ;({ stdout, stderr } = await run('sh', ['-e', file], options))
            statuses = [...stdout.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
          } while (statuses.at(-1) === 503)
          if (statuses[0] === 200) free.push(offer.id)
          else {
            expect(statuses, `${offer.id}: ${stderr}`).toEqual([402, 200])
            await expectReceipt(offer, /^link: (.*)$/im.exec(stdout)?.[1] ?? '')
          }
        }
      }),
    )
    const freeOffers = chosen.filter(({ access }) => access.kind !== 'fixed')
    expect(free.toSorted()).toEqual(freeOffers.map(({ id }) => id).toSorted())
  })

  test('is paid once the free calls are used up', async () => {
    const metered = offers().find(({ access }) => access.kind === 'daily-quota')!
    let status = 200
    while (status === 200) ({ status } = await fetch(service.url + exampleUrl(metered), exampleRequest(metered)))
    expect(status).toBe(402)
  })

  test.each(['x402-fetch', 'mppx'] as const)('works in TypeScript with %s', async (language) => {
    for (const [offer, lines] of (await runModulesOnce())[language]) {
      expect(lines[0], `${offer.id}: ${JSON.stringify(lines)}`).toEqual([200, expect.anything()])
      expect(offer.answer.safeParse(lines[0]![1]).error, offer.id).toBeUndefined()
      if (offer.access.kind !== 'free') await expectReceipt(offer, String(lines[1]![0]))
    }
  })

  test('works by MCP', async () => {
    for (const [offer, lines] of (await runModulesOnce()).mcp) {
      expect(lines[0], `${offer.id}: ${JSON.stringify(lines)}`).toEqual([false, expect.anything()])
      // A picture goes as image content, so that the structured content is the answer without its data.
      const structured = offer.document ? { ...(lines[0]![1] as object), data: '' } : lines[0]![1]
      expect(offer.answer.safeParse(structured).error, offer.id).toBeUndefined()
      if (offer.access.kind !== 'free') expect(lines[1]![0], offer.id).toMatchObject({ success: true })
    }
  })

  test.skipIf(!python)('works in Python: to the answer with the x402 client where it is installed, to the 402 without it', async () => {
    const files = await writeExamples('python', 'py')
    await run('python3', ['-m', 'py_compile', ...files.values()])
    const real = spawnSync('python3', ['-c', 'import eth_account, httpx, x402.mechanisms.evm']).status === 0
    const { stdout } = await run('python3', ['-c', pythonStandIns, String(real), ...files.values()], { maxBuffer: 2 ** 26 })
    const outputs = stdout.trimEnd().split('\n')
    for (const [index, offer] of offers().entries()) {
      const printed = JSON.parse(outputs[index]!) as string
      expect(printed, offer.id).toMatch(real || offer.access.kind === 'free' ? /^200 / : /^402 .*'x402Version': 2/)
    }
  })
})

/**
 * Runs `farthing pay` in this process with the arguments that are posted, since a process of its own takes seconds to start. That
 * the command works as a process is tested with the README.
 */
async function farthingInHere(): Promise<{ readonly url: string } & AsyncDisposable> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      let out = ''
      const io = { out: (content: string | Uint8Array) => void (out += content.toString()), err: () => {}, env: {} }
      const words = Buffer.concat(chunks).toString().split('\0').slice(0, -1)
      void payCommand(words, io).then((code) => response.writeHead(code === 0 ? 200 : 500).end(out))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function halves<T>(list: readonly T[]): T[][] {
  return [0, 1].map((half) => list.filter((_, index) => index % 2 === half))
}

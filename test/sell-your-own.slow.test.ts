import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { registerExactEvmScheme } from '@x402/evm/exact/client'
import { x402Client, wrapFetchWithPayment } from '@x402/fetch'
import { evm, Mppx } from 'mppx/client'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { callPayingX402, connectMcp } from './mcp-clients.ts'
import { installedPackage } from './packed-service.ts'
import { startScriptedUpstream, type ScriptedUpstream } from './support/scripted-upstream.ts'

/**
 * `docs/sell-your-own.md` as a stranger follows it: in an empty folder, with the lines of the page as they are typed, but for the ports. With TEST_PACKAGE
 * the program is that of the installed package.
 */
const run = promisify(execFile)
const page = readFileSync(join(import.meta.dirname, '../docs/sell-your-own.md'), 'utf8')
const blocks = [...page.matchAll(/^```(\w*)(?: \S+)?\n([\s\S]*?)^```$/gm)].map(([, language, code]) => ({
  language: language!,
  code: code!,
}))
const typed = (beginning: string) => {
  const found = blocks.find(({ language, code }) => language === 'sh' && code.startsWith(beginning))
  if (!found) throw new Error(`the page has no command ${beginning}`)
  return found.code
}
const tide = '{ "port": "brest", "metres": 4.2 }'

let folder: string
let upstream: ScriptedUpstream
let port: string
let env: Record<string, string>
const running: ChildProcess[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farthing-stranger-'))
  mkdirSync(join(folder, 'bin'))
  symlinkSync(join(installedPackage ?? process.cwd(), 'bin/farthing'), join(folder, 'bin/farthing'))
  upstream = await startScriptedUpstream()
  upstream.behaviours.set('brest', (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(tide))
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = String((server.address() as AddressInfo).port)
  await new Promise((resolve) => server.close(resolve))
  env = {
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    HOME: folder,
    PORT: port,
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'error',
  }
})
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
})
afterAll(async () => {
  await upstream?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The text of the page with the addresses of this test. */
const here = (text: string) => text.replaceAll('http://127.0.0.1:4750', upstream.url).replaceAll('127.0.0.1:4020', `127.0.0.1:${port}`)

/** Types a line, and waits until the program says that. */
async function start(line: string, said: string): Promise<{ text: () => string; end(): Promise<void> }> {
  const child = spawn('sh', ['-c', `exec ${here(line).replace(/^(\w+=\S+) /, 'env $1 ')}`], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void (text += chunk.toString()))
  await vi.waitUntil(() => child.exitCode !== null || text.includes(said), 120_000)
  expect(text).toContain(said)
  return {
    text: () => text,
    async end() {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
  }
}
async function type(line: string): Promise<string> {
  const { stdout, stderr } = await run('sh', ['-c', here(line)], { cwd: folder, env })
  return stdout + stderr
}

describe('a stranger who follows the page', () => {
  const url = () => `http://127.0.0.1:${port}`

  test('sells an API in a minute, and has it bought by the stock clients of x402 and MPP and over MCP', async () => {
    const began = performance.now()
    const sandbox = await start(typed('farthing sell'), 'charged only for')
    const readyMs = performance.now() - began
    const shape = (text: string) =>
      here(text)
        .replaceAll(/in \d+ ms/g, 'in N ms')
        .replaceAll(/\S*bin\/farthing/g, 'farthing')
        .trim()
    const printed = blocks.find(({ language, code }) => language === '' && code.startsWith('Sandbox on'))!.code
    expect(shape(sandbox.text())).toBe(shape(printed))

    const pay = /try it\s+\S+ (pay \S+)/.exec(sandbox.text())![1]!
    expect(await type(`farthing ${pay}`)).toContain(tide)
    const paidMs = performance.now() - began
    process.stdout.write(
      `ready after ${(readyMs / 1_000).toFixed(1)} s, the first paid answer after ${(paidMs / 1_000).toFixed(1)} s; two lines typed\n`,
    )
    expect(paidMs).toBeLessThan(60_000)

    const account = privateKeyToAccount(generatePrivateKey())
    const funded = await fetch(`${url()}/sandbox/faucet`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address: account.address, usdc: '1' }),
    })
    expect(funded.status).toBe(200)
    const x402 = new x402Client()
    registerExactEvmScheme(x402, { signer: account })
    expect(await (await wrapFetchWithPayment(fetch, x402)(`${url()}/tides/brest`)).text()).toBe(tide)
    const mpp = Mppx.create({ methods: [evm.charge({ account, currencies: [evm.assets.base.USDC] })], polyfill: false })
    expect(await (await mpp.fetch(`${url()}/tides/brest`)).text()).toBe(tide)
    const mcp = await connectMcp(url())
    const [tool] = (await mcp.listTools()).tools.filter(({ name }) => name.includes('tides'))
    const [rest = ''] = tool!.inputSchema.required ?? []
    const bought = await callPayingX402(mcp, account, { name: tool!.name, arguments: { [rest]: 'brest' } })
    expect(bought.content).toContainEqual(expect.objectContaining({ text: tide }))
    await mcp.close()

    const request = upstream.asked.at(-1)!
    const snippet = blocks.find(({ language, code }) => language === 'ts' && code.includes('isFromTheTill'))!.code
    const module = join(process.cwd(), 'node_modules/.cache/sell-your-own-snippet.mjs')
    writeFileSync(module, `${stripTypeScriptTypes(here(snippet).replaceAll('https://tides.example', url()))}\nexport { isFromTheTill }\n`)
    const { isFromTheTill } = (await import(pathToFileURL(module).href)) as {
      isFromTheTill(request: Request, body: Uint8Array): Promise<boolean>
    }
    const statement = { 'farthing-call': String(request.headers['farthing-call']) }
    expect(await isFromTheTill(new Request(upstream.url + request.url, { headers: statement }), new Uint8Array())).toBe(true)
    expect(await isFromTheTill(new Request(`${upstream.url}/tides/other`, { headers: statement }), new Uint8Array())).toBe(false)
    rmSync(module)
    await sandbox.end()
  })

  test('goes on with the file that was written', async () => {
    expect(await type('farthing offers check offers.yaml')).toContain('GET /tides/*')
    const service = await start(typed('OFFERS_FILE=offers.yaml'), `127.0.0.1:${port}`)
    await vi.waitFor(async () => expect((await fetch(`${url()}/tides/brest`)).status).toBe(402), 60_000)
    expect((await fetch(`${url()}/v1/market/price/BTC`)).status).toBe(404)
    await service.end()
  })

  test('sells by the file of the page', async () => {
    const { code } = blocks.find(({ language, code: text }) => language === 'yaml' && text.startsWith('service:'))!
    writeFileSync(join(folder, 'page.yaml'), here(code))
    expect(await type('farthing offers check page.yaml')).toContain('GET /tides/{port}')
    expect(JSON.parse(await type('farthing offers schema'))).toHaveProperty('properties.upstreams')
    const service = await start('OFFERS_FILE=page.yaml farthing start', `127.0.0.1:${port}`)
    await vi.waitFor(async () => expect((await fetch(`${url()}/ports`)).status).toBe(200), 60_000)
    expect(await type(`farthing pay ${url()}/tides/brest`)).toContain(tide)
    const refused = await type(`farthing pay ${url()}/tides/atlantis`).catch(
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    )
    expect(refused).toContain('expected one of brest, dover')
    await service.end()
  })

  test('makes a file of an OpenAPI document', async () => {
    const operation = { responses: { 200: { description: 'It is', content: { 'application/json': {} } } } }
    const document = {
      openapi: '3.1.0',
      info: { title: 'Tides', version: '1' },
      servers: [{ url: 'https://api.example.com' }],
      paths: { '/tides': { get: operation } },
    }
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
    expect(await type(typed('farthing offers import'))).toContain('1 offer')
    expect(await type('farthing offers check imported.yaml')).toContain('GET /tides')
  })
})

import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { callPayingX402, connectMcp } from '../../mcp-clients.ts'
import { callUntilAnswered, signPayment, termsOf, type Account } from '../../signed-payments.ts'
import { startTestService, type TestService } from '../../start-test-service.ts'

/** The reference server of the MCP project, as npm has it. */
const version = '2026.8.31'
const folder = mkdtempSync(join(tmpdir(), 'farthing-everything-'))
const program = join(folder, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')

let http: ChildProcess
let service: TestService
let payer: Account
let direct: Client

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', `@modelcontextprotocol/server-everything@${version}`]
  await promisify(execFile)('npm', install, { cwd: folder })
  const port = await freePort()
  http = spawn(process.execPath, [program, 'streamableHttp'], { env: { PATH: process.env['PATH'], PORT: String(port) }, stdio: 'ignore' })
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/mcp`)).status).toBeGreaterThan(0), 60_000)
  const file = join(folder, 'offers.yaml')
  writeFileSync(
    file,
    `mcpServers:
  everything:
    command: ['${process.execPath}', '${program}', stdio]
    tools: { get-sum: { price: 0.03 } }
    otherTools: 0.01
  overhttp:
    url: http://127.0.0.1:${port}/mcp
    private: true
    tools: { echo: { price: 0.02 }, get-tiny-image: { access: free } }
`,
  )
  service = await startTestService({ env: { OFFERS_FILE: file } })
  payer = await service.wallet('5')
  direct = new Client({ name: 'direct', version: '1' })
  await direct.connect(new StdioClientTransport({ command: process.execPath, args: [program, 'stdio'], stderr: 'ignore' }))
})
afterAll(async () => {
  await direct?.close()
  await service?.close()
  http?.kill()
  rmSync(folder, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function buy(path: string, given: unknown) {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(given) }
  const payment = await signPayment(await termsOf(service.url, path, init), payer)
  return callUntilAnswered(service.url + path, payment, init)
}

describe('the reference server "everything"', () => {
  test('has all of its tools sold, with its schemas', async () => {
    const { tools } = await direct.listTools()
    const client = await connectMcp(service.url)
    const sold = (await client.listTools()).tools
    for (const { name, inputSchema } of tools) {
      const tool = sold.find((one) => one.name === `everything-${name}`)
      const members = Object.keys(tool?.inputSchema.properties ?? {}).filter((member) => member !== 'idempotencyKey')
      expect([name, members.toSorted()]).toEqual([name, Object.keys(inputSchema.properties ?? {}).toSorted()])
    }
    await client.close()
  })

  test.each([
    ['get-sum', { a: 2, b: 40 }],
    ['get-structured-content', { location: 'New York' }],
    ['get-annotated-message', { messageType: 'success' }],
    ['get-tiny-image', {}],
  ])('answers %s over HTTP as it answers itself', async (name, given) => {
    const answered = await buy(`/everything/${name}`, given)
    const { content, structuredContent } = await direct.callTool({ name, arguments: given })
    expect(await answered.json()).toEqual(JSON.parse(JSON.stringify({ content, structuredContent })))
  })

  test('is called as a tool through two servers of MCP, and its picture arrives as a picture', async () => {
    const client = await connectMcp(service.url)
    const image = await callPayingX402(client, payer, { name: 'everything-get-tiny-image', arguments: {} })
    const own = await direct.callTool({ name: 'get-tiny-image', arguments: {} })
    expect(image.content.slice(0, (own.content as unknown[]).length)).toEqual(own.content)
    const free = await client.callTool({ name: 'overhttp-get-tiny-image', arguments: {} })
    expect(JSON.stringify(free.content)).toContain('image/png')
    await client.close()
  })

  test('is sold over Streamable HTTP too', async () => {
    const answered = await buy('/overhttp/echo', { message: 'hello' })
    expect(await answered.json()).toEqual({ content: [{ type: 'text', text: 'Echo: hello' }] })
  })
})

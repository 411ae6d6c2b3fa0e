import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startProcess } from '../service-process.ts'
import { readable, type Seen } from './readable.ts'

/** Both versions listen here one after the other, so that addresses in their documents are the same. */
const port = '4990'

const documents = `
  / /favicon.svg /icon.png /favicon.ico /sharing.png /robots.txt /sitemap.xml
  /llms.txt /llms-full.txt /openapi.json /reference/openapi.json /reference /examples /examples?format=json
  /.well-known/x402 /.well-known/agent-registration.json /.well-known/agent-card.json /.well-known/mcp/server-card.json
  /server.json /SKILL.md /.well-known/agent-skills/index.json
  /.well-known/api-catalog /.well-known/security.txt /mcp /mcp/server-card
  /livez /readyz /status /no-such-route /v1/receipts/00000000000000000000000000000000
`
  .trim()
  .split(/\s+/)

interface Endpoint {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly example: {
    readonly request: {
      readonly path?: Readonly<Record<string, string>>
      readonly query?: Readonly<Record<string, string>>
      readonly body?: unknown
    }
  }
}

/** What a caller sees of the service in this folder, by what was asked. */
export async function collect(directory: string, tell: (line: string) => void): Promise<ReadonlyMap<string, Seen>> {
  const data = await mkdtemp(join(tmpdir(), 'farthing-compare-'))
  const service = await startProcess({ DATA_DIR: data, PORT: port, CONTACT: 'someone@example.com' }, directory)
  try {
    await untilIndexed(service.url)
    const seen = new Map<string, Seen>()
    const ask = async (name: string, path: string, request: RequestInit = {}) =>
      void seen.set(name, await readable(await fetch(`${service.url}${path}`, { redirect: 'manual', ...request })))
    for (const path of documents) await ask(`GET ${path}`, path)
    await askMcp(ask)
    const discover = async (query: string) => {
      const discovery = await fetch(`${service.url}/v1/agent/discovery${query}`)
      return ((await discovery.json()) as { endpoints: Readonly<Record<string, Endpoint>> }).endpoints
    }
    for (const id of Object.keys(await discover(''))) {
      const endpoint = (await discover(`?offer=${id}`))[id]
      if (!endpoint) throw new Error(`no description of ${id}`)
      const { path, request } = exampleCall(endpoint)
      tell(`  ${id}`)
      await askUnpaid(ask, id, path, request, endpoint)
      seen.set(`${id} paid`, { body: await pay(directory, `${service.url}${path}`, request), headers: {}, status: 0 })
    }
    return seen
  } finally {
    await service.stop()
    await rm(data, { recursive: true, force: true })
  }
}

/** What indexes say of themselves changes until each of them has read its first block. */
async function untilIndexed(url: string): Promise<void> {
  for (;;) {
    const { indexes } = (await (await fetch(`${url}/status`)).json()) as { indexes: readonly { readonly state: string }[] }
    if (indexes.every(({ state }) => state === 'current')) return
    await setTimeout(200)
  }
}

type Ask = (name: string, path: string, request?: RequestInit) => Promise<void>

function exampleCall({ method, path, example }: Endpoint): { path: string; request: { method: string; body?: string } } {
  const { path: parts = {}, query = {}, body } = example.request
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  return {
    path: search === '' ? filled : `${filled}?${search}`,
    request: body === undefined ? { method } : { method, body: JSON.stringify(body) },
  }
}

/** The offer without payment, with payments that are broken, and with input that is wrong. */
async function askUnpaid(
  ask: Ask,
  id: string,
  path: string,
  request: { method: string; body?: string },
  { method }: Endpoint,
): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  // A daily quota would answer: its 402 is had with a payment that is broken.
  await ask(`${id} asked`, path, { ...request, headers })
  await ask(`${id} broken x402`, path, { ...request, headers: { ...headers, 'PAYMENT-SIGNATURE': 'bm90IGpzb24=' } })
  await ask(`${id} broken MPP`, path, { ...request, headers: { ...headers, Authorization: 'Payment id="x"' } })
  await ask(`${id} broken X-PAYMENT`, path, { ...request, headers: { ...headers, 'X-PAYMENT': '{}' } })
  await ask(`${id} version 1`, path, { ...request, headers: { ...headers, 'X402-Version': '1' } })
  await ask(`${id} other method`, path, { method: 'DELETE' })
  if (method === 'POST') await ask(`${id} broken body`, path, { method, headers, body: '{"' })
  if (method === 'POST') await ask(`${id} empty body`, path, { method, headers, body: '{}' })
  else await ask(`${id} odd query`, `${path.split('?')[0]}?interval=odd&amount=odd&date=odd&symbols=&limit=-1&network=odd`, { method })
}

async function askMcp(ask: Ask): Promise<void> {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
  const clientInfo = { name: 'compare', version: '1.0.0' }
  const calls: readonly (readonly [method: string, params: object])[] = [
    ['initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }],
    ['tools/list', {}],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['prompts/list', {}],
    ['tools/call', { name: 'market_price', arguments: { symbol: 'BTC' } }],
    ['tools/call', { name: 'market-price', arguments: {} }],
    ['tools/call', { name: 'no-such-tool', arguments: {} }],
  ]
  for (const [index, [method, params]] of calls.entries()) {
    await ask(`MCP ${index} ${method}`, '/mcp', {
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
  }
}

/** What `farthing pay --json` of this folder prints for the call. */
async function pay(directory: string, url: string, { method, body }: { method: string; body?: string }): Promise<unknown> {
  const data = body === undefined ? [] : ['--data', body]
  const args = ['bin/farthing', 'pay', url, '--method', method, ...data, '--max', '5', '--json']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: directory, maxBuffer: 64 * 1024 * 1024 }).catch(
    (error: unknown) => error as { stdout: string },
  )
  return JSON.parse(stdout)
}

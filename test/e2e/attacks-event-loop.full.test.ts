import { once } from 'node:events'
import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { probeBeside } from '../probe/probe.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { longestTurn } from '../support/longest-turn.ts'
import { from } from './attacks.fixture.ts'

let service: TestService
beforeAll(async () => {
  // Nobody gets a token back while the tests run.
  service = await startTestService({ env: { TRUSTED_PROXIES: '127.0.0.1,::1', RATE_LIMIT_BURST: '1100', RATE_LIMIT_PER_SECOND: '1' } })
})
afterAll(() => service?.close())
probeBeside('attacks on the event loop', () => service)

const json = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }

async function post(path: string, client: string, body: string): Promise<number> {
  const response = await fetch(service.url + path, { method: 'POST', headers: { ...json, ...from(client) }, body })
  await response.body?.cancel()
  return response.status
}

const junk = `"${'a'.repeat(250_000)}"`

describe.each([
  ['/mcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'market-price', arguments: { symbol: 'BTC' } } })],
  ['/v1/agent/trust-score/batch', JSON.stringify({ addresses: ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'] })],
])('POST %s', (path, honest) => {
  const [attacker, caller] = path === '/mcp' ? ['198.51.100.1', '203.0.113.1'] : ['198.51.100.2', '203.0.113.2']

  test('junk of 250 KB counts by its bytes, and small bodies count once', async () => {
    const statuses: number[] = []
    // 1,100 tokens, sixteen for each, and one more for each second that it takes.
    while (statuses.at(-1) !== 429 && statuses.length < 200) statuses.push(await post(path, attacker, junk))
    expect(statuses.length).toBeGreaterThan(68)
    expect(statuses.slice(0, -1)).toEqual(statuses.slice(1).map(() => 400))
    expect(statuses.at(-1)).toBe(429)
    for (let call = 0; call < 100; call++) expect([200, 402]).toContain(await post(path, caller, honest))
  })

  test('a body of very many members is refused before it is read', async () => {
    const members = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, 1]))
    for (const body of [members, { params: members }, [members], Array.from({ length: 60_000 }, () => ({}))])
      expect(await post(path, '198.51.100.3', JSON.stringify(body))).toBe(400)
  })
})

test('a batch of JSON-RPC messages is refused', async () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  expect(await post('/mcp', '198.51.100.3', JSON.stringify([ping, ping]))).toBe(400)
  expect(await post('/mcp', '198.51.100.3', JSON.stringify(ping))).toBe(200)
})

/** The longest turn while so many connections send the same body at once. They are open before, and read their answers without work. */
async function longestTurnOf(count: number, path: string, body: string): Promise<number> {
  const { hostname, port, host } = new URL(service.url)
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const lines = Object.entries({ ...json, ...from('198.51.100.6'), Host: host, Connection: 'close', 'Content-Length': body.length })
  const request = `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
  const heard: string[] = []
  const longest = await longestTurn(() => {
    for (const socket of sockets) {
      socket.once('data', (chunk: Buffer) => heard.push(chunk.toString('latin1', 0, 15)))
      socket.write(request)
    }
    return Promise.all(sockets.map((socket) => once(socket, 'close')))
  })
  expect(heard).toEqual(Array.from({ length: count }, () => 'HTTP/1.1 200 OK'))
  return longest
}

describe('no turn of the event loop takes more than 20 ms', () => {
  test('while forty tools are called at once', async () => {
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const call = (name: string, values: object) =>
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: values } })
    // The largest answer, the terms of a payment, and an answer from a source.
    const calls = [call('discovery', {}), call('market-price', { symbol: 'BTC' }), call('market-rates', {})]
    for (const body of [list, ...calls]) {
      const longest: number[] = []
      // The first time, Node still compiles what it runs.
      for (let round = 0; round < 4 && !(Math.min(...longest) < 20); round++) longest.push(await longestTurnOf(40, '/mcp', body))
      expect(Math.min(...longest), body).toBeLessThan(20)
    }
  })

  test.each(['/reference/openapi.json', '/llms-full.txt', '/'])('while %s is made at its first request', async (path) => {
    await fetch(`${service.url}/robots.txt`)
    expect(await longestTurn(async () => (await fetch(service.url + path)).text())).toBeLessThan(20)
  })
})

describe.each(['/v1/data', '/v1/agent/discovery'])('the catalog %s', (path) => {
  const get = (headers: Record<string, string>, method = 'GET') => fetch(service.url + path, { method, headers })

  test('is sent compressed to those who accept it, and not again to those who have it', async () => {
    const packed = await get({ 'Accept-Encoding': 'gzip' })
    expect([packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual(['gzip', 'Accept-Encoding'])
    const plain = await get({ 'Accept-Encoding': 'identity' })
    expect([plain.headers.get('content-encoding'), plain.headers.get('cache-control')]).toEqual([null, 'no-cache'])
    expect(plain.headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/)
    expect(Object.keys((await plain.json()) as object).length).toBeGreaterThan(2)
    // It is made anew every two seconds, perhaps between the two requests.
    let again: Response | null = null
    for (let attempt = 0; again?.status !== 304 && attempt < 20; attempt++) {
      const tag = (await get({ 'Accept-Encoding': 'gzip' })).headers.get('etag') as string
      again = await get({ 'Accept-Encoding': 'gzip', 'If-None-Match': tag })
      if (again.status === 304) expect([again.headers.get('etag'), again.headers.get('content-length')]).toEqual([tag, null])
    }
    expect(again?.status).toBe(304)
    expect((await get({}, 'HEAD')).status).toBe(200)
  })

  test('asked for thousands of times in one pipeline, it does not keep another caller waiting', async () => {
    const count = 1_000
    const attacker = path === '/v1/data' ? '198.51.100.4' : '198.51.100.5'
    const { hostname, port, host } = new URL(service.url)
    const line = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: gzip\r\nX-Forwarded-For: ${attacker}\r\n`
    const socket = connect(Number(port), hostname)
    let answers = 0
    let first: Buffer | null = null
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
    const begun = new Promise<void>((resolve) =>
      socket.on('data', (chunk: Buffer) => {
        first ??= chunk
        answers += chunk.toString('latin1').split('HTTP/1.1 200 OK').length - 1
        resolve()
      }),
    )
    socket.write(`${line}\r\n`.repeat(count - 1) + `${line}Connection: close\r\n\r\n`)
    await begun
    expect((await fetch(`${service.url}/livez`)).status).toBe(200)
    expect(answers).toBeLessThan(count / 2)
    await closed
    // An answer whose first line is cut in two is not counted.
    expect(answers).toBeGreaterThan(count * 0.9)
    const sent = first as Buffer | null
    const body = sent?.subarray((sent.indexOf('\r\n\r\n') ?? 0) + 4)
    const length = Number(/Content-Length: (\d+)/.exec(sent?.toString('latin1') ?? '')?.[1])
    if (body && body.length >= length) expect(() => JSON.parse(gunzipSync(body.subarray(0, length)).toString())).not.toThrow()
  })
})

import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock, systemTimers } from '../ops/system.ts'
import { createHttpClient } from './http-client.ts'
import { parseRetryAfter } from './retry-after.ts'
import { UpstreamError } from './upstream-errors.ts'
import { startStopwatch } from '../../test/support/stopwatch.ts'

let server: Server
let origin: string
let respond: RequestListener = () => {}
const client = createHttpClient({ contactUrl: 'https://agents.test/about' }, { clock: systemClock, timers: systemTimers })

beforeAll(async () => {
  server = createServer((request, response) => respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await client.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const limits = { timeoutMs: 1_000, maxBytes: 1_000 }

async function failureOf(promise: Promise<unknown>): Promise<UpstreamError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(UpstreamError)
  return error as UpstreamError
}

test('sends a User-Agent, and returns status, headers and body', async () => {
  let userAgent: string | undefined
  respond = (request, response) => {
    userAgent = request.headers['user-agent']
    response.writeHead(200, { etag: '"1"' }).end('{}')
  }
  const answer = await client.send(origin, limits)
  expect(userAgent).toBe('Farthing/0.1 (+https://agents.test/about)')
  expect([answer.status, answer.header('etag'), Buffer.from(answer.body).toString()]).toEqual([200, '"1"', '{}'])
})

test('a status that is not accepted is a rejection with its Retry-After and without its text', async () => {
  respond = (_, response) => response.writeHead(429, { 'retry-after': '7' }).end('secret internals')
  const error = await failureOf(client.send(origin, limits))
  expect(error).toMatchObject({ code: 'rejected_429', retryAfterMs: 7_000 })
  expect(`${error.message}${JSON.stringify(error)}`).not.toContain('secret')
  expect((await client.send(origin, { ...limits, alsoAccept: [429] })).status).toBe(429)
})

test('Retry-After is read as seconds and as a date, and nothing else', () => {
  const now = Date.parse('2026-10-05T12:00:00Z')
  expect(parseRetryAfter('120', now)).toBe(120_000)
  expect(parseRetryAfter('Mon, 05 Oct 2026 12:00:30 GMT', now)).toBe(30_000)
  expect(parseRetryAfter('Mon, 05 Oct 2026 11:00:00 GMT', now)).toBe(0)
  for (const text of [null, '', '-1', '1e9', 'soon']) expect(parseRetryAfter(text, now)).toBeNull()
})

test('a body over the cap is not read to its end, announced or not', async () => {
  let written = 0
  respond = (_, response) => {
    const chunk = Buffer.alloc(65_536, 0x20)
    const write = () => {
      while (!response.destroyed && response.write(chunk)) written += chunk.length
    }
    response.on('drain', write)
    write()
  }
  expect((await failureOf(client.send(origin, limits))).code).toBe('garbage_too_large')
  expect(written).toBeLessThan(10_000_000)
  respond = (_, response) => response.writeHead(200, { 'content-length': '100000000' }).write('x')
  expect((await failureOf(client.send(origin, limits))).code).toBe('garbage_too_large')
})

test('one timeout covers the whole exchange, also a body that drips', async () => {
  respond = (_, response) => {
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  }
  const elapsed = startStopwatch()
  expect((await failureOf(client.send(origin, { ...limits, timeoutMs: 150 }))).code).toBe('unreachable_timeout')
  expect(elapsed()).toBeLessThan(10_000)
})

test('a cut connection, a closed port and an unknown name differ from a caller who gave up', async () => {
  respond = (_, response) => response.destroy()
  expect((await failureOf(client.send(origin, limits))).code).toBe('unreachable_connection')
  expect((await failureOf(client.send('http://127.0.0.1:1', limits))).code).toBe('unreachable_connection')
  respond = () => {}
  const controller = new AbortController()
  setTimeout(() => controller.abort(), 50)
  expect((await failureOf(client.send(origin, { ...limits, signal: controller.signal }))).code).toBe('unreachable_aborted')
})

test('redirects are followed on the same origin only, three at most', async () => {
  respond = (request, response) => {
    if (request.url === '/here') response.writeHead(302, { location: '/there' }).end()
    else if (request.url === '/away') response.writeHead(302, { location: 'http://localhost:1/' }).end()
    else if (request.url === '/round') response.writeHead(307, { location: '/round' }).end()
    else response.end('arrived')
  }
  expect(Buffer.from((await client.send(`${origin}/here`, limits)).body).toString()).toBe('arrived')
  expect((await failureOf(client.send(`${origin}/away`, limits))).code).toBe('rejected_302')
  expect((await failureOf(client.send(`${origin}/round`, limits))).code).toBe('rejected_307')
})

test('redirects lead to named hosts too, by https only, or to any host below a named one', async () => {
  const sentTo = async (location: string) => {
    respond = (_, response) => response.writeHead(302, { location }).end()
    const named = { ...limits, redirectHosts: ['files.invalid', '.storage.invalid'] }
    return (await failureOf(client.send(origin, named))).code
  }
  for (const host of ['files.invalid', 'one.storage.invalid', 'a.b.storage.invalid']) {
    expect(await sentTo(`https://${host}/list`), host).toBe('unreachable_dns')
  }
  for (const url of ['http://files.invalid/', 'https://a.files.invalid/', 'https://storage.invalid/', 'https://mystorage.invalid/']) {
    expect(await sentTo(url), url).toBe('rejected_302')
  }
})

test('a long body can be read in the pieces in which it arrived', async () => {
  const sent = Buffer.alloc(300_000, 'abc')
  respond = (_, response) => response.end(sent)
  const { chunks, body } = await client.send(origin, { ...limits, maxBytes: 300_000 })
  expect(chunks.length).toBeGreaterThan(1)
  expect([Buffer.concat(chunks).equals(sent), Buffer.from(body).equals(sent)]).toEqual([true, true])
})

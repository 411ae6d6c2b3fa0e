import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemTimers } from '../ops/system.ts'
import { silentMetrics } from '../shared/metrics.ts'
import { sha256 } from '../shared/sha256.ts'
import { listen, type Listener } from './listen.ts'
import { readingLimits } from './read-in-turns.ts'

const parts = { timers: systemTimers, limits: { maxConnections: 100, maxRequests: 100_000 }, metrics: silentMetrics }
const request = 'GET / HTTP/1.1\r\nHost:a\r\n\r\n'
/** The requests that fill one piece, on top of those that wait for answers. */
const maxStarted = readingLimits.unanswered + Math.ceil(readingLimits.pieceBytes / request.length)

let listener: Listener
/** Requests that were started, and the most of them in one turn of the event loop. */
let seen: { started: number; inTurn: number; longest: number }
beforeEach(async () => {
  seen = { started: 0, inTurn: 0, longest: 0 }
  listener = await listen('127.0.0.1', 0, parts)
})
afterEach(() => listener.close())

function countRequest(): number {
  if (seen.inTurn === 0)
    setImmediate(() => {
      seen.inTurn = 0
    })
  seen.inTurn += 1
  seen.longest = Math.max(seen.longest, seen.inTurn)
  return (seen.started += 1)
}

/** Sends everything at once, and reads answers until the connection is closed. */
function send(text: string | Buffer): { readonly socket: Socket; readonly closed: Promise<string> } {
  const socket = connect(listener.port, '127.0.0.1')
  let heard = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (heard += chunk))
  socket.write(text)
  return { socket, closed: new Promise((resolve) => socket.on('close', () => resolve(heard))) }
}

const last = 'GET /last HTTP/1.1\r\nHost:a\r\nConnection: close\r\n\r\n'

test('of thousands of requests in one pipeline few are started in a turn, all are answered in order, and another caller need not wait', async () => {
  listener.fastPath = ({ url }, response) => {
    const body = url === '/other' ? `${seen.started} before` : `${countRequest()},`
    response.writeHead(200, { 'Content-Length': body.length }).end(body)
    return true
  }
  const crowd = send(request.repeat(6_000) + last)
  while (seen.started === 0) await systemTimers.sleep(1)
  const other = await (await fetch(`http://127.0.0.1:${listener.port}/other`)).text()
  expect(Number.parseInt(other, 10)).toBeLessThan(6_000)
  const bodies = [...(await crowd.closed).matchAll(/\r\n\r\n(\d+),/g)].map(([, number]) => Number(number))
  expect(bodies).toEqual(Array.from({ length: 6_001 }, (_, at) => at + 1))
  expect(seen.longest).toBeLessThanOrEqual(maxStarted)
})

test('nor are many started in a turn because large answers are taken at once', async () => {
  const body = 'x'.repeat(20_000)
  listener.fastPath = (_, response) => {
    countRequest()
    response.writeHead(200, { 'Content-Length': body.length }).end(body)
    return true
  }
  expect((await send(request.repeat(2_000) + last).closed).match(/HTTP\/1.1 200/g)).toHaveLength(2_001)
  expect(seen.longest).toBeLessThanOrEqual(maxStarted)
})

test('while answers take their time, no more than a few requests of a connection are under way', async () => {
  let underWay = 0
  let most = 0
  listener.handle = async () => {
    most = Math.max(most, (underWay += 1))
    countRequest()
    await systemTimers.sleep(5)
    underWay -= 1
    return new Response('ok')
  }
  const heard = await send(request.repeat(600) + last).closed
  expect(heard.match(/HTTP\/1.1 200/g)).toHaveLength(601)
  expect(most).toBeLessThanOrEqual(maxStarted)
})

test('a client that does not take its answers is stopped, and gets all of them once it does', async () => {
  const body = 'x'.repeat(2_000)
  listener.fastPath = (_, response) => {
    countRequest()
    response.writeHead(200, { 'Content-Length': body.length }).end(body)
    return true
  }
  const { socket, closed } = send('')
  socket.pause()
  socket.write(request.repeat(9_000) + last)
  let before = -1
  while (seen.started !== before || before === 0) {
    before = seen.started
    await systemTimers.sleep(100)
  }
  expect(seen.started).toBeLessThan(9_001)
  socket.resume()
  expect((await closed).match(/HTTP\/1.1 200/g)).toHaveLength(9_001)
})

test('requests that Node answers itself are few in a turn as well', async () => {
  let turns = 0
  const count = setInterval(() => (turns += 1), 0)
  const withoutHost = 'GET / HTTP/1.1\r\nExpect:x\r\nHost:a\r\n\r\n'
  const heard = await send(withoutHost.repeat(4_000) + last).closed
  clearInterval(count)
  expect(heard.match(/HTTP\/1.1 417/g)).toHaveLength(4_000)
  expect(turns).toBeGreaterThan(5)
})

test('large bodies arrive as they were sent, also in a pipeline and in chunks', async () => {
  const bodies = new Map<string, string>()
  listener.handle = async (asked) => {
    bodies.set(new URL(asked.url).pathname, sha256(await asked.text()))
    return new Response('ok')
  }
  const large = (letter: string) => Array.from({ length: 30_000 }, (_, at) => `${letter}${at}`).join()
  const post = (path: string, body: string) => `POST ${path} HTTP/1.1\r\nHost:a\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const chunked = (path: string, body: string) =>
    `POST ${path} HTTP/1.1\r\nHost:a\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  await send(post('/a', large('a')) + chunked('/b', large('b')) + post('/none', '') + post('/c', large('c')) + last).closed
  const sent = { '/a': large('a'), '/b': large('b'), '/none': '', '/c': large('c'), '/last': '' }
  for (const [path, body] of Object.entries(sent)) expect(bodies.get(path), path).toBe(sha256(body))
})

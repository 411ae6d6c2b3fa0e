import { connect } from 'node:net'
import { once } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { systemTimers } from '../ops/system.ts'
import { silentMetrics } from '../shared/metrics.ts'
import { listenForMetrics } from './listen-metrics.ts'
import { freePort, listen, type Listener } from './listen.ts'
import { startStopwatch } from '../../test/support/stopwatch.ts'

const { sleep } = systemTimers
/** Conditions that are waited for come, however slow the machine is. */
const patiently = { timeout: 60_000 }
const parts = { timers: systemTimers, limits: { maxConnections: 100, maxRequests: 50 }, metrics: silentMetrics }
let listener: Listener
afterEach(() => listener.close())

/** Answers after this time, by the short way or the long one. */
async function serve(way: 'short' | 'long', ms: number): Promise<{ readonly asked: () => number }> {
  let asked = 0
  listener = await listen('127.0.0.1', 0, parts)
  listener.handle = async () => {
    asked += 1
    await sleep(ms)
    return new Response('{}')
  }
  if (way === 'short')
    listener.fastPath = (_, response) => {
      asked += 1
      void sleep(ms).then(() => response.writeHead(200).end('{}'))
      return true
    }
  return { asked: () => asked }
}

const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

async function closedWithin(): Promise<number> {
  const elapsed = startStopwatch()
  await listener.close()
  return elapsed()
}

test.each(['short', 'long'] as const)('closing waits for answers that are under way (%s)', async (way) => {
  const { asked } = await serve(way, 250)
  const answer = fetch(`http://127.0.0.1:${listener.port}/`)
  await vi.waitFor(() => expect(asked()).toBe(1), patiently)
  const [status] = await Promise.all([answer.then((response) => response.status), listener.close()])
  expect(status).toBe(200)
})

test.each(['short', 'long'] as const)('a client that left with several requests open delays nothing (%s)', async (way) => {
  const { asked } = await serve(way, 100)
  const gone = connect(listener.port, '127.0.0.1')
  gone.write(request.repeat(3))
  await vi.waitFor(() => expect(asked()).toBe(3), patiently)
  gone.destroy()
  await sleep(150)
  // A connection on which nothing was asked.
  const silent = connect(listener.port, '127.0.0.1')
  await once(silent, 'connect')
  const closed = once(silent, 'close')
  expect(await closedWithin()).toBeLessThan(500)
  await closed
})

test.each(['short', 'long'] as const)('once it is leaving it still accepts connections, each for one answer (%s)', async (way) => {
  await serve(way, 1)
  const ask = async () => (await fetch(`http://127.0.0.1:${listener.port}/`)).headers.get('connection')
  expect(await ask()).toBe('keep-alive')
  listener.leave()
  // The first of these comes on the connection that was kept.
  expect([await ask(), await ask(), await ask()]).toEqual(['close', 'close', 'close'])
})

test.each(['short', 'long'] as const)('a client that goes on with requests gets the end of its connection announced (%s)', async (way) => {
  const { asked } = await serve(way, 100)
  const busy = connect(listener.port, '127.0.0.1')
  let heard = ''
  busy.on('data', (chunk) => (heard += chunk.toString('latin1')))
  const ended = once(busy, 'close')
  busy.write(request)
  await vi.waitFor(() => expect(asked()).toBe(1), patiently)
  const closed = closedWithin()
  busy.write(request.repeat(2))
  expect(await closed).toBeLessThan(500)
  await ended
  // A request that comes after the announced end gets no answer.
  expect(heard.match(/HTTP\/1\.1 200 OK|^connection: .*/gim)).toEqual([
    'HTTP/1.1 200 OK',
    'Connection: keep-alive',
    'HTTP/1.1 200 OK',
    'Connection: close',
  ])
})

test.each(['short', 'long'] as const)(
  'one that closes with patience answers once more on connections that are open, and takes no new ones (%s)',
  async (way) => {
    await serve(way, 1)
    const silent = connect(listener.port, '127.0.0.1')
    await once(silent, 'connect')
    const kept = connect(listener.port, '127.0.0.1')
    const heard = { silent: '', kept: '' }
    silent.on('data', (chunk) => (heard.silent += chunk.toString('latin1')))
    kept.on('data', (chunk) => (heard.kept += chunk.toString('latin1')))
    kept.write(request)
    await vi.waitFor(() => expect(heard.kept).toContain('200 OK'), patiently)
    const ended = Promise.all([once(silent, 'close'), once(kept, 'close')])
    const elapsed = startStopwatch()
    const closed = listener.close(10_000)
    await sleep(100)
    await expect(fetch(`http://127.0.0.1:${listener.port}/`)).rejects.toThrow('fetch failed')
    silent.write(request)
    kept.write(request)
    await ended
    await closed
    expect(elapsed()).toBeLessThan(5_000)
    expect(heard.silent.match(/HTTP\/1\.1 200 OK|^connection: .*/gim)).toEqual(['HTTP/1.1 200 OK', 'Connection: close'])
    expect(heard.kept.match(/^connection: .*/gim)).toEqual(['Connection: keep-alive', 'Connection: close'])
  },
)

test('connections without a request are closed in the end', async () => {
  await serve('short', 1)
  const silent = connect(listener.port, '127.0.0.1')
  await once(silent, 'connect')
  const closed = once(silent, 'close')
  const started = performance.now()
  const elapsed = startStopwatch()
  await listener.close(200)
  await closed
  expect(performance.now() - started).toBeGreaterThanOrEqual(190)
  expect(elapsed()).toBeLessThan(5_000)
})

test('a port in use is not free, and 0 finds one that is', async () => {
  listener = await listen('127.0.0.1', 0, parts)
  await expect(freePort('127.0.0.1', listener.port)).rejects.toThrow('is taken by another program')
  const free = await freePort('127.0.0.1', 0)
  expect(await freePort('127.0.0.1', free)).toBe(free)
})

test('requests above the limit get a 503 at once, and those about the state of the process do not', async () => {
  listener = await listen('127.0.0.1', 0, { ...parts, limits: { maxConnections: 100, maxRequests: 2 } })
  const { promise: goOn, resolve: release } = Promise.withResolvers<void>()
  let asked = 0
  listener.handle = async (request) => {
    asked += 1
    if (request.url.endsWith('/slow')) await goOn
    return new Response('{}')
  }
  const url = `http://127.0.0.1:${listener.port}`
  const slow = [fetch(`${url}/slow`), fetch(`${url}/slow`)]
  await vi.waitFor(() => expect(asked).toBe(2), patiently)
  const refused = await fetch(`${url}/v1/x`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await refused.json()).toMatchObject({ code: 'overloaded', status: 503 })
  expect((await fetch(`${url}/livez`)).status).toBe(200)
  release()
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200])
  expect((await fetch(`${url}/v1/x`)).status).toBe(200)
})

test('connections above the limit are closed at once, and one that ends makes room', async () => {
  listener = await listen('127.0.0.1', 0, { ...parts, limits: { maxConnections: 2, maxRequests: 50 } })
  const open = async () => {
    const socket = connect(listener.port, '127.0.0.1')
    await once(socket, 'connect')
    return socket
  }
  const [first, second] = [await open(), await open()]
  const third = await open()
  await once(third, 'close')
  first.destroy()
  await vi.waitFor(async () => {
    const fourth = await open()
    fourth.write(request)
    const [answer] = (await Promise.race([once(fourth, 'data'), once(fourth, 'close').then(() => [''])])) as [string | Buffer]
    fourth.destroy()
    expect(answer.toString()).toContain('HTTP/1.1 503')
  }, patiently)
  second.destroy()
})

/** Everything that a connection answers to these bytes. */
async function answerTo(bytes: string): Promise<string> {
  const socket = connect(listener.port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  socket.write(bytes)
  await once(socket, 'close')
  return text
}

test.each([
  ['whose headers are too long', `GET /?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, 'header_too_large'],
  ['that is no HTTP', 'GET\r\n\r\n', 400, 'invalid_input'],
])('a request %s is answered with a problem', async (_, bytes, status, code) => {
  await serve('long', 0)
  const [head = '', body = ''] = (await answerTo(bytes)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(head).toMatch(/^content-type: application\/problem\+json$/im)
  expect(JSON.parse(body)).toMatchObject({ status, code })
})

test.each([
  [
    'a port that is taken',
    { host: '127.0.0.1', port: () => listener.port },
    /^port (\d+) of 127\.0\.0\.1 is taken by another program, which `ss -ltnp 'sport = :\1'` names: stop that, or set PORT=\d+$/,
  ],
  [
    'an address of another machine',
    { host: '192.0.2.1', port: () => 0 },
    /^192\.0\.2\.1 is not an address of this machine: set HOST to one that `ip address` lists$/,
  ],
])('%s is refused in one sentence that says what to type', async (_, { host, port }, sentence) => {
  listener = await listen('127.0.0.1', 0, parts)
  await expect(listen(host, port(), parts)).rejects.toThrow(sentence)
  await expect(freePort(host, port())).rejects.toThrow(sentence)
  const metrics = new RegExp(sentence.source.replace(/set (PORT|HOST)/, 'set METRICS_$1'))
  await expect(listenForMetrics(host, port(), async () => '')).rejects.toThrow(metrics)
})

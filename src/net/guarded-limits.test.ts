import { createServer, type AddressInfo, type Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openOutsiders, type Outsiders } from './outsiders.fixture.ts'
import { systemTimers } from '../ops/system.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import { startStopwatch } from '../../test/support/stopwatch.ts'

let outsiders: Outsiders
let here: string
beforeAll(async () => {
  outsiders = await openOutsiders()
  here = `https://one.agents.example:${outsiders.https}/`
})
afterEach(() => outsiders.reset())
afterAll(() => outsiders.close())

describe('size', () => {
  test('of a megabyte is accepted, and a byte more is refused, announced or not', async () => {
    outsiders.respond = (_, response) => void response.end(Buffer.alloc(1_000_000))
    expect((await outsiders.fetch(here)).body).toHaveLength(1_000_000)
    for (const told of [true, false]) {
      outsiders.respond = (_, response) => {
        if (told) response.setHeader('content-length', 1_000_001)
        response.write(Buffer.alloc(1_000_000))
        response.end(Buffer.alloc(1))
      }
      await expect(outsiders.fetch(here)).rejects.toMatchObject({ reason: 'too_large' })
    }
  })

  test('is that of the decompressed body', async () => {
    const bomb = Buffer.alloc(50_000_000)
    for (const [encoding, body] of [
      ['gzip', gzipSync(bomb)],
      ['br', brotliCompressSync(bomb, { params: { 1: 5 } })],
    ] as const) {
      outsiders.respond = (_, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(body)
      const before = process.memoryUsage().arrayBuffers
      await expect(outsiders.fetch(here)).rejects.toMatchObject({ reason: 'too_large' })
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
    }
  })

  test('is that of the compressed body too', async () => {
    // Empty members of gzip, one after the other, come to nothing.
    const nothing = Buffer.concat(Array<Buffer>(60_000).fill(gzipSync('')))
    outsiders.respond = (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(nothing)
    await expect(outsiders.fetch(here)).rejects.toMatchObject({ reason: 'too_large' })
  })

  test('of headers is 16 KB', async () => {
    outsiders.respond = (_, response) => void response.writeHead(200, { 'x-long': 'x'.repeat(15_000) }).end()
    expect((await outsiders.fetch(here)).status).toBe(200)
    outsiders.respond = (_, response) => void response.writeHead(200, { 'x-long': 'x'.repeat(17_000) }).end()
    await expect(outsiders.fetch(here)).rejects.toMatchObject({ reason: 'headers_too_large' })
    outsiders.respond = (_, response) => {
      for (let index = 0; index < 900; index++) response.setHeader(`x-${index}`, 'x'.repeat(20))
      response.end()
    }
    await expect(outsiders.fetch(here)).rejects.toMatchObject({ reason: 'headers_too_large' })
  })
})

describe('what is compressed', () => {
  test('is read as gzip and br', async () => {
    for (const [encoding, body] of [
      ['gzip', gzipSync('hello')],
      ['br', brotliCompressSync('hello')],
      ['identity', Buffer.from('hello')],
    ] as const) {
      outsiders.respond = (_, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(body)
      expect(Buffer.from((await outsiders.fetch(here)).body).toString()).toBe('hello')
    }
    outsiders.respond = (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end()
    expect((await outsiders.fetch(here, { method: 'HEAD' })).status).toBe(200)
  })

  test('in another way, twice, or not as declared is refused', async () => {
    for (const [encoding, body] of [
      ['deflate', Buffer.from('hello')],
      ['gzip, gzip', gzipSync(gzipSync('hello'))],
      ['gzip', Buffer.from('hello')],
      ['gzip', gzipSync('hello').subarray(0, 12)],
      ['br', Buffer.from('hello')],
    ] as const) {
      outsiders.respond = (_, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(body)
      await expect(outsiders.fetch(here)).rejects.toMatchObject({ reason: 'encoding' })
    }
  })
})

test('a 2xx answer must have a content type that the caller accepts', async () => {
  const contentTypes = ['application/json', 'text/plain']
  for (const [type, status, reason] of [
    ['application/json; charset=utf-8', 200, null],
    ['text/plain', 200, null],
    ['text/html', 200, 'content_type'],
    ['application/json, text/html', 200, 'content_type'],
    ['', 200, 'content_type'],
    ['text/html', 404, null],
  ] as const) {
    outsiders.respond = (_, response) => void response.writeHead(status, type === '' ? {} : { 'content-type': type }).end('{}')
    const fetched = outsiders.fetch(here, { contentTypes })
    if (reason === null) expect((await fetched).status).toBe(status)
    else await expect(fetched).rejects.toMatchObject({ reason })
  }
})

describe('time', () => {
  let server: ReturnType<typeof createServer>
  let serve: (socket: Socket) => void
  let url: string
  const sockets = new Set<Socket>()
  beforeAll(async () => {
    server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
      socket.resume()
      serve(socket)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })
  afterEach(() => {
    for (const socket of sockets) socket.destroy()
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  const fetchSlow = (limits: { timeoutMs: number; idleMs: number; signal?: AbortSignal }) =>
    createGuardedFetch({ allowedEndpoints: new Set([new URL(url).host]) }, { timers: systemTimers })(url, limits)

  /** Writes piece by piece, one each 20 ms. */
  const drip = (text: string) => (socket: Socket) => {
    let sent = 0
    const timer = setInterval(() => (sent < text.length ? socket.write(text[sent++]!) : socket.end()), 20)
    socket.on('close', () => clearInterval(timer))
  }
  const took = async (fetched: Promise<unknown>, reason: string) => {
    const elapsed = startStopwatch()
    await expect(fetched).rejects.toMatchObject({ reason })
    return elapsed()
  }

  test('ends without an answer, and with headers that never end', async () => {
    serve = () => {}
    expect(await took(fetchSlow({ timeoutMs: 5_000, idleMs: 150 }), 'idle')).toBeLessThan(4_000)
    serve = drip(`HTTP/1.1 200 OK\r\nx-slow: ${'x'.repeat(1_000)}`)
    expect(await took(fetchSlow({ timeoutMs: 5_000, idleMs: 150 }), 'idle')).toBeLessThan(4_000)
    serve = (socket) => void socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100))
    expect(await took(fetchSlow({ timeoutMs: 5_000, idleMs: 150 }), 'idle')).toBeLessThan(4_000)
  })

  test('ends when a body stops, and when it drips byte by byte', async () => {
    serve = (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhello')
    expect(await took(fetchSlow({ timeoutMs: 5_000, idleMs: 150 }), 'idle')).toBeLessThan(4_000)
    serve = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')
      drip('x'.repeat(100_000))(socket)
    }
    const startedAt = performance.now()
    expect(await took(fetchSlow({ timeoutMs: 400, idleMs: 300 }), 'timeout')).toBeLessThan(10_000)
    expect(performance.now() - startedAt).toBeGreaterThan(350)
  })

  test('ends for bytes that are no body: chunk extensions, trailers', async () => {
    const flood = (head: string) => (socket: Socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${head}`)
      const more = () => {
        while (!socket.destroyed && socket.write('x'.repeat(65_536)));
      }
      socket.on('drain', more)
      more()
    }
    const before = process.memoryUsage().rss
    serve = flood('5;')
    await took(fetchSlow({ timeoutMs: 5_000, idleMs: 300 }), 'idle')
    serve = flood('5\r\nhello\r\n0\r\nx-trailer: ')
    await expect(fetchSlow({ timeoutMs: 5_000, idleMs: 300 })).rejects.toMatchObject({ refused: false })
    expect(process.memoryUsage().rss - before).toBeLessThan(250_000_000)
  })

  test('counts for all redirects together', async () => {
    serve = (socket) => {
      const timer = setTimeout(() => socket.end('HTTP/1.1 302 Found\r\nlocation: /again\r\ncontent-length: 0\r\n\r\n'), 150)
      socket.on('close', () => clearTimeout(timer))
    }
    expect(await took(fetchSlow({ timeoutMs: 400, idleMs: 1_000 }), 'timeout')).toBeLessThan(10_000)
  })

  test('ends when a name server never answers', async () => {
    const deaf = createGuardedFetch({}, { timers: systemTimers, resolve: () => new Promise(() => {}) })
    expect(await took(deaf('https://slow.example/', { timeoutMs: 150 }), 'timeout')).toBeLessThan(10_000)
  })

  test('ends when the caller aborts', async () => {
    serve = () => {}
    const leaving = new AbortController()
    setTimeout(() => leaving.abort(), 50)
    await took(fetchSlow({ timeoutMs: 5_000, idleMs: 5_000, signal: leaving.signal }), 'aborted')
    await took(fetchSlow({ timeoutMs: 5_000, idleMs: 5_000, signal: AbortSignal.abort() }), 'aborted')
  })

  test('leaves no socket behind', async () => {
    serve = (socket) => void socket.write('HTTP/1.1 200 OK\r\n\r\n')
    await took(fetchSlow({ timeoutMs: 5_000, idleMs: 100 }), 'idle')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(sockets.size).toBe(0)
  })

  test('a refused or broken connection is a failure', async () => {
    serve = (socket) => void socket.destroy()
    await expect(fetchSlow({ timeoutMs: 1_000, idleMs: 500 })).rejects.toMatchObject({ reason: 'connection', refused: false })
    serve = (socket) => void socket.end('SSH-2.0-OpenSSH\r\n')
    await expect(fetchSlow({ timeoutMs: 1_000, idleMs: 500 })).rejects.toMatchObject({ reason: 'connection' })
    serve = (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhello')
    await expect(fetchSlow({ timeoutMs: 1_000, idleMs: 500 })).rejects.toMatchObject({ reason: 'connection' })
  })
})

import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock, systemTimers } from '../ops/system.ts'
import { silentLog } from '../shared/log.ts'
import { selfSigned } from './certificate.fixture.ts'
import { openGuardedProxy, type GuardedProxy } from './guarded-proxy.ts'
import type { GuardedProxySettings } from './proxy-connections.ts'
import type { ResolveHost } from './resolve-host.ts'
import { createSiteLimits, type SiteLimits } from './site-limits.ts'

const { key, cert } = selfSigned(['site.example'])
let respond: RequestListener
const plain = createServer((asked, response) => respond(asked, response))
const secure = createSecureServer({ key, cert }, (asked, response) => respond(asked, response))
let http: number
let https: number
const zone = new Map<string, () => readonly string[]>()
const resolve: ResolveHost = async (name) => zone.get(name)?.() ?? (name.endsWith('.example') ? ['127.0.0.1'] : [])
const opened: GuardedProxy[] = []

beforeAll(async () => {
  for (const server of [plain, secure]) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  http = (plain.address() as AddressInfo).port
  https = (secure.address() as AddressInfo).port
})
beforeEach(() => {
  zone.clear()
  respond = (asked, response) => void response.end(`${asked.method} ${asked.url}`)
})
afterAll(async () => {
  for (const proxy of opened) await proxy.close()
  for (const server of [plain, secure]) server.close().closeAllConnections()
})

type Asked = Partial<GuardedProxySettings['limits']> & { online?: boolean; caller?: string; sites?: SiteLimits }

async function open(more: Asked = {}): Promise<GuardedProxy> {
  const { online = true, caller = 'a caller', sites = createSiteLimits(systemClock), ...limits } = more
  const proxy = await openGuardedProxy(
    {
      online,
      limits: {
        maxReceived: 1_000_000,
        maxSent: 400_000,
        maxSentToSite: 200_000,
        maxConnections: 20,
        maxRequests: 100,
        maxNames: 10,
        idleMs: 2_000,
        ...limits,
      },
      caller,
      allowedEndpoints: new Set([`127.0.0.1:${http}`, `127.0.0.1:${https}`]),
    },
    { timers: systemTimers, log: silentLog, sites, resolve },
  )
  opened.push(proxy)
  return proxy
}

interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A plain request through the proxy; null where the proxy ended the connection without an answer. */
function ask({ port }: GuardedProxy, url: string, headers: Record<string, string> = {}): Promise<Answer | null> {
  return new Promise((done) => {
    const asked = request(
      { port, host: '127.0.0.1', path: url, headers: { host: new URL(url).host, ...headers }, agent: false },
      (answer) => {
        let body = ''
        answer.on('data', (piece: Buffer) => (body += piece.toString()))
        answer.on('error', () => done(null))
        answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, body }))
      },
    )
    asked.on('error', () => done(null))
    asked.end()
  })
}

/** The first line of the answer to CONNECT, and the socket. */
async function tunnelTo({ port }: GuardedProxy, target: string): Promise<{ readonly line: string; readonly socket: Socket }> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`)
  const [head] = (await once(socket, 'data')) as [Buffer]
  return { line: head.toString().split('\r\n')[0] ?? '', socket }
}

test('a plain request goes to the site with its own headers and without those of the proxy', async () => {
  let seen: IncomingMessage['headers'] = {}
  respond = (asked, response) => {
    seen = asked.headers
    response.writeHead(201, { 'x-site': 'here', 'proxy-authenticate': 'Basic' }).end('hello')
  }
  const answer = await ask(await open(), `http://site.example:${http}/a?b=c`, { 'x-page': '1', 'proxy-connection': 'keep-alive', via: 'x' })
  expect(answer).toMatchObject({ status: 201, body: 'hello', headers: { 'x-site': 'here' } })
  expect(answer?.headers).not.toHaveProperty('proxy-authenticate')
  expect(seen).toMatchObject({ 'x-page': '1', host: `site.example:${http}` })
  expect(Object.keys(seen).filter((name) => /proxy|via|forwarded/.test(name))).toEqual([])
})

test('TLS goes through a tunnel, and the site proves itself to the browser', async () => {
  const { line, socket } = await tunnelTo(await open(), `site.example:${https}`)
  expect(line).toBe('HTTP/1.1 200 Connection Established')
  const secured = connectTls({ socket, servername: 'site.example', ca: cert })
  await once(secured, 'secureConnect')
  secured.write('GET /inside HTTP/1.1\r\nHost: site.example\r\nConnection: close\r\n\r\n')
  let body = ''
  for await (const piece of secured as AsyncIterable<Buffer>) body += piece.toString()
  expect(body).toContain('GET /inside')
})

test.each([
  ['127.0.0.2:443', 'address'],
  ['[::1]:443', 'address'],
  ['localhost:443', 'host'],
  ['site.example:22', 'port'],
  ['site.example:80', 'port'],
  ['site.example.:443', 'host'],
  ['user@site.example:443', 'not_a_url'],
  ['nothing', 'not_a_url'],
  ['unknown.test:443', 'dns'],
])('a tunnel to %s is refused', async (target, reason) => {
  const proxy = await open()
  const { line } = await tunnelTo(proxy, target)
  expect(line).toBe('HTTP/1.1 403 Forbidden')
  expect(proxy.refusals).toEqual([{ target, reason }])
})

test('a refused plain request gets no answer that a page could take for one of its site', async () => {
  const proxy = await open()
  for (const url of ['http://10.0.0.1/', 'http://127.0.0.1:1/', 'http://printer.local/', 'ftp://site.example/']) {
    expect(await ask(proxy, url)).toBeNull()
  }
  expect(proxy.refusals.map(({ reason }) => reason)).toEqual(['address', 'address', 'host', 'scheme'])
})

test('a name is resolved for each connection, and every address of it must be public', async () => {
  const proxy = await open()
  const addresses = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1', '192.168.0.1'], ['127.0.0.1']]
  zone.set('moving.example', () => addresses.shift() ?? [])
  const url = `http://moving.example:${http}/`
  expect(await ask(proxy, url)).toMatchObject({ status: 200 })
  expect(await ask(proxy, url)).toBeNull()
  expect(await ask(proxy, url)).toBeNull()
  expect(await ask(proxy, url)).toMatchObject({ status: 200 })
})

test('an allowed port of this machine allows no other address', async () => {
  const proxy = await open()
  zone.set('inside.example', () => ['127.0.0.3'])
  expect(await ask(proxy, `http://inside.example:${http}/`)).toBeNull()
  expect(proxy.refusals).toEqual([{ target: `inside.example:${http}`, reason: 'address' }])
})

test('offline, everything is refused', async () => {
  const proxy = await open({ online: false })
  expect(await ask(proxy, `http://site.example:${http}/`)).toBeNull()
  expect((await tunnelTo(proxy, `site.example:${https}`)).line).toBe('HTTP/1.1 403 Forbidden')
  expect(proxy.refusals.map(({ reason }) => reason)).toEqual(['offline', 'offline'])
})

test('too many bytes end all connections of the page', async () => {
  respond = (_, response) => void response.end(Buffer.alloc(300_000))
  const proxy = await open({ maxReceived: 200_000 })
  const answer = await ask(proxy, `http://site.example:${http}/`)
  expect(answer?.body.length ?? 0).toBeLessThan(200_000)
  expect([...proxy.reached]).toEqual(['bytes'])
  expect(await ask(proxy, `http://site.example:${http}/`)).toBeNull()
})

/** A plain request with a body of so many bytes. What the site has received is in `sunk`. */
function post({ port }: GuardedProxy, url: string, bytes: number, headers: Record<string, string> = {}): Promise<number | null> {
  return new Promise((done) => {
    const asked = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: url,
      headers: { host: new URL(url).host, ...headers },
      agent: false,
    })
    asked.on('response', (answer) => done(answer.resume().statusCode ?? 0))
    asked.on('error', () => done(null))
    asked.end(Buffer.alloc(bytes))
  })
}

/** A connection that is cut off may end with an error. */
const closeOf = (socket: Socket) => new Promise<void>((done) => socket.on('error', () => {}).once('close', () => done()))

/** A site that counts all bytes that arrive, headers too. */
function sink(): { readonly bytes: () => number } {
  const sockets = new Set<Socket>()
  respond = (asked, response) => {
    sockets.add(asked.socket)
    asked.resume().on('end', () => response.end('got'))
  }
  return { bytes: () => [...sockets].reduce((sum, socket) => sum + socket.bytesRead, 0) }
}

test('a page that sends too much to one site is cut off from that site only', async () => {
  const { bytes } = sink()
  const proxy = await open()
  const attacked = `http://attacked.example:${http}/`
  expect(await post(proxy, attacked, 150_000)).toBe(200)
  expect(await post(proxy, attacked, 150_000)).toBeNull()
  expect(await post(proxy, attacked, 1)).toBeNull()
  expect(bytes()).toBeLessThan(200_000)
  expect([...proxy.reached]).toEqual(['bytes_sent'])
  expect(await post(proxy, `http://other.example:${http}/`, 1_000)).toBe(200)
})

test('a page that sends a little to many sites is cut off from all', async () => {
  const { bytes } = sink()
  const proxy = await open()
  const answers = []
  for (let site = 0; site < 8; site += 1) answers.push(await post(proxy, `http://site-${site}.example:${http}/`, 100_000))
  expect(answers).toEqual([200, 200, 200, null, null, null, null, null])
  expect(bytes()).toBeLessThan(400_000)
  expect([...proxy.reached]).toEqual(['bytes_sent'])
})

test('headers and addresses count as sent', async () => {
  const { bytes } = sink()
  const proxy = await open()
  for (let sent = 0; sent < 20; sent += 1)
    await ask(proxy, `http://site.example:${http}/?${'q'.repeat(1_900)}`, { cookie: 'c'.repeat(12_000) })
  expect(bytes()).toBeLessThan(200_000)
  expect([...proxy.reached]).toEqual(['bytes_sent'])
})

test('what is sent in a tunnel counts', async () => {
  const { bytes } = sink()
  const proxy = await open()
  const { socket } = await tunnelTo(proxy, `site.example:${http}`)
  const closed = closeOf(socket)
  socket.write('POST / HTTP/1.1\r\nHost: site.example\r\nContent-Length: 10000000\r\n\r\n')
  socket.write(Buffer.alloc(10_000_000))
  await closed
  expect(bytes()).toBeLessThan(200_000)
  expect([...proxy.reached]).toEqual(['bytes_sent'])
})

test('many small messages in a tunnel count as requests', async () => {
  const proxy = await open({ maxRequests: 40 })
  let answered = 0
  respond = (_, response) => {
    answered += 1
    response.end()
  }
  const { socket } = await tunnelTo(proxy, `site.example:${https}`)
  const secured = connectTls({ socket, servername: 'site.example', ca: cert })
  secured.on('error', () => {})
  await once(secured, 'secureConnect')
  const closed = closeOf(socket)
  secured.on('data', () => secured.write('GET / HTTP/1.1\r\nHost: site.example\r\n\r\n'))
  secured.write('GET / HTTP/1.1\r\nHost: site.example\r\n\r\n')
  await closed
  expect(answered).toBeGreaterThan(10)
  expect(answered).toBeLessThan(40)
  expect([...proxy.reached]).toEqual(['requests'])
})

test('answers that never begin count as received', async () => {
  let written = 0
  respond = ({ socket }) => {
    const more = () => {
      written += 1_000
      if (!socket.destroyed) socket.write(`HTTP/1.1 103 Early Hints\r\nlink: ${'x'.repeat(1_000)}\r\n\r\n`, () => setImmediate(more))
    }
    socket.on('error', () => {})
    more()
  }
  const proxy = await open({ maxReceived: 100_000 })
  expect(await ask(proxy, `http://site.example:${http}/`)).toBeNull()
  expect([...proxy.reached]).toEqual(['bytes'])
  expect(written).toBeGreaterThan(90_000)
})

test('a page may look up so many names', async () => {
  const proxy = await open({ maxNames: 3 })
  const asked: string[] = []
  for (const name of ['a', 'b', 'c', 'd', 'a']) {
    zone.set(`${name}.example`, () => {
      asked.push(name)
      return ['127.0.0.1']
    })
    await ask(proxy, `http://${name}.example:${http}/`)
  }
  expect(asked).toEqual(['a', 'b', 'c'])
  expect([...proxy.reached]).toEqual(['names'])
})

test('pages of one caller share what may be exchanged with a site, and another caller is still served', async () => {
  sink()
  const sites = createSiteLimits(systemClock)
  const url = `http://attacked.example:${http}/`
  let sent = 0
  const limits: Asked = { maxSent: 4_000_000, maxSentToSite: 4_000_000, sites }
  for (let page = 0; page < 8; page += 1) {
    const proxy = await open({ ...limits, caller: 'attacker' })
    if ((await post(proxy, url, 3_000_000)) === 200) sent += 3_000_000
    else expect([...proxy.reached]).toEqual(['site'])
  }
  expect(sent).toBe(9_000_000)
  const honest = await open({ ...limits, caller: 'somebody else' })
  expect(await post(honest, url, 3_000_000)).toBe(200)
  expect([...honest.reached]).toEqual([])
})

test('too many connections are refused', async () => {
  const proxy = await open({ maxConnections: 2 })
  const url = `http://site.example:${http}/`
  expect([(await ask(proxy, url))?.status, (await ask(proxy, url))?.status, (await ask(proxy, url))?.status]).toEqual([200, 200, undefined])
  expect([...proxy.reached]).toEqual(['connections'])
})

test('a site that stays silent is left', async () => {
  respond = () => {}
  expect(await ask(await open({ idleMs: 100 }), `http://site.example:${http}/`)).toBeNull()
})

test('a closed proxy has no connection left', async () => {
  const proxy = await open()
  const { socket } = await tunnelTo(proxy, `site.example:${https}`)
  const closed = once(socket, 'close')
  await proxy.close()
  await closed
})

test.each([
  ['status 0', 'HTTP/1.1 000 Nothing\r\nContent-Length: 2\r\n\r\nhi'],
  ['status 99', 'HTTP/1.1 099 Nothing\r\nContent-Length: 2\r\n\r\nhi'],
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: upgrade\r\n\r\nhi'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 9\r\n\r\nhi'],
  ['a length and pieces', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n'],
  ['headers without an end', `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(20_000)}`],
  ['a line end in a header', 'HTTP/1.1 200 OK\r\nx: a\nset-cookie: b\r\n\x00\r\n\r\n'],
  ['no HTTP', '\x00\x01\x02 nothing'],
])('a site that answers with %s breaks its own connection and nothing else', async (_, answer) => {
  respond = ({ socket }) => void socket.end(answer, 'latin1')
  const proxy = await open()
  expect(await ask(proxy, `http://site.example:${http}/odd`)).toBeNull()
  respond = (_asked, response) => void response.end('well')
  expect(await ask(proxy, `http://site.example:${http}/`)).toMatchObject({ status: 200, body: 'well' })
})

import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemTimers } from '../ops/system.ts'
import { selfSigned } from './certificate.fixture.ts'
import { socketsTo, type ConnectorTo } from './guarded-connect.ts'
import { createUpstreamConnections, type UpstreamConnections } from './upstream-connections.ts'
import { createUpstreamFetch } from './upstream-fetch.ts'

/** An address of the public internet, which leads to a server on this machine here. */
const outside = '93.184.216.34'
const { key, cert } = selfSigned(['api.example'])
const server = createServer({ key, cert }, (request, response) => {
  const isMoved = request.url === '/moved'
  response.writeHead(isMoved ? 302 : 200, { connection: 'close', ...(isMoved ? { location: 'https://127.0.0.1/' } : {}) }).end('here')
})
let url: string
const opened: string[] = []
let names: readonly string[][] = []

/** Opens real sockets to this machine. They say that they lead to the address that was asked for. */
const connectorTo: ConnectorTo = (addresses) => (target, done) => {
  opened.push(...addresses)
  socketsTo({ timeoutMs: 5_000, ca: cert })(['127.0.0.1'])(target, (...result) => {
    const [, socket] = result
    if (socket !== null) Object.defineProperty(socket, 'remoteAddress', { value: addresses[0] })
    done(...result)
  })
}
/** What the name means, resolution by resolution. */
const resolve = async () => {
  const [now = [outside], ...later] = names
  names = later
  return now
}
const parts = { timers: systemTimers, resolve, connectorTo }
const request = { method: 'GET', headers: {}, body: null, timeoutMs: 10_000, idleMs: 10_000, maxBytes: 100 } as const
const ask = (connections: UpstreamConnections, target = '/') =>
  connections.send({ ...request, target, signal: new AbortController().signal })

beforeAll(async () => {
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  url = `https://api.example:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  opened.length = 0
  names = []
})
afterAll(() => void server.close())

describe('connections to an API that the operator did not call private', () => {
  test('go to the addresses that were checked, and a name that means a private one by the next connection is refused', async () => {
    const connections = createUpstreamConnections({ url, isPrivate: false, connections: 1 }, parts)
    names = [[outside], ['127.0.0.1'], [outside]]
    expect(Buffer.from((await ask(connections)).bytes).toString()).toBe('here')
    await expect(ask(connections)).rejects.toMatchObject({ reason: 'address' })
    expect((await ask(connections)).status).toBe(200)
    expect(opened).toEqual([outside, outside])
    await connections.close()
  })

  test.each([['127.0.0.1'], ['10.1.2.3'], ['169.254.169.254'], ['::1'], ['::ffff:127.0.0.1'], ['fd00:ec2::254'], [outside, '192.168.0.1']])(
    'open no socket where the name means %s %s',
    async (...addresses) => {
      const connections = createUpstreamConnections({ url, isPrivate: false, connections: 1 }, parts)
      names = [addresses]
      await expect(ask(connections)).rejects.toMatchObject({ reason: 'address' })
      expect(opened).toEqual([])
      await connections.close()
    },
  )

  test('end where a socket came to another address than the checked one', async () => {
    const redirected: ConnectorTo = () => socketsTo({ timeoutMs: 5_000, ca: cert })(['127.0.0.1'])
    const connections = createUpstreamConnections({ url, isPrivate: false, connections: 1 }, { ...parts, connectorTo: redirected })
    await expect(ask(connections)).rejects.toMatchObject({ reason: 'address' })
    await connections.close()
  })

  test('follow no redirect', async () => {
    const connections = createUpstreamConnections({ url, isPrivate: false, connections: 1 }, parts)
    expect((await ask(connections, '/moved')).status).toBe(302)
    const { fetch, close } = createUpstreamFetch({ url, isPrivate: false, connections: 1, maxBytes: 100 }, parts)
    expect((await fetch(`${url}/moved`)).status).toBe(302)
    await expect(fetch('https://127.0.0.1/')).rejects.toMatchObject({ reason: 'host' })
    names = [['127.0.0.1']]
    await expect(fetch(url)).rejects.toMatchObject({ cause: { reason: 'address' } })
    expect(opened).toEqual([outside, outside])
    await connections.close()
    await close()
  })

  test.each(['http://api.example', 'https://127.0.0.1', 'https://[::1]', 'https://localhost', 'https://169.254.169.254'])(
    'are not made to %s',
    (unsafe) => {
      expect(() => createUpstreamConnections({ url: unsafe, isPrivate: false, connections: 1 }, parts)).toThrow()
    },
  )
})

test.each(['/a\\b', '/a/../b', '@other.example/'])('a target that parsers read differently is not asked for: %s', async (target) => {
  const connections = createUpstreamConnections({ url, isPrivate: false, connections: 1 }, parts)
  await expect(ask(connections, target)).rejects.toMatchObject({ reason: 'not_a_url' })
  expect(opened).toEqual([])
  await connections.close()
})

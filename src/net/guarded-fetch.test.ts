import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { systemClock, systemTimers } from '../ops/system.ts'
import { createGuardedFetch, TargetRefused } from './guarded-fetch.ts'
import type { GuardedFetch, GuardedFetchSettings } from './guarded-fetch.ts'
import { isPublicAddress } from './public-address.ts'

let server: Server
let port: number
let reached = 0
let respond: RequestListener = () => {}
const opened: GuardedFetch[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    reached++
    respond(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((fetch) => fetch.close()))
  server.closeAllConnections()
  reached = 0
  respond = (_, response) => response.end('hello')
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

function open(settings: GuardedFetchSettings = {}): GuardedFetch {
  const fetch = createGuardedFetch(settings, { clock: systemClock, timers: systemTimers })
  opened.push(fetch)
  return fetch
}

const openHere = () => open({ allowed: new Set([`127.0.0.1:${port}`]) })

describe('where it does not go', () => {
  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://127.0.0.1./',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://10.0.0.1/',
    'http://172.16.3.4/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0.0.0.0/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
  ])('the address of %s', async (url) => {
    await expect(open()(url)).rejects.toMatchObject({ reason: 'address' })
  })

  test('other ports, other schemes, URLs with credentials and things that are no URL', async () => {
    const fetch = open()
    await expect(fetch('http://example.com:22/')).rejects.toMatchObject({ reason: 'port' })
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ reason: 'port' })
    for (const url of ['file:///etc/passwd', 'ftp://example.com/', 'data:text/plain,x'])
      await expect(fetch(url)).rejects.toMatchObject({ reason: 'scheme' })
    await expect(fetch('http://me:secret@example.com/')).rejects.toMatchObject({ reason: 'credentials' })
    await expect(fetch('not a url')).rejects.toEqual(new TargetRefused('not_a_url'))
    expect(reached).toBe(0)
  })

  test('a name that leads to loopback, by the system resolver', async () => {
    await expect(open()('http://localhost/')).rejects.toMatchObject({ reason: 'address' })
  })

  test('a name of which any address is private', async () => {
    const resolve = async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '10.0.0.7', family: 4 },
    ]
    await expect(open({ resolve })('https://two-faced.test/')).rejects.toMatchObject({ reason: 'address' })
  })

  test('a private place to which a public one redirects', async () => {
    respond = (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    await expect(openHere()(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ reason: 'address' })
    respond = (_, response) => response.writeHead(302, { location: `http://localhost:${port}/` }).end()
    await expect(openHere()(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ reason: 'port' })
  })
})

test('a name is looked up once for a connection, so what was judged is what is connected to', async () => {
  let lookups = 0
  const resolve = async () => {
    lookups++
    return [lookups === 1 ? { address: '192.0.2.1', family: 4 } : { address: '127.0.0.1', family: 4 }]
  }
  await expect(open({ resolve })('http://rebinding.test/', { timeoutMs: 200 })).rejects.toMatchObject({ reason: 'address' })
  expect(lookups).toBe(1)
})

test('only what is on the public internet is public', () => {
  for (const address of ['8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8']) expect(isPublicAddress(address)).toBe(true)
  for (const address of ['::', '::ffff:10.0.0.1', '192.0.2.1', '198.18.0.1', '2001:db8::1', 'example.com', ''])
    expect(isPublicAddress(address)).toBe(false)
})

test('gives every status as an answer, with the way it came', async () => {
  respond = (request, response) => {
    if (request.url === '/from') response.writeHead(301, { location: '/to' }).end()
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here')
  }
  const answer = await openHere()(`http://127.0.0.1:${port}/from`)
  expect([answer.status, answer.url, answer.redirects, answer.header('content-type')]).toEqual([
    404,
    `http://127.0.0.1:${port}/to`,
    [`http://127.0.0.1:${port}/to`],
    'text/plain',
  ])
})

test('stops after four redirects, after a megabyte, and when the time is over', async () => {
  const here = `http://127.0.0.1:${port}/`
  respond = (_, response) => response.writeHead(302, { location: '/again' }).end()
  await expect(openHere()(here)).rejects.toMatchObject({ reason: 'too_many_redirects' })
  expect(reached).toBe(5)
  respond = (_, response) => response.end(Buffer.alloc(1_000_001))
  await expect(openHere()(here)).rejects.toMatchObject({ code: 'garbage_too_large' })
  respond = () => {}
  await expect(openHere()(here, { timeoutMs: 100 })).rejects.toMatchObject({ code: 'unreachable_timeout' })
})

test('a redirect after a POST is read with GET, unless it says that the method stays', async () => {
  const methods: string[] = []
  respond = (request, response) => {
    methods.push(`${request.method} ${request.url}`)
    if (request.url === '/see') response.writeHead(303, { location: '/other' }).end()
    else if (request.url === '/same') response.writeHead(307, { location: '/other' }).end()
    else response.end()
  }
  await openHere()(`http://127.0.0.1:${port}/see`, { method: 'POST', body: '{}' })
  await openHere()(`http://127.0.0.1:${port}/same`, { method: 'POST', body: '{}' })
  expect(methods).toEqual(['POST /see', 'GET /other', 'POST /same', 'POST /other'])
})

import { createServer, type AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { systemTimers } from '../ops/system.ts'
import { bypasses, namesThatLeadAstray, unprintableBypasses } from './bypasses.fixture.ts'
import { FetchFailed } from './fetch-failed.ts'
import { socketsTo, type ConnectorTo } from './guarded-connect.ts'
import { createGuardedFetch, type GuardedFetch } from './guarded-fetch.ts'
import { openOutsiders, type Outsiders } from './outsiders.fixture.ts'

let outsiders: Outsiders
beforeAll(async () => {
  outsiders = await openOutsiders()
})
afterEach(() => outsiders.reset())
afterAll(() => outsiders.close())

const schemes = ['https', 'http'] as const

async function reasonOf(url: string): Promise<string> {
  try {
    await outsiders.fetch(url, { schemes, timeoutMs: 2_000 })
    return 'fetched'
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error
    expect(error.refused).toBe(true)
    return error.reason
  }
}

describe('refused before anything is resolved or opened', () => {
  test.each([...bypasses, ...unprintableBypasses])('%j', async (url, reason) => {
    expect(await reasonOf(url)).toBe(reason)
    expect([outsiders.resolved, outsiders.opened, outsiders.reached]).toEqual([[], [], []])
  })

  test('the list is long and has no duplicates', () => {
    const all = [...bypasses, ...unprintableBypasses].map(([url]) => url)
    expect(all.length).toBeGreaterThanOrEqual(200)
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('refused behind a redirect, at any position', () => {
  let redirector: ReturnType<typeof createServer>
  let location = ''
  let hops = 0
  beforeAll(async () => {
    // Written byte by byte, since no server of Node's puts such text into a header. Two honest hops come first.
    redirector = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        const target = ++hops % 3 === 0 ? location : `/hop-${hops}`
        socket.end(Buffer.from(`HTTP/1.1 302 Found\r\nlocation: ${target}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`))
      })
    })
    await new Promise<void>((resolve) => redirector.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => new Promise((resolve) => redirector.close(resolve)))

  test.each(bypasses.filter(([url]) => url !== '//127.0.0.1/'))('%j', async (url, reason) => {
    const { port } = redirector.address() as AddressInfo
    const strict = openAt(port)
    location = url
    hops = 0
    await expect(strict.fetch(`http://start.example:${port}/`, { schemes })).rejects.toMatchObject({ reason })
    expect(hops).toBe(3)
    expect(new Set(strict.opened)).toEqual(new Set(['127.0.0.1']))
  })

  test.each([
    ['//127.0.0.1/', 'address'],
    ['//127.1:80/', 'address'],
    ['//[::1]/', 'address'],
    ['//localhost/', 'host'],
    ['//public.example@127.0.0.1/', 'credentials'],
    ['//public.example:22', 'port'],
    ['///127.0.0.1/', 'not_a_url'],
    ['////127.0.0.1/', 'not_a_url'],
    ['/\\127.0.0.1/', 'not_a_url'],
    ['\\\\127.0.0.1/', 'not_a_url'],
    ['/\\public.example/', 'not_a_url'],
    ['..\\..\\', 'not_a_url'],
    [`/${'a'.repeat(3_000)}`, 'not_a_url'],
  ] as const)('%s, which keeps the scheme', async (relative, reason) => {
    const { port } = redirector.address() as AddressInfo
    location = relative
    hops = 0
    await expect(openAt(port).fetch(`http://start.example:${port}/`, { schemes })).rejects.toMatchObject({ reason })
    expect(hops).toBe(3)
  })
})

describe('refused once the name is resolved', () => {
  test.each(Object.entries(namesThatLeadAstray))('%s, at once and behind a redirect', async (name, addresses) => {
    const ascii = new URL(`http://${name}`).hostname
    outsiders.zone.set(ascii, addresses)
    expect(await reasonOf(`http://${name}/`)).toBe('address')
    expect(await reasonOf(`https://${name}/`)).toBe('address')
    expect(outsiders.opened).toEqual([])
    outsiders.respond = (_, response) => void response.writeHead(307, { location: `https://${ascii}/` }).end()
    expect(await reasonOf(`https://start.example:${outsiders.https}/`)).toBe('address')
    expect([outsiders.opened, outsiders.reached.length]).toEqual([['127.0.0.1'], 1])
  })

  test('a name that resolves differently after the check gains nothing', async () => {
    let asked = 0
    outsiders.zone.set('rebinding.example', () => (++asked === 1 ? ['127.0.0.1'] : ['10.0.0.7']))
    outsiders.respond = (_, response) => void response.end('the first one')
    const answer = await outsiders.fetch(`https://rebinding.example:${outsiders.https}/`)
    expect([Buffer.from(answer.body).toString(), asked, outsiders.opened]).toEqual(['the first one', 1, ['127.0.0.1']])
    expect(await reasonOf(`https://rebinding.example:${outsiders.https}/`)).toBe('address')
  })

  test('a name that resolves differently at the next hop is checked again', async () => {
    let asked = 0
    outsiders.zone.set('rebinding.example', () => (++asked === 1 ? ['127.0.0.1'] : ['169.254.169.254']))
    outsiders.respond = (_, response) =>
      void response.writeHead(302, { location: `http://rebinding.example:${outsiders.http}/`, connection: 'close' }).end()
    expect(await reasonOf(`http://rebinding.example:${outsiders.http}/`)).toBe('address')
    expect([asked, outsiders.opened]).toEqual([2, ['127.0.0.1']])
  })

  test('a name without an address, and an unknown name', async () => {
    outsiders.zone.set('empty.example', [])
    for (const name of ['empty.example', 'unheard-of.org'])
      await expect(outsiders.fetch(`https://${name}/`)).rejects.toMatchObject({ reason: 'dns', refused: false })
  })
})

/** A fetcher that knows one server here, to which every name leads. */
function openAt(port: number): { fetch: GuardedFetch; opened: string[] } {
  const opened: string[] = []
  const sockets = socketsTo({ timeoutMs: 2_000 })
  const connectorTo: ConnectorTo = (addresses) => {
    opened.push(...addresses)
    return sockets(addresses)
  }
  const places = new Set([`127.0.0.1:${port}`])
  return {
    fetch: createGuardedFetch({ allowedEndpoints: places }, { timers: systemTimers, resolve: async () => ['127.0.0.1'], connectorTo }),
    opened,
  }
}

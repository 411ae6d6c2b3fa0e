import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createMetrics } from '../ops/metrics.ts'
import { systemTimers } from '../ops/system.ts'
import { sha256 } from '../shared/sha256.ts'
import { fetchFailures } from './fetch-failed.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import { openOutsiders, type Outsiders } from './outsiders.fixture.ts'

let outsiders: Outsiders
let here: string
const metrics = createMetrics()
beforeAll(async () => {
  outsiders = await openOutsiders({ ipfsGateway: 'http', metrics: metrics.metrics })
  here = `https://one.agents.example:${outsiders.https}`
})
afterEach(() => outsiders.reset())
afterAll(() => outsiders.close())

const text = (body: Uint8Array) => Buffer.from(body).toString()

describe('an answer', () => {
  test('has its status, type, bytes, their hash, and where it came from', async () => {
    outsiders.respond = (_, response) =>
      void response.writeHead(404, { 'content-type': 'Text/Plain; charset=utf-8', 'x-list': ['a', 'b'] }).end('nothing here')
    const answer = await outsiders.fetch(`${here}/card?a=1#part`)
    expect(answer).toMatchObject({
      status: 404,
      mediaType: 'text/plain',
      url: `${here}/card?a=1`,
      redirects: [],
      sha256: sha256('nothing here'),
    })
    expect([text(answer.body), answer.header('x-list'), answer.list('x-list'), answer.header('x-none')]).toEqual([
      'nothing here',
      'a',
      'a, b',
      null,
    ])
  })

  test('comes from a server whose certificate names it', async () => {
    await outsiders.fetch(here)
    expect(outsiders.resolved).toEqual(['one.agents.example'])
    await expect(outsiders.fetch(`https://two.sellers.example:${outsiders.https}/`)).rejects.toMatchObject({
      reason: 'tls',
      refused: false,
    })
    const strangers = createGuardedFetch(
      { allowedEndpoints: new Set([`127.0.0.1:${outsiders.https}`]) },
      { timers: systemTimers, resolve: async () => ['127.0.0.1'] },
    )
    await expect(strangers(here)).rejects.toMatchObject({ reason: 'tls' })
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    try {
      await expect(strangers(here)).rejects.toMatchObject({ reason: 'tls' })
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    }
    expect(outsiders.reached).toHaveLength(1)
  })

  test('is counted by its outcome', async () => {
    await outsiders.fetch(here)
    await expect(outsiders.fetch('http://127.0.0.1/')).rejects.toThrow()
    const lines = await metrics.text()
    expect(lines).toMatch(/farthing_guarded_fetches_total\{outcome="ok"\} \d/)
    expect(lines).toMatch(/farthing_guarded_fetches_total\{outcome="address"\} 1/)
  })
})

describe('a request', () => {
  test('names this client, and sends no cookies and no referrer', async () => {
    const seen: Record<string, unknown>[] = []
    outsiders.respond = (request, response) => {
      seen.push(request.headers)
      if (request.url === '/') response.writeHead(302, { location: '/next', 'set-cookie': 'a=b; Path=/' }).end()
      else response.end()
    }
    const proxies = {
      HTTP_PROXY: 'http://127.0.0.1:9',
      HTTPS_PROXY: 'http://127.0.0.1:9',
      ALL_PROXY: 'http://127.0.0.1:9',
      NODE_USE_ENV_PROXY: '1',
    }
    const before = { ...process.env }
    Object.assign(process.env, proxies)
    try {
      await outsiders.fetch(here, { headers: { 'user-agent': 'somebody else' } })
    } finally {
      for (const name of Object.keys(proxies)) delete process.env[name]
      Object.assign(process.env, before)
    }
    expect(seen).toHaveLength(2)
    for (const headers of seen) {
      expect(Object.keys(headers).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
      expect(headers['user-agent']).toMatch(/^Farthing\//)
    }
  })

  test('sends its own headers to the first origin only', async () => {
    const seen: unknown[] = []
    outsiders.respond = (request, response) => {
      seen.push([request.headers.host, request.headers['x-payment'], request.headers['content-type'], request.method])
      if (request.url === '/') response.writeHead(307, { location: `https://two.agents.example:${outsiders.https}/there` }).end()
      else response.end()
    }
    await outsiders.fetch(here, { method: 'POST', body: '{}', headers: { 'X-Payment': 'secret', 'Content-Type': 'application/json' } })
    expect(seen).toEqual([
      [`one.agents.example:${outsiders.https}`, 'secret', 'application/json', 'POST'],
      [`two.agents.example:${outsiders.https}`, undefined, 'application/json', 'POST'],
    ])
  })

  test('leaves no connection open', async () => {
    await outsiders.fetch(here)
    await outsiders.fetch(here)
    expect(outsiders.opened).toHaveLength(2)
  })

  test('uses http and other ports only when its caller allows them', async () => {
    await expect(outsiders.fetch('http://example.org/')).rejects.toMatchObject({ reason: 'scheme' })
    await expect(outsiders.fetch('https://example.org:8443/')).rejects.toMatchObject({ reason: 'port' })
    outsiders.zone.set('example.org', [])
    await expect(outsiders.fetch('http://example.org/', { schemes: ['http'] })).rejects.toMatchObject({ reason: 'dns' })
    await expect(outsiders.fetch('https://example.org:8443/', { ports: [8443] })).rejects.toMatchObject({ reason: 'dns' })
  })

  test('reaches an endpoint on this machine only if it is allowed', async () => {
    const strict = createGuardedFetch({}, { timers: systemTimers, resolve: async () => ['127.0.0.1'] })
    const schemes = ['https', 'http'] as const
    await expect(strict(here, { schemes })).rejects.toMatchObject({ reason: 'port' })
    await expect(strict(here, { schemes, ports: [outsiders.https] })).rejects.toMatchObject({ reason: 'address' })
    // Behind the port of a place there is nothing else to be had.
    outsiders.zone.set('public.agents.example', ['93.184.215.14'])
    await expect(outsiders.fetch(`https://public.agents.example:${outsiders.https}/`)).rejects.toMatchObject({ reason: 'address' })
    expect([outsiders.opened, outsiders.reached]).toEqual([[], []])
  })
})

describe('a redirect', () => {
  test('is followed four times, under the same rules, and its body is not read', async () => {
    outsiders.respond = (request, response) => {
      const hop = Number(request.url!.slice(1) || '0')
      if (hop >= 4) response.end('arrived')
      else response.writeHead(301 + (hop % 3), { location: `${hop + 1}` }).write('a body without an end')
    }
    const answer = await outsiders.fetch(`${here}/0`, { idleMs: 500 })
    expect([text(answer.body), answer.url, answer.redirects.length]).toEqual(['arrived', `${here}/4`, 4])
  })

  test('that leads to itself, in a circle or on without end is stopped', async () => {
    outsiders.respond = (request, response) => void response.writeHead(302, { location: `${request.url}x` }).end()
    await expect(outsiders.fetch(here)).rejects.toMatchObject({ reason: 'too_many_redirects', refused: true })
    expect(outsiders.reached).toHaveLength(5)
    await expect(outsiders.fetch(here, { maxRedirects: 0 })).rejects.toMatchObject({ reason: 'too_many_redirects' })
    expect(outsiders.reached).toHaveLength(6)
  })

  test('never leads from https to http, nor to another scheme', async () => {
    for (const [location, reason] of [
      [`http://one.agents.example:${outsiders.http}/`, 'downgrade'],
      ['data:text/plain,x', 'scheme'],
      ['ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG', 'scheme'],
      ['file:///etc/passwd', 'scheme'],
    ] as const) {
      outsiders.respond = (_, response) => void response.writeHead(302, { location }).end()
      await expect(outsiders.fetch(here, { schemes: ['https', 'http', 'data', 'ipfs'] })).rejects.toMatchObject({ reason })
    }
  })

  test('after a POST becomes a GET, unless its status keeps the method', async () => {
    outsiders.respond = (request, response) => {
      if (request.url === '/see') response.writeHead(303, { location: '/other' }).end()
      else if (request.url === '/same') response.writeHead(308, { location: '/other' }).end()
      else response.end()
    }
    for (const path of ['/see', '/same']) await outsiders.fetch(here + path, { method: 'POST', body: '{}' })
    expect(outsiders.reached.map((line) => line.replace(/ .*\//, ' /'))).toEqual(['POST /see', 'GET /other', 'POST /same', 'POST /other'])
  })

  test('without a Location is an answer', async () => {
    outsiders.respond = (_, response) => void response.writeHead(302).end('where to?')
    expect((await outsiders.fetch(here)).status).toBe(302)
    outsiders.respond = (_, response) => void response.writeHead(304, { location: '/x' }).end()
    expect((await outsiders.fetch(here)).status).toBe(304)
  })
})

describe('ipfs', () => {
  const id = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
  const schemes = ['ipfs'] as const

  test('is read through the gateway that the operator chose, whose address stays private', async () => {
    outsiders.respond = (request, response) => {
      if (request.url!.endsWith('/dir')) response.writeHead(301, { location: `${request.url}/` }).end()
      else response.end('{}')
    }
    const answer = await outsiders.fetch(`ipfs://${id}/dir`, { schemes })
    expect([answer.url, answer.redirects]).toEqual([`ipfs://${id}/dir`, [`ipfs://${id}/dir`]])
    expect(outsiders.reached.map((line) => line.split('/').slice(1).join('/'))).toEqual([
      `gateway/ipfs/${id}/dir`,
      `gateway/ipfs/${id}/dir/`,
    ])
    expect(outsiders.resolved).toEqual([])
  })

  test('does not reach other paths of the gateway, nor other hosts', async () => {
    const gateway = `http://127.0.0.1:${outsiders.http}`
    const other = createGuardedFetch({ ipfsGateway: gateway }, { timers: systemTimers })
    await expect(other(`${gateway}/api/v0/config/show`, { schemes: ['http', 'ipfs'] })).rejects.toMatchObject({ reason: 'address' })
    for (const location of [
      `${gateway}/api/v0/config/show`,
      '/api/v0/config/show',
      `/ipfs/${id}/%2f..%2f..%2fapi`,
      `/ipfs/${id}/../../api`,
    ]) {
      outsiders.respond = (_, response) => void response.writeHead(302, { location }).end()
      await expect(other(`ipfs://${id}`, { schemes: ['http', 'ipfs'] })).rejects.toMatchObject({ reason: 'address' })
    }
    expect(outsiders.reached).toHaveLength(4)
  })

  test('is off without a gateway, and where the caller has not allowed it', async () => {
    const off = createGuardedFetch({}, { timers: systemTimers })
    await expect(off(`ipfs://${id}`, { schemes })).rejects.toMatchObject({ reason: 'ipfs_off', refused: true })
    await expect(outsiders.fetch(`ipfs://${id}`)).rejects.toMatchObject({ reason: 'scheme' })
  })
})

test('data URIs are read when the caller allows them, within the same limits', async () => {
  const schemes = ['data'] as const
  const answer = await outsiders.fetch('data:application/json;base64,e30=', { schemes, contentTypes: ['application/json'] })
  expect(answer).toMatchObject({ status: 200, mediaType: 'application/json', url: 'data:application/json', sha256: sha256('{}') })
  await expect(outsiders.fetch('data:,x')).rejects.toMatchObject({ reason: 'scheme' })
  await expect(outsiders.fetch('data:image/png,x', { schemes, contentTypes: ['application/json'] })).rejects.toMatchObject({
    reason: 'content_type',
  })
  await expect(outsiders.fetch(`data:,${'x'.repeat(1_000_001)}`, { schemes })).rejects.toMatchObject({ reason: 'too_large' })
})

test('every reason has a sentence without internals', () => {
  for (const sentence of Object.values(fetchFailures)) expect(sentence).toMatch(/^(?:it|its|no|ipfs) [a-z0-9 ,A-Z-]+$/)
})

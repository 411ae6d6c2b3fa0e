import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claimed, claimOf, hourMs, minuteMs } from '../../ledger/contract/open-ledger.fixture.ts'
import { openTestDesk, tokens, type TestDesk } from './desk.fixture.ts'

let desk: TestDesk
beforeEach(() => void (desk = openTestDesk()))
afterEach(() => desk.close())

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const statusOf = async (path: string, init?: Parameters<TestDesk['send']>[1]) => (await desk.send(path, init)).status
const receipt = '01'.repeat(16)

describe('without a token', () => {
  test('nothing of the desk is told', async () => {
    await claimed(desk.ledger, claimOf({ offerId: 'secret-offer' }))
    for (const path of ['/operator', '/operator/payments', '/operator/audit', '/operator/nothing']) {
      const answer = await desk.send(path)
      expect([path, answer.status]).toEqual([path, 401])
      expect(await answer.text()).not.toContain('secret-offer')
    }
    for (const path of ['/operator/api/summary', '/operator/api/openapi.json', '/operator/api/nothing', '/operator/api/payments']) {
      expect([path, await statusOf(path), await statusOf(path, bearer('x'.repeat(40)))]).toEqual([path, 401, 401])
    }
    expect(await statusOf(`/operator/api/payments/${receipt}/refund`, { method: 'POST' })).toBe(401)
    expect(desk.done).toEqual([])
  })

  test('a part of a token, another case, or a token with more is no token', async () => {
    for (const near of [tokens.admin.slice(0, -1), `${tokens.admin}x`, tokens.admin.toUpperCase()])
      expect(await statusOf('/operator/api/summary', bearer(near))).toBe(401)
    expect(await statusOf('/operator/api/summary', bearer(tokens.admin))).toBe(200)
  })

  test('a cookie is worth nothing at the API, so no page of others calls it for an operator', async () => {
    const cookie = await desk.signIn()
    expect(await statusOf('/operator/api/summary', { headers: { cookie } })).toBe(401)
    expect(await statusOf('/operator', { headers: { cookie } })).toBe(200)
  })
})

describe('wrong tokens', () => {
  const guess = (from: string, path = '/operator/api/summary') => statusOf(path, { ...bearer('x'.repeat(40)), from })

  test('lock their client out, the right token too, and nobody beside it', async () => {
    for (let tries = 0; tries < 10; tries++) expect(await guess('198.51.100.7')).toBe(401)
    expect(await guess('198.51.100.7')).toBe(429)
    expect(await statusOf('/operator/api/summary', { ...bearer(tokens.admin), from: '198.51.100.7' })).toBe(429)
    expect(await statusOf('/operator/api/summary', { ...bearer(tokens.admin), from: '192.0.2.1' })).toBe(200)
    desk.now += minuteMs + 1_000
    expect(await statusOf('/operator/api/summary', { ...bearer(tokens.admin), from: '198.51.100.7' })).toBe(200)
  })

  test('of the sign-in count as those of the API', async () => {
    const signIn = (token: string) => statusOf('/operator/sign-in', { method: 'POST', body: new URLSearchParams({ token }) })
    for (let tries = 0; tries < 10; tries++) expect(await signIn('wrong')).toBe(401)
    expect(await signIn(tokens.admin)).toBe(429)
    expect(await guess('192.0.2.1')).toBe(429)
  })

  test('do not lock out an operator at the same address, who came before', async () => {
    const cookie = await desk.signIn(tokens.admin)
    for (let tries = 0; tries < 15; tries++) await guess('192.0.2.1')
    expect(await guess('192.0.2.1')).toBe(429)
    expect(await statusOf('/operator', { headers: { cookie } })).toBe(200)
    expect(await statusOf('/operator/api/summary', bearer(tokens.admin))).toBe(200)
    expect(await statusOf('/operator/api/summary', bearer(tokens.reader))).toBe(429)
  })

  test('from very many addresses are held up together, and a client that has tried none gets in', async () => {
    const seen = new Set<number>()
    for (let host = 0; host < 60; host++) for (let tries = 0; tries < 6; tries++) seen.add(await guess(`203.0.113.${host}`))
    expect([...seen].toSorted((one, other) => one - other)).toEqual([401, 429])
    // 60 × 6 would be 360; the bound is 200, and one more of each client that comes after it.
    expect(await guess('203.0.113.0')).toBe(429)
    expect(await statusOf('/operator/api/summary', { ...bearer(tokens.admin), from: '192.0.2.99' })).toBe(200)
  })
})

describe('a session', () => {
  test('has a cookie that only this host gets, over TLS, and that no script reads', async () => {
    const answer = await desk.send('/operator/sign-in', { method: 'POST', body: new URLSearchParams({ token: tokens.admin }) })
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-operator=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('that was planted before the sign-in is worth nothing after it', async () => {
    const planted = '__Host-operator=planted-by-an-attacker'
    const answer = await desk.send('/operator/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ token: tokens.admin }),
      headers: { cookie: planted },
    })
    expect(answer.headers.get('set-cookie')).not.toContain('planted')
    expect(await statusOf('/operator', { headers: { cookie: planted } })).toBe(401)
  })

  test('of an operator who signs in again has ended, and so has one that signed out', async () => {
    const first = await desk.signIn()
    const again = await desk.send('/operator/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ token: tokens.admin }),
      headers: { cookie: first },
    })
    const second = again.headers.get('set-cookie')!.split(';')[0]!
    expect([
      await statusOf('/operator', { headers: { cookie: first } }),
      await statusOf('/operator', { headers: { cookie: second } }),
    ]).toEqual([401, 200])
    const form = new URLSearchParams({ 'form-token': await desk.formToken(second) })
    expect(await statusOf('/operator/sign-out', { method: 'POST', body: form, headers: { cookie: second } })).toBe(303)
    expect(await statusOf('/operator', { headers: { cookie: second } })).toBe(401)
  })

  test('ends after half an hour without use, and twelve hours after the sign-in', async () => {
    const idle = await desk.signIn()
    desk.now += 31 * minuteMs
    expect(await statusOf('/operator', { headers: { cookie: idle } })).toBe(401)
    const busy = await desk.signIn()
    const end = desk.now + 12 * hourMs
    while (desk.now + 20 * minuteMs < end) {
      desk.now += 20 * minuteMs
      expect(await statusOf('/operator', { headers: { cookie: busy } })).toBe(200)
    }
    desk.now = end + 1_000
    expect(await statusOf('/operator', { headers: { cookie: busy } })).toBe(401)
  })

  test('is known to another process on the same ledger, which is how workers serve it', async () => {
    const cookie = await desk.signIn()
    const worker = openTestDesk(desk.store)
    expect((await worker.send('/operator', { headers: { cookie } })).status).toBe(200)
    expect((await worker.send('/operator', { headers: { cookie: `${cookie}x` } })).status).toBe(401)
  })
})

describe('a form', () => {
  const send = async (cookie: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    statusOf('/operator/sign-out', { method: 'POST', body: new URLSearchParams(fields), headers: { cookie, ...headers } })

  test('without the token of its session does nothing, nor does one with the token of another session', async () => {
    const [mine, other] = [await desk.signIn(), await desk.signIn(tokens.reader)]
    expect(await send(mine, {})).toBe(403)
    expect(await send(mine, { 'form-token': await desk.formToken(other) })).toBe(403)
    expect(await statusOf('/operator', { headers: { cookie: mine } })).toBe(200)
  })

  test('that a page of others sends does nothing, even with the right token', async () => {
    const cookie = await desk.signIn()
    const fields = { 'form-token': await desk.formToken(cookie) }
    expect(await send(cookie, fields, { origin: 'https://evil.example' })).toBe(403)
    expect(await send(cookie, fields, { 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await send(cookie, fields, { origin: 'null' })).toBe(403)
    expect(await send(cookie, fields, { origin: 'https://desk.example', host: 'desk.example', 'sec-fetch-site': 'same-origin' })).toBe(303)
  })

  test('of another site can not sign somebody in', async () => {
    const body = new URLSearchParams({ token: tokens.admin })
    expect(await statusOf('/operator/sign-in', { method: 'POST', body, headers: { origin: 'https://evil.example' } })).toBe(403)
  })

  test('leads to pages of the desk alone', async () => {
    for (const to of [
      'https://evil.example/',
      '//evil.example',
      '/operatorx',
      '/operator/../x\\evil',
      '/operator\n',
      '/operator/sign-out',
    ]) {
      const answer = await desk.send('/operator/sign-in', { method: 'POST', body: new URLSearchParams({ token: tokens.admin, to }) })
      expect(new URL(answer.headers.get('location')!, 'https://desk.example').pathname).toMatch(/^\/(?:operator|x)/)
      expect(new URL(answer.headers.get('location')!, 'https://desk.example').host).toBe('desk.example')
    }
  })
})

test('no page may frame the desk, keep it, or read it from another origin, and its pages run no script', async () => {
  const cookie = await desk.signIn()
  for (const answer of [
    await desk.send('/operator'),
    await desk.send('/operator', { headers: { cookie } }),
    await desk.send('/operator/api/summary', bearer(tokens.admin)),
  ]) {
    const headers = Object.fromEntries(answer.headers)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']).not.toMatch(/script-src|unsafe/)
    expect([headers['x-frame-options'], headers['cache-control'], headers['access-control-allow-origin']]).toEqual([
      'DENY',
      'no-store',
      undefined,
    ])
  }
})

test('a body that is too long is refused before it is read', async () => {
  expect(await statusOf('/operator/sign-in', { method: 'POST', body: new URLSearchParams({ token: 'x'.repeat(70_000) }) })).toBe(413)
})

test('a token does what its scope says, and nothing else', async () => {
  const post = (path: string, token: string, body: object = {}) =>
    statusOf(`/operator/api${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
  const all = [tokens.reader, tokens.refunder, tokens.pricer, tokens.admin]
  const each = async (path: string, body?: object) => Promise.all(all.map((token) => post(path, token, body)))
  expect(await each(`/payments/${receipt}/refund`)).toEqual([403, 200, 403, 409])
  expect(await each('/prices/market-price', { usd: '0.02' })).toEqual([403, 403, 200, 200])
  expect(await each('/offers/market-price/switch', { on: false })).toEqual([403, 403, 403, 200])
  expect(await Promise.all(all.map((token) => statusOf('/operator/api/payments', bearer(token))))).toEqual([200, 200, 200, 200])
  expect(desk.done).toEqual([`refund ${receipt}`, 'price of market-price: 20000', 'price of market-price: 20000', 'sold again'])
})

test('an agent with a token has the tools that its scope allows, over MCP', async () => {
  const ask = async (token: string, method: string, params: object = {}) => {
    const answer = await desk.send('/operator/mcp', {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
    return { status: answer.status, message: (await answer.json()) as { result?: Record<string, unknown>; error?: { message: string } } }
  }
  const tools = async (token: string) =>
    ((await ask(token, 'tools/list')).message.result!['tools'] as { name: string }[]).map(({ name }) => name)
  const opened = await ask(tokens.reader, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  })
  expect(opened.message.result).toMatchObject({ protocolVersion: '2025-06-18', serverInfo: { name: 'farthing-desk' } })
  expect((await ask('x'.repeat(40), 'tools/list')).status).toBe(401)
  expect(await tools(tokens.reader)).toEqual(expect.arrayContaining(['summary', 'list-payments', 'report']))
  expect(await tools(tokens.reader)).not.toContain('refund-payment')
  expect(await tools(tokens.refunder)).toContain('refund-payment')
  expect((await ask(tokens.reader, 'tools/call', { name: 'refund-payment', arguments: { receipt } })).message.error?.message).toContain(
    'no such tool',
  )
  expect(desk.done).toEqual([])
  const refunded = await ask(tokens.refunder, 'tools/call', { name: 'refund-payment', arguments: { receipt } })
  expect(refunded.message.result).toMatchObject({ structuredContent: { result: 'asked', netUsdc: '0.007' } })
  expect((await ask(tokens.refunder, 'tools/call', { name: 'refund-payment', arguments: { receipt } })).message.result).toMatchObject({
    isError: true,
  })
  expect((await ask(tokens.reader, 'tools/call', { name: 'list-payments', arguments: { limit: 5 } })).message.result).toMatchObject({
    structuredContent: { payments: [], cursor: null },
  })
})

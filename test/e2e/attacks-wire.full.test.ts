import { setTimeout as sleep } from 'node:timers/promises'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { callWith, pay, receiptOf } from '../signed-payments.ts'
import { exchange, expectClear, expectProblem, open } from '../wire.ts'
import { attackedService, path } from './attacks.fixture.ts'

const attacked = attackedService('attacks on the wire', 'once')
const { url, signed, earned } = attacked

const request = (line: string, ...headers: string[]) => [line, ...headers, 'Connection: close', '', ''].join('\r\n')
const get = (target: string, ...headers: string[]) => request(`GET ${target} HTTP/1.1`, 'Host: a', ...headers)

describe('a malformed or unusual request', () => {
  test.each([
    ['no Host', request(`GET ${path} HTTP/1.1`), 400],
    ['two Hosts', request(`GET ${path} HTTP/1.1`, 'Host: a', 'Host: b'), 402],
    ['a Host that is a path', request(`GET ${path} HTTP/1.1`, 'Host: evil.example/x?y'), 400],
    ['a Host with a user', request(`GET ${path} HTTP/1.1`, 'Host: user@evil.example'), 400],
    ['a Host that is not an address', request(`GET ${path} HTTP/1.1`, 'Host: [::zz'), 400],
    ['a target of one star', get('*'), 400],
    ['an absolute target', get(`http://evil.example${path}`), 402],
    ['an invalid absolute target', get('http://[::zz'), 400],
    ['an absolute target of another protocol', get(`ftp://evil.example${path}`), 400],
    ['two slashes', get(`/${path}`), 404],
    ['two slashes and a host', get(`//evil.example${path}`), 404],
    ['backslashes', get('/v1\\market\\price\\BTC'), 400],
    ['encoded slashes', get('/v1%2fmarket%2fprice%2fBTC'), 404],
    ['an encoded slash in its parameter', get('/v1/market/price/B%2fTC'), 402],
    ['dots that climb out of a free route into a paid one', get(`/v1/agent/%2e%2e/market/price/BTC`), 402],
    ['a lone surrogate', get('/v1/market/price/%ED%A0%80'), 400],
    ['a percent sign that encodes nothing', get('/v1/market/price/%zz'), 400],
    ['a receipt id that encodes nothing', get('/v1/receipts/%E0%A4%A'), 404],
    ['a NUL', get('/v1/market/price/%00'), 402],
    ['a path of 8 KB', get(`${path}?${'a'.repeat(8_200)}`), 414],
    ['a path of 20 KB', get(`${path}?${'a'.repeat(20_000)}`), 431],
    ['keys of prototypes in its query', get(`${path}?__proto__=1&constructor=2&toString=3`), 402],
    ['a header of 20 KB', get(path, `PAYMENT-SIGNATURE: ${'A'.repeat(20_000)}`), 431],
    ['3,000 headers', get(path, ...Array.from({ length: 3_000 }, (_, at) => `H${at}: `)), 431],
    ['an empty payment', get(path, 'PAYMENT-SIGNATURE: '), 400],
    ['two payments under one name', get(path, 'PAYMENT-SIGNATURE: e30=', 'payment-signature: e30='), 400],
    ['two empty payments', get(path, 'PAYMENT-SIGNATURE: ', 'PAYMENT-SIGNATURE: '), 400],
    ['a payment folded over two lines', get(path, 'PAYMENT-SIGNATURE: e3\r\n 0='), 400],
    ['a payment with a control character', get(path, 'PAYMENT-SIGNATURE: e3\u00010='), 400],
    ['two idempotency keys', get(path, 'Idempotency-Key: aaaaaaaaaa', 'Idempotency-Key: bbbbbbbbbb'), 400],
    ['an expectation that cannot be met', get(path, 'Expect: kittens'), 417],
    ['an upgrade to another protocol', get(path, 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'), 402],
    ['another method by header', get(path, 'X-HTTP-Method-Override: OPTIONS'), 402],
    ['a method in lower case', request(`get ${path} HTTP/1.1`, 'Host: a'), 400],
    ['TRACE', request(`TRACE ${path} HTTP/1.1`, 'Host: a'), 405],
    ['PROPFIND', request(`PROPFIND ${path} HTTP/1.1`, 'Host: a'), 405],
    ['two lengths', request(`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Length: 3', 'Content-Length: 4') + 'abcd', 400],
    [
      'a length and chunks',
      request(`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Length: 3', 'Transfer-Encoding: chunked') + '0\r\n\r\n',
      400,
    ],
    ['a body that is far too long', request('POST /sandbox/faucet HTTP/1.1', 'Host: a', 'Content-Length: 99999999999') + '{', 413],
  ])('with %s gets the right status and no internal detail', async (_, bytes, status) => {
    const answer = await exchange(attacked.service.url, Buffer.from(bytes, 'latin1'))
    expect(answer.statuses).toEqual([status])
  })

  test('for a tunnel is disconnected', async () => {
    expect((await exchange(attacked.service.url, request('CONNECT evil.example:443 HTTP/1.1', 'Host: a'))).text).toBe('')
  })

  test('to another host gets the public address of the service, not the host that it named', async () => {
    const { text } = await exchange(
      attacked.service.url,
      get(`http://evil.example${path}`, 'X-Forwarded-Host: evil.example', 'Forwarded: host=evil.example'),
    )
    const header = /^payment-required: (\S+)/im.exec(text)?.[1] ?? ''
    expect(JSON.parse(Buffer.from(header, 'base64').toString()).resource.url).toBe(url())
    expect(text).not.toContain('evil.example')
  })

  test('among others on one connection gets its own answer, in order', async () => {
    const payment = await signed()
    const line = (target: string, ...headers: string[]) => [`GET ${target} HTTP/1.1`, 'Host: a', ...headers, '', ''].join('\r\n')
    const all = [
      line('/livez', 'Content-Length: 3') + 'abc',
      line(path, `PAYMENT-SIGNATURE: ${payment}`),
      line('/v1/nothing', 'Transfer-Encoding: chunked') + '3\r\nGET\r\n0\r\n\r\n',
      line(path),
      line(path, `PAYMENT-SIGNATURE: ${payment}`, 'Connection: close'),
    ]
    const answer = await exchange(attacked.service.url, all.join(''), 3_000)
    expect(answer.statuses).toEqual([200, 200, 404, 402, 200])
    expect(answer.text.match(/idempotent-replay: true/gi)).toHaveLength(1)
  })

  test.each(['PUT', 'PATCH', 'DELETE', 'QUERY', 'POST'])('with %s does not use up the payment that it carries', async (method) => {
    const payment = await signed()
    const refused = await fetch(url(), { method, headers: { 'PAYMENT-SIGNATURE': payment }, ...(method === 'POST' ? { body: '{}' } : {}) })
    await expectProblem(refused, 405, 'method_not_allowed')
    const paid = await callWith(url(), payment)
    expect([paid.status, paid.headers.get('idempotent-replay')]).toEqual([200, null])
  })
})

describe('a client that is slow or goes away', () => {
  test('does not delay other clients, even with 300 open connections', async () => {
    const sockets = Array.from({ length: 300 }, (_, at) => {
      const socket = open(attacked.service.url)
      socket.on('error', () => {})
      socket.write(
        at % 2 === 0
          ? `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Slow: `
          : 'POST /sandbox/faucet HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\n{',
      )
      return socket
    })
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    expect((await pay(attacked.service.url, attacked.account, { path })).status).toBe(200)
    // The slow clients still hold their connections, so the payment did not wait for them.
    expect(sockets.filter(({ readyState }) => readyState === 'open')).toHaveLength(300)
    for (const socket of sockets) socket.destroy()
    expect((await fetch(`${attacked.service.url}/livez`)).status).toBe(200)
  })

  test('with a reset right after it paid is charged once and gets its answer on a retry', async () => {
    const before = await earned()
    const claims = attacked.service.claims()
    const payment = await signed()
    await new Promise<void>((sent) => {
      const socket = open(attacked.service.url)
      socket.on('error', () => {})
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nPAYMENT-SIGNATURE: ${payment}\r\n\r\n`, () => {
        socket.resetAndDestroy()
        // The service then finds the bytes and the reset at the same time.
        const until = Date.now() + 20
        while (Date.now() < until);
        sent()
      })
    })
    // On a busy machine the system may drop the bytes with the reset; then the retry is the first that the service sees.
    const until = Date.now() + 1_000
    while (attacked.service.claims() === claims && Date.now() < until) await sleep(10)
    const again = await callWith(url(), payment)
    expect(again.status).toBe(200)
    expect((await receiptOf(again)).state).toBe('settled')
    expect((await earned()) - before).toBe(7500n)
    expect(attacked.service.claims()).toBe(claims + 1)
  })

  test('in the middle of a body causes no server error', async () => {
    const { statuses } = await exchange(
      attacked.service.url,
      request('POST /sandbox/faucet HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked') + '5\r\n{"add\r\nZZ\r\n',
    )
    expect(statuses).toEqual([400])
    expect((await fetch(`${attacked.service.url}/livez`)).status).toBe(200)
  })
})

describe('a browser on another origin', () => {
  const mayBeSent =
    'Content-Type, Authorization, Payment-Authorization, Payment-Network, PAYMENT-SIGNATURE, X-PAYMENT, X402-Version, Idempotency-Key, Accept-Payment, Access-Control-Expose-Headers'
  const names = (list: string | null) => (list ?? '').toLowerCase().split(/,\s*/)

  test.each(mayBeSent.split(', '))('may send %s', async (header) => {
    const asked = {
      Origin: 'https://app.example',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': header.toLowerCase(),
    }
    const response = await fetch(url(), { method: 'OPTIONS', headers: asked })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(names(response.headers.get('access-control-allow-headers'))).toContain(header.toLowerCase())
    expect(names(response.headers.get('access-control-allow-methods'))).toEqual(expect.arrayContaining(['get', 'head', 'post']))
  })

  test('may read every header of every kind of answer', async () => {
    const answers = await Promise.all([
      pay(attacked.service.url, attacked.account, { path }),
      fetch(url()),
      callWith(url(), '%%%'),
      fetch(`${attacked.service.url}/v1/nothing`),
      fetch(url(), { method: 'DELETE' }),
      fetch(`${attacked.service.url}/v1/receipts/${'0'.repeat(32)}`),
      fetch(`${attacked.service.url}/v1/settlement/estimate?amount=100`),
      fetch(`${attacked.service.url}/v1/settlement/estimate?amount=0`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 402, 400, 404, 405, 404, 200, 400])
    for (const answer of answers) {
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
      // Browsers take the star for all headers of an answer without credentials.
      expect(answer.headers.get('access-control-expose-headers')).toBe('*')
      await expectClear(answer)
    }
  })
})

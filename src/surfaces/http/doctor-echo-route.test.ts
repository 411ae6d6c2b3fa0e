import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { trustedProxies } from '../../gate/limits/client-address.ts'
import { systemTimers } from '../../ops/system.ts'
import { operatorSignatureHeader, operatorSignatureOf } from '../../shared/operator-signature.ts'
import { doctorEchoRoute } from './doctor-echo-route.ts'

const secret = 'a secret of at least thirty-two characters'
const now = Date.parse('2026-10-05T15:00:00Z')

function open(): Hono {
  const app = new Hono()
  doctorEchoRoute(app, {
    proxies: trustedProxies(['10.0.0.1']),
    clock: { now: () => now },
    timers: systemTimers,
    markSecrets: [secret],
    maxBodyBytes: 1_000,
    version: '1',
  })
  return app
}

const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })
const mark = { [operatorSignatureHeader]: operatorSignatureOf(secret, now) }

test('to all but the operator there is nothing', async () => {
  const app = open()
  expect((await app.request('/doctor/seen')).status).toBe(404)
  expect((await app.request('/doctor/seen', { headers: { [operatorSignatureHeader]: operatorSignatureOf('another', now) } })).status).toBe(
    404,
  )
})

test('the operator sees which address counts, and how much of headers and body arrived', async () => {
  const headers = {
    ...mark,
    'x-forwarded-for': '192.0.2.77, 203.0.113.9',
    'payment-signature': 'A'.repeat(500),
    authorization: 'Payment x',
  }
  const response = await open().request('/doctor/seen', { method: 'POST', headers, body: 'B'.repeat(900) }, from('10.0.0.1'))
  expect(await response.json()).toEqual({
    version: '1',
    at: now,
    client: '203.0.113.9',
    peer: '10.0.0.1',
    peerTrusted: true,
    forwardedFor: '192.0.2.77, 203.0.113.9',
    paymentSignature: 500,
    authorization: 9,
    bodyBytes: 900,
  })
})

test('of a body that is too long it reads little more than it may', async () => {
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(600))
    },
  })
  const request = new Request('http://x/doctor/seen', { method: 'POST', headers: mark, body, duplex: 'half' })
  expect(await (await open().fetch(request, from('10.0.0.1'))).json()).toMatchObject({ bodyBytes: 1_200 })
})

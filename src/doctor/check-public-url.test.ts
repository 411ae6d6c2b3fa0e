import { expect, test } from 'vitest'
import { addressFindings } from './check-public-url.ts'

const seen = { version: '1', at: 0, paymentSignature: 0, authorization: 0, bodyBytes: 0 }
const forged = '192.0.2.77'

test.each([
  [
    'a proxy that is trusted and adds the client',
    { client: '203.0.113.9', peer: '10.0.0.1', peerTrusted: true, forwardedFor: `${forged}, 203.0.113.9` },
  ],
  ['no proxy at all', { client: '203.0.113.9', peer: '203.0.113.9', peerTrusted: false, forwardedFor: forged }],
  ['doctor on the machine of the proxy', { client: forged, peer: '127.0.0.1', peerTrusted: true, forwardedFor: `${forged}, 127.0.0.1` }],
  [
    'doctor on the machine of the proxy, by its network',
    { client: forged, peer: '10.0.0.1', peerTrusted: true, forwardedFor: `${forged}, 10.0.0.1` },
  ],
])('%s is as it should be', (_, one) => {
  expect(addressFindings({ ...seen, ...one })).toEqual([])
})

test('a range of trusted proxies that holds clients is found', () => {
  const wide = { client: forged, peer: '10.0.0.1', peerTrusted: true, forwardedFor: `${forged}, 203.0.113.9` }
  expect(addressFindings({ ...seen, ...wide })).toMatchObject([
    { status: 'fault', subject: 'TRUSTED_PROXIES', fix: expect.stringContaining('203.0.113.9 is in it') },
  ])
})

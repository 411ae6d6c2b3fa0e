import { describe, expect, test } from 'vitest'
import { clientAddress, createClientKeys, trustedProxies } from './client-address.ts'

const nobody = trustedProxies([])
const proxy = trustedProxies(['10.0.0.0/8', '2001:db8:f::/48'])

describe('the address that counts', () => {
  test('is the socket when no proxy is trusted, whatever X-Forwarded-For says', () => {
    expect(clientAddress('203.0.113.9', '198.51.100.1', nobody)).toBe('203.0.113.9')
  })
  test('is the first hop from the right that is not a trusted proxy', () => {
    expect(clientAddress('10.1.1.1', '1.2.3.4, 198.51.100.7, 10.2.2.2', proxy)).toBe('198.51.100.7')
  })
  test('is not what the client wrote to the left of it', () => {
    expect(clientAddress('10.1.1.1', '127.0.0.1, 10.9.9.9, 203.0.113.5', proxy)).toBe('203.0.113.5')
  })
  test('is the proxy itself when the header is garbage', () => {
    expect(clientAddress('10.1.1.1', 'unknown', proxy)).toBe('10.1.1.1')
    expect(clientAddress('10.1.1.1', '0x7f.1', proxy)).toBe('10.1.1.1')
    expect(clientAddress('10.1.1.1', '', proxy)).toBe('10.1.1.1')
  })
  test('may come with a port or in brackets', () => {
    expect(clientAddress('10.1.1.1', '198.51.100.7:4711', proxy)).toBe('198.51.100.7')
    expect(clientAddress('10.1.1.1', '[2001:db8:1::7]:4711', proxy)).toBe('2001:db8:1::7')
  })
  test('trusts an IPv6 proxy and an IPv4-mapped one', () => {
    expect(clientAddress('2001:db8:f::1', '198.51.100.7', proxy)).toBe('198.51.100.7')
    expect(clientAddress('::ffff:10.0.0.1', '198.51.100.7', proxy)).toBe('198.51.100.7')
  })
})

describe('the key of an address', () => {
  test('is the IPv4 address, also when it is mapped, 6to4 or NAT64', () => {
    const keys = createClientKeys()
    for (const address of ['192.0.2.33', '::ffff:192.0.2.33', '2002:c000:221::1', '2002:c000:221:ffff::9', '64:ff9b::192.0.2.33']) {
      expect(keys.of(address)).toBe('192.0.2.33')
    }
  })
  test('is the /64 of other IPv6 addresses', () => {
    const keys = createClientKeys()
    expect(keys.of('2001:db8:1:2::1')).toBe(keys.of('2001:db8:1:2:ffff::9'))
    expect(keys.of('2001:db8:1:2::1')).not.toBe(keys.of('2001:db8:1:3::1'))
    expect(keys.of('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  })
  test('has at most ten pools in a /48, and stays the same for each /64', () => {
    const keys = createClientKeys()
    const seen = Array.from({ length: 500 }, (_, subnet) => keys.of(`2001:db8:1:${subnet.toString(16)}::1`))
    expect(new Set(seen).size).toBe(10)
    expect(Array.from({ length: 500 }, (_, subnet) => keys.of(`2001:db8:1:${subnet.toString(16)}::1`))).toEqual(seen)
    expect(seen).not.toContain(keys.of('2001:db8:2:0::1'))
  })
  test('keeps the pools of a /48 after a restart', () => {
    const before = createClientKeys()
    const pools = Array.from({ length: 10 }, (_, subnet) => before.of(`2001:db8:1:${subnet.toString(16)}::1`))
    const after = createClientKeys()
    after.remember(pools)
    expect(pools).toContain(after.of('2001:db8:1:99::1'))
  })
  test('is the same for everything that is not an address', () => {
    const keys = createClientKeys()
    expect(keys.of('junk')).toBe('unknown')
    expect(keys.of('2130706433')).toBe('unknown')
    for (const text of ['256.1.1.1', '1.2.3', '1.2.3.4.', '01.2.3.4', '1.2.3.4.5', '1..3.4', ' 1.2.3.4'])
      expect(keys.of(text)).toBe('unknown')
  })
})

test('X-Forwarded-For from a peer that is not trusted is ignored, and that is told', () => {
  const told: string[] = []
  const proxies = { ...trustedProxies(['10.0.0.0/8']), ignored: (peer: string) => void told.push(peer) }
  expect(clientAddress('203.0.113.9', '198.51.100.7', proxies)).toBe('203.0.113.9')
  expect(clientAddress('10.0.0.1', '198.51.100.7', proxies)).toBe('198.51.100.7')
  expect(clientAddress('203.0.113.9', null, proxies)).toBe('203.0.113.9')
  expect(told).toEqual(['203.0.113.9'])
})

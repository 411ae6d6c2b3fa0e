import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../test/support/runs.ts'
import { ipLiteral, isPublicAddress } from './public-address.ts'

describe('an address is public', () => {
  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '93.184.215.14',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.0.3.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2a00:1450:4001:81b::200e',
    '2001:200::1',
    '3000::1',
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

describe('an address is not public', () => {
  test.each([
    '',
    'example.com',
    '127.1',
    '0x7f000001',
    '2130706433',
    '8.8.8.8 ',
    '08.8.8.8',
    '8.8.8.8/32',
    '[2606:4700:4700::1111]',
    '2606:4700:4700::1111%eth0',
    '2606:4700:4700::1111%',
    '::ffff:8.8.8.8',
    '2606:4700::5efe:8.8.8.8',
    '2606:4700::0200:5efe:808:808',
    '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff',
    '1fff:ffff::1',
    '4000::',
  ])('%j', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

/** Addresses near the borders of every special range, and any others. */
const ipv4 = fc.oneof(
  fc.ipV4(),
  fc
    .tuple(fc.constantFrom(0, 10, 100, 127, 168, 169, 172, 192, 198, 203, 224, 240, 255), fc.nat(255), fc.nat(255), fc.nat(255))
    .map((parts) => parts.join('.')),
)
const group = fc.oneof(fc.constantFrom(0, 1, 0x5efe, 0x200, 0xff9b, 0xffff, 0xdb8, 0x7f00, 0xa9fe), fc.nat(0xffff))
const ipv6 = fc
  .tuple(
    fc.constantFrom(0, 0x64, 0x100, 0x2000, 0x2001, 0x2002, 0x2606, 0x2620, 0x3ffe, 0x3fff, 0x4000, 0xfc00, 0xfd00, 0xfe80, 0xfec0, 0xff02),
    fc.array(group, { minLength: 7, maxLength: 7 }),
  )
  .map(([first, others]) => [first, ...others].map((one) => one.toString(16)).join(':'))

test('every address that is public here is public for ipaddr.js too', () => {
  fc.assert(
    fc.property(fc.oneof(ipv4, ipv6, fc.ipV6()), (address) => {
      if (isPublicAddress(address)) expect([address, ipaddr.parse(address).range()]).toEqual([address, 'unicast'])
    }),
    { numRuns: runsOf(20_000) },
  )
})

test('of IPv4 it refuses only what ipaddr.js refuses, and a few ranges that no outsider needs', () => {
  const ours = ['168.63.129.16/32', '192.31.196.0/24', '192.52.193.0/24', '192.175.48.0/24', '192.88.99.0/24', '192.0.0.0/24'].map(
    (range) => ipaddr.IPv4.parseCIDR(range),
  )
  fc.assert(
    fc.property(ipv4, (address) => {
      const parsed = ipaddr.IPv4.parse(address)
      const special = parsed.range() !== 'unicast' || ours.some((range) => parsed.match(range))
      expect([address, isPublicAddress(address)]).toEqual([address, !special])
    }),
    { numRuns: runsOf(20_000) },
  )
})

test('all spellings of an IPv6 address get the same verdict', () => {
  fc.assert(
    fc.property(ipv6, (address) => {
      const parsed = ipaddr.IPv6.parse(address)
      const spellings = [
        parsed.toString(),
        parsed.toNormalizedString(),
        parsed.parts.map((part) => part.toString(16).padStart(4, '0')).join(':'),
        address.toUpperCase(),
      ]
      expect(new Set(spellings.map(isPublicAddress)).size).toBe(1)
    }),
    { numRuns: runsOf(5_000) },
  )
})

test('finds an IP literal with and without brackets, and null for a name', () => {
  expect(['[::1]', '127.0.0.1', '[127.0.0.1', 'example.com', '[]', ''].map(ipLiteral)).toEqual(['::1', '127.0.0.1', null, null, null, null])
})

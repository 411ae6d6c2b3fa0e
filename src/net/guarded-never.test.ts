import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { BlockList, createServer, isIPv4, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { runsOf } from '../../test/support/runs.ts'
import { systemTimers } from '../ops/system.ts'
import { bypasses } from './bypasses.fixture.ts'
import { FetchFailed } from './fetch-failed.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import { socketsTo, type ConnectorTo } from './guarded-connect.ts'

/** The most that anybody may be connected to, written anew: neither our table nor that of another package. */
const neverReached = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  neverReached.addSubnet(network, bits, 'ipv4')

const opened: string[] = []
/** Notes where it was sent and goes nowhere. */
const nowhere: ConnectorTo = (addresses) => {
  opened.push(...addresses)
  return (_, callback) => callback(new Error('nowhere'), null)
}

let answers: readonly string[] = []
const fetch = createGuardedFetch({}, { timers: systemTimers, resolve: async () => answers, connectorTo: nowhere })

async function attempt(url: string): Promise<void> {
  opened.length = 0
  const answer = await fetch(url, { schemes: ['https', 'http', 'data', 'ipfs'], ports: [8080], timeoutMs: 2_000 }).catch(
    (error: unknown) => {
      expect(error).toBeInstanceOf(FetchFailed)
    },
  )
  // Nothing but data is there to be had.
  if (answer) expect(answer.url).toMatch(/^data:/)
  for (const address of opened) {
    expect([url, address, ipaddr.parse(address).range()]).toEqual([url, address, 'unicast'])
    if (isIPv4(address)) expect(neverReached.check(address)).toBe(false)
    else expect(address).toMatch(/^[23]/)
  }
}

const octet = fc.oneof(fc.constantFrom(0, 1, 10, 127, 169, 192, 254, 255), fc.nat(255))
/** A number as lenient parsers read it. */
const number = (arbitrary: fc.Arbitrary<number>) =>
  fc.tuple(arbitrary, fc.constantFrom('', '0x', '0X', '0', '00', 'wide')).map(([value, style]) => {
    if (style === '') return String(value)
    if (style === 'wide') return [...String(value)].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')
    return style + value.toString(style.toLowerCase() === '0x' ? 16 : 8)
  })
const dot = fc.constantFrom('.', '.', '.', '。', '．', '%2e')
const ipv4 = fc.oneof(
  fc
    .tuple(number(octet), dot, number(octet), dot, number(octet), dot, number(octet), fc.constantFrom('', '.'))
    .map((parts) => parts.join('')),
  fc.tuple(number(octet), dot, number(fc.nat(0xffffff))).map((parts) => parts.join('')),
  number(fc.nat(0xffffffff)),
)
const ipv6 = fc
  .tuple(
    fc.constantFrom(
      '::',
      '::ffff:',
      '::ffff:0:',
      '64:ff9b::',
      '64:ff9b:1::',
      '2002:',
      'fe80::',
      '2001:0:',
      'fd00:ec2::',
      '2606:4700::5efe:',
      '',
    ),
    fc.oneof(
      fc.ipV6(),
      fc.ipV4(),
      fc.nat(0xffff).map((value) => value.toString(16)),
      fc.constant('7f00:1'),
    ),
    fc.constantFrom('', '', '%25lo', '%eth0'),
  )
  .map((parts) => `[${parts.join('')}]`)
const host = fc.oneof(ipv4, ipv6, fc.domain(), fc.constantFrom('localhost', 'a.localhost', 'LOCALHOST.', 'x.internal', 'ⓛocalhost'))
const built = fc
  .tuple(
    fc.constantFrom('http', 'https', 'HTTP', 'ftp', 'ht\ttp', 'data', 'ipfs'),
    fc.constantFrom('://', '://', '://', ':/', ':', ':///', ':\\\\', '://\\'),
    fc.constantFrom('', '', '', 'user@', 'public.example@', 'public.example:80@', '@', 'public.example%00', 'public.example\\'),
    host,
    fc.constantFrom('', '', ':80', ':443', ':8080', ':22', ':', ':0'),
    fc.constantFrom('', '/', '/#@public.example', '?@public.example', '\\@public.example', '/\u0000', '#'),
  )
  .map((parts) => parts.join(''))
/** A listed attempt with one character put in, taken away or repeated. */
const nearby = fc
  .tuple(
    fc.constantFrom(...bypasses.map(([url]) => url)),
    fc.nat(40),
    fc.constantFrom('', '.', '0', '@', '/', ':', '%', ']', '[', '。', '\\', ' '),
  )
  .map(([url, at, text]) => url.slice(0, at) + text + url.slice(text === '' ? at + 1 : at))

test('no URL leads to a connection to an address that is not public', async () => {
  answers = ['93.184.215.14']
  let connected = 0
  await fc.assert(
    fc.asyncProperty(fc.oneof(built, nearby, fc.webUrl(), fc.string()), async (url) => {
      await attempt(url)
      connected += opened.length
    }),
    { numRuns: runsOf(4_000) },
  )
  // A guard that refuses everything would prove nothing.
  expect(connected).toBeGreaterThan(100)
})

test('a name is connected to only if all of its addresses are public', async () => {
  const anyIp = fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom('127.0.0.1', '::1', '10.0.0.1', '93.184.215.14', '2606:4700::1', 'x', ''))
  await fc.assert(
    fc.asyncProperty(fc.array(anyIp, { maxLength: 4 }), async (addresses) => {
      answers = addresses
      await attempt('https://name.example/')
      const allPublic = addresses.every((address) => ipaddr.isValid(address) && ipaddr.parse(address).range() === 'unicast')
      if (!allPublic) expect(opened).toEqual([])
    }),
    { numRuns: runsOf(2_000) },
  )
})

test('a connection that ends at another address is closed', async () => {
  let heard = ''
  const server = createServer((socket) => socket.on('error', () => {}).on('data', (data) => (heard += data.toString())))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    const strayed = createGuardedFetch(
      {},
      // Accepted as public, and then connected to loopback.
      { timers: systemTimers, resolve: async () => ['93.184.215.14'], connectorTo: () => socketsTo({ timeoutMs: 1_000 })(['127.0.0.1']) },
    )
    await expect(strayed(`http://name.example:${port}/`, { schemes: ['http'], ports: [port] })).rejects.toMatchObject({ reason: 'address' })
    expect(heard).toBe('')
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
})

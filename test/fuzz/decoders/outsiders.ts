import ipaddr from 'ipaddr.js'
import { bypasses } from '../../../src/net/bypasses.fixture.ts'
import { checkRedirect, checkTarget, portOf, type TargetRules } from '../../../src/net/check-target.ts'
import { readDataUri } from '../../../src/net/data-uri.ts'
import { FetchFailed } from '../../../src/net/fetch-failed.ts'
import { fetchedJson } from '../../../src/net/fetched-json.ts'
import { ipfsTarget } from '../../../src/net/ipfs-uri.ts'
import { readRegistration } from '../../../goods/onchain/agents/registration-record.ts'
import { jsonNear } from '../generate/mutate-json.ts'
import { mutateText, rawText } from '../generate/mutate-text.ts'
import { jsonTokens } from '../generate/wire.ts'
import { hold, matches } from '../promises.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { Target } from '../run-fuzz.ts'

interface Text {
  readonly text: string
}

const textOf = ({ text }: Text): string => text
const rules: TargetRules = { http: true, ports: new Set([8443]), allowedEndpoints: new Set() }

/** Checks that the error is a failure of the closed list. Returns its reason. */
function reasonOf(error: unknown): string {
  if (!(error instanceof FetchFailed)) throw error
  return error.reason
}

const urls = [
  ...bypasses.map(([url]) => url),
  'https://agents.example/card.json?a=1#b',
  'http://8.8.8.8/',
  'https://[2606:4700::1111]:8443/x',
]
const tokens = [
  'http',
  'https',
  ':',
  '/',
  '//',
  '\\',
  '@',
  '.',
  '。',
  '127',
  '0x7f',
  '[',
  ']',
  '::1',
  '%',
  '%2e',
  '#',
  '?',
  'a',
  '１',
  ':80',
  ':8443',
]
const nearUrl = (random: SeededRandom) => ({ text: random.chance(0.8) ? mutateText(random, random.pick(urls)) : rawText(random, tokens) })

/** Checks that an accepted URL has no private address and can't be read in another way. */
function holdUrl(url: URL): void {
  hold(url.protocol === 'https:' || url.protocol === 'http:', 'it is http or https')
  hold(url.username === '' && url.password === '' && url.hash === '', 'it has neither user nor fragment')
  hold(portOf(url) === (url.protocol === 'https:' ? 443 : 80) || portOf(url) === 8443, 'its port is one that is allowed')
  const bare = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(bare)) hold(ipaddr.parse(bare).range() === 'unicast', `an address is public: ${bare}`)
  else matches(url.hostname, /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/, 'a name')
  hold(!/(?:^|\.)(?:localhost|local|internal)$/.test(url.hostname), 'no name of a private network')
  hold(checkTarget(url.href, rules).href === url.href, 'what was allowed is allowed again, as it stands')
}

const target: Target<Text, string> = {
  name: 'a URL that an outsider names',
  share: 3,
  make: nearUrl,
  fed: textOf,
  check(text) {
    try {
      holdUrl(checkTarget(text, rules))
      return 'allowed'
    } catch (error) {
      return reasonOf(error)
    }
  },
  reaches: ['allowed', 'not_a_url', 'scheme', 'credentials', 'port', 'host', 'address'],
}

const from = new URL('https://agents.example/a/b')
const redirect: Target<Text, string> = {
  name: 'where an outsider redirects to',
  make: (random) =>
    random.chance(0.5) ? nearUrl(random) : { text: mutateText(random, random.pick(['/x', '../y?z', '//a.example/', '?q', '#', 'x'])) },
  fed: textOf,
  check(text) {
    try {
      const url = checkRedirect(text, from, rules)
      hold(url.protocol === 'https:', 'https is not left')
      holdUrl(url)
      return url.host === from.host ? 'stays' : 'leaves'
    } catch (error) {
      return reasonOf(error)
    }
  },
  reaches: ['stays', 'leaves', 'downgrade', 'address', 'not_a_url'],
}

const limit = 4_096
const dataUris = [
  'data:application/json;base64,eyJhIjoxfQ==',
  'data:,a%20b%',
  'data:text/plain;charset=utf-8;base64,aGVsbG8',
  'data:application/json,{"#":1}',
]
const dataUri: Target<Text, string> = {
  name: 'data URI',
  make: (random) => ({ text: mutateText(random, random.pick(dataUris)) }),
  fed: textOf,
  check(text) {
    try {
      const { mediaType, bytes } = readDataUri(text, limit)
      hold(bytes.byteLength <= limit, 'it is within its limit')
      matches(mediaType, /^[^\s;,A-Z]+\/[^\s;,A-Z]+$/, 'the media type')
      return 'data'
    } catch (error) {
      return reasonOf(error)
    }
  },
  reaches: ['data', 'bad_data', 'too_large'],
}

const gateway = 'http://10.0.0.5:8080/gateway'
const ipfsUris = [
  'ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG/a/b.json',
  'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
]
const ipfsUri: Target<Text, string> = {
  name: 'ipfs URI',
  make: (random) => ({
    text: mutateText(random, random.pick(ipfsUris) + random.pick(['', '', '/..', '/%2e%2e/', '/a/../../b', '?x', '#y'])),
  }),
  fed: textOf,
  check(text) {
    try {
      const { url } = ipfsTarget(text, gateway)
      matches(url.href, /^http:\/\/10\.0\.0\.5:8080\/gateway\/ipfs\/[A-Za-z0-9]{40,}(?:\/[^?#\\]*)?$/, 'what is asked of the gateway')
      hold(!/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(url.pathname), 'the path stays inside of the tree')
      return 'found'
    } catch (error) {
      return reasonOf(error)
    }
  },
  reaches: ['found', 'not_a_url'],
}

const nearFile = jsonNear([
  {
    type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1',
    name: 'Quote desk',
    description: 'Quotes freight.',
    services: [
      { name: 'A2A', endpoint: 'https://shop.example/.well-known/agent-card.json', version: '0.3.0' },
      { name: 'ENS', endpoint: 'quotes.eth' },
    ],
    x402Support: true,
    active: true,
    registrations: [
      { agentId: 22, agentRegistry: 'eip155:8453:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432' },
      { agentId: '7', agentRegistry: 'eip155:1:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432' },
    ],
    supportedTrust: ['reputation'],
  },
  { endpoints: [{ name: 'web', endpoint: 'https://a.example' }], x402support: false, trustModels: ['feedback'], registrations: [] },
])
const registrationFile: Target<Text, Buffer> = {
  name: 'registration file of an agent',
  share: 2,
  make: (random) => ({ text: random.chance(0.9) ? nearFile(random) : rawText(random, jsonTokens) }),
  fed: ({ text }) => Buffer.from(text),
  check(bytes) {
    try {
      const record = readRegistration(fetchedJson(bytes, 16))
      if (record === null) return 'says nothing'
      const texts = [record.type, record.name, record.description, ...record.supportedTrust].filter((text) => text !== null)
      for (const text of texts)
        hold([...text].length <= 1_000 && !/[\p{Cc}\p{Cf}]/u.test(text), 'texts are short and have no hidden characters')
      hold(record.services.length <= 32 && record.supportedTrust.length <= 16, 'lists are short')
      for (const { endpoint } of record.services)
        hold(endpoint.length <= 2_048 && !/[\p{Cc}\p{Cf}]/u.test(endpoint), 'an endpoint has no hidden characters')
      for (const { chainId, registry, agentId } of record.registrations) {
        hold(Number.isSafeInteger(chainId) && chainId > 0 && agentId >= 0n && agentId < 1n << 256n, 'ids are within their bounds')
        matches(registry, /^0x[0-9a-f]{40}$/, 'a registry')
      }
      return record.registrations.length > 0 ? 'names agents' : 'names nobody'
    } catch (error) {
      return reasonOf(error)
    }
  },
  reaches: ['names agents', 'names nobody', 'says nothing', 'not_json'],
}

export const outsiderTargets = [target, redirect, dataUri, ipfsUri, registrationFile] as readonly Target[]

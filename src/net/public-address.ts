import { BlockList, isIP, isIPv4 } from 'node:net'

/** IPv4 ranges outside the public internet: IANA's special-purpose registry, returned ranges, and addresses of single clouds. */
const special4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT, and Alibaba's metadata
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's host
  '169.254.0.0/16', // link-local, and metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments, and Oracle's metadata
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
]

/**
 * The only publicly routed range of IPv6. Loopback, IPv4-mapped and -compatible, NAT64, discard, unique local (with Amazon's
 * metadata), link-local, site-local and multicast are outside of it.
 */
const global6 = '2000::/3'

/** Special ranges within it. */
const special6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3ffe::/16', // the former 6bone
  '3fff::/20', // documentation
]

const refused4 = blockList(special4, 'ipv4')
const routed6 = blockList([global6], 'ipv6')
const refused6 = blockList(special6, 'ipv6')

/**
 * Whether the text is an IP address of the public internet. An IPv6 address that contains an IPv4 address (mapped,
 * compatible, translated, 6to4, Teredo, ISATAP) never is: no public name needs one.
 */
export function isPublicAddress(text: string): boolean {
  // Node accepts a zone id as part of an address.
  if (isIP(text) === 0 || text.includes('%')) return false
  if (isIPv4(text)) return !refused4.check(text, 'ipv4')
  return routed6.check(text, 'ipv6') && !refused6.check(text, 'ipv6') && !isIsatap(text)
}

/** The IP address that a URL's host name is, without brackets; null for a name. */
export function ipLiteral(hostname: string): string | null {
  const bare = hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname
  return isIP(bare) === 0 ? null : bare
}

/** RFC 5214 section 6.1: the interface identifier is 0000:5efe or 0200:5efe and an IPv4 address, under any prefix. */
function isIsatap(address: string): boolean {
  const groups = groupsOf(address)
  return (groups[4]! & 0xfdff) === 0 && groups[5] === 0x5efe
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const before = hextets(head)
  if (tail === undefined) return before
  const after = hextets(tail)
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

function hextets(part: string): number[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [(a << 8) | b, (c << 8) | d]
  })
}

function blockList(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    list.addSubnet(network, Number(bits), family)
  }
  return list
}

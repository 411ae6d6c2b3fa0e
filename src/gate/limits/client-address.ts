import ipaddr from 'ipaddr.js'

export interface TrustedProxies {
  has(address: string): boolean
  /** Called where a peer that is not trusted sent `X-Forwarded-For`, which does not count then. */
  readonly ignored?: (peer: string) => void
}

/** @throws on an entry that is neither an address nor a CIDR range: the setting is wrong, and the start fails. */
export function trustedProxies(entries: readonly string[]): TrustedProxies {
  const ranges = entries.map((entry) => {
    if (entry.includes('/')) return ipaddr.parseCIDR(entry)
    const address = ipaddr.parse(entry)
    return [address, address.kind() === 'ipv4' ? 32 : 128] as [ipaddr.IPv4 | ipaddr.IPv6, number]
  })
  return {
    has(text) {
      const address = parse(text)
      return address !== null && ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))
    },
  }
}

/**
 * The address that counts: the socket's; or, when the socket's peer is a trusted proxy, the first hop of X-Forwarded-For (read
 * from the right) that is not a trusted proxy. The client itself may have written what stands further left.
 */
export function clientAddress(socketAddress: string | undefined, forwardedFor: string | null, proxies: TrustedProxies): string {
  let current = socketAddress ?? 'unknown'
  if (!forwardedFor) return current
  if (!proxies.has(current)) {
    proxies.ignored?.(current)
    return current
  }
  const hops = forwardedFor.slice(-2_000).split(',')
  for (let index = hops.length - 1; index >= 0; index -= 1) {
    const hop = withoutPort((hops[index] ?? '').trim())
    if (!parse(hop)) return current
    current = hop
    if (!proxies.has(hop)) return current
  }
  return current
}

export interface ClientKeys {
  /** The key under which an address counts for quota, free calls and rate limits. */
  of(address: string): string
  /** Adds the pools that were counted today before a restart. */
  remember(pools: readonly string[]): void
}

/** Four numbers up to 255 without leading zeros. Such an address is its own key. */
const plainIpv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/
const poolsPerSite = 10
const sitesRemembered = 20_000

/**
 * IPv4, also wrapped in IPv6 (mapped, 6to4, NAT64), counts by address; other IPv6 by /64. A /48, which one customer commonly
 * holds, has at most ten pools: an eleventh /64 shares one of the ten.
 */
export function createClientKeys(): ClientKeys {
  const sites = new Map<string, string[]>()
  function pool(network: string): string {
    const site = network.split(':').slice(0, 3).join(':')
    let known = sites.get(site)
    if (!known) {
      if (sites.size >= sitesRemembered) sites.delete(sites.keys().next().value as string)
      known = []
      sites.set(site, known)
    }
    if (known.includes(network)) return network
    if (known.length < poolsPerSite) {
      known.push(network)
      return network
    }
    return known[Number.parseInt(network.split(':')[3] ?? '0', 16) % poolsPerSite] as string
  }
  return {
    of(address) {
      if (plainIpv4.test(address)) return address
      const parsed = parse(address)
      if (!parsed) return 'unknown'
      if (parsed.kind() === 'ipv4') return parsed.toString()
      const v6 = parsed as ipaddr.IPv6
      const inner = embeddedIpv4(v6)
      if (inner) return inner
      return `${pool(
        v6.parts
          .slice(0, 4)
          .map((part) => part.toString(16))
          .join(':'),
      )}::/64`
    },
    remember(pools) {
      for (const name of pools) pool(name.replace(/::\/64$/, ''))
    },
  }
}

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const plain = text.split('%')[0] ?? ''
  // Only the usual forms: ipaddr.js would also read `0x7f.1` and `2130706433` as addresses.
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(plain)) return ipaddr.IPv4.isValidFourPartDecimal(plain) ? ipaddr.IPv4.parse(plain) : null
  if (!plain.includes(':') || !ipaddr.IPv6.isValid(plain)) return null
  return ipaddr.process(plain)
}

/** IPv4 inside 6to4 (2002::/16) and NAT64 (64:ff9b::/96); mapped addresses were unwrapped while parsing. */
function embeddedIpv4(address: ipaddr.IPv6): string | null {
  const [first, second, third] = address.parts as [number, number, number]
  if (first === 0x2002) return quad(second, third)
  if (first === 0x64 && second === 0xff9b && address.parts.slice(2, 6).every((part) => part === 0)) {
    return quad(address.parts[6] as number, address.parts[7] as number)
  }
  return null
}

function quad(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(hop)
  if (bracketed) return bracketed[1] as string
  return /^\d+\.\d+\.\d+\.\d+:\d+$/.test(hop) ? hop.slice(0, hop.indexOf(':')) : hop
}

import ipaddr from 'ipaddr.js'

/**
 * Whether an IP address in text form is one of the public internet: not private, loopback, link-local, carrier-grade
 * NAT, multicast, documentation, 6to4, NAT64, nor an IPv4 of such a kind mapped into IPv6.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  return ipaddr.process(text).range() === 'unicast'
}

/** The address in a URL's host name where that is an IP literal, without brackets; null for a name. */
export function ipLiteral(hostname: string): string | null {
  const bare = hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname
  return ipaddr.isValid(bare) ? bare : null
}

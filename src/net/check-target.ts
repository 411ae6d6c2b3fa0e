import { FetchFailed } from './fetch-failed.ts'
import { ipLiteral, isPublicAddress } from './public-address.ts'

export interface TargetRules {
  /** Whether plain http is allowed too. */
  readonly http: boolean
  /** Allowed ports besides 443 for https and 80 for http. */
  readonly ports: ReadonlySet<number>
  /** `address:port` pairs that count as public, with http too: those of the sandbox and of tests. */
  readonly allowedEndpoints: ReadonlySet<string>
}

const maxUrlLength = 2_048

// Characters that URL parsers strip or turn into slashes, or about which they disagree.
// oxlint-disable-next-line no-control-regex -- it searches for control characters
const dishonest = /[\u0000-\u0020\u007f-\u00a0\\\p{Z}\p{Cf}\p{Cs}\ufffd]/u
const absolute = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i
const withScheme = /^[a-z][a-z0-9+.-]*:/i
const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/** Names that lead into private networks or nowhere: RFC 6761, 6762, 8375, 9476, ICANN's `internal`, and common habits. */
const privateSuffixes = new Set(
  'localhost local internal localdomain lan home corp intranet private onion alt invalid arpa workgroup'.split(' '),
)

/**
 * Checks the text of a URL that an outsider wrote, and parses it. The addresses of its host name are checked when the
 * connection is made (`guarded-connect.ts`).
 * @throws FetchFailed
 */
export function checkTarget(text: string, rules: TargetRules): URL {
  if (text.length > maxUrlLength || dishonest.test(text)) throw new FetchFailed('not_a_url')
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme === undefined) throw new FetchFailed('not_a_url')
  if (scheme !== 'https' && scheme !== 'http') throw new FetchFailed('scheme')
  const authority = absolute.exec(text)?.[2]
  const url = URL.parse(text)
  if (!authority || url === null) throw new FetchFailed('not_a_url')
  if (authority.includes('@') || url.username !== '' || url.password !== '') throw new FetchFailed('credentials')
  checkHost(url, authority.replace(/:\d*$/, ''), rules)
  checkPort(url, rules)
  url.hash = ''
  return url
}

/** The same for a Location header that `from` answered with. @throws FetchFailed, also `downgrade`. */
export function checkRedirect(location: string, from: URL, rules: TargetRules): URL {
  if (location.length > maxUrlLength || dishonest.test(location)) throw new FetchFailed('not_a_url')
  const next = checkTarget(withScheme.test(location) ? location : absoluteOf(location, from), rules)
  if (from.protocol === 'https:' && next.protocol === 'http:') throw new FetchFailed('downgrade')
  return next
}

/** A location with a host of its own keeps that host as written, so that the written form is checked too. */
function absoluteOf(location: string, from: URL): string {
  return location.startsWith('//') ? from.protocol + location : (URL.parse(location, from.href)?.href ?? '')
}

/** Whether the rules allow a connection to this address and port. */
export function mayConnect(address: string, port: number, protocol: string, rules: TargetRules): boolean {
  if (rules.allowedEndpoints.has(endpointKey(address, port))) return true
  return isPublicAddress(address) && portAllowed(port, protocol, rules)
}

/** Key of an address and a port in `allowedEndpoints`. */
function endpointKey(address: string, port: number): string {
  return `${address}:${port}`
}

export function portOf(url: { readonly protocol: string; readonly port: string }): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
}

function checkHost(url: URL, written: string, rules: TargetRules): void {
  const { hostname } = url
  const literal = ipLiteral(hostname)
  if (literal !== null) {
    if (!isPublicAddress(literal) && !rules.allowedEndpoints.has(endpointKey(literal, portOf(url)))) throw new FetchFailed('address')
    // Refuse octal, hexadecimal, short and full-width forms: an honest URL has four decimal parts.
    if (!hostname.startsWith('[') && written !== hostname) throw new FetchFailed('host')
    return
  }
  if (written.includes('%')) throw new FetchFailed('host')
  const labels = hostname.split('.')
  const honest = labels.length > 1 && hostname.length <= 253 && labels.every((one) => label.test(one))
  if (!honest || privateSuffixes.has(labels.at(-1)!)) throw new FetchFailed('host')
}

function checkPort(url: URL, rules: TargetRules): void {
  const port = portOf(url)
  // Only an allowed endpoint can be behind such a port. Its address is compared once it is known.
  if ([...rules.allowedEndpoints].some((endpoint) => endpoint.endsWith(`:${port}`))) return
  if (url.protocol === 'http:' && !rules.http) throw new FetchFailed('scheme')
  if (!portAllowed(port, url.protocol, rules)) throw new FetchFailed('port')
}

function portAllowed(port: number, protocol: string, rules: TargetRules): boolean {
  return (protocol === 'https:' ? port === 443 : rules.http && port === 80) || rules.ports.has(port)
}

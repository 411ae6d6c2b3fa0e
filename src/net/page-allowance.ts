import type { TrafficMeter } from './proxy-traffic.ts'
import { zoneOf, type SiteLimits, type SiteUse } from './site-limits.ts'

/** What one page may do. */
export interface PageLimits {
  /** Bytes from all sites, headers too. */
  readonly maxReceived: number
  /** Bytes to all sites, and to one site; headers and handshakes too. */
  readonly maxSent: number
  readonly maxSentToSite: number
  readonly maxConnections: number
  /** Plain requests, and messages in tunnels. The browser counts requests too, but not those of workers and WebSockets. */
  readonly maxRequests: number
  /** Names of hosts. */
  readonly maxNames: number
}

/** A limit that a page has reached. `site` is what the pages of all callers may exchange with one site. */
export type ReachedLimit = 'bytes' | 'bytes_sent' | 'connections' | 'requests' | 'names' | 'site'

/** What one page may still do. */
export interface PageAllowance {
  /** The limits that were reached. */
  readonly reached: ReadonlySet<ReachedLimit>
  /** Counts a connection that is asked for. Returns the limit that forbids it. */
  connect(): ReachedLimit | null
  /** The same once its target is known, before its name is looked up. */
  connectTo(target: { readonly site: string; readonly hostname: string }): ReachedLimit | null
  /** Of a connection that was made. */
  meter(site: string, address: string): TrafficMeter
}

/** @param end closes all connections of the page */
export function createPageAllowance(
  limits: PageLimits,
  { sites, caller, end }: { readonly sites: SiteLimits; readonly caller: string; readonly end: () => void },
): PageAllowance {
  const reached = new Set<ReachedLimit>()
  const names = new Set<string>()
  const sentTo = new Map<string, number>()
  let [connections, requests, sent, received] = [0, 0, 0, 0]
  const note = (limit: ReachedLimit): ReachedLimit => {
    reached.add(limit)
    return limit
  }

  /** The page may do nothing more with any site. */
  function over(): ReachedLimit | null {
    if (received > limits.maxReceived) return note('bytes')
    if (sent > limits.maxSent) return note('bytes_sent')
    return requests > limits.maxRequests ? note('requests') : null
  }

  /** Whether the page, or one connection of it, has to end. */
  function passes(limit: ReachedLimit | null, site: () => boolean): boolean {
    if (limit !== null) end()
    if (limit !== null) return false
    if (site()) return true
    note('site')
    return false
  }

  return {
    reached,
    connect() {
      connections += 1
      return connections > limits.maxConnections ? note('connections') : over()
    },
    connectTo({ site, hostname }) {
      names.add(hostname)
      if (names.size > limits.maxNames) return note('names')
      if ((sentTo.get(site) ?? 0) > limits.maxSentToSite) return note('bytes_sent')
      const use: SiteUse = { site, address: null, caller }
      const may = sites.take('requests', use, 1) && sites.take('lookups', { ...use, site: zoneOf(hostname) }, 1)
      return may ? null : note('site')
    },
    meter(site, address) {
      const use: SiteUse = { site, address, caller }
      return {
        sent(bytes, messages) {
          const toSite = (sentTo.get(site) ?? 0) + bytes
          sentTo.set(site, toSite)
          sent += bytes
          requests += messages
          if (!passes(over(), () => sites.take('sent', use, bytes) && (messages === 0 || sites.take('requests', use, messages))))
            return false
          if (toSite > limits.maxSentToSite) note('bytes_sent')
          return toSite <= limits.maxSentToSite
        },
        received(bytes) {
          received += bytes
          return passes(over(), () => sites.take('received', use, bytes))
        },
      }
    },
  }
}

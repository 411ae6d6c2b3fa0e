import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Timers } from '../shared/clock.ts'
import { checkTarget, portOf, type TargetRules } from './check-target.ts'
import { FetchFailed, fetchFailureIn, type FetchFailure } from './fetch-failed.ts'
import { guardedConnect, type ConnectorTo } from './guarded-connect.ts'
import { createPageAllowance, type PageLimits, type ReachedLimit } from './page-allowance.ts'
import type { TrafficMeter } from './proxy-traffic.ts'
import type { ResolveHost } from './resolve-host.ts'
import type { SiteLimits } from './site-limits.ts'

/** Why the proxy does not make a connection. */
export type ConnectionRefusal = FetchFailure | 'offline' | 'too_many_requests' | 'site_limit'

/** Why a site is not asked in this hour, in words for a caller. */
export const siteLimitWords = 'this service has exchanged as much with it as it may in an hour'

export interface GuardedProxyLimits extends PageLimits {
  /** Milliseconds of silence, after which a connection is closed. */
  readonly idleMs: number
}

export interface GuardedProxySettings {
  /** False refuses everything: for documents that may reach nothing. */
  readonly online: boolean
  readonly limits: GuardedProxyLimits
  /** Who asked for the page: callers share what may be exchanged with a site. */
  readonly caller: string
  /** `address:port` pairs on this machine that count as public, for tests and the sandbox. */
  readonly allowedEndpoints?: ReadonlySet<string>
  /** Sites that are reached instead of public ones, `host:port` to `address:port`: those of the sandbox. */
  readonly standIns?: ReadonlyMap<string, string>
}

export interface MadeConnection {
  readonly url: URL
  readonly socket: Socket
  readonly meter: TrafficMeter
}

/** The connections of one page. */
export interface ProxyConnections {
  /** Connects to what a URL names; the socket is plain, since the browser does TLS itself. */
  to(text: string): Promise<MadeConnection | { readonly refused: ConnectionRefusal }>
  /** Destroys a stream with the page. */
  keep<S extends Duplex>(stream: S): S
  /** The limits that were reached. */
  readonly reached: ReadonlySet<ReachedLimit>
  closeAll(): void
}

const noEndpoints: ReadonlySet<string> = new Set()

export function createProxyConnections(
  settings: GuardedProxySettings,
  parts: {
    readonly timers: Timers
    readonly sites: SiteLimits
    readonly resolve: ResolveHost
    readonly connectorTo: ConnectorTo
    readonly connectMs: number
  },
): ProxyConnections {
  const { limits, standIns } = settings
  const rules: TargetRules = { http: true, ports: new Set(), allowedEndpoints: settings.allowedEndpoints ?? noEndpoints }
  const open = new Set<Duplex>()
  const closeAll = () => {
    for (const stream of open) stream.destroy()
  }
  const allowance = createPageAllowance(limits, { sites: parts.sites, caller: settings.caller, end: closeAll })

  function keep<S extends Duplex>(stream: S): S {
    open.add(stream)
    stream.once('close', () => open.delete(stream))
    stream.on('error', () => stream.destroy())
    return stream
  }

  async function connect(url: URL): Promise<Socket> {
    const standIn = standIns?.get(`${url.hostname}:${portOf(url)}`)
    const [hostname = '', port = ''] = standIn?.split(':') ?? [url.hostname, String(portOf(url))]
    // The socket itself is plain, so its port is named: `checkTarget` has found that it fits the scheme.
    const allowed = standIn === undefined ? { ports: new Set([portOf(url)]) } : { allowedEndpoints: new Set([standIn]) }
    const deadline = new AbortController()
    const cancel = parts.timers.after(parts.connectMs, () => deadline.abort(new FetchFailed('timeout')))
    const connector = guardedConnect({ ...parts, rules: { ...rules, ...allowed }, signal: deadline.signal })
    try {
      const socket = await new Promise<Socket>((done, fail) => {
        connector({ hostname, host: url.host, protocol: 'http:', port }, (error, made) => (error === null ? done(made) : fail(error)))
      })
      socket.setTimeout(limits.idleMs, () => socket.destroy())
      return keep(socket)
    } finally {
      cancel()
    }
  }

  return {
    keep,
    reached: allowance.reached,
    closeAll,
    async to(text) {
      if (!settings.online) return { refused: 'offline' }
      const limit = allowance.connect()
      if (limit) return { refused: refusalOf(limit) }
      try {
        const url = checkTarget(text, rules)
        const site = `${url.hostname}:${portOf(url)}`
        const siteLimit = allowance.connectTo({ site, hostname: url.hostname })
        if (siteLimit) return { refused: refusalOf(siteLimit) }
        const socket = await connect(url)
        return { url, socket, meter: allowance.meter(site, `${socket.remoteAddress}:${socket.remotePort}`) }
      } catch (error) {
        return { refused: fetchFailureIn(error)?.reason ?? 'connection' }
      }
    },
  }
}

const refusalOf = (limit: ReachedLimit): ConnectionRefusal => (limit === 'site' ? 'site_limit' : 'too_many_requests')

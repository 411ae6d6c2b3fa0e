import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Timers } from '../shared/clock.ts'
import { checkTarget, portOf, type TargetRules } from './check-target.ts'
import { FetchFailed, fetchFailureIn, type FetchFailure } from './fetch-failed.ts'
import { guardedConnect, type ConnectorTo } from './guarded-connect.ts'
import type { TrafficMeter } from './proxy-traffic.ts'
import type { ResolveHost } from './resolve-host.ts'

/** Why the proxy does not make a connection. */
export type ConnectionRefusal = FetchFailure | 'offline' | 'too_many_requests'

export interface GuardedProxyLimits {
  /** Of all bodies and tunnels, to the browser. */
  readonly maxBytes: number
  readonly maxConnections: number
  /** A connection that stays silent for so long is closed. */
  readonly idleMs: number
}

export interface GuardedProxySettings {
  /** False refuses everything: for documents that may reach nothing. */
  readonly online: boolean
  readonly limits: GuardedProxyLimits
  /** `address:port` pairs on this machine that count as public, for tests and the sandbox. */
  readonly allowedEndpoints?: ReadonlySet<string>
  /** Sites that are reached instead of public ones, `host:port` to `address:port`: those of the sandbox. */
  readonly standIns?: ReadonlyMap<string, string>
}

/** The connections of one page. */
export interface ProxyConnections {
  /** Connects to what a URL names; the socket is plain, since the browser does TLS itself. */
  to(text: string): Promise<{ readonly url: URL; readonly socket: Socket } | { readonly refused: ConnectionRefusal }>
  /** Destroys a stream with the page. */
  keep<S extends Duplex>(stream: S): S
  readonly meter: TrafficMeter
  /** The limits that were reached. */
  readonly reached: ReadonlySet<'bytes' | 'connections'>
  closeAll(): void
}

const noEndpoints: ReadonlySet<string> = new Set()

export function createProxyConnections(
  settings: GuardedProxySettings,
  parts: { readonly timers: Timers; readonly resolve: ResolveHost; readonly connectorTo: ConnectorTo; readonly connectMs: number },
): ProxyConnections {
  const { limits, standIns } = settings
  const rules: TargetRules = { http: true, ports: new Set(), allowedEndpoints: settings.allowedEndpoints ?? noEndpoints }
  const reached = new Set<'bytes' | 'connections'>()
  const open = new Set<Duplex>()
  let asked = 0
  const closeAll = () => {
    for (const stream of open) stream.destroy()
  }
  const meter: TrafficMeter = {
    left: limits.maxBytes,
    exhausted() {
      reached.add('bytes')
      closeAll()
    },
  }

  function keep<S extends Duplex>(stream: S): S {
    open.add(stream)
    stream.once('close', () => open.delete(stream))
    stream.on('error', () => stream.destroy())
    return stream
  }

  /** The limits of the page, beside the rules of addresses. */
  function limitReached(): ConnectionRefusal | null {
    asked += 1
    if (!settings.online) return 'offline'
    if (asked > limits.maxConnections) reached.add('connections')
    return asked > limits.maxConnections || meter.left <= 0 ? 'too_many_requests' : null
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
    meter,
    reached,
    closeAll,
    async to(text) {
      const refused = limitReached()
      if (refused) return { refused }
      try {
        const url = checkTarget(text, rules)
        return { url, socket: await connect(url) }
      } catch (error) {
        return { refused: fetchFailureIn(error)?.reason ?? 'connection' }
      }
    },
  }
}

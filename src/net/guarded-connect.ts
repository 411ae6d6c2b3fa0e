import { isIPv6 } from 'node:net'
import type { LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { mayConnect, portOf } from './check-target.ts'
import type { TargetRules } from './check-target.ts'
import { FetchFailed } from './fetch-failed.ts'
import { ipLiteral } from './public-address.ts'
import type { ResolveHost } from './resolve-host.ts'

/** Makes a connector to exactly these addresses, even if the name resolves to others by then. */
export type ConnectorTo = (addresses: readonly string[]) => buildConnector.connector

export interface GuardedConnectSettings {
  readonly resolve: ResolveHost
  readonly rules: TargetRules
  readonly connectorTo: ConnectorTo
  /** Aborts the connection attempt. */
  readonly signal: AbortSignal
}

/**
 * Connects to public addresses only. A name is resolved once, here. All of its addresses are checked, and one that is not
 * public refuses the name. The connection goes to the checked addresses, so a name that resolves differently between check
 * and use gains nothing. Once connected, the remote address is checked again.
 */
export function guardedConnect({ resolve, rules, connectorTo, signal }: GuardedConnectSettings): buildConnector.connector {
  return (target, done) => {
    const port = portOf(target)
    const isAllowed = (address: string | undefined) => address !== undefined && mayConnect(address, port, target.protocol, rules)
    let over = false
    const end: buildConnector.Callback = (...result) => {
      // The caller already got a failure, so it does not need this socket.
      if (over) return void result[1]?.destroy()
      over = true
      signal.removeEventListener('abort', abort)
      done(...result)
    }
    const abort = () => end(asError(signal.reason), null)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })

    const literal = ipLiteral(target.hostname)
    // A socket does not look up an IP literal, so a check in its lookup would never see one.
    const found = literal === null ? resolve(target.hostname) : Promise.resolve([literal])
    found.then(
      (addresses) => {
        if (over) return
        if (addresses.length === 0) return end(new FetchFailed('dns'), null)
        if (!addresses.every(isAllowed)) return end(new FetchFailed('address'), null)
        connectorTo(addresses)(target, (...result) => {
          const [error, socket] = result
          if (error !== null || isAllowed(socket.remoteAddress)) return end(...result)
          socket.destroy()
          end(new FetchFailed('address'), null)
        })
      },
      (error: unknown) => end(new FetchFailed('dns', error), null),
    )
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new FetchFailed('aborted')
}

/** Real sockets. `ca` replaces the usual certificate authorities. Each connection has its own connector, so no TLS session is resumed. */
export function socketsTo(options: { readonly timeoutMs: number; readonly ca?: string | undefined }): ConnectorTo {
  return (addresses) =>
    buildConnector({
      timeout: options.timeoutMs,
      // Set here because an environment variable could turn it off.
      rejectUnauthorized: true,
      lookup: pinned(addresses),
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    })
}

function pinned(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_, options, callback) => {
    if (options.all) return callback(null, answers)
    const [first] = answers
    callback(null, first!.address, first!.family)
  }
}

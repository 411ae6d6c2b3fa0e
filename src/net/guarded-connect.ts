import { isIPv6 } from 'node:net'
import type { LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { mayConnect, portOf } from './check-target.ts'
import type { TargetRules } from './check-target.ts'
import { FetchFailed } from './fetch-failed.ts'
import { ipLiteral } from './public-address.ts'
import type { ResolveHost } from './resolve-host.ts'

/** Makes a connector that goes to these addresses, whatever the name says by then. */
export type ConnectorTo = (addresses: readonly string[]) => buildConnector.connector

export interface GuardedConnectSettings {
  readonly resolve: ResolveHost
  readonly rules: TargetRules
  readonly connectorTo: ConnectorTo
  /** Ends whatever is under way. */
  readonly signal: AbortSignal
}

/**
 * Connects to public addresses only. A name is resolved once, here; all of its addresses are judged, one that is not public
 * spoils the name, and the ones that were judged are the ones that are connected to, so a name that changes its mind
 * between check and use gains nothing. When a connection stands, the address at its other end is judged again.
 */
export function guardedConnect({ resolve, rules, connectorTo, signal }: GuardedConnectSettings): buildConnector.connector {
  return (target, done) => {
    const port = portOf(target)
    const judge = (address: string | undefined) => address !== undefined && mayConnect(address, port, target.protocol, rules)
    let over = false
    const end: buildConnector.Callback = (...result) => {
      // Whoever was told that it failed wants no socket any more.
      if (over) return void result[1]?.destroy()
      over = true
      signal.removeEventListener('abort', abort)
      done(...result)
    }
    const abort = () => end(asError(signal.reason), null)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })

    const literal = ipLiteral(target.hostname)
    // Sockets never look up a literal, so a check in their lookup would never see it.
    const found = literal === null ? resolve(target.hostname) : Promise.resolve([literal])
    found.then(
      (addresses) => {
        if (over) return
        if (addresses.length === 0) return end(new FetchFailed('dns'), null)
        if (!addresses.every(judge)) return end(new FetchFailed('address'), null)
        connectorTo(addresses)(target, (...result) => {
          const [error, socket] = result
          if (error !== null || judge(socket.remoteAddress)) return end(...result)
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

/** Real sockets. `ca` stands instead of the usual certificate authorities. Each connection has a connector of its own, so no TLS session is resumed. */
export function socketsTo(options: { readonly timeoutMs: number; readonly ca?: string | undefined }): ConnectorTo {
  return (addresses) =>
    buildConnector({
      timeout: options.timeoutMs,
      // Said, since a variable of the environment could say otherwise.
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

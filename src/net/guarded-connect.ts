import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { ipLiteral, isPublicAddress } from './public-address.ts'

/** All addresses of a name. */
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>

export const resolveHost: ResolveHost = (hostname) => systemLookup(hostname, { all: true })

/** The address is not one that an outsider may make us reach. */
export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED'
}

/**
 * Opens sockets to public addresses only. The addresses that were judged are the ones that are connected to, so a name
 * that changes its mind between check and use gains nothing. `allowed` names `host:port` pairs that are exempt.
 */
export function guardedConnect(options: {
  resolve: ResolveHost
  allowed: ReadonlySet<string>
  timeoutMs: number
}): buildConnector.connector {
  const open = buildConnector({ timeout: options.timeoutMs })
  const guarded = buildConnector({ timeout: options.timeoutMs, lookup: publicOnly(options.resolve) })
  return (target, callback) => {
    const port = target.port || (target.protocol === 'https:' ? '443' : '80')
    if (options.allowed.has(`${target.hostname}:${port}`)) return open(target, callback)
    // Sockets never look up an IP literal, so the check of the lookup would never see it.
    const literal = ipLiteral(target.hostname)
    if (literal !== null && !isPublicAddress(literal)) return callback(new AddressRefused('not a public address'), null)
    guarded(target, callback)
  }
}

function publicOnly(resolve: ResolveHost): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (!first || !addresses.every((one) => isPublicAddress(one.address))) {
          callback(new AddressRefused('not a public address'), [])
        } else if (options.all) {
          callback(null, [...addresses])
        } else {
          callback(null, first.address, first.family)
        }
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    )
  }
}

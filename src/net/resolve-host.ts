import { Resolver } from 'node:dns/promises'

/** All IPv4 and IPv6 addresses of a name; an empty list when it has none. Rejects when no DNS server answers. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>

const attemptMs = 1_500
const attempts = 2

/**
 * Asks the machine's DNS servers, or the given ones. It does not use the system's own lookup: that one reads /etc/hosts and
 * tries search domains, which outsiders must not reach, and a slow server would block one of the few threads for files.
 */
export function createResolveHost(servers?: readonly string[]): ResolveHost {
  return async (hostname) => {
    // One per query, so that changed servers are noticed and no query waits for another.
    const resolver = new Resolver({ timeout: attemptMs, tries: attempts })
    if (servers) resolver.setServers(servers)
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const failed = answers.find((answer) => answer.status === 'rejected' && !isNoAddress(answer.reason))
    if (addresses.length === 0 && failed?.status === 'rejected') throw failed.reason
    return addresses
  }
}

function isNoAddress(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA')
}

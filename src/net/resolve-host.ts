import { Resolver } from 'node:dns/promises'

/** All IPv4 and IPv6 addresses of a name; none where it has none. Rejects where nobody can say. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>

const attemptMs = 1_500
const attempts = 2

/**
 * Asks the machine's DNS servers, or these. Not the system's own lookup: that one reads /etc/hosts and tries search domains,
 * which outsiders have no business with, and holds one of the few threads that files need while a slow server thinks.
 */
export function createResolveHost(servers?: readonly string[]): ResolveHost {
  return async (hostname) => {
    // One per question, so that servers changed since are asked, and no question waits for another one.
    const resolver = new Resolver({ timeout: attemptMs, tries: attempts })
    if (servers) resolver.setServers(servers)
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const failed = answers.find((answer) => answer.status === 'rejected' && !meansNone(answer.reason))
    if (addresses.length === 0 && failed?.status === 'rejected') throw failed.reason
    return addresses
  }
}

function meansNone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA')
}

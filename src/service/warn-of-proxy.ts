import type { Log } from '../shared/log.ts'

/** Without the proxy in TRUSTED_PROXIES all of its callers share one quota and one rate limit. Said once, since anybody can send the header. */
export function warnOfProxy(log: Log): (peer: string) => void {
  let warned = false
  return (peer) => {
    if (warned) return
    warned = true
    log.warn({ peer }, 'X-Forwarded-For came from an address that is not in TRUSTED_PROXIES: it is ignored, and that address counts')
  }
}

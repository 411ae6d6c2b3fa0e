import { UpstreamRejected, type UpstreamResponse } from '../../../../src/goods/kit/http.ts'

/** The firewall of ARES does not say until when. */
const burstPauseMs = 60_000

/** The firewall of ARES answers bursts with status 403 and a page. ARES itself answers in JSON. @throws UpstreamRejected */
export function refuseBurstPage(answer: UpstreamResponse): void {
  if (answer.status !== 403) return
  const page = (answer.header('content-type') ?? '').includes('html')
  throw page ? new UpstreamRejected(429, burstPauseMs) : new UpstreamRejected(403)
}

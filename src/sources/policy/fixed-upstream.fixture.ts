import type { HttpClient } from '../../net/http-client.ts'
import { UpstreamRejected } from '../../net/upstream-errors.ts'
import { systemRandom, systemTimers } from '../../ops/system.ts'
import { silentLog } from '../../shared/log.ts'
import { silentMetrics } from '../../shared/metrics.ts'
import { defaultLimits } from './create-source.ts'

/** An upstream that always answers with this body, and a record of the requests. */
export function fixedUpstream(body: unknown, status = 200) {
  const asked: string[] = []
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const http: HttpClient = {
    async send(url, { alsoAccept = [] }) {
      asked.push(url)
      if (status !== 200 && !alsoAccept.includes(status)) throw new UpstreamRejected(status)
      return { status, header: () => null, list: () => null, body: bytes, chunks: [bytes] }
    },
    close: async () => {},
  }
  const clock = { now: () => Date.parse('2026-10-05T21:35:00Z') }
  const limits = { ...defaultLimits, attempts: { retries: 0, backoffMs: 1 } }
  const parts = {
    http,
    clock,
    timers: systemTimers,
    random: systemRandom,
    log: silentLog,
    metrics: silentMetrics,
    simulated: false,
    limits,
  }
  return { parts, asked, at: { baseUrl: 'https://upstream', enabled: true } }
}

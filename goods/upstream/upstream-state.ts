import { createUpstreamConnections, type Availability, type Log, type Timers, type UpstreamConnections } from './door.ts'
import { fillSecrets } from './file/secrets.ts'
import type { Upstream } from './file/offers-file.ts'
import type { OpenUpstream } from './offer-of.ts'

/** An API while the service runs: its connections, and whether it is well. */
export interface UpstreamState extends OpenUpstream {
  readonly name: string
  readonly connections: UpstreamConnections
  /** Asks for its health; nothing where the file names no path for that. */
  probe(signal: AbortSignal): Promise<void>
  /** What is wrong with it now; null where nothing is known to be. */
  fault(): string | null
}

/** Failures in a row. One may be a deployment of the API. */
const failuresUntilDown = 2
const probeTimeoutMs = 5_000
const probeBytes = 65_536

export interface UpstreamStateParts {
  readonly timers: Timers
  readonly log: Log
  readonly secretOf: (name: string) => string | null
  readonly userAgent: string
}

export function createUpstreamState(
  name: string,
  settings: Upstream,
  { timers, log, secretOf, userAgent }: UpstreamStateParts,
): UpstreamState {
  const { url, private: isPrivate, connections: count, health } = settings
  const connections = createUpstreamConnections({ url, isPrivate, connections: count }, { timers })
  const headers = Object.fromEntries(
    Object.entries(settings.headers).map(([header, value]) => [header.toLowerCase(), fillSecrets(value, secretOf)]),
  )
  const base = new URL(url).pathname.replace(/\/+$/, '')
  let failures = 0

  async function isWell(path: string, signal: AbortSignal): Promise<boolean> {
    const request = { method: 'GET', target: base + path, headers: { ...headers, 'user-agent': userAgent }, body: null } as const
    const answer = await connections
      .send({ ...request, timeoutMs: probeTimeoutMs, idleMs: probeTimeoutMs, maxBytes: probeBytes, signal })
      .catch(() => null)
    return answer !== null && answer.status >= 200 && answer.status < 300
  }

  return {
    name,
    settings,
    connections,
    availability: (): Availability => (failures >= failuresUntilDown ? 'down' : 'available'),
    fault: () =>
      failures >= failuresUntilDown
        ? `the upstream ${name} does not answer 2xx at ${health ?? ''}: its offers are not sold until it does`
        : null,
    async probe(signal) {
      if (health === undefined) return
      const well = await isWell(health, signal)
      if (signal.aborted) return
      const before = failures
      failures = well ? 0 : failures + 1
      if (failures === failuresUntilDown)
        log.error({ upstream: name }, 'an upstream does not answer: its offers are not sold until it does')
      if (well && before >= failuresUntilDown) log.info({ upstream: name }, 'an upstream answers again')
    },
  }
}

import type { Hono } from 'hono'
import type { Clock } from '../../shared/clock.ts'
import { standingHeaders } from './headers.ts'

/** How a source stands, as its adapter tells. */
export interface SourceStands {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly off: string | null
  readonly breaker: string
  readonly lastSuccess: string | null
  readonly lastError: string | null
  readonly latencyMs: number | null
}

/** How an index of what a chain said stands. */
export interface IndexStands {
  readonly index: string
  readonly network: string
  readonly state: 'waiting' | 'absent' | 'reading' | 'current' | 'failing'
  /** The newest block that has been read, and the chain's newest one when it was. */
  readonly block: number | null
  readonly head: number | null
  /** Final blocks that are still to be read. */
  readonly behind: number | null
  /** Share of its history that has been read. */
  readonly progress: number | null
  /** ISO times of its first block, and up to when all that happened is seen. */
  readonly since: string | null
  readonly asOf: string | null
}

export interface StatusParts {
  readonly clock: Clock
  readonly health: { ready(): { readonly ready: boolean; readonly checks: Readonly<Record<string, string>> } }
  readonly networks: readonly { readonly id: string; readonly name: string }[]
  sources(): readonly SourceStands[]
  indexes(): readonly IndexStands[]
  readonly simulated: boolean
}

/**
 * `ok`; `unasked` since the start; `failing`: the last request failed; `paused`: it asked us to wait; `down`: it failed so
 * often that it is left alone for a while; `off`.
 */
type SourceWord = 'ok' | 'unasked' | 'failing' | 'paused' | 'down' | 'off'

const cachedMs = 1_000

/** `GET /status`: how everything stands that answers depend on, for everybody. Says nothing that a caller may not know. */
export function statusRoute(app: Hono, parts: StatusParts): void {
  let written: { readonly at: number; readonly text: string } | null = null
  const headers = { ...standingHeaders, 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=1' }
  app.get('/status', () => {
    const now = parts.clock.now()
    // A clock that was put back must not keep an old answer for as long.
    if (!written || Math.abs(now - written.at) >= cachedMs) written = { at: now, text: JSON.stringify(statusOf(parts, now)) }
    return new Response(written.text, { headers })
  })
}

function statusOf({ health, networks, sources, indexes, simulated }: StatusParts, now: number) {
  const { ready, checks } = health.ready()
  const network = networks.map(({ id, name }) => ({ network: id, name, state: checks[id] ?? 'unchecked' }))
  const source = sources().map((one) => ({
    id: one.id,
    name: one.name,
    state: wordFor(one),
    off: one.off,
    breaker: one.breaker,
    lastSuccess: one.lastSuccess,
    lastError: one.lastError,
    latencyMs: one.latencyMs,
  }))
  const index = indexes()
  const impaired =
    checks['facilitator'] === 'failed' ||
    network.some(({ state }) => state === 'failed') ||
    index.some(({ state }) => state === 'failing') ||
    source.some(({ state }) => ['failing', 'paused', 'down'].includes(state))
  return {
    status: ready ? (impaired ? 'degraded' : 'ok') : 'down',
    at: new Date(now).toISOString(),
    simulated,
    process: checks['process'] ?? 'unchecked',
    ledger: checks['ledger'] ?? 'unchecked',
    // Left out where settlements are sent by us.
    facilitator: checks['facilitator'],
    networks: network,
    sources: source,
    indexes: index,
  }
}

/** A question of ours that it refused says nothing against it: it does not know the thing. */
const knowsNoSuchThing = new Set(['rejected_400', 'rejected_404', 'rejected_410', 'rejected_422'])

function wordFor({ enabled, breaker, lastSuccess, lastError }: SourceStands): SourceWord {
  if (!enabled) return 'off'
  if (breaker === 'open') return 'down'
  if (breaker === 'paused') return 'paused'
  if (lastError !== null && !knowsNoSuchThing.has(lastError)) return 'failing'
  return lastSuccess === null && lastError === null ? 'unasked' : 'ok'
}

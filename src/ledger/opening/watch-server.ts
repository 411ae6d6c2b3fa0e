import { alarmFields } from '../../shared/alarm.ts'
import type { Log } from '../../shared/log.ts'
import { createOrderedRuns } from '../../shared/ordered-runs.ts'
import type { Store } from '../../store/store.ts'
import { leasesOnServer, noteServer, serverIdentity, type ServerIdentity } from './server-identity.ts'

/** Nothing may be written to this server: another one has taken its place, or will be found in its place. */
class ServerReplaced extends Error {
  override readonly name = 'ServerReplaced'
}

/** What an instance expects to find in the ledger, since it was told that it was written. */
export interface OwnLease {
  readonly instance: string
  /** Milliseconds since the epoch; 0 while nothing is expected. */
  until(): number
}

/** Notices that the ledger is on another server, or has lost what was written last. */
export interface ServerWatch {
  /**
   * Looks whether the server is the one that it was. Listeners are called before this resolves.
   * @param store a single connection: looks wait for each other, and a new connection looks before it is used
   * @throws ServerReplaced
   */
  look(store: Pick<Store, 'read' | 'write'>): Promise<void>
  /** From now on this instance expects to find its lease. */
  follow(lease: OwnLease): void
  /** @param listener gets the moment since which what was written may be lost, in milliseconds since the epoch */
  onLoss(listener: (since: number) => void): void
}

/** As long as an instance leases for, so that a lease was written that long before its end. */
const leaseMs = 10_000

/** The parts of a change that is to be dealt with. */
interface Judged {
  /** The ledger was on another server before. */
  readonly moved: boolean
  /** The lease of this instance that is missing; 0 where none is. */
  readonly missing: number
  readonly since: number
}

export function createServerWatch({ log }: { readonly log: Log }): ServerWatch {
  const listeners: ((since: number) => void)[] = []
  const inOrder = createOrderedRuns()
  let own: OwnLease = { instance: '', until: () => 0 }
  let query = serverIdentity
  /** The server that this process has dealt with. */
  let seen: string | null = null
  /** The lease that was missing last, so that a loss is dealt with once. */
  let missed = 0

  async function identityOn(store: Pick<Store, 'read'>): Promise<ServerIdentity> {
    try {
      return await store.read(query, own.instance)
    } catch (error) {
      if (query === leasesOnServer || !isRefused(error)) throw error
      const reason = (error as Error).message
      log.warn({ reason }, 'the database does not tell its timeline: only leases show whether it has lost what was written last')
      query = leasesOnServer
      return store.read(query, own.instance)
    }
  }

  /** Notes the server where it is a new one, and says what is to be dealt with. */
  async function judge(store: Pick<Store, 'read' | 'write'>): Promise<Judged> {
    const expected = own.until()
    const { server, noted, knownUntil, ownLeaseUntil } = await identityOn(store)
    refuseReplaced(server, noted?.server ?? null)
    const missing = expected > missed && (ownLeaseUntil ?? 0) < expected ? expected : 0
    const found = missing === 0 ? Infinity : (ownLeaseUntil ?? knownUntil) - leaseMs
    const isNew = server !== null && server !== noted?.server
    const before = noted?.server ?? null
    const since = Math.max(0, Math.min(found, isNew ? knownUntil : (noted?.since ?? knownUntil)))
    if (isNew) await store.write(noteServer, { server, since: before === null ? 0 : since, before, lost: before !== null })
    const moved = (isNew && before !== null) || (seen !== null && server !== null && seen !== server)
    seen = server ?? seen
    return { moved, missing, since: moved ? since : Math.max(0, found) }
  }

  return {
    look: (store) =>
      inOrder('look', async () => {
        const { moved, missing, since } = await judge(store)
        if (!moved && missing === 0) return
        missed = Math.max(missed, missing)
        log.error(
          { ...alarmFields('database_replaced'), server: seen ?? 'unknown', since: new Date(since).toISOString() },
          'the ledger is on another database server, or on an older copy: what was written last may be lost. Nothing is sold until it was compared with the chains',
        )
        for (const listener of listeners) listener(since)
      }),
    follow(lease) {
      own = lease
    },
    onLoss: (listener) => void listeners.push(listener),
  }
}

/** @throws ServerReplaced for a standby, and for a server that was the primary before a standby was promoted */
function refuseReplaced(server: string | null, noted: string | null): void {
  const [system, timeline = ''] = server?.split('/') ?? []
  if (timeline === 'standby') throw new ServerReplaced('the database server is a standby, which takes no writes')
  const [notedSystem, notedTimeline = ''] = noted?.split('/') ?? []
  if (system !== undefined && system === notedSystem && Number.parseInt(timeline, 16) < Number.parseInt(notedTimeline, 16))
    throw new ServerReplaced('the database server was the primary until another one was promoted: nothing may be written there')
}

/** No such function, no right to call it, or not supported there. */
function isRefused(error: unknown): boolean {
  return ['42883', '42501', '0A000', '55000'].includes((error as { readonly code?: string }).code ?? '')
}

import type { KeptRows } from '../../../operate/desk/kept-rows.ts'
import type { Clock } from '../../../shared/clock.ts'
import { createLastUsed } from '../../../shared/last-used.ts'
import type { Random } from '../../../shared/random.ts'
import { sha256 } from '../../../shared/sha256.ts'
import type { Operator } from './operator.ts'
import type { OperatorTokens } from './operator-tokens.ts'

/** A session as it is kept, under the hash of its id. */
export interface SessionRow {
  /** Of the token that signed in: a session ends with its token. */
  readonly mark: string
  /** What each form of this session carries. */
  readonly formToken: string
  readonly begunAt: number
  readonly usedAt: number
}

export interface Session {
  readonly operator: Operator
  readonly formToken: string
}

export interface Sessions {
  /** Begins one under a new random id, which only the cookie has. */
  begin(operator: Operator): Promise<string>
  /** Null where there is no such session, or its time is over. */
  find(id: string): Promise<Session | null>
  end(id: string): Promise<void>
}

/** Milliseconds without a request, after which a session ends. */
const idleMs = 30 * 60_000
/** Milliseconds after the sign-in. */
const maxAgeMs = 12 * 3_600_000
/** Milliseconds for which this process relies on what it has read; and between two notes that a session is in use. */
const freshMs = 30_000
/** Sessions that this process remembers, so that the desk still shows what is wrong while the database is away. */
const maxRemembered = 200

export function createSessions(parts: {
  readonly rows: KeptRows<SessionRow>
  readonly tokens: OperatorTokens
  readonly random: Random
  readonly clock: Clock
}): Sessions {
  const { rows, tokens, random, clock } = parts
  const remembered = createLastUsed<{ row: SessionRow; readAt: number }>(maxRemembered)
  const secret = () => Buffer.from(random.bytes(32)).toString('base64url')
  const isOver = ({ begunAt, usedAt }: SessionRow, now: number) => now - usedAt > idleMs || now - begunAt > maxAgeMs

  async function read(key: string): Promise<SessionRow | null> {
    const known = remembered.get(key)
    const now = clock.now()
    if (known && now - known.readAt < freshMs) return known.row
    try {
      const kept = await rows.get(key)
      if (kept !== null) {
        const usedAt = Math.max(kept.usedAt, known?.row.usedAt ?? 0)
        remembered.set(key, { row: { ...kept, usedAt }, readAt: now })
        return remembered.get(key)!.row
      }
      remembered.delete(key)
      return null
    } catch {
      // The database is away: the operator must see that, so what is remembered holds.
      return known?.row ?? null
    }
  }

  async function use(key: string, row: SessionRow): Promise<void> {
    const now = clock.now()
    const next = { ...row, usedAt: now }
    remembered.set(key, { row: next, readAt: remembered.get(key)?.readAt ?? now })
    if (now - row.usedAt >= freshMs) await rows.update(key, (kept) => kept && { ...kept, usedAt: now }).catch(() => {})
  }

  async function dropOld(now: number): Promise<void> {
    for (const { key, row } of await rows.list({ limit: 1_000 })) if (isOver(row, now)) await rows.remove(key)
  }

  return {
    async begin({ name }) {
      const now = clock.now()
      const id = secret()
      const row: SessionRow = { mark: tokens.markOf(name), formToken: secret(), begunAt: now, usedAt: now }
      remembered.set(sha256(id), { row, readAt: now })
      await dropOld(now)
        .then(() => rows.put(sha256(id), row))
        .catch(() => {})
      return id
    },
    async find(id) {
      if (id.length > 128) return null
      const key = sha256(id)
      const row = await read(key)
      if (row === null) return null
      const operator = tokens.byMark(row.mark)
      if (operator === null || isOver(row, clock.now())) {
        await this.end(id)
        return null
      }
      await use(key, row)
      return { operator, formToken: row.formToken }
    },
    async end(id) {
      remembered.delete(sha256(id))
      await rows.remove(sha256(id)).catch(() => {})
    },
  }
}

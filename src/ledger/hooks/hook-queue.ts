import type { Query, Unit } from '../../store/store.ts'
import { readingQuery } from '../reading/reading-query.ts'
import { hookColumns, hookEventOf, type HookEvent } from './hook-event.ts'

/** Whether payments leave events. Each start says it anew. */
export const keepHooks: Unit<{ readonly on: boolean }, void> = {
  name: 'keep_hooks',
  sqlite(transaction, { on }) {
    if (on) transaction.run(`INSERT INTO ledger_facts (name, value) VALUES ('hooks', 'on') ON CONFLICT DO NOTHING`)
    else transaction.run(`DELETE FROM ledger_facts WHERE name = 'hooks'`)
  },
  postgres: {
    text: `WITH kept AS (
        INSERT INTO ledger_facts (name, value) SELECT 'hooks', 'on' WHERE :is_on::int8 = 1 ON CONFLICT DO NOTHING
      ) DELETE FROM ledger_facts WHERE name = 'hooks' AND :is_on::int8 = 0`,
    values: ({ on }) => ({ is_on: on ? 1n : 0n }),
    result: () => undefined,
  },
}

export interface AddHookInput {
  readonly id: string
  readonly kind: string
  /** JSON. */
  readonly body: string
  readonly at: number
}

/** An event that no payment leaves. The same id again adds nothing. */
export const addHook: Unit<AddHookInput, void> = {
  name: 'add_hook',
  sqlite(transaction, { id, kind, body, at }) {
    transaction.run(
      `INSERT INTO hook_events (id, kind, subject, body, at) VALUES (?, ?, '', ?, ?) ON CONFLICT DO NOTHING`,
      id,
      kind,
      body,
      BigInt(at),
    )
  },
  postgres: {
    text: `INSERT INTO hook_events (id, kind, subject, body, at) VALUES (:id, :kind, '', :body, :at) ON CONFLICT DO NOTHING`,
    values: ({ id, kind, body, at }) => ({ id, kind, body, at: BigInt(at) }),
    result: () => undefined,
  },
}

export interface DueHooksInput {
  readonly now: number
  readonly limit: number
  /** Which are read: mails, and what the operator's server is told. */
  readonly mail: boolean
  readonly hook: boolean
}

/** What is to be delivered now, the longest due first. */
export const dueHooks: Query<DueHooksInput, HookEvent[]> = readingQuery({
  name: 'due_hooks',
  text: `SELECT ${hookColumns} FROM hook_events WHERE dead = 0 AND due_at <= :now::int8
      AND CASE WHEN kind LIKE 'mail.%' THEN :mail::int8 ELSE :hook::int8 END = 1 ORDER BY due_at LIMIT :limit::int8`,
  values: ({ now, limit, mail, hook }) => ({ now: BigInt(now), limit: BigInt(limit), mail: mail ? 1n : 0n, hook: hook ? 1n : 0n }),
  result: (rows) => rows.map(hookEventOf),
})

/** It was delivered. */
export const endHook: Unit<{ readonly id: string }, void> = {
  name: 'end_hook',
  sqlite: (transaction, { id }) => void transaction.run('DELETE FROM hook_events WHERE id = ?', id),
  postgres: { text: 'DELETE FROM hook_events WHERE id = :id', values: ({ id }) => ({ id }), result: () => undefined },
}

export interface FailHookInput {
  readonly id: string
  readonly why: string
  /** When it is tried again; for a dead one, since when it is dead. */
  readonly dueAt: number
  readonly dead: boolean
}

/** A try failed. */
export const failHook: Unit<FailHookInput, void> = {
  name: 'fail_hook',
  sqlite(transaction, { id, why, dueAt, dead }) {
    transaction.run(
      'UPDATE hook_events SET tries = tries + 1, failed = ?, due_at = ?, dead = ? WHERE id = ?',
      why,
      BigInt(dueAt),
      dead ? 1n : 0n,
      id,
    )
  },
  postgres: {
    text: 'UPDATE hook_events SET tries = tries + 1, failed = :why, due_at = :due_at, dead = :dead WHERE id = :id',
    values: ({ id, why, dueAt, dead }) => ({ id, why, due_at: BigInt(dueAt), dead: dead ? 1n : 0n }),
    result: () => undefined,
  },
}

export interface RedeliverHooksInput {
  /** Empty for all that are dead. */
  readonly id: string
  readonly now: number
}

/** Tries dead events again, or one that waits; gives how many. */
export const redeliverHooks: Unit<RedeliverHooksInput, number> = {
  name: 'redeliver_hooks',
  sqlite: (transaction, { id, now }) =>
    transaction.run(`UPDATE hook_events SET dead = 0, tries = 0, due_at = ? WHERE (? = '' AND dead = 1) OR id = ?`, BigInt(now), id, id)
      .changes,
  postgres: {
    text: `UPDATE hook_events SET dead = 0, tries = 0, due_at = :now WHERE (:id::text = '' AND dead = 1) OR id = :id::text RETURNING id`,
    values: ({ id, now }) => ({ id, now: BigInt(now) }),
    result: (rows) => rows.length,
  },
}

export interface ListHooksInput {
  readonly dead: boolean
  readonly limit: number
}

/** Dead events, or those that wait, the oldest first. */
export const listHooks: Query<ListHooksInput, HookEvent[]> = readingQuery({
  name: 'list_hooks',
  text: `SELECT ${hookColumns} FROM hook_events WHERE dead = :dead::int8 ORDER BY due_at LIMIT :limit::int8`,
  values: ({ dead, limit }) => ({ dead: dead ? 1n : 0n, limit: BigInt(limit) }),
  result: (rows) => rows.map(hookEventOf),
})

/** Milliseconds for which dead events are kept. */
const keptMs = 30 * 86_400_000

/** Drops events that nobody has asked for since they died; gives how many. */
export const expireHooks: Unit<{ readonly now: number; readonly limit: number }, number> = {
  name: 'expire_hooks',
  sqlite: (transaction, { now, limit }) =>
    transaction.run(
      'DELETE FROM hook_events WHERE id IN (SELECT id FROM hook_events WHERE dead = 1 AND due_at < ? LIMIT ?)',
      BigInt(now - keptMs),
      BigInt(limit),
    ).changes,
  postgres: {
    text: `WITH old AS (SELECT id FROM hook_events WHERE dead = 1 AND due_at < :before::int8 LIMIT :limit), gone AS (
        DELETE FROM hook_events USING old WHERE hook_events.id = old.id RETURNING 1
      ) SELECT count(*) AS gone FROM gone`,
    values: ({ now, limit }) => ({ before: BigInt(now - keptMs), limit: BigInt(limit) }),
    result: (rows) => Number(rows[0]!['gone']),
  },
}

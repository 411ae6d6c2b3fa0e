import type { PostgresValue, SqliteTransaction } from '../../store/store.ts'
import type { LeaseHolder } from './leases.ts'

/** Whether the writer still owns the lease that it needs, whatever its clock says. Where none is needed, every writer may write. */
export function holdsLease(transaction: SqliteTransaction, holder: LeaseHolder | undefined): boolean {
  if (holder === undefined) return true
  return transaction.get('SELECT 1 AS one FROM leases WHERE name = ? AND owner = ?', holder.lease, holder.owner) !== undefined
}

/**
 * The same as the start of a PostgreSQL statement: `allowed` has one row or none. The lease is locked, so an instance that takes it
 * over waits until this is written, and sees it.
 */
export const whileLeaseIsHeld = `holder AS (
        SELECT 1 FROM leases WHERE name = :lease AND owner = :owner FOR UPDATE
      ), allowed AS (
        SELECT 1 AS one WHERE :lease::text IS NULL OR EXISTS (SELECT 1 FROM holder)
      )`

export function holderValues(holder: LeaseHolder | undefined): Record<'lease' | 'owner', PostgresValue> {
  return { lease: holder?.lease ?? null, owner: holder?.owner ?? null }
}

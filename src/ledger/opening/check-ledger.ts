import type { Hex } from '../../shared/bytes.ts'
import type { Mode } from '../../shared/mode.ts'
import type { Random } from '../../shared/random.ts'
import type { Store, Unit } from '../../store/store.ts'
import { setMode } from './set-mode.ts'
import type { LedgerIdentity } from './ledger-identity.ts'
import { lower } from '../payments/payment-row.ts'
import { OperatorError } from '../../shared/operator-error.ts'

/** A service that opens a ledger to sell with it. */
export interface LedgerOpener {
  readonly mode: Mode
  readonly payTo: Hex
  readonly random: Random
}

/** This service must not open the ledger: it is of the other mode, incomplete, or was moved. */
class LedgerRefused extends OperatorError {
  override readonly name = 'LedgerRefused'
}

/** Marks the rows that were copied so far as out of date, since a service sells with this ledger again. */
export const invalidateCopy: Unit<undefined, void> = {
  name: 'forget_copy',
  sqlite(transaction) {
    transaction.run(`DELETE FROM ledger_facts WHERE name = 'moving'`)
  },
}

/**
 * Makes sure that a ledger is of this mode, and gives what it knows about itself.
 * @param place where it is, for people
 * @throws LedgerRefused
 */
export async function checkLedgerMode(store: Store, place: string, { mode, payTo, random }: LedgerOpener): Promise<LedgerIdentity> {
  const facts = await store.write(setMode, { mode, payTo: lower(payTo), id: Buffer.from(random.bytes(16)).toString('hex') })
  if (facts.mode === mode) return facts
  if (facts.mode !== null)
    throw new LedgerRefused(
      `${place} has a ledger of MODE=${facts.mode}, and this service has MODE=${mode}: play money and real money never share a ledger. Give another DATA_DIR or DATABASE_URL, or the other MODE`,
    )
  throw new LedgerRefused(
    `${place} has payments to another address than ${payTo}, from before ledgers recorded their mode: start it once with the MODE and the PAY_TO that it had`,
  )
}

/**
 * For a service that sells with the ledger of its data directory.
 * @throws LedgerRefused where the ledger has been moved, since payments may have been made there.
 */
export async function refuseMovedLedger(store: Store, place: string, { moved, moving }: LedgerIdentity): Promise<void> {
  if (moved)
    throw new LedgerRefused(
      `the ledger of ${place} was moved to PostgreSQL by farthing migrate: start with that DATABASE_URL, or give another DATA_DIR`,
    )
  if (moving !== null) await store.write(invalidateCopy, undefined)
}

/**
 * For a service that sells with a ledger on PostgreSQL.
 * @throws LedgerRefused while rows are being copied to it.
 */
export function refuseIncompleteLedger({ moving }: LedgerIdentity): void {
  if (moving !== null)
    throw new LedgerRefused(
      'the ledger in DATABASE_URL is not complete: farthing migrate or farthing restore is writing it, or was interrupted. In that case run it again',
    )
}

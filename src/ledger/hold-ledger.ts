import type { Hex } from '../shared/bytes.ts'
import type { Random } from '../shared/random.ts'
import type { Store, Unit } from '../store/store.ts'
import { holdMode } from './hold-mode.ts'
import type { LedgerFacts, LedgerMode } from './ledger-facts.ts'
import { lower } from './payment-row.ts'

/** Whoever opens a ledger to sell with it. */
export interface LedgerOpener {
  readonly mode: LedgerMode
  readonly payTo: Hex
  readonly random: Random
}

/** The ledger must not be opened by this service: it is of the other mode, incomplete, or elsewhere by now. */
class LedgerRefused extends Error {
  override readonly name = 'LedgerRefused'
}

/** Nobody copies the rows of a ledger any more that sells again: what was copied so far is old. */
export const forgetCopy: Unit<undefined, void> = {
  name: 'forget_copy',
  sqlite(transaction) {
    transaction.run(`DELETE FROM ledger_facts WHERE name = 'moving'`)
  },
}

/**
 * Makes sure that a ledger is of this mode, and gives what else it knows of itself.
 * @param place where it lies, for people
 * @throws LedgerRefused
 */
export async function holdLedger(store: Store, place: string, { mode, payTo, random }: LedgerOpener): Promise<LedgerFacts> {
  const facts = await store.write(holdMode, { mode, payTo: lower(payTo), id: Buffer.from(random.bytes(16)).toString('hex') })
  if (facts.mode === mode) return facts
  if (facts.mode !== null)
    throw new LedgerRefused(
      `${place} keeps a ledger of MODE=${facts.mode}, and this is MODE=${mode}: play money and real money never share one. Name another place, or the other mode`,
    )
  throw new LedgerRefused(
    `${place} keeps payments that went to another address than ${payTo}, from before ledgers knew their mode: start it once with the MODE and the PAY_TO that it had`,
  )
}

/**
 * For a service that sells with the ledger of its data directory.
 * @throws LedgerRefused where it has been moved: payments have been made elsewhere since.
 */
export async function stayHere(store: Store, place: string, { moved, moving }: LedgerFacts): Promise<void> {
  if (moved)
    throw new LedgerRefused(
      `the ledger of ${place} was moved to PostgreSQL by farthing migrate: start with the DATABASE_URL it was moved to, or name another DATA_DIR`,
    )
  if (moving !== null) await store.write(forgetCopy, undefined)
}

/**
 * For a service that sells with a ledger on PostgreSQL.
 * @throws LedgerRefused while the rows of another engine come to it.
 */
export function refuseHalf({ moving }: LedgerFacts): void {
  if (moving !== null)
    throw new LedgerRefused(
      'the ledger in DATABASE_URL is not complete: farthing migrate is moving it there, or broke off; then run it again',
    )
}

import type { Unit } from '../../../store/store.ts'
import type { ClaimInput, ClaimResult } from '../../ledger.ts'
import type { Keyed } from './claim-values.ts'
import { claimStatement } from './claim.postgres.ts'
import { claimInSqlite } from './claim.sqlite.ts'

/**
 * Admits a payment by an authorization, or says why not, all in one unit: bar, run limit, identity, keys, cover, free call, in
 * this order. A released payment with the same identity is claimed again in its own row, under its old receipt id.
 */
export const claim: Unit<Keyed<ClaimInput>, ClaimResult> = { name: 'claim', sqlite: claimInSqlite, postgres: claimStatement }

import type { Unit } from '../../../store/store.ts'
import type { ClaimTransferInput, ClaimTransferResult } from '../../ledger.ts'
import type { Keyed } from './claim-values.ts'
import { claimTransferStatement } from './claim-transfer.postgres.ts'
import { claimTransferInSqlite } from './claim-transfer.sqlite.ts'

/**
 * Admits a payment by a transfer, or says why not, all in one unit: run limit, identities, keys, theft, in this order. The
 * money has arrived already, so there is no cover and no first call free.
 *
 * A transfer is used once, under its own key and that of the authorization that made it. A transfer that was not answered is a
 * credit: its own credential can use it, and so can a proof by the payer, no matter who brought the transfer first.
 *
 * A bare claim may come from a thief. A payer who proves a transfer that a bare claim has used up is served too, in a row under
 * a key of its own: once, and within the cap of the day. From then on bare claims of this payer's transfers are not accepted.
 */
export const claimTransfer: Unit<Keyed<ClaimTransferInput>, ClaimTransferResult> = {
  name: 'claim_transfer',
  sqlite: claimTransferInSqlite,
  postgres: claimTransferStatement,
}

import type { Unit } from '../../store/store.ts'
import { adoptedReason } from './adopted.ts'
import type { RememberedCall } from './remembered-call.ts'

export type NameAdoptedInput = Omit<RememberedCall, 'id' | 'at'> & {
  /** Of the authorization. */
  readonly identity: string
}

const change = (offer: string, client: string, keys: string, identity: string) =>
  `UPDATE payments SET offer_id = ${offer}, client = ${client}, keys = ${keys}
   WHERE id = (SELECT payment_id FROM identities WHERE identity = ${identity})
     AND state = 'credit' AND timing = 'first' AND reason = '${adoptedReason}' AND credential_hash = '' AND keys = '[]'`

/** Says of a payment that was found on chain which call it paid for. The process that found it may not be the one that took the call. */
export const nameAdopted: Unit<NameAdoptedInput, void> = {
  name: 'name_adopted',
  sqlite(transaction, { offerId, client, keys, identity }) {
    transaction.run(change('?', '?', '?', '?'), offerId, client, JSON.stringify(keys), identity)
  },
  postgres: {
    text: change(':offer_id', ':client', ':keys', ':identity'),
    values: ({ offerId, client, keys, identity }) => ({ offer_id: offerId, client, keys: JSON.stringify(keys), identity }),
    result: () => undefined,
  },
}

import type { Store } from '../../store/store.ts'
import { clearRestored } from '../backup/restore-facts.ts'
import { ledgerFacts } from '../opening/ledger-facts.ts'
import { adoptPayment } from './adopt-payment.ts'
import { askedPrices } from './asked-prices.ts'
import { clientsOfPayers } from './clients-of-payers.ts'
import { creditsOfPayer } from './credits-of-payer.ts'
import { holders } from './holders.ts'
import { paymentsInBlocks } from './payments-in-blocks.ts'
import type { Reconcilable } from './reconcilable.ts'

export function reconcilable(store: Store): Reconcilable {
  return {
    adoptPayment: (input) => store.write(adoptPayment, input),
    holders: (identities) => store.read(holders, identities),
    paymentsInBlocks: (input) => store.read(paymentsInBlocks, input),
    askedPrices: () => store.read(askedPrices, undefined),
    clientsOfPayers: (input) => store.read(clientsOfPayers, input),
    creditsOfPayer: (input) => store.read(creditsOfPayer, input),
    restoredFrom: async () => (await store.read(ledgerFacts, undefined)).restoredFrom,
    clearRestored: (input) => store.write(clearRestored, input),
  }
}

import type { Store } from '../../store/store.ts'
import { clearRestored } from '../backup/restore-facts.ts'
import { ledgerIdentity } from '../opening/ledger-identity.ts'
import { adoptPayment } from './adopt-payment.ts'
import { askedPrices } from './asked-prices.ts'
import { clientsOfPayers } from './clients-of-payers.ts'
import { creditsOfPayer } from './credits-of-payer.ts'
import { holders } from './holders.ts'
import { missingNonces } from './missing-nonces.ts'
import { nameAdopted } from './name-adopted.ts'
import { newestPaymentAt } from './newest-payment.ts'
import { paymentsInBlocks } from './payments-in-blocks.ts'
import type { Reconcilable } from './reconcilable.ts'
import { markSigner, signerMarks } from './signer-marks.ts'

export function reconcilable(store: Store): Reconcilable {
  return {
    adoptPayment: (input) => store.write(adoptPayment, input),
    nameAdopted: (input) => store.write(nameAdopted, input),
    holders: (identities) => store.read(holders, identities),
    paymentsInBlocks: (input) => store.read(paymentsInBlocks, input),
    askedPrices: () => store.read(askedPrices, undefined),
    clientsOfPayers: (input) => store.read(clientsOfPayers, input),
    creditsOfPayer: (input) => store.read(creditsOfPayer, input),
    restoredFrom: async () => (await store.read(ledgerIdentity, undefined)).restoredFrom,
    signerMarks: () => store.read(signerMarks, undefined),
    markSigner: (mark) => store.write(markSigner, mark),
    missingNonces: (span) => store.read(missingNonces, span),
    newestPaymentAt: () => store.read(newestPaymentAt, undefined),
    clearRestored: (input) => store.write(clearRestored, input),
  }
}

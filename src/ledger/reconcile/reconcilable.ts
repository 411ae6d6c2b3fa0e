import type { Payment } from '../payments/payment.ts'
import type { AdoptPaymentInput } from './adopt-payment-input.ts'
import type { AskedPrice } from './asked-prices.ts'
import type { ClientsInput, PayerClient } from './clients-of-payers.ts'
import type { CreditsOfPayerInput } from './credits-of-payer.ts'
import type { Holder } from './holders.ts'
import type { MissingNonces, NonceSpan } from './missing-nonces.ts'
import type { NameAdoptedInput } from './name-adopted.ts'
import type { PaymentsInBlocks, PaymentsInBlocksInput } from './payments-in-blocks.ts'
import type { SignerMark } from './signer-marks.ts'

/** What a comparison of the ledger with a chain asks and changes. */
export interface Reconcilable {
  /** Takes a payment that is on chain into the ledger, as a credit. Undefined where the ledger knows it. */
  adoptPayment(input: AdoptPaymentInput): Promise<Payment | undefined>
  /** Says of a payment that was taken in which call it paid for. Changes nothing where that is known, or it was used. */
  nameAdopted(input: NameAdoptedInput): Promise<void>
  /** Who holds these keys, hot and archived; 500 at most. */
  holders(identities: readonly string[]): Promise<Holder[]>
  paymentsInBlocks(input: PaymentsInBlocksInput): Promise<PaymentsInBlocks>
  askedPrices(): Promise<AskedPrice[]>
  clientsOfPayers(input: ClientsInput): Promise<PayerClient[]>
  creditsOfPayer(input: CreditsOfPayerInput): Promise<Payment[]>
  /** Up to where the transactions of each signer are known to be in the ledger. */
  signerMarks(): Promise<SignerMark[]>
  markSigner(mark: SignerMark): Promise<void>
  /** Which account nonces of a signer the ledger has no transaction for. */
  missingNonces(span: NonceSpan): Promise<MissingNonces>
  /** When the newest payment was claimed; null where there is none. */
  newestPaymentAt(): Promise<number | null>
  /** Since when payments may be missing, where the ledger was restored and not compared since; null otherwise. */
  restoredFrom(): Promise<number | null>
  /** Says that it was compared since. `from` is what `restoredFrom` gave. */
  clearRestored(input: { readonly from: number }): Promise<void>
}

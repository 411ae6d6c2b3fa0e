import type { Payment } from '../payments/payment.ts'
import type { AdoptPaymentInput } from './adopt-payment-input.ts'
import type { AskedPrice } from './asked-prices.ts'
import type { ClientsInput, PayerClient } from './clients-of-payers.ts'
import type { CreditsOfPayerInput } from './credits-of-payer.ts'
import type { Holder } from './holders.ts'
import type { PaymentsInBlocksInput } from './payments-in-blocks.ts'

/** What a comparison of the ledger with a chain asks and changes. */
export interface Reconcilable {
  /** Takes a payment that is on chain into the ledger, as a credit. Undefined where the ledger knows it. */
  adoptPayment(input: AdoptPaymentInput): Promise<Payment | undefined>
  /** Who holds these keys, hot and archived; 500 at most. */
  holders(identities: readonly string[]): Promise<Holder[]>
  paymentsInBlocks(input: PaymentsInBlocksInput): Promise<Payment[]>
  askedPrices(): Promise<AskedPrice[]>
  clientsOfPayers(input: ClientsInput): Promise<PayerClient[]>
  creditsOfPayer(input: CreditsOfPayerInput): Promise<Payment[]>
  /** Since when payments may be missing, where the ledger was restored and not compared since; null otherwise. */
  restoredFrom(): Promise<number | null>
  /** Says that it was compared since. `from` is what `restoredFrom` gave. */
  clearRestored(input: { readonly from: number }): Promise<void>
}

/** What lines do for each other, by the name of the port. A port that is not there is undefined. */
export { nobodyScreens, type Screening, type ScreeningPort } from '../../sources/screening-port.ts'
export type { BooksPort } from '../ports/books.ts'
export type { CoinPricesPort } from '../ports/coin-prices.ts'
export type { PaymentTermsPort } from '../ports/payment-terms.ts'
export type { FoundFix, PairFix, ReferenceRates, ReferenceRatesPort } from '../ports/reference-rates.ts'
export type { TokenPool, TokenPoolsPort } from '../ports/token-pools.ts'
export type { BriefScore, TrustPort } from '../ports/trust.ts'

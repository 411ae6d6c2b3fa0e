import { marketPrice as priceOver } from '../../goods/market/offers/price.ts'
import { priceOf } from '../../src/offers/offer.ts'
import { formatUsd } from '../../src/shared/money.ts'

/** As it is declared: it is not called. */
const marketPrice = priceOver({ sources: {} as never, simulated: true })

/** What all servers sell: our service makes it from its sources, the others send the same prepared answer. */
export const goods = {
  path: '/v1/market/price/BTC',
  title: marketPrice.title,
  description: `${marketPrice.title}. ${marketPrice.purpose}`,
  /** "0.0075" */
  usd: formatUsd(priceOf(marketPrice)),
  answer: marketPrice.example.answer,
} as const
